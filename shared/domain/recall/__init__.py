"""Which memories answer a query, in which order, above which threshold? Which of two conflicting ones wins?"""
