"""Embedders: text to unit vectors. Each is a vector space of its own; vectors of two models are never compared."""
