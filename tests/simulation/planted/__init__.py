"""Faults that are planted into the product, to show that the simulation finds them."""
