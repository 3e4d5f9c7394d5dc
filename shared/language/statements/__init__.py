"""What a statement is made of: atoms, amounts, dates, predicates, names of places and products."""
