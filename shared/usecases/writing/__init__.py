"""The one pipeline of each write: admission, lookup, neighbours, decision, commit. Batch and import run through it."""
