"""Copies of memories that a deletion removes, in any scope: each loses that source, and is removed with its last
one."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.deletion.barrier import DeletionRequest
from shared.domain.memories.provenance import origin_of
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Record
from shared.records.store.shut import is_shut
from shared.usecases.removal.remove_memory import remove_promotion_edges
from shared.usecases.removal.withdraw_source import SourceWithdrawal, each_copy, ended_versions, withdraw_source
from shared.usecases.services import Services


def withdraw_from_copies(services: Services, request: DeletionRequest, place: Scope, memory_id: str) -> int:
    """The copies of a memory that is to be removed lose it as a source, in any scope: a copy with another source
    stays. Copies of expired memories are found by their edges, which are removed with them."""
    (record,) = services.records.get([keys.current(place, memory_id)])
    if record is None or is_shut(record):
        removed = each_copy(services, SourceWithdrawal(request, memory_id, whole=True), place, memory_id)
        remove_promotion_edges(services, place, memory_id)
        return removed
    ended = (memory_codec.memory(version.attributes) for version in ended_versions(services, place, memory_id))
    loss = SourceWithdrawal(
        request, memory_id, lost=(*memory_codec.memory(record.attributes).timeline, *ended), whole=True
    )
    return each_copy(services, loss, place, memory_id)


def withdraw_from_copies_of_owner(services: Services, request: DeletionRequest, records: Sequence[Record]) -> int:
    """Before the memories of a whole partition are removed: their copies outside of it lose them as a source. Copies
    of expired memories are found by their edges."""
    removed = 0
    for record in records:
        if record.key.sk.startswith(keys.EDGE_PREFIX):
            removed += _orphaned(services, request, record)
        if record.key.sk.startswith(keys.CURRENT_PREFIX) and "promoted_to" in str(record.attributes.get("provenance")):
            memory = memory_codec.memory(record.attributes)
            removed += withdraw_from_copies(services, request, memory.scope, memory.memory_id)
    return removed


def _orphaned(services: Services, request: DeletionRequest, edge: Record) -> int:
    """The copy at the end of a promotion's edge loses that origin, unless it has lost it before."""
    origin = str(edge.attributes.get("source"))
    memory_id = origin.removeprefix(origin_of(""))
    if memory_id == origin:
        return 0
    lies = Scope.parse(str(edge.attributes["scope"]))
    if lies.owner == request.scope.owner:
        return 0
    loss = SourceWithdrawal(request, memory_id, whole=True)
    return withdraw_source(services, loss, lies, str(edge.attributes["memory_id"]))
