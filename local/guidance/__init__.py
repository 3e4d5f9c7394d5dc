"""What the laptop's service says of itself: how to begin, what is wrong, and its own API document. What does it print
at its start, where does it log, when is it not healthy?"""
