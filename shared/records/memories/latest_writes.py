"""What an owner's memories were changed to last, which the search index may not show yet: places and revisions, no
content.

One record an owner, beside the barrier, so that a recall reads it with what it reads anyway. It lists what was written
within `KEPT`, the newest `MOST` of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import cast

from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record

# The index shows a change within a second or two of its being acknowledged.
KEPT = timedelta(seconds=10)
# Their records and vectors are read in one call.
MOST = 40
# The store may forget the record then: long after anything in it counts.
_FORGOTTEN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class LatestWrite:
    """`place`: of the current record. `revision`: what the write made of it."""

    place: Key
    revision: int
    at: datetime


def latest_writes(record: Record | None, now: datetime) -> list[LatestWrite]:
    """Those that the index may not show yet, the older first. Clocks of two processes may differ by a little."""
    if record is None:
        return []
    pk, table = record.key.pk, record.key.table
    entries = cast("Sequence[Sequence[int | str]]", record.attributes["writes"])
    oldest, newest = _milliseconds(now - KEPT), _milliseconds(now + KEPT)
    found = (
        LatestWrite(Key(table, pk, str(sk)), int(revision), _instant(int(at)))
        for sk, revision, at in entries
        if oldest <= int(at) <= newest
    )
    return [one for one in found if abs(now - one.at) <= KEPT]


@dataclass(frozen=True, slots=True)
class Listing:
    """The record as it was read, and what is to be written into it."""

    key: Key
    record: Record | None
    added: tuple[LatestWrite, ...]

    def change(self, *, guarded: bool = True) -> Change:
        """Puts the record with what is added. Unguarded it may forget what others add at the same moment."""
        if not self.added:
            return Change()
        now = max(one.at for one in self.added)
        reading = Reading.of((self.key,), (self.record,))
        change = reading.put(self.key, _attributes(self._joined(now)), expires_at=now + _FORGOTTEN)
        return change if guarded else Change(change.puts)

    def _joined(self, now: datetime) -> list[LatestWrite]:
        by_place = {one.place: one for one in latest_writes(self.record, now)}
        for one in self.added:
            by_place.pop(one.place, None)
            by_place[one.place] = one
        return list(by_place.values())[-MOST:]


def _attributes(writes: Iterable[LatestWrite]) -> Attributes:
    return {"writes": [[one.place.sk, one.revision, _milliseconds(one.at)] for one in writes]}


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def _instant(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
