"""What does maintenance remove, mark or propose? How stale is a memory?"""
