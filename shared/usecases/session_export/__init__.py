"""What is given away of a scope's sessions, and in which order?"""
