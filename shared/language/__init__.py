"""Reads text and knows no memory. Words and phrases of one language lie in its pack (`en`, `zh`, ...); rules that hold
for all lie beside them.
"""
