"""From what search found to what the store of truth says it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import TypeAlias

from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.memory import Memory, Status
from shared.domain.recall.diversity import diversify
from shared.domain.recall.policy import TimeKind
from shared.domain.recall.ranking import Ranked
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import memory_codec
from shared.records.store.record import Key, Record, Table
from shared.usecases.barrier.hidden_copies import seen_copies, without_hidden
from shared.usecases.recall.filter import RecallFilter, RecallQuery
from shared.usecases.recall.query import Hit
from shared.usecases.services import Services

# Records that were read already, by key.
Ahead: TypeAlias = Mapping[Key, Record | None]
# Versions of one memory that are looked through for another time.
_VERSIONS = 100


def current(
    services: Services, ranked: Sequence[Ranked], recall_filter: RecallFilter, query: RecallQuery, ahead: Ahead
) -> list[Hit]:
    """The best candidates that still hold, copies of one template sharing a place."""
    hits = []
    for found, memory, _ in _known(services, ranked, recall_filter, query, ahead):
        if recall_filter.accepts(memory):
            hits.append(Hit(memory, found.score, found.parts, found.relevance))
            if len(hits) == query.top_k:
                break
    return hits


def looked_back(
    services: Services, ranked: Sequence[Ranked], recall_filter: RecallFilter, query: RecallQuery, ahead: Ahead
) -> list[Hit]:
    """The versions that held (or were believed) at `as_of`; with `include_history`, every version beside the current.

    They are found by the memories that they belong to, so by what those say today.
    """
    hits: list[Hit] = []
    for found, memory, barrier in _known(services, ranked, recall_filter, query, ahead):
        if not recall_filter.accepts_whose(memory):
            continue
        versions = _of_their_time(_versions(services, memory, barrier, query), query)
        hits += [Hit(version, found.score, found.parts, found.relevance) for version in versions]
        if len(hits) >= query.top_k:
            break
    return hits[: query.top_k]


def _of_their_time(versions: Sequence[Memory], query: RecallQuery) -> list[Memory]:
    """What was only scheduled then is no answer where something else held."""
    found = [version for version in versions if _is_of_its_time(version, query)]
    as_of = query.as_of
    if as_of is None or not any(version.holds_at(as_of) for version in found):
        return found
    return [version for version in found if version.valid_from <= as_of]


def _is_of_its_time(version: Memory, query: RecallQuery) -> bool:
    if version.status in (Status.REJECTED, Status.CANDIDATE, Status.EVICTED):
        return False
    if query.as_of is None:
        return True
    if query.as_of_kind is TimeKind.RECORDED:
        return version.believed_at(query.as_of)
    return version.holds_at(query.as_of)


def _versions(services: Services, memory: Memory, barrier: Barrier, query: RecallQuery) -> list[Memory]:
    """The current one, and those before it, newest first; what it schedules as far as the query's purpose opens it."""
    page = services.records.page(
        Table.MEMORIES,
        keys.path(memory.scope.owner),
        sk_prefix=keys.version_prefix(memory.memory_id),
        limit=_VERSIONS,
        newest_first=True,
    )
    ended = (barrier.seen(memory_codec.memory(record.attributes)) for record in page.records)
    later = (
        version for version in memory.schedule.upcoming if version.serves(query.purpose) and version.sealed is None
    )
    remaining = [*later, *memory.schedule.passed, *(version for version in ended if version is not None)]
    return [memory, *without_hidden(services, remaining, {memory.scope.owner: barrier})]


def barriers_for(found: Ranked) -> list[Scope]:
    """The owners whose deletions can hide a candidate: its own, and those of what it was promoted from."""
    document = found.candidate.document
    return [Scope.parse(document.scope).owner, *(Scope.parse(owner) for owner in document.origin_owners)]


def _copies(
    services: Services, records: Sequence[Record | None], barriers: Mapping[Scope, Barrier], now: datetime
) -> dict[str, Memory | None]:
    """Those among the records that may be copies, by id, as their origins' deletions leave them: no read of its own
    while none is under way and the view knew whose they are."""
    may_be = (r for r in records if r is not None and (r.attributes.get("provenance") or "scheduled" in r.attributes))
    there = [memory_codec.memory(record.attributes).at(now) for record in may_be]
    return {m.memory_id: remaining for m, remaining in zip(there, seen_copies(services, there, barriers), strict=True)}


def _once(ranked: Sequence[Ranked]) -> list[Ranked]:
    """A search of any time may find a memory by several of its versions: the best of them."""
    best: dict[str, Ranked] = {}
    for found in ranked:
        best.setdefault(found.candidate.document.memory_id, found)
    return list(best.values())


def _known(
    services: Services, ranked: Sequence[Ranked], recall_filter: RecallFilter, query: RecallQuery, ahead: Ahead
) -> Iterator[tuple[Ranked, Memory, Barrier]]:
    """Slice by slice, as far as the caller goes on asking. A slice that was read ahead as a whole is not read again."""
    relevant = diversify(_once([found for found in ranked if recall_filter.is_relevant(found)]), query.top_k)
    slice_size = services.recall_policy.hydrate_factor * query.top_k
    while found := list(islice(relevant, slice_size)):
        places = [Scope.parse(ranked.candidate.document.scope) for ranked in found]
        owners = list(dict.fromkeys(owner for one in found for owner in barriers_for(one)))
        wanted = [keys.current(p, r.candidate.document.memory_id) for p, r in zip(places, found, strict=True)]
        wanted += [keys.barrier(owner) for owner in owners]
        read = all(key in ahead for key in wanted)
        records = [ahead[key] for key in wanted] if read else services.records.get(wanted)
        barriers = {o: deletion_codec.barrier(record) for o, record in zip(owners, records[len(found) :], strict=True)}
        copies = _copies(services, records[: len(found)], barriers, recall_filter.now)
        for ranked_one, place, record in zip(found, places, records, strict=False):
            memory = recall_filter.known(record, barriers[place.owner], copies)
            if memory is not None:
                yield ranked_one, memory, barriers[place.owner]
