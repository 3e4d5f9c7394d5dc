"""What an owner's audit was at a moment: the last record of each of its chains, and one hash over them all.

Chains only ever grow, so that the number of records they hold together tells the later of two states.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class ChainHead:
    """The last record of one chain: its sequence number, which is the chain's length, and its hash."""

    subject: str
    sequence: int
    hash: str


def size_of(heads: Sequence[ChainHead]) -> int:
    """How many audit records the chains hold together."""
    return sum(head.sequence for head in heads)


def root_of(heads: Sequence[ChainHead]) -> bytes:
    """SHA-256 over the heads in the order of their subjects."""
    ordered = [[head.subject, head.sequence, head.hash] for head in sorted(heads)]
    return hashlib.sha256(json.dumps(ordered, ensure_ascii=False, separators=(",", ":")).encode()).digest()
