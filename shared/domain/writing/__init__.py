"""What becomes of an incoming memory: stored, refused, the same as one there, an update, a dispute? Which side wins?
What does a correction change?
"""
