"""The search engine at scale: made-up memories, an index of them, and recalls over it."""
