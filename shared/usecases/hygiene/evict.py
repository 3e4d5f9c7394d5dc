"""Brings an owner back to its limit: reads the owner's memories once, writes the plan, and carries it out as any
removal by maintenance. The daily pass does it for every owner that is over its limit, and the queue of background work
as soon as an owner is a twentieth over it; a lease keeps the two apart."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.hygiene.maintenance_rules import ACTIONS, HygieneRule, PlannedAction, RetrievalStats
from shared.domain.hygiene.owner_limits import EvictionOrder, OwnerLimit, eviction_order, may_evict
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec, retrievals
from shared.records.memories.memory_change import Author
from shared.records.store.attributes import instant_text
from shared.records.store.reading import Reading
from shared.records.store.record import CheckFailed, Key, Record, Table
from shared.records.store.shut import intact, is_shut
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.hygiene.actions import SCHEDULE, Done, Work, carry_out
from shared.usecases.hygiene.plan_and_apply import write_down
from shared.usecases.indexing.owner_counts import count_memories, limit_in, marks_of, memories_of, recount, rest
from shared.usecases.services import Services

LEASE = timedelta(minutes=15)  # the longest that a function may run
_PAGE = 200
_PLANNED = 500  # actions of one plan


@dataclass(frozen=True, slots=True)
class Evicted:
    """`left`: how many memories above the limit nothing may evict: protected ones, or all while a legal hold stands.
    `held`: planned and not done, because the pass had removed as much as it may."""

    done: int = 0
    skipped: int = 0
    held: int = 0
    left: int = 0
    plans: tuple[str, ...] = ()


def make_room(services: Services, pk: str, *, room: int | None = None, until: datetime | None = None) -> Evicted:
    """For the owner of a partition. `room`: how many may be removed, `None`: as many as a pass may."""
    limit = limit_in(services, pk)
    if limit is None or not limit.excess(memories_of(services, pk)):
        rest(services, pk)
        return Evicted()
    with _leased(services, pk) as mine:
        return _evicted(services, pk, limit, room, until) if mine else Evicted()


def _evicted(services: Services, pk: str, limit: OwnerLimit, room: int | None, until: datetime | None) -> Evicted:
    now, upkeep = services.clock.now(), services.write_policy.expiry.upkeep
    room = upkeep.most_removed if room is None else room
    before = marks_of(services, pk)
    there, evictable = _walked(services, pk, now)
    excess = limit.excess(recount(services, pk, before, there))
    chosen = [action for _, action in heapq.nlargest(excess, evictable)]
    plans = tuple(
        write_down(services, Scope.parse(chosen[0].scope).org_scope, chosen[start : start + _PLANNED], now)
        for start in range(0, len(chosen), _PLANNED)
    )
    done: list[PlannedAction] = []
    skipped = 0
    for action in chosen[: max(0, room)]:
        at = services.clock.now()
        if until is not None and at >= until:
            break
        if carry_out(services, action, Work(now, Author(SCHEDULE, None, at))) is Done.APPLIED:
            done.append(action)
        else:
            skipped += 1
    count_memories(services, (keys.current(Scope.parse(one.scope), one.memory_id) for one in done))
    return Evicted(len(done), skipped, len(chosen) - len(done) - skipped, excess - len(chosen), plans)


def _walked(services: Services, pk: str, now: datetime) -> tuple[list[Key], list[tuple[EvictionOrder, PlannedAction]]]:
    """Where all of the owner's memories lie, and what may be evicted of them; a legal hold keeps all."""
    barrier_key = Key(Table.MEMORIES, pk, keys.BARRIER)
    barrier = whole_barrier(services, services.records.get([barrier_key])[0])
    expiry, read = services.write_policy.expiry, _stats(services, pk)
    there, evictable = [], []
    rule = HygieneRule.OVER_LIMIT
    for record in _records(services, pk, keys.CURRENT_PREFIX):
        there.append(record.key)
        if is_shut(record) or barrier.holds or barrier.hides_everything():
            continue
        memory = memory_codec.memory(record.attributes).at(now)
        if may_evict(memory) and barrier.seen(memory) is memory:
            action = PlannedAction(memory.memory_id, memory.scope.path, memory.version, rule, ACTIONS[rule])
            stats = read.get(keys.encoded(memory.memory_id))
            evictable.append((eviction_order(memory, stats, expiry, now), action))
    return there, evictable


def _stats(services: Services, pk: str) -> dict[str, RetrievalStats]:
    """By encoded memory id."""
    records = intact(_records(services, pk, keys.RETRIEVALS_PREFIX))
    found = ((record.key.sk.partition("#")[2], retrievals.stats(record)) for record in records)
    return {id: stats for id, stats in found if stats is not None}


def _records(services: Services, pk: str, prefix: str) -> Iterator[Record]:
    after: str | None = None
    while True:
        page = services.records.page(Table.MEMORIES, pk, sk_prefix=prefix, after=after, limit=_PAGE)
        yield from page.records
        after = page.next_after
        if after is None:
            return


@contextmanager
def _leased(services: Services, pk: str) -> Iterator[bool]:
    """Whether nobody else makes room for this owner."""
    now = services.clock.now()
    key = keys.owner_lease(pk, "make-room")
    reading = Reading.of((key,), services.records.get((key,)))
    held = reading[key]
    if held is not None and held.expires_at is not None and held.expires_at > now:
        yield False
        return
    taken = reading.put(key, {"taken_at": instant_text(now)}, expires_at=now + LEASE)
    try:
        services.records.commit(taken)
    except CheckFailed:
        yield False
        return
    try:
        yield True
    finally:
        _given_back(services, taken.puts[0])


def _given_back(services: Services, lease: Record) -> None:
    try:
        services.records.commit(Reading({lease.key: lease}).remove(lease.key))
    except CheckFailed:
        return  # it ran out, and another has it
