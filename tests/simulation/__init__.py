"""The real use cases and handlers under a seeded scheduler that switches actors, crashes them and delays them.

`make simulate SEEDS=n FROM=seed`; how to read what it prints: docs/reference/simulation.md.
"""
