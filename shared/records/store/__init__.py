"""What a record, a change and a precondition are, whatever the store."""
