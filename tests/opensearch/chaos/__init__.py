"""A real node that fails: by itself where it can be made to, otherwise through a proxy in front of it."""
