"""What a process remembers of its organisations' relevance thresholds."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from shared.domain.tuning import Thresholds

# After a move another process goes by the old thresholds for at most so long.
REMEMBERED_FOR = timedelta(minutes=1)
_MOST_ORGS = 1_000


@dataclass(slots=True)
class KnownThresholds:
    _known: dict[str, tuple[datetime, Thresholds]] = field(default_factory=dict)

    def of(self, org: str, now: datetime) -> Thresholds | None:
        known = self._known.get(org)
        if known is None or not known[0] <= now < known[0] + REMEMBERED_FOR:
            return None
        return known[1]

    def keep(self, org: str, thresholds: Thresholds, now: datetime) -> None:
        if len(self._known) >= _MOST_ORGS:
            self._known.clear()
        self._known[org] = (now, thresholds)

    def forget(self, org: str) -> None:
        self._known.pop(org, None)
