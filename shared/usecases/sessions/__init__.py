"""Sessions, their events, state and summary; completion, promotion and extraction."""
