"""Finds what the trail of a narrow deletion misses, by going through all memories of the owner. The trail (edges of
the selected data, the record of vectors, the notes in the ledger) says where to look first. This walk reads each
record itself: versions that a broken-off removal left without a current record, copies of expired memories, edges
that lead to nothing, and reviews of memories that do not exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from shared.domain.deletion.barrier import DeletionRequest
from shared.domain.deletion.promoted_copies import lost_with
from shared.domain.deletion.selectors import SelectorKind, session_link
from shared.domain.memories.memory import Memory
from shared.domain.memories.provenance import origin_of, origin_places
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.reviews import MEMBERS_PREFIX
from shared.records.memories import memory_codec
from shared.records.store.record import Change, Key, Record, Table
from shared.usecases.removal.promoted_copies import withdraw_from_copies
from shared.usecases.removal.remove_from_reviews import remove_reviews
from shared.usecases.removal.remove_memory import remove_completely
from shared.usecases.removal.withdraw_source import SourceWithdrawal, withdraw_source
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class Left:
    """A record that should have been removed. `at`: the key by which the walk found it. Either a memory (`place`,
    `memory_id`), which is a copy if there is an `origin`; or only the record at the key itself, if it is an `edge`;
    or reviews of a memory that does not exist."""

    at: Key
    memory_id: str = ""
    place: Scope | None = None
    origin: SourceWithdrawal | None = None
    edge: bool = False


def prefixes(request: DeletionRequest) -> tuple[str, ...]:
    """The records to examine. Memories that are selected by their ids are looked up by these, unless they were not
    found where they should be."""
    if request.selector.kind is SelectorKind.MEMORY and request.matched == len(set(request.selector.ids)):
        return (keys.EDGE_PREFIX,)
    return (keys.CURRENT_PREFIX, keys.VERSION_PREFIX, keys.EDGE_PREFIX, MEMBERS_PREFIX)


def selected(request: DeletionRequest, record: Record) -> bool:
    """Whether a current record or an ended version holds anything that the deletion selects."""
    memory = memory_codec.memory(record.attributes)
    if request.selector.kind is SelectorKind.MEMORY:
        return memory.memory_id in request.selector.ids and request.scope.contains(memory.scope)
    known = _from_before(memory, request.epoch) if request.finished else memory
    return request.scope.contains(memory.scope) and known is not None and request.mark.remaining(known) is not known


def _from_before(memory: Memory, epoch: int) -> Memory | None:
    """What of a memory came in before a deletion of this epoch. Later evidence may cite a session that began again
    under the deleted one's id, which is no residue."""
    basis = memory.basis
    if not basis.contributions:
        return memory if memory.epoch < epoch else None
    earlier = tuple(contribution for contribution in basis.contributions if contribution.epoch < epoch)
    cited = {source for contribution in earlier for source in contribution.cites}
    ids = tuple(id for id in basis.event_ids if id in cited)
    return replace(memory, basis=replace(basis, contributions=earlier, event_ids=ids)) if earlier else None


def left_among(services: Services, request: DeletionRequest, records: Sequence[Record]) -> Iterator[Left]:
    """The findings of a page of records under one of the `prefixes`, in their order."""
    if not records:
        return
    if records[0].key.sk.startswith(keys.EDGE_PREFIX):
        yield from _edges(services, request, records)
    elif records[0].key.sk.startswith(MEMBERS_PREFIX):
        yield from _reviews(services, records) if not request.finished else ()
    else:
        seen: set[str] = set()
        for record in records:
            memory_id = str(record.attributes["memory_id"])
            if memory_id not in seen and selected(request, record):
                seen.add(memory_id)
                yield Left(record.key, memory_id, place_of(record))


def _edges(services: Services, request: DeletionRequest, edges: Sequence[Record]) -> Iterator[Left]:
    ends = [keys.current(place_of(edge), str(edge.attributes["memory_id"])) for edge in edges]
    origins = {id: keys.vector(request.scope, id) for edge in edges if (id := _origin(edge)) is not None}
    records = services.records.get([*ends, *origins.values()])
    there = {id for id, record in zip(origins, records[len(ends) :], strict=True) if record is not None}
    for edge, record in zip(edges, records, strict=False):
        origin, memory_id = _origin(edge), str(edge.attributes["memory_id"])
        if record is None:
            if _concerns(request, edge) and not _has_versions(services, place_of(edge), memory_id):
                yield Left(edge.key, memory_id, edge=True)
        elif origin is not None and origin not in there:
            memory = memory_codec.memory(record.attributes)
            loss = _loss(request, memory, origin)
            if loss is not None and loss.remaining(memory) is not memory:
                yield Left(edge.key, memory_id, memory.scope, loss)


def _concerns(request: DeletionRequest, edge: Record) -> bool:
    """Whether the deletion selects the start or the end of the edge. An edge does not name types or labels: for
    these each edge that leads to nothing is selected, until the deletion is done."""
    source, ids = str(edge.attributes["source"]), request.selector.ids
    match request.selector.kind:
        case SelectorKind.MEMORY:
            return str(edge.attributes["memory_id"]) in ids or source.partition(":")[2] in ids
        case SelectorKind.SESSION | SelectorKind.EVENT:
            return source in map(session_link, ids) or request.mark.covers(source)
    return not request.finished


def _loss(request: DeletionRequest, copy: Memory, origin: str) -> SourceWithdrawal | None:
    """What a copy loses whose origin does not exist any more, so that only the copy names that origin."""
    place = origin_places(copy).get(origin)
    if place is None or place.owner != request.scope.owner or not request.scope.contains(place):
        return None
    if request.selector.kind is SelectorKind.MEMORY:
        return SourceWithdrawal(request, origin, whole=True) if origin in request.selector.ids else None
    return SourceWithdrawal(request, origin, whole=lost_with(copy, request.mark))


def _origin(edge: Record) -> str | None:
    source = str(edge.attributes["source"])
    return source.removeprefix(origin_of("")) if source.startswith(origin_of("")) else None


def _has_versions(services: Services, place: Scope, memory_id: str) -> bool:
    found = services.records.page(
        Table.MEMORIES, keys.path(place.owner), sk_prefix=keys.version_prefix(memory_id), limit=1
    )
    return bool(found.records)


def _reviews(services: Services, pointers: Sequence[Record]) -> Iterator[Left]:
    named = {pointer.key.sk.split("#")[1]: pointer.key for pointer in reversed(pointers)}
    vectors = services.records.get([Key(key.table, key.pk, f"vec#{encoded}") for encoded, key in named.items()])
    for (encoded, key), vector in reversed(list(zip(named.items(), vectors, strict=True))):
        if vector is None:
            yield Left(key, unquote(encoded))


def place_of(record: Record) -> Scope:
    return Scope.parse(str(record.attributes["scope"]))


def take(services: Services, request: DeletionRequest, left: Left) -> int:
    """Removes it; returns how many versions were removed."""
    if left.edge:
        services.records.commit(Change(removes=(left.at,)))
        return 0
    if left.place is None:
        remove_reviews(services, request.scope, left.memory_id, there=False)
        return 0
    if left.origin is not None:
        return withdraw_source(services, left.origin, left.place, left.memory_id)
    if request.selector.kind is SelectorKind.MEMORY:
        copies = withdraw_from_copies(services, request, left.place, left.memory_id)
        return copies + remove_completely(services, request, left.place, left.memory_id)
    return withdraw_source(services, SourceWithdrawal(request), left.place, left.memory_id)
