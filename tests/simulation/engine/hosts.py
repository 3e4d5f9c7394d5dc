"""The processes that functions run in: each has its own clock, ids and caches, and can end at any call of a port."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.adapters.system import UuidV7Ids
from shared.usecases.services import Services

MOST_SKEW_S = 2.0


@dataclass(slots=True)
class BaseClock:
    """The true time, which moves with each call of a port and with each delay."""

    at: datetime

    def move(self, by: timedelta) -> None:
        self.at += by


@dataclass(slots=True)
class SkewedClock:
    base: BaseClock
    skew: timedelta

    def now(self) -> datetime:
        return self.base.at + self.skew


class Host:
    """`services` are made anew when the process ends and another takes its place."""

    def __init__(self, name: str, seed: int, base: BaseClock, skews: bool, make: Callable[[Host], Services]) -> None:
        rolls = random.Random(f"host {seed} {name}")
        skew = timedelta(seconds=rolls.uniform(-MOST_SKEW_S, MOST_SKEW_S)) if skews else timedelta()
        self.name = name
        self.random = rolls
        self.clock = SkewedClock(base, skew)
        self.ids = UuidV7Ids(self.clock, rolls.getrandbits)
        self.ended = False
        self._make = make
        self.services = make(self)

    def restart(self) -> None:
        self.ended = False
        self.services = self._make(self)
