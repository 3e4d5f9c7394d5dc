"""The demonstration: its script, its people, and its output."""
