"""Memories by id, in lists, with their history; the export."""
