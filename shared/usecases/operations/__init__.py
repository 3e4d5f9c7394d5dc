"""How is an operation noted that leaves no record of its own, and how far has the completion of a task come?"""
