"""The functions: which there are, what each may do, and their common package."""
