"""How do operations and plans of maintenance go over the wire?"""
