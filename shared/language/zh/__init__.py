"""Chinese: its words as data, and the parser that makes statements of sentences."""
