"""Memories that were written and that the search index does not show yet: each write notes them beside the owner,
and recalls and comparisons that come before the index has caught up find them there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
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
from shared.domain.scopes import Scope
from shared.domain.sessions.event_search import keyword_shares
from shared.records import keys
from shared.records.memories.latest_writes import LatestWrite, Listing, latest_writes
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key, Record
from shared.usecases.indexing.index_memories import keys_of_views, views_of
from shared.usecases.services import Services

# Several processes may write for one owner at once; after this many races the list may lose a note of another one.
_TRIES = 8


def commit_noted(services: Services, change: Change, reading: Reading, scope: Scope) -> None:
    """Commits the change together with a note of the current records that it puts for the owner of `scope`. A note
    by another writer at the same time costs a further commit and no new decision. Raises what the commit raises.
    Without the list in `reading` nothing is noted."""
    key = keys.latest(scope)
    if key not in reading.records:
        services.records.commit(change)
        return
    now = services.clock.now()
    current = (put for put in change.puts if put.key.pk == key.pk and put.key.sk.startswith(keys.CURRENT_PREFIX))
    listing = Listing(key, reading[key], tuple(LatestWrite(put.key, put.revision, now) for put in current))
    for _ in range(_TRIES):
        try:
            services.records.commit(change | listing.change())
        except CheckFailed as failed:
            if failed.check.key != key:
                raise
            listing = Listing(key, failed.record, listing.added)
        else:
            return
    services.records.commit(change | listing.change(guarded=False))


def lists_of(scopes: Iterable[Scope]) -> list[Key]:
    return list(dict.fromkeys(keys.latest(scope) for scope in scopes))


def unseen(
    services: Services,
    lists: Iterable[Record | None],
    found: Sequence[Candidate],
    *,
    under: str = "",
    known: Mapping[str, int] | None = None,
) -> list[Key]:
    """The places of current records that the lists name and that `found` does not show in their present state, of
    those whose sort key begins with `under`. `known`: revisions by id that the caller has at hand."""
    now = services.clock.now()
    shown = dict(known or {})
    for document in (candidate.document for candidate in found):
        if ended_version_in(document.memory_id) is None:
            id = memory_id_in(document.memory_id)
            shown[id] = max(document.revision, shown.get(id, 0))
    listed = (one for record in lists for one in latest_writes(record, now))
    return [
        one.place
        for one in listed
        if one.place.sk.startswith(under) and shown.get(unquote(keys.memory_id_of(one.place)), 0) < one.revision
    ]


def with_unseen(
    services: Services, places: Sequence[Key], found: Sequence[Candidate], query: SearchQuery, wanted: SearchFilter
) -> tuple[list[Candidate], Mapping[Key, Record | None]]:
    """The documents found, with those at the places that fit the filter, and the records that were read for it: one
    call. Older states of these in the index are left out, unless versions of another time are asked for."""
    if not places:
        return list(found), {}
    at = keys_of_views(places)
    read = dict(zip(at, services.records.get(at), strict=True))
    shown = views_of(read, services.calibration, services.embedder.model, services.clock.now(), places)
    documents = [document for view in shown.values() for document in view.documents]
    fresh = _candidates([document for document in documents if matches(document, wanted)], found, query)
    replaced = {one.document.memory_id for one in fresh}
    if not wanted.history:
        replaced |= {unquote(keys.memory_id_of(place)) for place in places}
    return [*fresh, *(one for one in found if not _is_of(one.document, replaced))], read


def _is_of(document: SearchDocument, ids: Collection[str]) -> bool:
    return document.memory_id in ids or memory_id_in(document.memory_id) in ids


def _candidates(documents: Sequence[SearchDocument], found: Sequence[Candidate], query: SearchQuery) -> list[Candidate]:
    """As the index would have found them. The index weighs words over all that it holds, which is unknown here: the
    words that a text shares with the question are measured by the best that the index found."""
    best = max((candidate.keyword for candidate in found), default=0.0) or 1.0
    shares = keyword_shares(query.text, [document.content for document in documents])
    return [_candidate(document, share * best, query) for document, share in zip(documents, shares, strict=True)]


def _candidate(document: SearchDocument, keyword: float, query: SearchQuery) -> Candidate:
    def product(vector: Vector) -> float | None:
        own = document.vector
        return dot(own, vector) if own is not None and document.model == query.model and vector else None

    also = query.also
    return Candidate(
        replace(document, vector=None),
        product(query.vector),
        keyword,
        0.0,
        product(query.compared or query.vector),
        None if also is None else product(also.compared),
    )
