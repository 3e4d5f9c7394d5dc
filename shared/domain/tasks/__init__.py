"""What becomes of a memory when its task is completed."""
