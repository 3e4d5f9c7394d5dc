"""Memories that were written and that the search index does not show yet: each write notes them beside the owner,
and recalls and comparisons that come before the index has caught up find them there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias
from urllib.parse import unquote

from shared.domain.meaning.centring import Vector, dot
from shared.domain.recall.documents import (
    Candidate,
    SearchDocument,
    SearchFilter,
    SearchQuery,
    ended_version_in,
    memory_id_in,
)
from shared.domain.recall.filter_match import matches
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.sessions.event_search import keyword_shares
from shared.records import keys
from shared.records.memories.latest_writes import LatestWrite, Listing, latest_writes
from shared.records.store.reading import Reading
from shared.records.store.record import BarrierClear, Change, CheckFailed, Key, Record
from shared.records.store.shut import is_shut
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.indexing.index_memories import barrier_beside, keys_of_views, views_of
from shared.usecases.services import Services

# A document without its vector, and the vector if it has one.
_Seen: TypeAlias = "tuple[SearchDocument, Vector | None]"
# Several processes may write for one owner at once; after this many races the list may lose a note of another one.
_TRIES = 8


def commit_noted(services: Services, change: Change, reading: Reading, scope: Scope) -> None:
    """Commits the change together with a note of the current records that it puts for the owner of `scope`. Raises
    what the commit raises. Without the list in `reading` nothing is noted.

    The list is the one record that every writer of an owner replaces. An owner whom many write for, one that is no
    user, gets the note in a write of its own after the change, and so does a user once another writer was faster with
    the list: writers then do not wait for each other's whole changes (docs/decisions/contention.md). The note is there
    before the caller's answer.
    """
    key = keys.latest(scope)
    if key not in reading.records:
        services.records.commit(change)
        return
    now = services.clock.now()
    current = (put for put in change.puts if put.key.pk == key.pk and put.key.sk.startswith(keys.CURRENT_PREFIX))
    listing = Listing(key, reading[key], tuple(LatestWrite(put.key, put.revision, now) for put in current))
    if scope.owner.kind is ScopeKind.USER or not listing.added:
        try:
            services.records.commit(change | listing.change())
        except CheckFailed as failed:
            if failed.check.key != key:
                raise
            listing = replace(listing, record=failed.record)
        else:
            return
    services.records.commit(change)
    _note(services, listing, change)


def _note(services: Services, listing: Listing, noted: Change) -> None:
    """Nothing is noted of an owner whose deletion was accepted after the change: a deletion removes the list, and no
    later note may bring it back."""
    pk = listing.key.pk
    barrier = tuple(check for check in noted.checks if isinstance(check, BarrierClear) and check.key.pk == pk)
    epoch = max((check.epoch for check in barrier), default=0)
    for tried in range(1, _TRIES + 1):
        guarded = tried < _TRIES
        note = listing.change(guarded=guarded).in_epoch(pk, epoch)
        if listing.record is None or not guarded:
            note |= Change(checks=barrier)
        try:
            services.records.commit(note)
        except CheckFailed as failed:
            if failed.check.key != listing.key:
                return
            listing = replace(listing, record=failed.record)
        else:
            return


def lists_of(scopes: Iterable[Scope]) -> list[Key]:
    return list(dict.fromkeys(keys.latest(scope) for scope in scopes))


def unseen(
    services: Services,
    lists: Iterable[Record | None],
    found: Sequence[Candidate],
    *,
    under: str = "",
    known: Mapping[str, int] | None = None,
) -> list[LatestWrite]:
    """The writes of current records that the lists name and that `found` does not show in their present state, of
    those whose sort key begins with `under`. `known`: revisions by id that the caller has at hand."""
    now = services.clock.now()
    shown = dict(known or {})
    for document in (candidate.document for candidate in found):
        if ended_version_in(document.memory_id) is None:
            id = memory_id_in(document.memory_id)
            shown[id] = max(document.revision, shown.get(id, 0))
    listed = (one for record in lists for one in latest_writes(record, now))
    return [
        one
        for one in listed
        if one.place.sk.startswith(under) and shown.get(unquote(keys.memory_id_of(one.place)), 0) < one.revision
    ]


def with_unseen(
    services: Services,
    late: Sequence[LatestWrite],
    found: Sequence[Candidate],
    query: SearchQuery,
    wanted: SearchFilter,
) -> tuple[list[Candidate], Mapping[Key, Record | None]]:
    """The documents found, with those of the late writes that fit the filter, and the records that were read for it:
    one call. Older states of these in the index are left out, unless versions of another time are asked for."""
    if not late:
        return list(found), {}
    seen, read = _seen(services, late)
    fresh = _candidates([one for one in seen if matches(one[0], wanted)], found, query)
    replaced = {one.document.memory_id for one in fresh}
    if not wanted.history:
        replaced |= {unquote(keys.memory_id_of(one.place)) for one in late}
    return [*fresh, *(one for one in found if not _is_of(one.document, replaced))], read


def _seen(services: Services, late: Sequence[LatestWrite]) -> tuple[list[_Seen], Mapping[Key, Record | None]]:
    """The documents at the places as the index should have them. A vector that this process has read already is not
    read again; a change in the middle of it all costs a further read."""
    vectors = {keys.vector_beside(one.place) for one in late if services.views.has(one.place, one.revision)}
    read = _read(services, [key for key in keys_of_views([one.place for one in late]) if key not in vectors])
    seen: dict[Key, Sequence[_Seen] | None] = {one.place: _known(services, one.place, read) for one in late}
    others = [place for place, known in seen.items() if known is None]
    missing = [key for key in keys_of_views(others) if key not in read]
    if missing:
        read |= _read(services, missing)
    barrier_in = partial(whole_barrier, services)
    views = views_of(read, barrier_in, services.calibration, services.embedder.model, services.clock.now(), others)
    for place, view in views.items():
        seen[place] = built = [(replace(document, vector=None), document.vector) for document in view.documents]
        _keep(services, place, built, read)
    return [one for place in seen for one in seen[place] or ()], read


def _read(services: Services, wanted: Sequence[Key]) -> dict[Key, Record | None]:
    return dict(zip(wanted, services.records.get(wanted), strict=True))


def _known(services: Services, place: Key, read: Mapping[Key, Record | None]) -> Sequence[_Seen] | None:
    record = read[place]
    if record is None or is_shut(record):
        return None
    return services.views.of(place, record.revision, _revision_of_barrier(place, read))


def _keep(services: Services, place: Key, seen: Sequence[_Seen], read: Mapping[Key, Record | None]) -> None:
    record = read[place]
    whole = [(document, vector) for document, vector in seen if vector is not None]
    if record is not None and whole and len(whole) == len(seen):
        services.views.keep(place, record.revision, _revision_of_barrier(place, read), tuple(whole))


def _revision_of_barrier(place: Key, read: Mapping[Key, Record | None]) -> int | None:
    barrier = read[barrier_beside(place)]
    return None if barrier is None else barrier.revision


def _is_of(document: SearchDocument, ids: Collection[str]) -> bool:
    return document.memory_id in ids or memory_id_in(document.memory_id) in ids


def _candidates(seen: Sequence[_Seen], found: Sequence[Candidate], query: SearchQuery) -> list[Candidate]:
    """As the index would have found them. The index weighs words over all that it holds, which is unknown here: the
    words that a text shares with the question are measured by the best that the index found."""
    best = max((candidate.keyword for candidate in found), default=0.0) or 1.0
    shares = keyword_shares(query.text, [document.content for document, _ in seen])
    return [_candidate(one, share * best, query) for one, share in zip(seen, shares, strict=True)]


def _candidate(seen: _Seen, keyword: float, query: SearchQuery) -> Candidate:
    document, own = seen

    def product(vector: Vector) -> float | None:
        return dot(own, vector) if own is not None and document.model == query.model and vector else None

    also = query.also
    return Candidate(
        document,
        product(query.vector),
        keyword,
        0.0,
        product(query.compared or query.vector),
        None if also is None else product(also.compared),
    )
