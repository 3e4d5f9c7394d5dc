"""Secrets in the words of the packs: passwords as people say them, and the identity numbers of countries."""
