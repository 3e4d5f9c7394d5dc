"""LoCoMo's conversations, the ways they are written into a memory, and the scores of what comes back."""
