"""Wire models of what is governed: reviews, audit and counts."""
