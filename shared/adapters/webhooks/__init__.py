"""Webhooks: the bus that announces changes, the secrets of subscribers, and the way to them."""
