"""A deletion from its request to its receipt: accept, purge, verify, replay after a restore."""
