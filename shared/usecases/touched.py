"""What a deletion does to memories, noted in the ledger in the transaction that does it: a broken-off step is taken up
again by it, and the index follows it."""

from __future__ import annotations

from shared.domain.deletion import DeletionRequest
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.model import Change, Record
from shared.usecases.services import Services

# The memory is to go, the index is to follow it, the index has followed.
DOOMED, CHANGED, FOLLOWED = "doomed", "changed", "followed"


def note(services: Services, request: DeletionRequest, place: Scope, memory_id: str, state: str) -> Change:
    key = keys.touched(request.scope, request.request_id, memory_id)
    attributes = {"memory_id": memory_id, "scope": place.path, "state": state}
    expires_at = request.accepted_at + services.deletion_policy.backup_retention
    return Change(puts=(Record(key, attributes, expires_at=expires_at),))
