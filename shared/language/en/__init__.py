"""English grammar: the parser that makes statements of sentences, and the lexicon that only it reads. It is syntax and
no pack: a further language works without one."""
