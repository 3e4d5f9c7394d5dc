"""How a language asks for a relation of a person (job, home, age ...), and how a statement tells it in other words."""
