"""How long background work has been waiting, on a laptop: asked of the queues and of the pump themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from shared.domain.audit.waiting_work import WaitingWork, Work


class Waits(Protocol):
    def oldest_s(self) -> float: ...


class LocalGauge:
    def __init__(self, *, index: Waits, retrievals: Waits, sessions: Waits) -> None:
        self._of = {Work.INDEX: index, Work.RETRIEVALS: retrievals, Work.SESSIONS: sessions}

    def oldest(self) -> Sequence[WaitingWork]:
        return [WaitingWork(work, round(waits.oldest_s(), 3)) for work, waits in self._of.items()]
