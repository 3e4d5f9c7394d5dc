"""A recall: search, hydrate from the records, filter, conflicts, feedback."""
