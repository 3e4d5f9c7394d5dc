"""Records and changes: everything that is true lies in records, and every change of truth is one value.

A use case reads records, asks the domain, and commits one `Change`; an adapter makes it one transaction and gives a
failed precondition back by its name. Nothing writes truth in any other way.

Segments of a walk, for stores that know none of their own: whole partitions, spread by a hash of their key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias
from zlib import crc32

from shared.records.store.revisions import first_revision

Value: TypeAlias = "str | int | float | bool | bytes | Sequence[Value] | Mapping[str, Value] | None"
Attributes: TypeAlias = Mapping[str, Value]


class Table(StrEnum):
    """Three tables, and the owners' data keys apart from them. What lies where is written down in `records.keys`."""

    SESSIONS = "sessions"
    MEMORIES = "memories"
    LEDGER = "ledger"
    KEYS = "keys"

    __hash__ = str.__hash__  # an enum's own hash is slower, and keys are looked up all the time


@dataclass(frozen=True, slots=True, order=True)
class Key:
    table: Table
    pk: str
    sk: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record as it is or as it is to be.

    `revision` grows with each write and is never used twice for one key (`revisions`); the writer chooses it, and
    guards the one that was read with `RevisionIs` or `Absent`.
    `expires_at` is the store's own time to live: the store may remove the record at any time from then on, and returns
    it until it has, so readers judge expiry themselves. `next_check_at` is the one next instant at which a maintenance
    rule could apply; `RecordStore.due` finds the record from that instant on. `epoch`: how many deletions of the owner
    had been accepted when it was written (0 for what no barrier orders); a change that checks a barrier sets it.
    """

    key: Key
    attributes: Attributes
    revision: int = field(default_factory=first_revision)
    expires_at: datetime | None = None
    next_check_at: datetime | None = None
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class BarrierClear:
    """No deletion covers evidence of `evidence_at`, and as many deletions have been accepted as the writer knows of:
    no barrier at `key` and `epoch` 0, or one in state `clear` with this `epoch` (absent: 0) whose `deleted_before` (an
    attribute in `instants.sort_text` form, empty when nothing was ever deleted) lies before the evidence.

    What the change puts into the barrier's partition, in whatever table, gets this epoch."""

    key: Key
    evidence_at: datetime
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class RevisionIs:
    """The record is there and still has this revision."""

    key: Key
    revision: int


@dataclass(frozen=True, slots=True)
class Absent:
    key: Key


@dataclass(frozen=True, slots=True)
class Present:
    key: Key


Check: TypeAlias = "BarrierClear | RevisionIs | Absent | Present"

# DynamoDB takes 100 at once. Every store keeps this, so that the tests meet it too; the rest is for the data keys of
# the owners among the records, which are made and checked beside them.
MAX_ACTIONS = 96
_WITH_DATA_KEYS = 100


@dataclass(frozen=True, slots=True)
class Change:
    """What to put (whole records) and remove in one transaction, and what must hold for it to happen.

    Several checks may name one key, and a check may name a key that is put or removed; a key is put or removed once.
    At most `MAX_ACTIONS` distinct keys, data keys apart (a `ValueError`: the use case must page).
    """

    puts: tuple[Record, ...] = ()
    removes: tuple[Key, ...] = ()
    checks: tuple[Check, ...] = ()

    def __post_init__(self) -> None:
        touched = [*(r.key for r in self.puts), *self.removes]
        if len(touched) != len(set(touched)):
            raise ValueError("a change touches one key twice")
        keys = {*touched, *(c.key for c in self.checks)}
        if sum(key.table is not Table.KEYS for key in keys) > MAX_ACTIONS or len(keys) > _WITH_DATA_KEYS:
            raise ValueError(f"a change touches more than {MAX_ACTIONS} records")
        epochs = {check.key.pk: check.epoch for check in self.checks if isinstance(check, BarrierClear)}
        if epochs:
            object.__setattr__(self, "puts", tuple(_of_epoch(record, epochs) for record in self.puts))

    def in_epoch(self, pk: str, epoch: int) -> Change:
        """With this epoch for what is put into a partition and has a smaller one: for work that goes on while a barrier
        is not clear, in the epoch that it was accepted in."""
        puts = (replace(r, epoch=max(r.epoch, epoch)) if r.key.pk == pk else r for r in self.puts)
        return Change(tuple(puts), self.removes, self.checks)

    def __or__(self, other: Change) -> Change:
        if not (other.puts or other.removes or other.checks):
            return self
        if not (self.puts or self.removes or self.checks):
            return other
        return Change(self.puts + other.puts, self.removes + other.removes, self.checks + other.checks)


def _of_epoch(record: Record, epochs: Mapping[str, int]) -> Record:
    epoch = epochs.get(record.key.pk, record.epoch)
    return record if epoch == record.epoch else replace(record, epoch=epoch)


class CheckFailed(Exception):
    """A precondition did not hold: nothing of the change was done. `record` is what lies at `check.key` now."""

    def __init__(self, check: Check, record: Record | None) -> None:
        super().__init__(f"{type(check).__name__} failed")
        self.check = check
        self.record = record


@dataclass(frozen=True, slots=True)
class Page:
    """Records in sort-key order. `next_after` is the sort key to go on after, `None` at the end."""

    records: tuple[Record, ...]
    next_after: str | None


@dataclass(frozen=True, slots=True)
class DuePage:
    """Keys whose `next_check_at` has come, with that instant. `next_after` is opaque, `None` at the end."""

    items: tuple[tuple[Key, datetime], ...]
    next_after: str | None


@dataclass(frozen=True, slots=True)
class WalkPage:
    """Keys that a walk over a table has met, in no promised order. `next_after` is opaque, `None` at the end."""

    keys: tuple[Key, ...]
    next_after: str | None


def in_segment(pk: str, segment: int, segments: int) -> bool:
    return crc32(pk.encode()) % segments == segment
