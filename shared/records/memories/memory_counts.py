"""How many memories an owner has, in a record beside them, and which memories were counted: as marks of four bytes, in
that record while they are few, and else in 32 parts.

What was counted is known, so that a change that arrives twice, late or out of order is counted once. Nothing of it
says what a memory is: a mark is a part of a hash of its random id. An owner with too many memories is marked as full
in the record of its salt, which every write reads.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from shared.domain.scopes import ScopeKind
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record

PARTS = 32
FEW = 200  # marks beside the count: the record then costs one write unit
_MARK = 4  # bytes: of 100,000 memories of one owner one has the mark of another, on average


@dataclass(frozen=True, slots=True)
class OwnerCount:
    """`marks`: of all memories, `None` where they lie in parts. `full`: the owner is marked so."""

    memories: int = 0
    full: bool = False
    marks: frozenset[bytes] | None = frozenset()


def kind_of(pk: str) -> ScopeKind:
    """Of the owner of a partition."""
    segments = pk.split("/")
    return ScopeKind(segments[3] if len(segments) > 3 else segments[1])


def mark_of(current: Key) -> bytes:
    """Of the memory whose current record lies at the key."""
    return hashlib.sha256(keys.memory_id_of(current).encode()).digest()[:_MARK]


def owner_count(record: Record | None) -> OwnerCount:
    if record is None:
        return OwnerCount()
    a = record.attributes
    marks = None if "marks" not in a else _cut(cast("bytes", a["marks"]))
    return OwnerCount(cast("int", a["memories"]), bool(a["full"]), marks)


def parts_of(pk: str, count: OwnerCount, marks: Iterable[bytes]) -> tuple[Key, ...]:
    """What is read beside the count to change these marks."""
    return () if count.marks is not None else tuple(dict.fromkeys(_part(pk, mark) for mark in marks))


def all_parts(pk: str) -> tuple[Key, ...]:
    return tuple(keys.counted_in(pk, number) for number in range(PARTS))


def marks_in(part: Record | None) -> frozenset[bytes]:
    return frozenset() if part is None else _cut(cast("bytes", part.attributes["marks"]))


def counted(pk: str, present: Mapping[bytes, bool], reading: Reading) -> tuple[OwnerCount, Change]:
    """The count after it was made to agree with which of the memories of these marks are present, and the change of the
    parts. `reading` has the count and its `parts_of`."""
    before = owner_count(reading[keys.count_of(pk)])
    there = {mark for mark, is_there in present.items() if is_there}
    if before.marks is not None:
        marks = before.marks - present.keys() | there
        if len(marks) <= FEW:
            return OwnerCount(len(marks), before.full, marks), Change()
        return OwnerCount(len(marks), before.full, None), _spread(pk, marks)
    change, memories = Change(), before.memories
    for part in parts_of(pk, before, present):
        here = {mark for mark in present if _part(pk, mark) == part}
        old = marks_in(reading[part])
        new = old - here | (here & there)
        if new != old:
            memories += len(new) - len(old)
            change |= reading.put(part, _marks(new))
    return OwnerCount(memories, before.full, None), change


def put_count(pk: str, count: OwnerCount, reading: Reading, *, due: datetime | None) -> Change:
    """`due`: from when on maintenance has to look at the owner."""
    attributes: Attributes = {"memories": count.memories, "full": count.full}
    if count.marks is not None:
        attributes = {**attributes, **_marks(count.marks)}
    return reading.put(keys.count_of(pk), attributes, next_check_at=due)


_FULL = "memories"


def put_full(salt: Key, memories: int | None, reading: Reading) -> Change:
    """Marks the owner as full, or with `None` no more. Nothing where a deletion has taken the salt."""
    record = reading[salt]
    if record is None:
        return Change()
    rest = {name: value for name, value in record.attributes.items() if name != _FULL}
    return reading.put(salt, rest if memories is None else {**rest, _FULL: memories})


def full_with(salt: Record | None) -> int:
    """How many memories an owner had when it was marked as full; 0 for one that is not."""
    return 0 if salt is None else cast("int", salt.attributes.get(_FULL, 0))


def _spread(pk: str, marks: frozenset[bytes]) -> Change:
    """The first parts of an owner."""
    change = Change()
    for part in sorted({_part(pk, mark) for mark in marks}):
        here = frozenset(mark for mark in marks if _part(pk, mark) == part)
        change |= Reading({part: None}).put(part, _marks(here))
    return change


def _part(pk: str, mark: bytes) -> Key:
    return keys.counted_in(pk, mark[0] % PARTS)


def _marks(marks: frozenset[bytes]) -> Attributes:
    return {"marks": b"".join(sorted(marks))}


def _cut(text: bytes) -> frozenset[bytes]:
    return frozenset(text[start : start + _MARK] for start in range(0, len(text), _MARK))
