"""What one page of a deletion has removed. The ledger notes each change of a memory by a deletion in the transaction
that makes it: with this note a broken-off step goes on, and the index follows. The size of a removal is noted in the
same way, so that the receipt counts each removal once, even if a step broke off between the removal and the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from shared.domain.deletion.barrier import DeletionRequest, Target
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.record import Change, Record
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class Purged:
    """`removed` of each store (a page of sessions may find memories too), whether more may be left, and where the
    walk through the target goes on (empty: from its beginning). The request counts what `count` noted."""

    removed: Mapping[Target, int] = field(default_factory=dict)
    more: bool = False
    cursor: str = ""


# The memory is to be removed, the index is to follow it, the index has followed.
TO_REMOVE, CHANGED, FOLLOWED = "to_remove", "changed", "followed"


def note(services: Services, request: DeletionRequest, place: Scope, memory_id: str, state: str) -> Change:
    """An earlier note is replaced: its revision is fresh, so that a process that acts on the earlier note notices."""
    key = keys.touched(request.scope, request.request_id, memory_id)
    attributes = {"memory_id": memory_id, "scope": place.path, "state": state}
    expires_at = request.accepted_at + services.deletion_policy.backup_retention
    return Change(puts=(Record(key, attributes, expires_at=expires_at),))


def count(services: Services, request: DeletionRequest | None, target: Target, removed: int, id: str = "") -> Change:
    """A change that joins the transaction which removes so much of the target. With the `id` of the removed item, if
    the store is none of the tables: it is noted before the removal and counts once however often that is tried.
    Nothing is counted for maintenance (no request), and nothing more once the request has its receipt."""
    if request is None or request.finished or not removed:
        return Change()
    key = keys.counts(request.scope, request.request_id, target.value, id or services.ids.new())
    return Change(puts=(Record(key, {"target": target.value, "removed": removed}),))


def counted(request: DeletionRequest, noted: Sequence[Record]) -> DeletionRequest:
    """The request with these counts in its targets."""
    for record in noted:
        target = Target(str(record.attributes["target"]))
        state = request.target(target)
        removed = state.removed + cast("int", record.attributes["removed"])
        request = request.with_target(target, replace(state, removed=removed))
    return request
