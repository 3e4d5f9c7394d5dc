"""Which operations are there, and how far is each?"""
