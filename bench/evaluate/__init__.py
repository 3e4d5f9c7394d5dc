"""How good is the memory, in one run: a JSON and a page with plots, with what is not measured named as such."""
