"""Looking for the residue of a deletion again, on demand, whatever has happened since."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.deletion import DeletionRequest, RequestStatus, Target
from shared.domain.identity import Caller
from shared.domain.scopes import Scope
from shared.usecases import residue
from shared.usecases.request_deletion import get_deletion, restart
from shared.usecases.services import Services


def verify_deletion(services: Services, caller: Caller, scope: Scope | None, request_id: str) -> DeletionRequest:
    """The request with the residue of today in its targets; the recorded state and the receipt stay as they are.

    One that needs attention is started again: the stores can be read, so whoever looks after an outage ends it.
    """
    request = get_deletion(services, caller, scope, request_id)
    found = residue.of(services, request)
    if request.status is RequestStatus.NEEDS_ATTENTION:
        restart(services, request)
    targets = tuple((target, replace(state, residue=found[Target(target)])) for target, state in request.targets)
    return replace(request, targets=targets)
