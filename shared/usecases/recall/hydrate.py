"""From the hits of a search to their present state in the store of truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import TypeAlias

from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.memory import NEVER_BELIEVED, Memory
from shared.domain.recall.diversity import diversify
from shared.domain.recall.documents import ended_version_in, memory_id_in
from shared.domain.recall.newer_first import Newer, newer_of
from shared.domain.recall.policy import TimeKind
from shared.domain.recall.ranking import Ranked
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Key, Record, Table
from shared.records.store.shut import intact
from shared.usecases.barrier.cited_events import takes_sessions
from shared.usecases.barrier.hidden_copies import seen_copies, without_hidden
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.indexing.index_memories import place_of
from shared.usecases.recall.filter import RecallFilter, RecallQuery
from shared.usecases.recall.query import Hit
from shared.usecases.services import Services

# Records that were read already, by key.
Ahead: TypeAlias = Mapping[Key, Record | None]
# How many ended versions of one memory are read where the view lags behind or a version was only scheduled.
_VERSIONS = 100


def current(
    services: Services, ranked: Sequence[Ranked], recall_filter: RecallFilter, query: RecallQuery, ahead: Ahead
) -> list[Hit]:
    """The best candidates that still hold; copies of one template share a place; each comes after those that may say
    newer how its matter stands, or is left out where one of them answers in its place."""
    hits: list[Hit] = []
    newer = newer_of(query.text, ranked)
    for known in _known(services, ranked, recall_filter, query, ahead):
        found, shown = known.found, {hit.memory.memory_id for hit in hits}
        if recall_filter.accepts(known.memory) and not recall_filter.is_outdated(found, newer, shown):
            hits.append(Hit(known.memory, found.score, found.parts, found.relevance))
            if len(hits) == query.top_k:
                break
    return _naming_newer(hits, newer)


def _naming_newer(hits: Sequence[Hit], newer: Newer) -> list[Hit]:
    """Each with the ids of the newer ones among them."""
    shown = {hit.memory.memory_id for hit in hits}

    def among(hit: Hit) -> tuple[str, ...]:
        ids = (found.candidate.document.memory_id for found in newer.get(hit.memory.memory_id, ()))
        return tuple(id for id in ids if id in shown)

    return [replace(hit, newer=among(hit)) for hit in hits]


def looked_back(
    services: Services, ranked: Sequence[Ranked], recall_filter: RecallFilter, query: RecallQuery, ahead: Ahead
) -> list[Hit]:
    """The versions that held (or were believed) at `as_of`; with `include_history` alone, of any time. Each is found
    by its own words. Several versions of one memory may claim one instant, as a correction claims that of the
    version it corrects: the latest is the one that held."""
    hits: dict[tuple[str, int], Hit] = {}
    one_each = query.as_of is not None and query.as_of_kind is TimeKind.VALID
    for known in _known(services, ranked, recall_filter, query, ahead):
        version = _version_of(services, known) if recall_filter.opens_history(known.memory) else None
        if version is None or not recall_filter.accepts_version(version):
            continue
        if _was_only_scheduled(services, known, version, query):
            continue
        place = (version.memory_id, 0 if one_each else version.version)
        before = hits.get(place)
        if before is None:
            found = known.found
            hits[place] = Hit(version, found.score, found.parts, found.relevance)
        elif before.memory.version < version.version:
            hits[place] = replace(before, memory=version)
        if len(hits) == query.top_k:
            break
    return list(hits.values())


@dataclass(frozen=True, slots=True)
class _Known:
    """A hit: the document, its memory as it is now, and the ended version if it shows one."""

    found: Ranked
    memory: Memory
    barrier: Barrier
    ended: Memory | None = None


def _version_of(services: Services, known: _Known) -> Memory | None:
    """The version that a document shows, as the store of truth has it; `None` if no version has these words."""
    document = known.found.candidate.document
    if known.ended is not None:
        return next(iter(without_hidden(services, [known.ended], {known.memory.scope.owner: known.barrier})), None)

    def is_shown(version: Memory) -> bool:
        return (version.content, version.valid_from) == (document.content, document.valid_from)

    carried = (version for version in _carried(known.memory) if is_shown(version))
    # A view that lags behind shows as current a version that has become history meanwhile.
    return next(carried, None) or next((v for v in _history(services, known) if is_shown(v)), None)


def _was_only_scheduled(services: Services, known: _Known, version: Memory, query: RecallQuery) -> bool:
    """A version that was only scheduled when it was believed is no answer if another version held then."""
    as_of = query.as_of
    if as_of is None or version.valid_from <= as_of:
        return False
    others = (*_carried(known.memory), *_history(services, known))
    return any(one.believed_at(as_of) and one.holds_at(as_of) and one.status not in NEVER_BELIEVED for one in others)


def _carried(memory: Memory) -> tuple[Memory, ...]:
    return (memory, *memory.schedule.upcoming, *memory.schedule.passed)


def _history(services: Services, known: _Known) -> list[Memory]:
    """The ended versions of a memory, newest first: a call of its own."""
    memory = known.memory
    page = services.records.page(
        Table.MEMORIES,
        keys.path(memory.scope.owner),
        sk_prefix=keys.version_prefix(memory.memory_id),
        limit=_VERSIONS,
        newest_first=True,
    )
    ended = (known.barrier.seen(memory_codec.memory(record.attributes)) for record in intact(page.records))
    return without_hidden(services, [one for one in ended if one is not None], {memory.scope.owner: known.barrier})


def records_of(found: Ranked) -> list[Key]:
    """The records against which a candidate is checked: its memory's, and that of the ended version it shows."""
    document = found.candidate.document
    scope, id = Scope.parse(document.scope), document.memory_id
    current = keys.current(scope, memory_id_in(id))
    return [current] if ended_version_in(id) is None else [current, place_of(scope, id)]


def barriers_for(found: Ranked) -> list[Scope]:
    """The owners whose deletions can hide a candidate: its own, and those of its origins."""
    document = found.candidate.document
    return [Scope.parse(document.scope).owner, *(Scope.parse(owner) for owner in document.origin_owners)]


def _copies(
    services: Services, records: Sequence[Record | None], barriers: Mapping[Scope, Barrier], now: datetime
) -> dict[str, Memory | None]:
    """Those among the records that may be copies, by id, as their origins' deletions leave them, and those whose owner
    deletes a session, which they may cite: no read of its own while nothing is under way and the view knew whose they
    are."""
    readable = intact(r for r in records if r is not None)
    losing = {keys.path(owner) for owner, barrier in barriers.items() if takes_sessions(barrier)}
    may_be = (
        r for r in readable if r.attributes.get("provenance") or "scheduled" in r.attributes or r.key.pk in losing
    )
    there = [memory_codec.memory(record.attributes).at(now) for record in may_be]
    return {m.memory_id: remaining for m, remaining in zip(there, seen_copies(services, there, barriers), strict=True)}


def _once(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Each document once, the best first."""
    best: dict[str, Ranked] = {}
    for found in ranked:
        best.setdefault(found.candidate.document.memory_id, found)
    return list(best.values())


def read_first(
    services: Services,
    ranked: Sequence[Ranked],
    recall_filter: RecallFilter,
    query: RecallQuery,
    ahead: Ahead,
    beside: Sequence[Key],
) -> Ahead:
    """The records that were read ahead, with those of the first slice and those `beside` it: one call, none if all
    are there."""
    found = list(islice(_relevant(ranked, recall_filter, query), _slice_size(services, query)))
    return _read(services, [*beside, *_wanted(found)], ahead)


def _relevant(ranked: Sequence[Ranked], recall_filter: RecallFilter, query: RecallQuery) -> Iterator[Ranked]:
    once = _once([found for found in ranked if recall_filter.is_relevant(found)])
    return recall_filter.newer_first(diversify(once, query.top_k), ranked)


def _slice_size(services: Services, query: RecallQuery) -> int:
    return services.recall_policy.hydrate_factor * query.top_k


def _wanted(found: Sequence[Ranked]) -> list[Key]:
    wanted = [key for one in found for key in records_of(one)]
    return [*wanted, *(keys.barrier(owner) for one in found for owner in barriers_for(one))]


def _read(services: Services, wanted: Sequence[Key], ahead: Ahead) -> Ahead:
    missing = [key for key in dict.fromkeys(wanted) if key not in ahead]
    return {**ahead, **dict(zip(missing, services.records.get(missing), strict=True))} if missing else ahead


def _known(
    services: Services, ranked: Sequence[Ranked], recall_filter: RecallFilter, query: RecallQuery, ahead: Ahead
) -> Iterator[_Known]:
    """Slice by slice, as long as the caller asks for more. Records that were read ahead are not read again."""
    relevant = _relevant(ranked, recall_filter, query)
    while found := list(islice(relevant, _slice_size(services, query))):
        read = ahead = _read(services, _wanted(found), ahead)
        owners = list(dict.fromkeys(owner for one in found for owner in barriers_for(one)))
        barriers = {owner: whole_barrier(services, read[keys.barrier(owner)]) for owner in owners}
        current = list(dict.fromkeys(records_of(one)[0] for one in found))
        copies = _copies(services, [read[key] for key in current], barriers, recall_filter.now)
        for one in found:
            key, *ended = records_of(one)
            barrier = barriers[Scope.parse(one.candidate.document.scope).owner]
            memory = recall_filter.known(read[key], barrier, copies)
            version = recall_filter.known_version(read[ended[0]], barrier) if memory is not None and ended else None
            if memory is not None and (version is not None or not ended):
                yield _Known(one, memory, barrier, version)
