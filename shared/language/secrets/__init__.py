"""Does a text hold a secret or personal data, of which kind, and where? Each detector covers one kind."""
