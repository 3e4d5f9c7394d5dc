"""Retrieval statistics as records: beside the memory, never on the record that writers fight for.

`seen`: short marks of the messages that were counted last, so that a message that is delivered again counts once. With
them the record stays within the 1 KB that one write unit pays for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import cast

from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.records.store.attributes import instant, instant_text
from shared.records.store.record import Attributes, Record

# No rule looks further back; what the store's own time to live took before the memory itself is not missed.
KEPT = timedelta(days=400)
_MARK = 6  # bytes: of 96 messages two share a mark once in 60 billion times
MOST_SEEN = 96


@dataclass(frozen=True, slots=True)
class Retrieval:
    """One message that names the memory. `message_id` is empty for one that is never delivered again."""

    at: datetime
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    stats: RetrievalStats
    seen: bytes = b""


def stats(record: Record | None) -> RetrievalStats | None:
    """`None`: never retrieved."""
    return None if record is None else counted(record).stats


def counted(record: Record) -> Counted:
    of = RetrievalStats(cast("int", record.attributes["count"]), instant(record.attributes["last_at"]))
    return Counted(of, cast("bytes", record.attributes.get("seen", b"")))


def attributes(value: Counted) -> Attributes:
    of: Attributes = {"count": value.stats.count, "last_at": instant_text(value.stats.last_at)}
    return {**of, "seen": value.seen} if value.seen else of


def added(before: Counted | None, retrievals: Sequence[Retrieval]) -> Counted | None:
    """With these retrievals, in any order; `None` if each was counted before."""
    known = b"" if before is None else before.seen
    marks = [known[place : place + _MARK] for place in range(0, len(known), _MARK)]
    new: list[Retrieval] = []
    for one in retrievals:
        mark = sha256(one.message_id.encode()).digest()[:_MARK] if one.message_id else None
        if mark is None or mark not in marks:
            new.append(one)
            marks += [] if mark is None else [mark]
    if not new:
        return None
    last = max(one.at for one in new)
    count = len(new)
    if before is not None:
        count += before.stats.count
        last = last if before.stats.last_at is None else max(last, before.stats.last_at)
    return Counted(RetrievalStats(count, last), b"".join(marks[-MOST_SEEN:]))
