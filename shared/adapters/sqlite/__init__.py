"""The record store and the search index in SQLite, for the laptop."""
