"""Keeps the count of each owner's memories true. It follows the stream as the search index does: no write pays for it,
and whatever the stream delivers, the count is made to agree with what is there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import Unavailable
from shared.domain.hygiene.owner_limits import OwnerLimit, limit_of
from shared.records import keys
from shared.records.memories.memory_counts import (
    all_parts,
    counted,
    full_with,
    kind_of,
    mark_of,
    marks_in,
    owner_count,
    parts_of,
    put_count,
    put_full,
)
from shared.records.store.reading import Reading
from shared.records.store.record import Absent, BarrierClear, Change, CheckFailed, Key, Record, Table
from shared.records.store.shut import is_shut
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.services import Services

_TRIES = 8
_ABSENT = -1  # in the place of the epoch of a record that is not there
_AT_ONCE = 50  # memories, whose parts of the count are changed in one transaction


def count_memories(
    services: Services, changed: Iterable[Key], known: Mapping[Key, Record | None] | None = None
) -> list[str]:
    """Counts what was written or removed at these keys; returns the partitions of owners whose limit is so far exceeded
    that maintenance begins now. `known`: records that were just read. Raises `Unavailable`: then the same keys must be
    counted again."""
    by_owner: dict[str, list[Key]] = {}
    for key in dict.fromkeys(changed):
        if key.sk.startswith(keys.CURRENT_PREFIX) and limit_in(services, key.pk) is not None:
            by_owner.setdefault(key.pk, []).append(key)
    pressing = []
    for pk, current in by_owner.items():
        if _is_pressing(services, pk, _count_all(services, pk, current, known or {})):
            pressing.append(pk)
    return pressing


def limit_in(services: Services, pk: str) -> OwnerLimit | None:
    """`None` for an owner of a kind that is not counted: an organisation, or `/global`."""
    return limit_of(kind_of(pk), services.write_policy.expiry.upkeep)


def memories_of(services: Services, pk: str) -> int:
    (record,) = services.records.get([keys.count_of(pk)])
    return owner_count(record).memories


def refuse_more(services: Services, salt: Record | None) -> None:
    """Raises `MemoryLimitReached` where the owner of the salt has too many memories for another one."""
    if salt is None or is_shut(salt):
        return
    limit = limit_in(services, salt.key.pk)
    if limit is not None:
        limit.refuse_more(full_with(salt))


def marks_of(services: Services, pk: str) -> frozenset[bytes]:
    """Of all memories of the owner that were counted."""
    head, *parts = services.records.get([keys.count_of(pk), *all_parts(pk)])
    few = owner_count(head).marks
    return frozenset().union(*map(marks_in, parts)) if few is None else few


def recount(services: Services, pk: str, before: Collection[bytes], there: Collection[Key]) -> int:
    """The count made true by a walk that found these current records. `before`: the `marks_of` from before the walk,
    so that what was counted then and not met was removed: an id is never used again."""
    met = {mark_of(key): key for key in there}
    _count_all(services, pk, [key for mark, key in met.items() if mark not in before], {})
    return _agreed(services, pk, dict.fromkeys(before - met.keys(), _ABSENT))


def rest(services: Services, pk: str) -> None:
    """An owner within its limit is due no more."""
    _agreed(services, pk, {})


def _count_all(services: Services, pk: str, current: Sequence[Key], known: Mapping[Key, Record | None]) -> int:
    memories = 0
    for start in range(0, len(current), _AT_ONCE):
        some = current[start : start + _AT_ONCE]
        for tried in range(_TRIES):
            found = known if tried == 0 and all(key in known for key in some) else _read(services, some)
            try:
                memories = _once_agreed(services, pk, {mark_of(key): _epoch_of(found[key]) for key in some})
            except CheckFailed:
                continue
            break
        else:
            raise _too_fast()
    return memories


def _epoch_of(record: Record | None) -> int:
    return _ABSENT if record is None else record.epoch


def _agreed(services: Services, pk: str, present: Mapping[bytes, int]) -> int:
    for _ in range(_TRIES):
        try:
            return _once_agreed(services, pk, present)
        except CheckFailed:
            continue
    raise _too_fast()


def _too_fast() -> Unavailable:
    return Unavailable("the memories of an owner change faster than they are counted")


def _once_agreed(services: Services, pk: str, epochs: Mapping[bytes, int]) -> int:
    """The count when it agrees with what is there; what is older than the owner's deletion is not, for it may have
    gone since it was read. It is due for maintenance exactly if it exceeds the limit. While everything of the owner is
    being deleted nothing is counted: the deletion takes the count too. Raises `CheckFailed`."""
    barrier_key, head, salt = (Key(Table.MEMORIES, pk, sk) for sk in (keys.BARRIER, keys.COUNT, keys.SALT))
    reading = _reading(services, (barrier_key, head))
    barrier = whole_barrier(services, reading[barrier_key])
    present = {mark: epoch >= barrier.subject_epoch for mark, epoch in epochs.items()}
    if barrier.hides_everything() or (reading[head] is None and not any(present.values())):
        return 0
    before = owner_count(reading[head])
    if parts := parts_of(pk, before, present):
        reading |= _reading(services, parts)
    after, change = counted(pk, present, reading)
    limit = limit_in(services, pk)
    exceeds = limit is not None and limit.excess(after.memories) > 0
    after = replace(after, full=limit is not None and limit.is_full(after.memories))
    due = reading[head] is not None and _is_due(reading[head])
    if after == before and not change.puts and exceeds == due:
        return after.memories
    change |= put_count(pk, after, reading, due=services.clock.now() if exceeds else None)
    if before.full or after.full:
        change |= put_full(salt, after.memories if after.full else None, _reading(services, (salt,)))
    services.records.commit(change | _for_new(services, change, barrier_key, barrier))
    return after.memories


def _is_due(record: Record | None) -> bool:
    return record is not None and record.next_check_at is not None


def _read(services: Services, wanted: Sequence[Key]) -> Mapping[Key, Record | None]:
    return dict(zip(wanted, services.records.get(wanted), strict=True))


def _reading(services: Services, wanted: Sequence[Key]) -> Reading:
    return Reading(_read(services, wanted))


def _is_pressing(services: Services, pk: str, memories: int) -> bool:
    limit = limit_in(services, pk)
    return limit is not None and limit.is_pressing(memories) and limit.is_usual(memories)


def _for_new(services: Services, change: Change, barrier_key: Key, barrier: Barrier) -> Change:
    """A record of the count that a deletion has removed does not come back, and one for what was written after a
    deletion is made whatever this host's clock says: the epoch orders them."""
    if not any(isinstance(check, Absent) for check in change.checks):
        return Change()
    after = barrier.accepts_at(services.clock.now()) + timedelta(microseconds=1)
    return Change(checks=(BarrierClear(barrier_key, after, barrier.epoch),))
