"""The functions: which there are, what each may do, and the package that they run from."""
