"""The stack: one construct in each file. It reads the table schema and the routes, nothing else of the service."""
