"""What is an event, and what is the order of events? What does a correction of one do? Which events does a session
search look at?
"""
