"""Of which relations a subject has one value at a time, and what a statement says of them: where is it decided that a home,
a budget or a manager is replaced by the next one, and that a pet or a language is not?"""
