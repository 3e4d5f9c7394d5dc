"""One pack a language: its words and phrases by what they are for. How is a language added? Which languages are there?

Data only, apart from the rules of `speech` and `statements` that are compiled from all packs together.
"""
