"""The packs of the languages of Europe, and Turkish."""
