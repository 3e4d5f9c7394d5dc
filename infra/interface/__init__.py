"""The interface to callers: the HTTP API, and how callers are identified."""
