"""What vectors say, on scales that mean the same for every language and embedder.

How like are a question and a memory, or two memories? Does a question ask for anything? What kind of sentence is this?
Does the newer of two statements take the place of the older?
"""
