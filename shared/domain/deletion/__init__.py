"""What does a deletion select, refuse and hide? What happens to promoted copies of what it removes?"""
