"""The record store of a data folder: where its files are, and whether they match the witness."""
