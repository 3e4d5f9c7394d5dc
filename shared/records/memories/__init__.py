"""How a memory, its vector, contributions and retrieval counts are stored, and which change a decision makes."""
