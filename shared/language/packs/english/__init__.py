"""The long tables of the English pack (`europe/en.py`), one module a purpose. Data only."""
