"""What must a summary keep? Which sentences become its parts, and is a summary faithful to its sources?"""
