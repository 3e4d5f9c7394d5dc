"""Physical removal, one bounded page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from shared.domain.deletion.barrier import DeletionRequest, SelectorKind, Target
from shared.domain.errors import SearchUnavailable
from shared.domain.recall.documents import memory_id_in
from shared.domain.scopes import Scope
from shared.ports import Remove
from shared.records import keys
from shared.records.store.record import Change, Key, Table
from shared.records.store.shut import intact
from shared.usecases.changes.forget_changes import forget_owner, mark_removed
from shared.usecases.deletion import purge_selected
from shared.usecases.deletion.purge_sessions import remove
from shared.usecases.deletion.walk_memories import prefixes
from shared.usecases.removal.progress import Purged, count
from shared.usecases.removal.promoted_copies import withdraw_from_copies, withdraw_from_copies_of_owner
from shared.usecases.removal.remove_from_reviews import remove_reviews_of_owner
from shared.usecases.removal.remove_memory import remove_memory
from shared.usecases.services import Services

_LOOKED_THROUGH = 1_000  # documents of a subject who has come back, among which older ones are looked for
_NOTES = 50  # counts of documents that one transaction puts
# What a person would call content, which the counts of a receipt mean. The rest are pointers, vectors and edges.
_TARGETS = {Table.MEMORIES: Target.MEMORIES, Table.SESSIONS: Target.SESSIONS}
_COUNTED = {Table.MEMORIES: ("cur#", "ver#"), Table.SESSIONS: ("ses#", "evt#")}


def page(services: Services, request: DeletionRequest, target: Target) -> Purged:
    """Removes one page."""
    kind = request.selector.kind
    if target is Target.INDEX:
        return _index(services, request)
    if kind is SelectorKind.SUBJECT and request.by_epoch and not request.finished:
        return _left_of_subject(services, request, Table.SESSIONS if target is Target.SESSIONS else Table.MEMORIES)
    if kind is SelectorKind.SUBJECT:
        return _subject(services, request, Table.SESSIONS if target is Target.SESSIONS else Table.MEMORIES)
    if kind is SelectorKind.MEMORY:
        return _memories(services, request) if target is Target.MEMORIES else Purged()
    return purge_selected.page(services, request, target)


def _subject(services: Services, request: DeletionRequest, table: Table) -> Purged:
    """The owner's partition, all but the barrier, and the owner's entries in the directory of its organisation."""
    owner = request.scope.owner
    kept = keys.barrier(owner)
    found = services.records.page(table, keys.path(owner), limit=services.deletion_policy.page)
    to_remove = [record for record in found.records if record.key != kept]
    entries: list[Key] = []
    more = found.next_after is not None
    if not more and table is Table.MEMORIES:
        entries, more = _directory(services, owner, services.deletion_policy.page - len(to_remove))
    target, copies = _TARGETS[table], 0
    if table is Table.MEMORIES:
        readable = intact(found.records)
        remove_reviews_of_owner(services, owner, readable)
        copies = withdraw_from_copies_of_owner(services, request, readable)
    removed = remove(services, request, target, to_remove, _COUNTED[table])
    if entries:
        services.records.commit(Change(removes=tuple(entries)))
    if not more and table is Table.MEMORIES:
        forget_owner(services, owner, request.epoch)
    return Purged({target: removed + copies}, more)


def _left_of_subject(services: Services, request: DeletionRequest, table: Table) -> Purged:
    """What is older than the subject's deletion, wherever it lies in the partition of a subject who has come back."""
    owner, target = request.scope.owner, _TARGETS[table]
    found = services.records.page(
        table, keys.path(owner), after=request.cursor(target) or None, limit=services.deletion_policy.page
    )
    kept = keys.barrier(owner)
    to_remove = [record for record in found.records if record.key != kept and record.epoch < request.epoch]
    copies = 0
    if table is Table.MEMORIES:
        readable = intact(to_remove)
        remove_reviews_of_owner(services, owner, readable)
        copies = withdraw_from_copies_of_owner(services, request, readable)
    removed = remove(services, request, target, to_remove, _COUNTED[table])
    if found.next_after is None and table is Table.MEMORIES:
        forget_owner(services, owner, request.epoch)
    return Purged({target: removed + copies}, found.next_after is not None, found.next_after or "")


def _directory(services: Services, owner: Scope, limit: int) -> tuple[list[Key], bool]:
    """The owner's own entry and those below it: `/user/ann` and `/user/ann/...`, but not `/user/ann-2`, which sorts
    between the two."""
    if limit < 2:
        return [], True
    entry = keys.directory(owner)
    below = services.records.page(Table.MEMORIES, entry.pk, sk_prefix=f"{entry.sk}/", limit=limit - 1)
    return [entry, *(record.key for record in below.records)], below.next_after is not None


def _index(services: Services, request: DeletionRequest) -> Purged:
    org, limit = request.scope.org_id or "", services.deletion_policy.page
    if request.selector.kind is SelectorKind.SUBJECT and request.by_epoch and not request.finished:
        ids = older(services, request, indexed(services, request, _LOOKED_THROUGH))[:limit]
    else:
        ids = indexed(services, request, limit)
    _note(services, request, ids)  # before they are removed: a step that breaks off in between finds the same notes
    failed = services.search.apply([Remove(id, org) for id in ids])
    _forget(services, request, failed)
    services.search.refresh()
    if ids and len(failed) == len(ids):
        raise SearchUnavailable("the index removes nothing")  # to be tried again later, not at once and without end
    followed = purge_selected.follow(services, request)
    removed = len(ids) - len(failed) + followed.removed.get(Target.INDEX, 0)
    more = followed.more or len(ids) == limit or bool(failed)
    return Purged({Target.INDEX: removed}, more, followed.cursor)


def _note(services: Services, request: DeletionRequest, ids: Sequence[str]) -> None:
    for start in range(0, len(ids), _NOTES):
        noted = (count(services, request, Target.INDEX, 1, id) for id in ids[start : start + _NOTES])
        services.records.commit(reduce(or_, noted))


def _forget(services: Services, request: DeletionRequest, ids: Sequence[str]) -> None:
    kept = [keys.counts(request.scope, request.request_id, Target.INDEX.value, id) for id in ids]
    for start in range(0, len(kept), _NOTES):
        services.records.commit(Change(removes=tuple(kept[start : start + _NOTES])))


def indexed(services: Services, request: DeletionRequest, limit: int) -> list[str]:
    """Ids of documents in the index that the deletion covers."""
    scope, org = request.scope, request.scope.org_id or ""
    if request.selector.kind is SelectorKind.SUBJECT:
        return services.search.ids_within(org, scope.path, limit=limit)
    ids = sorted(request.memory_ids)
    return services.search.ids_within(org, scope.path, limit=limit, memory_ids=ids) if ids else []


def older(services: Services, request: DeletionRequest, found: Sequence[str]) -> list[str]:
    """Of these documents those of memories that are not newer than the deletion: its subject may have come back, and
    what its store wrote after the deletion has an epoch of then."""
    ids = list(dict.fromkeys(memory_id_in(id) for id in found))
    records = services.records.get([keys.vector(request.scope, id) for id in ids]) if ids else []
    later = {id for id, r in zip(ids, records, strict=True) if r is not None and r.epoch >= request.epoch}
    return [id for id in found if memory_id_in(id) not in later]


def _memories(services: Services, request: DeletionRequest) -> Purged:
    """Removes the selected memories one after the other, each completely, until a page is full; after a verification
    has found residue, it goes through all memories of the owner."""
    everything = prefixes(request)
    if request.cursor(Target.MEMORIES).startswith(everything):
        return purge_selected.walk(services, request, everything)
    removed = 0
    for memory_id, place in request.places:
        removed += withdraw_from_copies(services, request, place, memory_id)
        more = True
        while more:
            count, more = remove_memory(services, place, memory_id, request)
            removed += count
            if more and removed >= services.deletion_policy.page:
                return Purged({Target.MEMORIES: removed}, more=True)
        withdraw_from_copies(services, request, place, memory_id)
        mark_removed(services, place, memory_id)
        if removed >= services.deletion_policy.page:
            return Purged({Target.MEMORIES: removed}, more=True)
    again = request.target(Target.MEMORIES).residue > 0
    return Purged({Target.MEMORIES: removed}, again, everything[0] if again else "")
