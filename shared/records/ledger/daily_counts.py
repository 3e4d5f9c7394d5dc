"""An organisation's counts of a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import cast

from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Record, Table


def counts_key(org: Scope, day: date) -> Key:
    return Key(Table.LEDGER, keys.path(org.org_scope), f"met#{day.isoformat()}")


def counts_of(record: Record | None) -> Mapping[str, int]:
    return {} if record is None else cast("Mapping[str, int]", record.attributes["counts"])


def put_counts(key: Key, counts: Mapping[str, int], reading: Reading, expires_at: datetime) -> Change:
    return reading.put(key, {"counts": dict(sorted(counts.items()))}, expires_at=expires_at)
