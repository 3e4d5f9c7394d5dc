"""What is an event, and in which order do events stand? What does a correction of one do? Which events does a session
search look at?
"""
