"""The demonstration: what is played, by whom, and how it is shown."""
