"""How well questions find their memories in each language, on texts that stand alone: `make bench-languages`."""
