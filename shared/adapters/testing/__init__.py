"""Stores that record or stay in memory, for tests and benchmarks."""
