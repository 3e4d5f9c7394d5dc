"""What does a deletion refuse and hide at present? Reads and writes ask here first."""
