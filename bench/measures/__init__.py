"""How well does the memory do, as rates: what is found, what is right, what is kept apart, what is gone?"""
