"""How a barrier, a deletion request and a receipt are stored."""
