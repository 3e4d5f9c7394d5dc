"""The root of a log's tree from one entry and its path (RFC 9162, section 2.1.3)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from agent_memory.receipts.messages import NotValid

_MOST_ENTRIES = 2**62


def root_of(entry: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """Raises `NotValid` for a path of another length than the entry's place in the tree has."""
    if not 0 <= index < size <= _MOST_ENTRIES:
        raise NotValid("the inclusion proof is about no entry of its tree")
    place, last, found = index, size - 1, hashlib.sha256(b"\x00" + entry).digest()
    for node in path:
        if last == 0:
            raise NotValid("the inclusion proof is too long")
        if place & 1 or place == last:
            found = _node(node, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = _node(found, node)
        place, last = place >> 1, last >> 1
    if last:
        raise NotValid("the inclusion proof is too short")
    return found


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
