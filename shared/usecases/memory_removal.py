"""One memory goes: with every version, pointer, vector, edge and review, and with its part in its copies."""

from __future__ import annotations

from typing import cast

from shared.domain.audit import AuditAction, content_hmac
from shared.domain.deletion import DeletionRequest
from shared.domain.instants import sort_text
from shared.domain.memories import Memory
from shared.domain.scopes import Scope
from shared.domain.selectors import links
from shared.records import codec, keys
from shared.records.imports import import_sources
from shared.records.memory_change import Author, audited, pointer_keys, remove_current
from shared.records.model import MAX_ACTIONS, Change, CheckFailed, Record, Table
from shared.records.reading import Reading
from shared.usecases.barriers import TEXT_MARK
from shared.usecases.released_disputes import release
from shared.usecases.review_purge import forgotten_rejections, without_memory
from shared.usecases.services import Services
from shared.usecases.succession import let_back


def remove_memory(
    services: Services, scope: Scope, memory_id: str, request: DeletionRequest | None = None
) -> tuple[int, bool]:
    """One page of a memory's versions, then the memory with its pointers, vector and edges; each text of it that goes
    by a `request` leaves a tombstone, so that older evidence of it stays out."""
    versions = services.records.page(
        Table.MEMORIES, keys.path(scope.owner), sk_prefix=keys.version_prefix(memory_id), limit=20
    )
    ended = [codec.memory(record.attributes) for record in versions.records]
    if ended:
        _remove_edges(services, scope, memory_id, ended)
        change = Change(removes=tuple(record.key for record in versions.records))
        change |= rejections_of(ended, request)
        services.records.commit(change | tombstones(services, scope, ended, request))
        return len(ended), True
    return _remove_last(services, scope, memory_id, request)


def _remove_last(services: Services, scope: Scope, memory_id: str, request: DeletionRequest | None) -> tuple[int, bool]:
    current = keys.current(scope, memory_id)
    (record,) = services.records.get([current])
    if record is None:
        services.records.commit(Change(removes=(keys.vector(scope, memory_id),)))
        return 0, False
    memory = codec.memory(record.attributes)
    actor = "hygiene" if request is None else request.actor
    author = Author(actor, None, services.clock.now())
    release(services, memory, author)
    if request is not None:
        let_back(services, request, memory, None, author)
    pointers = pointer_keys(memory)
    wanted = (current, keys.salt(scope), *pointers)
    reading = Reading.of(wanted, services.records.get(wanted))
    change = remove_current(memory, reading)
    carried = list(memory.timeline)
    _remove_edges(services, scope, memory_id, carried)
    change |= tombstones(services, scope, carried, request)
    change |= without_memory(services, scope, memory_id) | rejections_of(carried, request)
    salt = reading[keys.salt(scope)]
    if salt is not None:
        action = AuditAction.EXPIRED if request is None else AuditAction.DELETED
        change |= audited(memory, action, author, cast("bytes", salt.attributes["salt"]))[1]
    try:
        services.records.commit(change)
    except CheckFailed:
        return 0, True
    return 1, False


def _remove_edges(services: Services, scope: Scope, memory_id: str, memories: list[Memory]) -> None:
    sources = dict.fromkeys(source for memory in memories for source in (*links(memory), *import_sources(memory)))
    edges = list(dict.fromkeys(keys.edge(scope, source, memory_id) for source in sources))
    for start in range(0, len(edges), MAX_ACTIONS):
        services.records.commit(Change(removes=tuple(edges[start : start + MAX_ACTIONS])))


def rejections_of(memories: list[Memory], request: DeletionRequest | None) -> Change:
    """Maintenance keeps what a person rejected; a deletion does not."""
    return Change() if request is None else Change(removes=forgotten_rejections(memories))


def tombstones(services: Services, scope: Scope, memories: list[Memory], request: DeletionRequest | None) -> Change:
    if request is None:
        return Change()
    (salt,) = services.records.get([keys.salt(scope)])
    if salt is None:
        return Change()
    secret = cast("bytes", salt.attributes["salt"])
    marks = sorted({keys.gone(scope, TEXT_MARK, content_hmac(secret, memory.content_hash)) for memory in memories})
    deleted_at = sort_text(request.accepted_at).replace("Z", "+00:00")
    known = services.records.get(marks)
    return Change(
        puts=tuple(
            Record(mark, {"deleted_at": deleted_at})
            for mark, other in zip(marks, known, strict=True)
            # Another deletion of the same text may have been asked for later and have come this far first.
            if other is None or cast("str", other.attributes["deleted_at"]) < deleted_at
        )
    )
