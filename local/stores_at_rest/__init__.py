"""The record store of a data folder: where its files lie, and whether they are what was witnessed."""
