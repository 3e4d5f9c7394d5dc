"""Looking for what a deletion should have removed, in every store, by reading it again."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from shared.domain.deletion import DeletionRequest, SelectorKind, Target
from shared.domain.scopes import Scope
from shared.domain.search import memory_id_in
from shared.records import codec, keys
from shared.records.model import Key, Record, Table
from shared.usecases import narrow_residue
from shared.usecases.purge import indexed
from shared.usecases.review_purge import residue_of_memory
from shared.usecases.services import Services

_SAMPLE = 100  # residue is counted up to this many in each store: any at all is a failure


def of(services: Services, request: DeletionRequest) -> dict[Target, int]:
    """What is left in each store. While the deletion runs everything of a subject counts (its barrier keeps new writes
    out); afterwards only what was recorded up to its acceptance, for the subject may have come back since."""
    services.search.refresh()
    if request.selector.kind is SelectorKind.SUBJECT:
        return {
            Target.SESSIONS: _partition(services, request, Table.SESSIONS),
            Target.MEMORIES: _partition(services, request, Table.MEMORIES) + _directory(services, request),
            Target.INDEX: _index(services, request),
        }
    if request.selector.kind is not SelectorKind.MEMORY:
        return narrow_residue.of(services, request)
    return {
        Target.SESSIONS: 0,
        Target.MEMORIES: sum(_memory(services, id, place) for id, place in request.places),
        Target.INDEX: _index(services, request),
    }


def _partition(services: Services, request: DeletionRequest, table: Table) -> int:
    owner = request.scope.owner
    left, after = 0, None
    while left < _SAMPLE:
        page = services.records.page(table, keys.path(owner), after=after, limit=_SAMPLE)
        left += sum(_counts(record, request) for record in page.records)
        after = page.next_after
        if after is None:
            break
    return left


def _counts(record: Record, request: DeletionRequest) -> bool:
    owner = request.scope.owner
    if record.key == keys.barrier(owner):
        return False
    if not request.finished:
        return True
    recorded = codec.instant(record.attributes.get("updated_at") or record.attributes.get("recorded_at"))
    return recorded is not None and recorded <= request.accepted_at


def _directory(services: Services, request: DeletionRequest) -> int:
    owner = request.scope.owner
    if request.finished:
        return 0
    entry = keys.directory(owner)
    (own,) = services.records.get([entry])
    below = services.records.page(Table.MEMORIES, entry.pk, sk_prefix=f"{entry.sk}/", limit=_SAMPLE)
    return (own is not None) + len(below.records)


def _memory(services: Services, memory_id: str, place: Scope) -> int:
    own: list[Key] = [keys.current(place, memory_id), keys.vector(place, memory_id)]
    left = sum(record is not None for record in services.records.get(own))
    versions = services.records.page(
        Table.MEMORIES, keys.path(place.owner), sk_prefix=keys.version_prefix(memory_id), limit=_SAMPLE
    )
    return left + len(versions.records) + residue_of_memory(services, place, memory_id)


def _index(services: Services, request: DeletionRequest) -> int:
    found = indexed(services, request, _SAMPLE)
    if not request.finished or request.selector.kind is SelectorKind.MEMORY:
        return len(found)
    return sum(made_at(memory_id_in(id)) <= request.accepted_at for id in found)


def made_at(memory_id: str) -> datetime:
    """The instant inside a UUIDv7, to the millisecond."""
    return datetime.fromtimestamp((uuid.UUID(memory_id).int >> 80) / 1000, UTC)
