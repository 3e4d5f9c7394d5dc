"""What kind of sentence is this: a question, a wish for this time, an obligation, small talk, a fact about the
speaker?
"""
