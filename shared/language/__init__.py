"""Reads text and knows no memory. Words and phrases of one language lie in its pack (`packs`), the words of the two
parsers in `en` and `zh`; rules that hold for all lie beside them.
"""
