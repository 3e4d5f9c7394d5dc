"""Reading events: the vector of each event, and whether a person's turn is remembered."""
