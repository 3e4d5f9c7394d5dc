"""How does the search index follow the records, and how is it rebuilt?"""
