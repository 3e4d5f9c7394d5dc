"""Hostile callers: the API document attacked by a generator, tenants that probe each other, and input made to hurt."""
