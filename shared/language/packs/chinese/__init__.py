"""The long tables of the Chinese pack (`asia/zh.py`), one module a purpose. Data only."""
