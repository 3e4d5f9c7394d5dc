"""How do exports and imports go over the wire?"""
