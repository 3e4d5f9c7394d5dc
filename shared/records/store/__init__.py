"""What a record, a change and a precondition are, in every store."""
