"""The audit chain as callers see it: list, verify, log of reads, business counts."""
