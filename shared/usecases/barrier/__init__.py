"""What does a deletion refuse and hide right now? Reads and writes ask here first."""
