"""Reads every store again for data that a deletion should have removed, in another way than the purge does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shared.domain.deletion.barrier import DeletionRequest, Target
from shared.domain.deletion.selectors import SelectorKind, takes_sessions
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.sessions import session_codec
from shared.records.store.record import Key, Record, Table
from shared.records.store.shut import is_shut
from shared.usecases.changes.forget_changes import (
    left_of_memories,
    left_of_memory,
    left_of_owner,
    left_of_session,
    left_of_sessions_within,
)
from shared.usecases.deletion.purge import indexed, older
from shared.usecases.deletion.purge_selected import noted
from shared.usecases.deletion.purge_sessions import located
from shared.usecases.deletion.walk_events import is_old, left_events, residue_of_task
from shared.usecases.deletion.walk_events import prefixes as prefixes_of_session
from shared.usecases.deletion.walk_memories import left_among, prefixes
from shared.usecases.indexing.index_memories import indexed_places
from shared.usecases.operations.task_record import said_within
from shared.usecases.removal.progress import CHANGED, FOLLOWED, TO_REMOVE
from shared.usecases.removal.remove_from_reviews import residue_of_memory
from shared.usecases.services import Services

_WALKED_AT_ONCE = 500  # records of one page of a walk
_SAMPLE = 100  # residue is counted up to this many in each store: any at all is a failure


def residue_of(services: Services, request: DeletionRequest) -> dict[Target, int]:
    """The residue in each store. While the deletion runs everything of a subject counts (its barrier refuses new
    writes); afterwards only data recorded up to its acceptance, because the subject may have come back since."""
    services.search.refresh()
    if request.selector.kind is SelectorKind.SUBJECT:
        return {
            Target.SESSIONS: _partition(services, request, Table.SESSIONS),
            Target.MEMORIES: _partition(services, request, Table.MEMORIES)
            + _directory(services, request)
            + left_of_owner(services, request.scope.owner, request.epoch),
            Target.INDEX: _index(services, request),
        }
    if request.selector.kind is not SelectorKind.MEMORY:
        return _selected_residue(services, request)
    return {
        Target.SESSIONS: 0,
        Target.MEMORIES: sum(_memory(services, id, place) for id, place in request.places) + _walked(services, request),
        Target.INDEX: _index(services, request),
    }


def _partition(services: Services, request: DeletionRequest, table: Table) -> int:
    owner = request.scope.owner
    remaining, after = 0, None
    while remaining < _SAMPLE:
        page = services.records.page(table, keys.path(owner), after=after, limit=_SAMPLE)
        remaining += sum(_counts(record, request) for record in page.records)
        after = page.next_after
        if after is None:
            break
    return remaining


def _counts(record: Record, request: DeletionRequest) -> bool:
    owner = request.scope.owner
    if record.key == keys.barrier(owner):
        return False
    if not request.by_epoch:
        return True
    return record.epoch < request.epoch


def _directory(services: Services, request: DeletionRequest) -> int:
    owner = request.scope.owner
    if request.by_epoch:
        return 0
    entry = keys.directory(owner)
    (own,) = services.records.get([entry])
    below = services.records.page(Table.MEMORIES, entry.pk, sk_prefix=f"{entry.sk}/", limit=_SAMPLE)
    return (own is not None) + len(below.records)


def _memory(services: Services, memory_id: str, place: Scope) -> int:
    own: list[Key] = [keys.current(place, memory_id), keys.vector(place, memory_id)]
    remaining = sum(record is not None for record in services.records.get(own))
    versions = services.records.page(
        Table.MEMORIES, keys.path(place.owner), sk_prefix=keys.version_prefix(memory_id), limit=_SAMPLE
    )
    remaining += len(versions.records) + left_of_memory(services, place, memory_id)
    return remaining + residue_of_memory(services, place, memory_id)


def _index(services: Services, request: DeletionRequest) -> int:
    found = indexed(services, request, _SAMPLE)
    if not request.by_epoch or request.selector.kind is SelectorKind.MEMORY:
        return len(found)
    return len(older(services, request, found))


def _selected_residue(services: Services, request: DeletionRequest) -> dict[Target, int]:
    to_remove = sum(1 for _ in noted(services, request, TO_REMOVE))
    met = noted(services, request, CHANGED, FOLLOWED)
    places = {str(r.attributes["memory_id"]): Scope.parse(str(r.attributes["scope"])) for r in met}
    return {
        Target.SESSIONS: _sessions(services, request),
        Target.MEMORIES: to_remove + _walked(services, request) + left_of_memories(services, places),
        Target.INDEX: _lagging_index(services, request),
    }


def _sessions(services: Services, request: DeletionRequest) -> int:
    if takes_sessions(request.selector, request.scope):
        found = _records(services, request, Table.SESSIONS, keys.SESSION_PREFIX)
        beside = left_of_sessions_within(services, request.scope, request.epoch)
        beside += sum(1 for _ in said_within(services, request.scope, request.epoch))
        of_sessions = sum(_is_of_task(record, request) for record in found)
        return residue_of_task(services, request, _SAMPLE) + of_sessions + beside
    if request.selector.kind is SelectorKind.SESSION:
        return sum(_of_session(services, request, id, scope) for id, scope in request.places)
    if request.selector.kind is not SelectorKind.EVENT:
        return 0
    left = sum(1 for _ in left_events(services, request))
    named = request.selector.session_id
    if named is not None:
        (record,) = services.records.get([keys.session(request.scope, named)])
        return left + _events(services, request, record)
    return left + sum(
        _events(services, request, record)
        for record in _records(services, request, Table.SESSIONS, keys.SESSION_PREFIX)
    )


def _is_of_task(record: Record, request: DeletionRequest) -> bool:
    if is_shut(record) or not is_old(record, request):
        return False
    return request.scope.contains(session_codec.session(record).scope)


def _of_session(services: Services, request: DeletionRequest, session_id: str, scope: Scope) -> int:
    remaining = 0
    for prefix in prefixes_of_session(session_id):
        page = services.records.page(Table.SESSIONS, keys.path(scope.owner), sk_prefix=prefix, limit=_SAMPLE)
        remaining += sum(is_old(record, request) for record in page.records)
    remaining += left_of_session(services, scope, session_id, request.epoch)
    (record,) = services.records.get([keys.session(scope, session_id)])
    return remaining + int(record is not None and is_old(record, request))


def _events(services: Services, request: DeletionRequest, record: Record | None) -> int:
    if record is None:
        return 0
    session = session_codec.session(record)
    if not request.scope.contains(session.scope):
        return 0
    ids = sorted(request.mark.hidden_events(session.session_id, session.scope))
    found = {id: is_old(pointer, request) for pointer, _, id in located(services, session, ids)}
    ids = [id for id in ids if found.get(id, True)]  # else it came later under the same id
    beside = [keys.event_vector(session.scope, session.session_id, id) for id in ids]
    beside += [keys.event_part(session.scope, session.session_id, session.incarnation, id, 1) for id in ids]
    kept = services.records.get(beside) if beside else []
    return sum(found.values()) + sum(record is not None for record in kept)


def _walked(services: Services, request: DeletionRequest) -> int:
    """The selected memories by what the owner's own records say, without the edges."""
    left: set[tuple[str, str]] = set()
    for prefix in prefixes(request):
        for page in _pages(services, request, Table.MEMORIES, prefix):
            found = left_among(services, request, page)
            left |= {(one.memory_id, one.at.sk if one.edge else "") for one in found}
            if len(left) >= _SAMPLE:
                return len(left)
    return len(left)


def _records(services: Services, request: DeletionRequest, table: Table, prefix: str) -> Iterator[Record]:
    for page in _pages(services, request, table, prefix):
        yield from page


def _pages(services: Services, request: DeletionRequest, table: Table, prefix: str) -> Iterator[Sequence[Record]]:
    after: str | None = None
    while True:
        page = services.records.page(
            table, keys.path(request.scope.owner), sk_prefix=prefix, after=after, limit=_WALKED_AT_ONCE
        )
        yield page.records
        after = page.next_after
        if after is None:
            return


def _lagging_index(services: Services, request: DeletionRequest) -> int:
    """Memories that the index has not followed, and documents of removed memories."""
    waiting = sum(1 for _ in noted(services, request, CHANGED))
    followed = list(noted(services, request, FOLLOWED))
    remaining = 0
    for start in range(0, len(followed), _SAMPLE):
        some = followed[start : start + _SAMPLE]
        places = {str(r.attributes["memory_id"]): Scope.parse(str(r.attributes["scope"])) for r in some}
        there = indexed_places(services.search, places)
        remaining += sum(record is None for record in services.records.get(there)) if there else 0
    return waiting + remaining
