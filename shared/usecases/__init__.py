"""The order of effects: read through a port, ask the domain, write through a port."""
