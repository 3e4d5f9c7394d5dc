"""Wire models of what is governed: reviews, audit, changes and counts."""
