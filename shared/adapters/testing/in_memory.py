"""Records in memory, for unit tests and simulations: the same contract, nothing kept."""

from __future__ import annotations

import json
import marshal
import threading
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from shared.domain.instants import sort_text
from shared.records.store.preconditions import first_failed
from shared.records.store.record import Change, CheckFailed, DuePage, Key, Page, Record, Table, WalkPage, in_segment
from shared.records.store.stored_form import check_key, stored_forms


class InMemoryRecords:
    """Returns copies: changing a record that was read, or put, changes nothing here."""

    def __init__(self) -> None:
        self._records: dict[Key, Record] = {}
        self._sorted: dict[tuple[Table, str], list[str]] = defaultdict(list)
        self._due: set[Key] = set()
        self._lock = threading.Lock()

    def copy(self) -> InMemoryRecords:
        """A store of its own with the same records."""
        made = InMemoryRecords()
        with self._lock:
            made._records = dict(self._records)
            made._sorted.update({place: list(order) for place, order in self._sorted.items()})
            made._due = set(self._due)
        return made

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        for key in keys:
            check_key(key)
        with self._lock:
            found = [self._records.get(key) for key in keys]
        return [None if record is None else _copied(record) for record in found]

    def page(
        self, table: Table, pk: str, *, sk_prefix: str = "", after: str | None = None, limit: int = 100,
        newest_first: bool = False,
    ) -> Page:  # fmt: skip
        if limit < 1:
            raise ValueError("a page has at least one record")
        with self._lock:
            order = self._sorted.get((table, pk), [])
            low = bisect_left(order, sk_prefix)
            high = bisect_left(order, True, lo=low, key=lambda sk: not sk.startswith(sk_prefix))
            if after is not None and newest_first:
                high = max(low, min(high, bisect_left(order, after)))
            elif after is not None:
                low = max(low, bisect_right(order, after))
            within = order[low:high]
            if newest_first:
                within.reverse()
            records = tuple(_copied(self._records[Key(table, pk, sk)]) for sk in within[:limit])
        return Page(records, records[-1].key.sk if len(within) > limit else None)

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        if limit < 1:
            raise ValueError("a page has at least one record")
        with self._lock:
            come = sorted(
                (sort_text(at), key, at)
                for key in self._due
                if (at := self._records[key].next_check_at) is not None and at <= before
            )
        if after is not None:
            text, pk, sk = json.loads(after)
            come = [item for item in come if item[:2] > (text, Key(Table.MEMORIES, pk, sk))]
        items = tuple((key, at) for _, key, at in come[:limit])
        if len(come) <= limit:
            return DuePage(items, None)
        text, key, _ = come[limit - 1]
        return DuePage(items, json.dumps([text, key.pk, key.sk]))

    def commit(self, change: Change) -> None:
        records = stored_forms(change)
        with self._lock:
            failed = first_failed(change.checks, self._records.get)
            if failed is not None:
                check, record = failed
                raise CheckFailed(check, None if record is None else _copied(record))
            for key in change.removes:
                self._remove(key)
            for record in records:
                self._put(record)

    def _put(self, record: Record) -> None:
        self._remove(record.key)
        self._records[record.key] = record
        insort(self._sorted[record.key.table, record.key.pk], record.key.sk)
        if record.key.table is Table.MEMORIES and record.next_check_at is not None:
            self._due.add(record.key)

    def _remove(self, key: Key) -> None:
        record = self._records.pop(key, None)
        if record is None:
            return
        order = self._sorted[key.table, key.pk]
        order.pop(bisect_left(order, key.sk))
        if not order:
            del self._sorted[key.table, key.pk]
        if record.next_check_at is not None:
            self._due.discard(key)


def _copied(record: Record) -> Record:
    """The attributes are of plain types, since they were stored: a copy without a step of Python for each of them."""
    attributes = marshal.loads(marshal.dumps(cast("Any", record.attributes)))  # noqa: S302 # nosec B302 - our own
    return Record(record.key, attributes, record.revision, record.expires_at, record.next_check_at, record.epoch)


class InMemoryWalk:
    """A walk over the records of an `InMemoryRecords`, in the order of their keys."""

    def __init__(self, records: InMemoryRecords) -> None:
        self._of = records

    def walk(
        self, table: Table, *, sk_prefixes: tuple[str, ...] = (), segment: int = 0, segments: int = 1,
        after: str | None = None, limit: int = 100,
    ) -> WalkPage:  # fmt: skip
        if limit < 1 or not 0 <= segment < segments:
            raise ValueError("a walk looks at one record at least, in one of its segments")
        start = None if after is None else Key(table, *json.loads(after))
        with self._of._lock:
            ahead = sorted(key for key in self._of._records if key.table is table and (start is None or key > start))
        met = ahead[:limit]
        return WalkPage(
            tuple(key for key in met if key.sk.startswith(sk_prefixes or "") and in_segment(key.pk, segment, segments)),
            json.dumps([met[-1].pk, met[-1].sk]) if len(ahead) > limit else None,
        )
