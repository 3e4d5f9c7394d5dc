"""The packs of the languages of Asia."""
