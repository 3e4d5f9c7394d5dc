"""What waits for a person, and what does a reviewer's decision do?"""
