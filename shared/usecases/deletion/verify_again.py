"""Looks for the residue of a deletion again on request, and opens the deletion again if there is any."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.access.caller import Caller
from shared.domain.deletion.barrier import DeletionRequest, RequestStatus, Target
from shared.domain.scopes import Scope
from shared.usecases.deletion.reopen import reopen
from shared.usecases.deletion.request_deletion import get_deletion, restart
from shared.usecases.deletion.verify import residue_of
from shared.usecases.services import Services


def verify_deletion(services: Services, caller: Caller, scope: Scope | None, request_id: str) -> DeletionRequest:
    """The request with today's residue in its targets. A completed one with residue is opened again, and one that
    needs attention is started again: since the stores can be read, the request of a person after an outage ends it.
    Otherwise the recorded state and the receipt stay as they are."""
    request = get_deletion(services, caller, scope, request_id)
    if request.status is RequestStatus.HELD:
        return request  # all of it is kept, and none of it is residue
    found = residue_of(services, request)
    if request.status is RequestStatus.NEEDS_ATTENTION:
        restart(services, request)
    elif request.finished and any(found.values()):
        request = reopen(services, request, caller.principal)
    targets = tuple((target, replace(state, residue=found[Target(target)])) for target, state in request.targets)
    return replace(request, targets=targets)
