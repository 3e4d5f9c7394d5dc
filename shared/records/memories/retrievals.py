"""Retrieval statistics as records: beside the memory, never on the record that writers fight for."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import cast

from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.records.store.attributes import instant, instant_text
from shared.records.store.record import Attributes, Record

# No rule looks further back; what the store's own time to live took before the memory itself is not missed.
KEPT = timedelta(days=400)


def stats(record: Record | None) -> RetrievalStats | None:
    """`None`: never retrieved."""
    if record is None:
        return None
    return RetrievalStats(
        cast("int", record.attributes["count"]), instant(record.attributes["last_at"])
    )  # fmt: skip


def attributes(value: RetrievalStats) -> Attributes:
    return {"count": value.count, "last_at": instant_text(value.last_at)}


def added(before: RetrievalStats | None, count: int, at: datetime) -> RetrievalStats:
    """With `count` more retrievals, the last of them `at`; messages may come in any order."""
    if before is None or before.last_at is None:
        return RetrievalStats(count, at)
    return RetrievalStats(before.count + count, max(before.last_at, at))
