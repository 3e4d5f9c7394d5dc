"""What one page of a deletion has removed.

What a deletion does to memories, noted in the ledger in the transaction that does it: a broken-off step is taken up
again by it, and the index follows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.domain.deletion.barrier import DeletionRequest, Target
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.record import Change, Record
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class Purged:
    """`removed` of each store (a page of sessions may find memories too), whether more may be left, and where the walk
    through the target goes on (empty: from its beginning)."""

    removed: Mapping[Target, int] = field(default_factory=dict)
    more: bool = False
    cursor: str = ""


# The memory is to go, the index is to follow it, the index has followed.
TO_REMOVE, CHANGED, FOLLOWED = "to_remove", "changed", "followed"


def note(services: Services, request: DeletionRequest, place: Scope, memory_id: str, state: str) -> Change:
    key = keys.touched(request.scope, request.request_id, memory_id)
    attributes = {"memory_id": memory_id, "scope": place.path, "state": state}
    expires_at = request.accepted_at + services.deletion_policy.backup_retention
    return Change(puts=(Record(key, attributes, expires_at=expires_at),))
