"""How stale a memory is, from 0 to 1: `0.4 age + 0.3 access decay + 0.3 conflict` (SPEC section 8).

Computed in whole microseconds, so that the instant at which it reaches a limit is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

_TICK = timedelta(microseconds=1)
_AGE, _ACCESS, _CONFLICT = 40, 30, 30  # hundredths


@dataclass(frozen=True, slots=True)
class Staleness:
    """`confirmed_at`: the last evidence or confirmation; `read_at`: the last retrieval. Each counts up to its span."""

    confirmed_at: datetime
    age_span: timedelta
    read_at: datetime
    access_span: timedelta
    in_conflict: bool

    def at(self, instant: datetime) -> float:
        return self._scaled(instant) / (100 * self._scale)

    def exceeds(self, hundredths: int) -> datetime | None:
        """The first instant at which it is more than the limit; `None` when it never is.

        It never falls while nothing happens to the memory: linear between four instants, then level.
        """
        limit = hundredths * self._scale
        ends = (self.confirmed_at + self.age_span, self.read_at + self.access_span)
        bends = sorted({self.confirmed_at, self.read_at, *ends})
        if self._scaled(bends[0]) > limit:
            return bends[0]
        for start, end in pairwise(bends):
            low, high = self._scaled(start), self._scaled(end)
            if high > limit:
                ticks = (end - start) // _TICK
                return start + _TICK * ((limit - low) * ticks // (high - low) + 1)
        return None

    @property
    def _scale(self) -> int:
        return (self.age_span // _TICK) * (self.access_span // _TICK)

    def _scaled(self, instant: datetime) -> int:
        age = _elapsed(instant - self.confirmed_at, self.age_span) * (self.access_span // _TICK)
        unread = _elapsed(instant - self.read_at, self.access_span) * (self.age_span // _TICK)
        return _AGE * age + _ACCESS * unread + (_CONFLICT * self._scale if self.in_conflict else 0)


def _elapsed(time: timedelta, span: timedelta) -> int:
    return min(max(time, timedelta()), span) // _TICK
