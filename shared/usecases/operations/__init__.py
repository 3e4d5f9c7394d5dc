"""Which operations are there, how far is each, and how is one noted that leaves no record of its own?"""
