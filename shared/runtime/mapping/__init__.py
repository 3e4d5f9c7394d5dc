"""From wire models to domain values and back, a module for each part of the interface."""
