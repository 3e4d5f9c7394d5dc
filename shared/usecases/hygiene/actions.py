"""Carries out one action of maintenance: one transaction, guarded by the state on which it was decided. A memory's
current record is removed together with its ended versions: from then on the memory does not exist. Of what is too much
for one transaction (many versions, edges) the rest follows; after a crash in between the versions come due by
themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import Barrier
from shared.domain.hygiene.maintenance_rules import HygieneAction, HygieneRule, PlannedAction
from shared.domain.hygiene.owner_limits import may_evict
from shared.domain.memories.memory import Memory, Status
from shared.domain.reviews.review import ReviewKind
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger import reviews
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys, remove_current
from shared.records.store.reading import Reading
from shared.records.store.record import MAX_ACTIONS, Change, CheckFailed, Key, Page, RevisionIs, Table
from shared.records.store.shut import intact
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.hygiene.due import Found, look_at, places_of, version_of
from shared.usecases.indexing.owner_counts import limit_in, memories_of
from shared.usecases.memories.make_current import Put, make_all_current
from shared.usecases.removal.release_disputes import release
from shared.usecases.removal.remove_from_reviews import remove_reviews, without_memory
from shared.usecases.removal.remove_memory import ORIGINS, origin_edges, remove_records, source_edges
from shared.usecases.services import Services

SCHEDULE = "hygiene"  # the actor of actions that no person requested
# A writer, a reader or a deletion may change the same memory: after this many attempts it counts as changed.
_ATTEMPTS = 3
# How many of a memory's edges are removed in one transaction with it, its pointers and its reviews.
_EDGES = 25
_REVIEWS = 20
# And how many of its ended versions, if what they cite has room there as well.
_VERSIONS = 15
# How long the store keeps what a legal hold keeps: a pass that runs once a day meets it well before.
_KEPT_FOR = timedelta(days=60)
REASONS = {
    HygieneRule.EVICTION: "old, unread and in conflict",
    HygieneRule.UNREAD: "not read for a long time",
    HygieneRule.SOFT_EXPIRED: "its time to live is over, unless somebody confirms it",
}
_KINDS = {
    HygieneRule.EVICTION: ReviewKind.EVICTION,
    HygieneRule.UNREAD: ReviewKind.STALE,
    HygieneRule.SOFT_EXPIRED: ReviewKind.STALE,
}


class Done(StrEnum):
    APPLIED = "applied"
    CHANGED = "changed"  # the rules no longer ask for exactly this
    REMOVED = "removed"


class LostLease(Exception):
    """Another process goes on with this work."""


@dataclass(frozen=True, slots=True)
class Work:
    """For whom, and as of when: `as_of` decides, `author.at` is when it is done. `also` joins every change; if its
    check fails, another process has taken over the work."""

    as_of: datetime
    author: Author
    also: Callable[[], Change] = Change


def carry_out(services: Services, action: PlannedAction, work: Work, found: Found | None = None) -> Done:
    """Does the action if the rules still ask for exactly it. `found`: the state that was just read. Raises
    `LostLease`."""
    for _ in range(_ATTEMPTS):
        if found is None:
            found = version_of(action, look_at(services, places_of(action)))
        if found is None:
            (current, _) = places_of(action)
            return Done.REMOVED if services.records.get([current]) == [None] else Done.CHANGED
        if not _is_asked_for(services, action, found, work):
            return Done.CHANGED
        also = work.also()
        try:
            change = _change(services, action, found, work)
            if change is None:
                return Done.CHANGED
            services.records.commit(change | also)
        except CheckFailed as failed:
            if failed.check in also.checks:
                raise LostLease from failed
            found = None
            continue
        if found.is_current and action.action in (HygieneAction.DELETE, HygieneAction.DELETE_VERSION):
            remove_leftovers(services, found.memory)
        return Done.APPLIED
    return Done.CHANGED


def _is_asked_for(services: Services, action: PlannedAction, found: Found, work: Work) -> bool:
    if action.rule is not HygieneRule.OVER_LIMIT:
        return found.asks_for(services, work.as_of) == action
    limit = limit_in(services, found.record.key.pk)
    exceeded = limit is not None and limit.excess(memories_of(services, found.record.key.pk)) > 0
    return exceeded and found.is_current and may_evict(found.memory)


def _change(services: Services, action: PlannedAction, found: Found, work: Work) -> Change | None:
    """`None` if a requested deletion does it anyway, if the record is not the one that was found, or if a legal hold
    keeps what would be removed."""
    if not found.is_current:
        return _version_removed(services, found, work)
    memory = found.memory
    removes = action.action in (HygieneAction.DELETE, HygieneAction.DELETE_VERSION)
    more = (*pointer_keys(memory), found.stats_key)
    write_context = _PassContext.read(services, memory, more, removes=found if removes else None, work=work)
    if write_context is None:
        return None
    reading = write_context.reading.knowing(found.record) | Reading({found.stats_key: found.stats_record})
    write_context = replace(write_context, reading=reading)
    # A retrieval between the decision and now is a reason to decide again.
    unread = reading.unchanged(found.stats_key)
    match action.action:
        case HygieneAction.DELETE | HygieneAction.DELETE_VERSION:
            release(services, memory, work.author, guard=unread | reading.unchanged(found.record.key))
            over = action.rule is HygieneRule.OVER_LIMIT
            audit = AuditAction.EVICTED_OVER_LIMIT if over else AuditAction.EXPIRED
            return unread | _removed(services, memory, write_context, work, audit)
        case HygieneAction.MARK_STALE:
            asks = action.rule in _KINDS
            asked_at = work.author.at if asks else memory.upkeep.review_asked_at
            stale = replace(memory, status=Status.STALE, upkeep=replace(memory.upkeep, review_asked_at=asked_at))
            change = unread | write_context.put(services, stale, found, AuditAction.MARKED_STALE, work)
            return change | (_asked(services, stale, action.rule, work) if asks else Change())
        case HygieneAction.REVIEW:
            asked = replace(memory, upkeep=replace(memory.upkeep, review_asked_at=work.author.at))
            change = unread | write_context.put(services, asked, found, AuditAction.PUT_UP_FOR_REVIEW, work)
            return change | _asked(services, memory, action.rule, work)


def _keep(services: Services, reading: Reading, work: Work) -> None:
    """Under a legal hold: the store may not remove the records by itself before the pass has met them again. Nothing
    else of them changes, so that a deletion that the hold keeps still finds them to be older than it is."""
    soon, later = work.author.at + _KEPT_FOR / 2, work.author.at + _KEPT_FOR
    ending = [one for one in reading.records.values() if one and one.expires_at and one.expires_at < soon]
    checks = tuple(RevisionIs(one.key, one.revision) for one in ending)
    if not ending:
        return
    try:
        services.records.commit(Change(puts=tuple(replace(one, expires_at=later) for one in ending), checks=checks))
    except CheckFailed:
        return  # somebody has just changed one; the next pass meets it again


def keep_if_held(services: Services, found: Found, work: Work) -> None:
    """What a pass has no room to remove stays due, and the store's time to live comes nearer."""
    _PassContext.read(services, found.memory, pointer_keys(found.memory), removes=found, work=work)


def _asked(services: Services, memory: Memory, rule: HygieneRule, work: Work) -> Change:
    kind = _KINDS[rule]
    if _waits_already(services, memory, kind):
        return Change()
    return reviews.open_review(kind, (memory,), REASONS[rule], services.ids.new(), work.author.at)


@dataclass(frozen=True, slots=True)
class _PassContext:
    """The data from which a change of one memory is made."""

    reading: Reading
    scope: Scope
    salt: bytes
    barrier: Barrier

    @classmethod
    def read(
        cls, services: Services, memory: Memory, more: Sequence[Key], *, removes: Found | None, work: Work
    ) -> _PassContext | None:
        """`None` while a deletion takes the memory or a part of it: the deletion leaves marks of what it removes. And
        where a legal hold keeps what the action `removes`."""
        scope, memory_id = memory.scope, memory.memory_id
        wanted = list(dict.fromkeys((keys.barrier(scope), keys.salt(scope), keys.vector(scope, memory_id), *more)))
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = whole_barrier(services, reading[keys.barrier(scope)])
        if barrier.holds and removes is not None:
            _keep(services, reading.knowing(removes.record), work)
            return None
        salt = reading[keys.salt(scope)]
        if salt is None or barrier.seen(memory) is not memory:
            return None
        if seen(services, memory, {scope.owner: barrier}) is not memory:
            return None
        return cls(reading, scope, cast("bytes", salt.attributes["salt"]), barrier)

    def put(self, services: Services, memory: Memory, found: Found, action: AuditAction, work: Work) -> Change:
        memory, trail = audited(memory, action, work.author, self.salt)
        free = Free(work.author.at, self.barrier.hidden)
        put = Put(memory, found.stats)
        change = make_all_current(services, [put], self.reading, work.author, free).change
        return trail | change | barrier_checks(self.reading, self.scope, work.author.at)


def _removed(services: Services, memory: Memory, write_context: _PassContext, work: Work, audit: AuditAction) -> Change:
    _, trail = audited(memory, audit, work.author, write_context.salt)
    change = remove_current(memory, write_context.reading) | trail | _with_it(services, memory)
    change |= barrier_checks(write_context.reading, memory.scope, work.author.at)
    return change | without_memory(services, memory.scope, memory.memory_id)


def _with_it(services: Services, memory: Memory) -> Change:
    """The removal of its ended versions and of edges to it, as far as they have room."""
    stored = () if memory.head.versions == 1 else _ended(services, memory, _VERSIONS + 1).records
    there = tuple(record.key for record in stored)
    all_of_it = [*_carried(memory), *(memory_codec.memory(record.attributes) for record in intact(stored))]
    edges, origins = source_edges(memory.scope, memory.memory_id, all_of_it), origin_edges(all_of_it)
    if len(there) > _VERSIONS or len(edges) > _EDGES or len(origins) > ORIGINS:
        there, edges, origins = (), _edges(memory), origin_edges(_carried(memory))
    return Change(removes=tuple(dict.fromkeys((*there, *edges[:_EDGES], *origins[:ORIGINS]))))


def _version_removed(services: Services, found: Found, work: Work) -> Change | None:
    """Removes an ended version from the history and audits that in the memory's chain; of a memory that does not
    exist any more, only the version itself is left to remove."""
    version = found.memory
    guard = Reading({found.record.key: found.record}).remove(found.record.key)
    current = next(look_at(services, [keys.current(version.scope, version.memory_id)]), None)
    if current is None:
        return _left_version_removed(services, found, guard, work)
    memory = current.memory
    write_context = _PassContext.read(services, memory, pointer_keys(memory), removes=found, work=work)
    if write_context is None or write_context.barrier.seen(version) is not version:
        return None
    write_context = replace(write_context, reading=write_context.reading.knowing(current.record))
    numbered = replace(memory, version=version.version)
    chained, trail = audited(numbered, AuditAction.VERSION_REMOVED, work.author, write_context.salt)
    head = replace(memory.head, audit_sequence=chained.head.audit_sequence, audit_hash=chained.head.audit_hash)
    memory = replace(memory, head=head)
    free = Free(work.author.at, write_context.barrier.hidden)
    put = Put(memory, current.stats)
    change = make_all_current(services, [put], write_context.reading, work.author, free).change
    return guard | trail | change | barrier_checks(write_context.reading, write_context.scope, work.author.at)


def _left_version_removed(services: Services, found: Found, guard: Change, work: Work) -> Change | None:
    """Of a memory that is gone: nothing else is left to change."""
    key = keys.barrier(found.memory.scope)
    reading = Reading.of([key], services.records.get([key]))
    if whole_barrier(services, reading[key]).holds:
        _keep(services, reading.knowing(found.record), work)
        return None
    return guard | reading.unchanged(key)


def _waits_already(services: Services, memory: Memory, kind: ReviewKind) -> bool:
    """Whether an earlier question of this kind about the memory is still open: a person is not asked twice."""
    page = services.records.page(
        Table.MEMORIES,
        keys.path(memory.scope.owner),
        sk_prefix=reviews.member_prefix(memory.memory_id),
        limit=_REVIEWS,
        newest_first=True,
    )
    ids = [reviews.review_id_of(pointer) for pointer in page.records]
    waiting = services.records.get([reviews.open_key(memory.scope, id) for id in ids])
    return any(record is not None and reviews.review(record).kind is kind for record in waiting)


def remove_leftovers(services: Services, memory: Memory) -> None:
    """Ended versions, edges and reviews of a memory whose current record was removed."""
    remove_reviews(services, memory.scope, memory.memory_id, there=False)
    remove_records(services, _edges(memory)[_EDGES:])
    while True:
        page = _ended(services, memory, MAX_ACTIONS)
        if not page.records:
            return
        ended = [memory_codec.memory(record.attributes) for record in page.records]
        remove_records(services, [*source_edges(memory.scope, memory.memory_id, ended), *origin_edges(ended)])
        services.records.commit(Change(removes=tuple(record.key for record in page.records)))
        if page.next_after is None:
            return


def _ended(services: Services, memory: Memory, most: int) -> Page:
    prefix = keys.version_prefix(memory.memory_id)
    return services.records.page(Table.MEMORIES, keys.path(memory.scope.owner), sk_prefix=prefix, limit=most)


def _edges(memory: Memory) -> list[Key]:
    return source_edges(memory.scope, memory.memory_id, _carried(memory))


def _carried(memory: Memory) -> tuple[Memory, ...]:
    return (*memory.timeline, *memory.schedule.passed)
