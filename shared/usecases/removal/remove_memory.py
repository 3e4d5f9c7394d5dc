"""Removing one memory: with every version, pointer, vector, edge and review, and with its part in its copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import DeletionRequest, Target
from shared.domain.deletion.selectors import links
from shared.domain.memories.memory import Memory
from shared.domain.memories.provenance import origin_of, origin_places
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import Author, audited, import_sources, pointer_keys, remove_current
from shared.records.store.reading import Reading
from shared.records.store.record import MAX_ACTIONS, Change, CheckFailed, Key, Present, Record, Table
from shared.records.store.shut import intact, is_shut
from shared.usecases.barrier.text_marks import text_marks
from shared.usecases.changes.forget_changes import mark_removed
from shared.usecases.removal.progress import CHANGED, count, note
from shared.usecases.removal.reinstate_superseded import reinstate
from shared.usecases.removal.release_disputes import release
from shared.usecases.removal.remove_from_reviews import forgotten_rejections, remove_reviews, without_memory
from shared.usecases.services import Services

_VERSIONS = 20  # of a memory, removed in one transaction
ORIGINS = 10  # edges that it removes beside them
_SOURCES = 20  # edges of what it rests on, likewise


def remove_memory(
    services: Services, scope: Scope, memory_id: str, request: DeletionRequest | None = None
) -> tuple[int, bool]:
    """One page of a memory's versions, then the memory with its pointers, vector and edges; each text that a
    `request` removes leaves a tombstone, so that older evidence of it is refused. Returns how many versions were
    removed, and whether more may be left. The current record is read before the versions, and guards its own
    removal: a version that ends meanwhile is found by the next page."""
    (record,) = services.records.get([keys.current(scope, memory_id)])
    versions = services.records.page(
        Table.MEMORIES, keys.path(scope.owner), sk_prefix=keys.version_prefix(memory_id), limit=_VERSIONS
    )
    ended = [memory_codec.memory(found.attributes) for found in intact(versions.records)]
    if not versions.records:
        return _remove_last(services, scope, memory_id, record, request)
    carried = () if record is None or is_shut(record) else memory_codec.memory(record.attributes).timeline
    still = source_edges(scope, memory_id, carried)
    sources = [edge for edge in source_edges(scope, memory_id, ended) if edge not in still]
    there = tuple(found.key for found in versions.records)
    change = Change(removes=there, checks=tuple(Present(key) for key in there))
    change |= rejections_of(ended, request) | tombstones(services, scope, ended, request)
    stay = origin_edges(carried)
    origins = [edge for edge in origin_edges(ended) if edge not in stay]
    change |= Change(removes=(*sources[:_SOURCES], *origins[:ORIGINS]))
    try:
        services.records.commit(change | count(services, request, Target.MEMORIES, len(there)))
    except CheckFailed:
        return 0, True
    remove_records(services, sources[_SOURCES:])
    return len(there), True


def _remove_last(
    services: Services, scope: Scope, memory_id: str, record: Record | None, request: DeletionRequest | None
) -> tuple[int, bool]:
    remove_reviews(services, scope, memory_id, there=record is not None)
    if record is None:
        services.records.commit(Change(removes=(keys.vector(scope, memory_id), keys.retrievals(scope, memory_id))))
        return 0, False
    if is_shut(record):
        return _remove_unreadable(services, scope, memory_id), False
    memory = memory_codec.memory(record.attributes)
    actor = "hygiene" if request is None else request.actor
    author = Author(actor, None, services.clock.now())
    release(services, memory, author)
    if request is not None:
        reinstate(services, request, memory, None, author)
    pointers = pointer_keys(memory)
    wanted = (keys.salt(scope), *pointers)
    reading = Reading.of(wanted, services.records.get(wanted)).knowing(record)
    change = remove_current(memory, reading)
    carried = list(memory.timeline)
    sources, origins = source_edges(scope, memory_id, carried), origin_edges(carried)
    change |= Change(removes=(*sources[:_SOURCES], *origins[:ORIGINS]))
    change |= tombstones(services, scope, carried, request)
    change |= without_memory(services, scope, memory_id) | rejections_of(carried, request)
    salt = reading[keys.salt(scope)]
    if salt is not None:
        action = AuditAction.EXPIRED if request is None else AuditAction.DELETED
        change |= audited(memory, action, author, cast("bytes", salt.attributes["salt"]))[1]
    try:
        services.records.commit(change | count(services, request, Target.MEMORIES, 1))
    except CheckFailed:
        return 0, True
    remove_records(services, [*sources[_SOURCES:], *origins[ORIGINS:]])
    return 1, False


def _remove_unreadable(services: Services, scope: Scope, memory_id: str) -> int:
    """A memory whose record is not what was written: its pointers are looked for, because the record does not name
    them reliably."""
    removes = [keys.current(scope, memory_id), keys.vector(scope, memory_id), keys.retrievals(scope, memory_id)]
    for prefix in keys.POINTER_PREFIXES:
        after: str | None = None
        while True:
            page = services.records.page(Table.MEMORIES, keys.path(scope.owner), sk_prefix=prefix, after=after)
            removes += [r.key for r in intact(page.records) if r.attributes.get("memory_id") == memory_id]
            after = page.next_after
            if after is None:
                break
    remove_records(services, removes)
    services.records.commit(without_memory(services, scope, memory_id))
    return 1


def source_edges(scope: Scope, memory_id: str, memories: Sequence[Memory]) -> list[Key]:
    """From what the memory cites and quotes. They go in the transaction that removes it: a step that was broken off, or
    lost the race for it, finds it again by any of them. An event that is cited with its session and without has one
    edge."""
    sources = (source for memory in memories for source in (*links(memory), *import_sources(memory)))
    return list(dict.fromkeys(keys.edge(scope, source, memory_id) for source in sources))


def origin_edges(memories: Sequence[Memory]) -> list[Key]:
    """The edges from a copy's origins, in any scope. They are removed in the transaction that removes the copy: only
    by them does a step that was broken off find it again."""
    places = ((id, place, memory.memory_id) for memory in memories for id, place in origin_places(memory).items())
    return list(dict.fromkeys(keys.edge(place, origin_of(id), memory_id) for id, place, memory_id in places))


def rejections_of(memories: list[Memory], request: DeletionRequest | None) -> Change:
    """Maintenance keeps rejected memories; a deletion does not."""
    return Change() if request is None else Change(removes=forgotten_rejections(memories))


def tombstones(services: Services, scope: Scope, memories: list[Memory], request: DeletionRequest | None) -> Change:
    return Change() if request is None else text_marks(services, scope, memories, request)


def remove_completely(services: Services, request: DeletionRequest, place: Scope, memory_id: str) -> int:
    """Removes a memory with all that belongs to it; returns how many versions were removed."""
    removed, more = 0, True
    while more:
        count, more = remove_memory(services, place, memory_id, request)
        removed += count
    remove_promotion_edges(services, place, memory_id)
    mark_removed(services, place, memory_id)
    services.records.commit(note(services, request, place, memory_id, CHANGED))
    return removed


def remove_promotion_edges(services: Services, place: Scope, memory_id: str) -> None:
    prefix = keys.edge_prefix(origin_of(memory_id))
    while True:
        page = services.records.page(Table.MEMORIES, keys.path(place.owner), sk_prefix=prefix, limit=MAX_ACTIONS)
        remove_records(services, [edge.key for edge in page.records])
        if page.next_after is None:
            return


def remove_records(services: Services, to_remove: Sequence[Key]) -> None:
    distinct = list(dict.fromkeys(to_remove))
    for start in range(0, len(distinct), MAX_ACTIONS):
        services.records.commit(Change(removes=tuple(distinct[start : start + MAX_ACTIONS])))
