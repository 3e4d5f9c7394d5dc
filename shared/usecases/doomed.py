"""A memory that a deletion takes, removed with all that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.deletion import DeletionRequest
from shared.domain.provenance import origin_of
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.model import MAX_ACTIONS, Change, Key, Table
from shared.usecases.memory_removal import remove_memory
from shared.usecases.services import Services
from shared.usecases.touched import CHANGED, note


def remove_doomed(services: Services, request: DeletionRequest, place: Scope, memory_id: str) -> int:
    """A memory with all that belongs to it; how many versions went."""
    removed, more = 0, True
    while more:
        count, more = remove_memory(services, place, memory_id, request)
        removed += count
    remove_promotion_edges(services, place, memory_id)
    services.records.commit(note(services, request, place, memory_id, CHANGED))
    return removed


def remove_promotion_edges(services: Services, place: Scope, memory_id: str) -> None:
    prefix = keys.edge_prefix(origin_of(memory_id))
    while True:
        page = services.records.page(Table.MEMORIES, keys.path(place.owner), sk_prefix=prefix, limit=MAX_ACTIONS)
        remove_records(services, [edge.key for edge in page.records])
        if page.next_after is None:
            return


def remove_records(services: Services, doomed: Sequence[Key]) -> None:
    distinct = list(dict.fromkeys(doomed))
    for start in range(0, len(distinct), MAX_ACTIONS):
        services.records.commit(Change(removes=tuple(distinct[start : start + MAX_ACTIONS])))
