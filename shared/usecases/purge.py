"""Physical removal, one bounded page at a time."""

from __future__ import annotations

from typing import cast

from shared.domain.audit import AuditAction, content_hmac
from shared.domain.deletion import DeletionRequest, SelectorKind, Target
from shared.domain.errors import SearchUnavailable
from shared.domain.instants import sort_text
from shared.domain.memories import Memory
from shared.domain.scopes import Scope
from shared.ports import Remove
from shared.records import codec, keys
from shared.records.imports import import_sources
from shared.records.memory_change import Author, audited, pointer_keys, remove_current
from shared.records.model import MAX_ACTIONS, Change, CheckFailed, Key, Record, Table
from shared.records.reading import Reading
from shared.usecases.barriers import TEXT_MARK
from shared.usecases.review_purge import forgotten_rejections, remove_reviews_of_owner, without_memory
from shared.usecases.services import Services

# What a person would call content, and what the counts of a receipt mean. The rest are pointers, vectors and edges.
_COUNTED = {Table.MEMORIES: ("cur#", "ver#"), Table.SESSIONS: ("ses#", "evt#")}


def page(services: Services, request: DeletionRequest, target: Target) -> tuple[int, bool]:
    """Removes one page; how much content went, and whether more may be left."""
    if target is Target.INDEX:
        return _index(services, request)
    if request.selector.kind is SelectorKind.SUBJECT:
        return _subject(services, request, Table.SESSIONS if target is Target.SESSIONS else Table.MEMORIES)
    return _memories(services, request) if target is Target.MEMORIES else (0, False)


def _subject(services: Services, request: DeletionRequest, table: Table) -> tuple[int, bool]:
    """The owner's partition, all but the barrier, and the owner's entries in the directory of its organisation."""
    owner = request.scope.owner
    kept = keys.barrier(owner)
    found = services.records.page(table, keys.path(owner), limit=services.deletion_policy.page)
    doomed = [record.key for record in found.records if record.key != kept]
    more = found.next_after is not None
    if not more and table is Table.MEMORIES:
        doomed_entries, more = _directory(services, owner, services.deletion_policy.page - len(doomed))
        doomed += doomed_entries
    if table is Table.MEMORIES:
        remove_reviews_of_owner(services, owner, found.records)
    services.records.commit(Change(removes=tuple(doomed)))
    return sum(_counts(key) for key in doomed), more


def _directory(services: Services, owner: Scope, limit: int) -> tuple[list[Key], bool]:
    """The owner's own entry and those below it: `/user/ann` and `/user/ann/...`, and nothing of `/user/ann-2`, which
    lies between the two."""
    if limit < 2:
        return [], True
    entry = keys.directory(owner)
    below = services.records.page(Table.MEMORIES, entry.pk, sk_prefix=f"{entry.sk}/", limit=limit - 1)
    return [entry, *(record.key for record in below.records)], below.next_after is not None


def _counts(key: Key) -> bool:
    return key.sk.startswith(_COUNTED.get(key.table, ()))


def _index(services: Services, request: DeletionRequest) -> tuple[int, bool]:
    org, limit = request.scope.org_id or "", services.deletion_policy.page
    ids = indexed(services, request, limit)
    failed = services.search.apply([Remove(id, org) for id in ids])
    services.search.refresh()
    if ids and len(failed) == len(ids):
        raise SearchUnavailable("the index removes nothing")  # to be tried again later, not at once and for ever
    return len(ids) - len(failed), len(ids) == limit or bool(failed)


def indexed(services: Services, request: DeletionRequest, limit: int) -> list[str]:
    """Ids of documents in the index that the deletion covers."""
    scope, org = request.scope, request.scope.org_id or ""
    if request.selector.kind is SelectorKind.SUBJECT:
        return services.search.ids_within(org, scope.path, limit=limit)
    ids = sorted(request.memory_ids)
    return services.search.ids_within(org, scope.path, limit=limit, memory_ids=ids) if ids else []


def _memories(services: Services, request: DeletionRequest) -> tuple[int, bool]:
    """The selected memories one after the other, each in its turn whole, until a page is full."""
    removed = 0
    for memory_id, place in request.places:
        more = True
        while more:
            count, more = remove_memory(services, place, memory_id, request)
            removed += count
            if removed >= services.deletion_policy.page:
                return removed, True
    return removed, False


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
        change |= _rejections(ended, request)
        services.records.commit(change | _tombstones(services, scope, ended, request))
        return len(ended), True
    return _remove_last(services, scope, memory_id, request)


def _remove_last(services: Services, scope: Scope, memory_id: str, request: DeletionRequest | None) -> tuple[int, bool]:
    current = keys.current(scope, memory_id)
    (record,) = services.records.get([current])
    if record is None:
        services.records.commit(Change(removes=(keys.vector(scope, memory_id),)))
        return 0, False
    memory = codec.memory(record.attributes)
    pointers = pointer_keys(memory)
    wanted = (current, keys.salt(scope), *pointers)
    reading = Reading.of(wanted, services.records.get(wanted))
    change = remove_current(memory, reading)
    _remove_edges(services, scope, memory_id, [memory])
    change |= _tombstones(services, scope, [memory], request)
    change |= without_memory(services, scope, memory_id) | _rejections([memory], request)
    salt = reading[keys.salt(scope)]
    if salt is not None:
        actor = "hygiene" if request is None else request.actor
        action = AuditAction.EXPIRED if request is None else AuditAction.DELETED
        author = Author(actor, None, services.clock.now())
        change |= audited(memory, action, author, cast("bytes", salt.attributes["salt"]))[1]
    try:
        services.records.commit(change)
    except CheckFailed:
        return 0, True
    return 1, False


def _remove_edges(services: Services, scope: Scope, memory_id: str, memories: list[Memory]) -> None:
    sources = dict.fromkeys(
        source for memory in memories for source in (*memory.source_event_ids, *import_sources(memory))
    )
    edges = [keys.edge(scope, source, memory_id) for source in sources]
    for start in range(0, len(edges), MAX_ACTIONS):
        services.records.commit(Change(removes=tuple(edges[start : start + MAX_ACTIONS])))


def _rejections(memories: list[Memory], request: DeletionRequest | None) -> Change:
    """Maintenance keeps what a person rejected; a deletion does not."""
    return Change() if request is None else Change(removes=forgotten_rejections(memories))


def _tombstones(services: Services, scope: Scope, memories: list[Memory], request: DeletionRequest | None) -> Change:
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
