"""Deletions of sessions, events, types and consents: one bounded page at a time. The walk through the sessions
removes them and finds the memories that cite an event by its id alone. The walk through the memories follows the
edges of the selected data, or goes through the partition for a type or a label. The index follows the changes of
memories, as the ledger has noted them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from urllib.parse import unquote

from shared.domain.deletion.barrier import DeletionRequest, Target
from shared.domain.deletion.selectors import SelectorKind, session_link
from shared.domain.errors import SearchUnavailable
from shared.records import keys
from shared.records.store.record import Change, CheckFailed, Key, Record, RevisionIs, Table
from shared.usecases.barrier.tombstones import put_marks
from shared.usecases.deletion import purge_sessions
from shared.usecases.deletion.walk_memories import left_among, place_of, prefixes, take
from shared.usecases.indexing.index_memories import index_memories, indexed_places
from shared.usecases.removal.progress import CHANGED, FOLLOWED, TO_REMOVE, Purged, count
from shared.usecases.removal.remove_memory import remove_completely
from shared.usecases.removal.withdraw_source import SourceWithdrawal, withdraw_source
from shared.usecases.services import Services

_EDGES = 20  # memories that one step works on
_FOLLOWED_AT_ONCE = 90  # notes that one transaction changes, beside its count
_LABELS = (SelectorKind.TYPE, SelectorKind.CONSENT)


def page(services: Services, request: DeletionRequest, target: Target) -> Purged:
    """The marks are put before the first page removes anything, and again with the last one: a deletion of the whole
    subject beside this one may have removed them."""
    begins = not request.cursor(target)
    if begins:
        put_marks(services, request)
    purged = (
        purge_sessions.page(services, request) if target is Target.SESSIONS else _page_of_memories(services, request)
    )
    if not begins and not purged.more:
        put_marks(services, request)
    return purged


def _page_of_memories(services: Services, request: DeletionRequest) -> Purged:
    found = _memories(services, request)
    if found.more:
        return found
    removed = found.removed.get(Target.MEMORIES, 0) + _take_up(services, request)
    return Purged({Target.MEMORIES: removed})


def _memories(services: Services, request: DeletionRequest) -> Purged:
    """First by the edges; after a verification has found residue, through all that the owner has."""
    everything = prefixes(request)
    if request.selector.kind in _LABELS or request.cursor(Target.MEMORIES).startswith(everything):
        return walk(services, request, everything)
    trail = _linked(services, request)
    if trail.more or not request.target(Target.MEMORIES).residue:
        return trail
    return Purged(trail.removed, more=True, cursor=everything[0])


def noted(services: Services, request: DeletionRequest, *states: str, after: str | None = None) -> Iterator[Record]:
    """The changes that the deletion made to memories and that are in this state; beyond a sort key, if given."""
    while True:
        found = services.records.page(
            Table.LEDGER,
            keys.path(request.scope.owner),
            sk_prefix=keys.touched_prefix(request.request_id),
            after=after,
        )
        yield from (record for record in found.records if record.attributes["state"] in states)
        after = found.next_after
        if after is None:
            return


def _take_up(services: Services, request: DeletionRequest) -> int:
    """Memories of which a step that broke off left something."""
    return sum(
        remove_completely(services, request, place_of(record), str(record.attributes["memory_id"]))
        for record in noted(services, request, TO_REMOVE)
    )


def edge_sources(request: DeletionRequest) -> tuple[str, ...]:
    """The sources from which the edges to the memories in question start."""
    match request.selector.kind:
        case SelectorKind.SESSION:
            return tuple(session_link(id) for id, _ in request.places)
        case SelectorKind.EVENT:
            return request.selector.ids
        case _:
            return ()


def _linked(services: Services, request: DeletionRequest) -> Purged:
    """The memories behind the edges of the next source. The cursor: the source's number and the last edge."""
    sources = edge_sources(request)
    number, _, after = request.cursor(Target.MEMORIES).partition("|")
    at = int(number or 0)
    if at >= len(sources):
        return Purged()
    removed, next_after = follow_edges(services, request, sources[at], after or None)
    if next_after is not None:
        return Purged({Target.MEMORIES: removed}, more=True, cursor=f"{at}|{next_after}")
    more = at + 1 < len(sources)
    return Purged({Target.MEMORIES: removed}, more, f"{at + 1}|" if more else "")


def follow_edges(
    services: Services, request: DeletionRequest, source: str, after: str | None
) -> tuple[int, str | None]:
    """How many versions were removed behind a page of a source's edges, and after which edge it goes on."""
    found = services.records.page(
        Table.MEMORIES, keys.path(request.scope.owner), sk_prefix=keys.edge_prefix(source), after=after, limit=_EDGES
    )
    removed = 0
    for edge in found.records:
        place = place_of(edge)
        if request.scope.contains(place) and place.owner == request.scope.owner and _cites(edge):
            removed += withdraw_source(
                services, SourceWithdrawal(request), place, str(edge.attributes["memory_id"]), edge.key
            )
    return removed, found.next_after


def _cites(edge: Record) -> bool:
    """Promotions, imports and successions have edges of the same form, which lead on from memories."""
    return not str(edge.attributes["source"]).startswith(("memory:", "import:", "superseded:"))


def walk(services: Services, request: DeletionRequest, prefixes: Sequence[str]) -> Purged:
    """The next page of the owner's memories under one of these prefixes. The cursor: the last sort key, or the next
    prefix."""
    cursor = request.cursor(Target.MEMORIES)
    at = next((number for number, prefix in enumerate(prefixes) if cursor.startswith(prefix)), 0)
    prefix, following = prefixes[at], (*prefixes[at + 1 :], "")[0]
    found = services.records.page(
        Table.MEMORIES,
        keys.path(request.scope.owner),
        sk_prefix=prefix,
        after=cursor if len(cursor) > len(prefix) else None,
        limit=services.deletion_policy.page,
    )
    removed = 0
    for taken, left in enumerate(left_among(services, request, found.records), start=1):
        removed += take(services, request, left)
        if taken == _EDGES:  # the rest of the page in the next step, from the position where this one began
            return Purged({Target.MEMORIES: removed}, more=True, cursor=left.at.sk)
    cursor = found.next_after or following
    return Purged({Target.MEMORIES: removed}, bool(cursor), cursor)


def follow(services: Services, request: DeletionRequest) -> Purged:
    """Updates the index for the next memories that the deletion changed. The cursor: the last of them. A memory that
    changes meanwhile is followed once more, because its note differs then."""
    after = request.cursor(Target.INDEX)
    if not after and request.target(Target.INDEX).residue:
        _follow_again(services, request)
    changed = list(islice(noted(services, request, CHANGED, after=after or None), _FOLLOWED_AT_ONCE))
    if not changed:
        return Purged(more=bool(after))  # once more from the beginning, for later changes
    current = [keys.current(place_of(record), str(record.attributes["memory_id"])) for record in changed]
    places = {str(record.attributes["memory_id"]): place_of(record) for record in changed}
    following = dict.fromkeys((*current, *indexed_places(services.search, places)))
    failed = {_memory_id(key) for key in index_memories(services, list(following))}
    services.search.refresh()
    done = [record for record in changed if record.attributes["memory_id"] not in failed]
    if not done:
        raise SearchUnavailable("the index follows nothing")
    remaining = services.records.get(current)
    deleted = {_memory_id(key) for key, record in zip(current, remaining, strict=True) if record is None}
    removed = _followed(services, request, done, deleted)
    return Purged({Target.INDEX: removed}, more=True, cursor=changed[-1].key.sk)


def _followed(services: Services, request: DeletionRequest, done: list[Record], deleted: Collection[str]) -> int:
    """Notes that the index has followed them, except for those that have changed once more meanwhile; returns how
    many of them are deleted."""
    while True:
        removed = sum(record.attributes["memory_id"] in deleted for record in done)
        puts = tuple(replace(r, attributes={**r.attributes, "state": FOLLOWED}, revision=r.revision + 1) for r in done)
        change = Change(puts=puts, checks=tuple(RevisionIs(r.key, r.revision) for r in done))
        try:
            services.records.commit(change | count(services, request, Target.INDEX, removed))
        except CheckFailed as failed:
            done = [record for record in done if record.key != failed.check.key]
            continue
        return removed


def _follow_again(services: Services, request: DeletionRequest) -> None:
    """Documents that another, slower step has put back."""
    following = noted(services, request, FOLLOWED)
    while some := list(islice(following, _FOLLOWED_AT_ONCE)):
        places = {str(record.attributes["memory_id"]): place_of(record) for record in some}
        there = indexed_places(services.search, places)
        records = services.records.get(there) if there else []
        index_memories(services, [key for key, record in zip(there, records, strict=True) if record is None])
    services.search.refresh()


def _memory_id(indexed: Key) -> str:
    return unquote(keys.memory_id_of(indexed))
