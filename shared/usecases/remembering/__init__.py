"""What was said is read: the vector of each event, and of a person's turn whether it is remembered."""
