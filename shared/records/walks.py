"""Segments of a walk, for stores that know none of their own: whole partitions, spread by a hash of their key."""

from __future__ import annotations

from zlib import crc32


def in_segment(pk: str, segment: int, segments: int) -> bool:
    return crc32(pk.encode()) % segments == segment
