"""How long background work has been waiting. It is the deployment's, not an organisation's: all owners share its queues
and its stream. The answer holds numbers alone."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.access.caller import Caller
from shared.domain.audit.waiting_work import WaitingWork, Work
from shared.usecases.audit.metrics import need_governing
from shared.usecases.services import Services


def waiting_work(services: Services, caller: Caller) -> Sequence[WaitingWork]:
    """Each kind of work once. Raises `ForbiddenRole` without a governing role, and `Unavailable`."""
    need_governing(caller)
    if services.work_gauge is None:
        return [WaitingWork(work, None) for work in Work]
    return services.work_gauge.oldest()
