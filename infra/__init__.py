"""The stack: one construct a file. Reads the table schema and the routes, nothing else of the service."""
