"""What an agent keeps in its prompt while it works: five slots within a budget of tokens."""
