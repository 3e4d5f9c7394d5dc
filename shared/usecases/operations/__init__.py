"""How is an operation noted that leaves no record of its own?"""
