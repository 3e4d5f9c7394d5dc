"""Checking the receipt of a deletion without the service: `agent-memory verify-receipt FILE`.

Needs the extra: `pip install './client[receipts]'`.
"""
