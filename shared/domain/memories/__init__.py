"""What is a memory? Which evidence supports it, where does it come from, from when to when does it hold, which versions
are scheduled?
"""
