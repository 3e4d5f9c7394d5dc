"""How sessions, events, summaries and task states are stored."""
