"""What goes wrong, and when: drawn for each actor by itself, so that leaving one actor out changes nothing for the
others; or exactly as listed, to play a shrunk history again."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import TypeAlias


class Injection(StrEnum):
    """`crash_before` and `crash_after`: the process ends before the call takes effect, or after it. `unacknowledged`:
    the call took effect, and the store's answer is lost. `throttled`: it took no effect. `answer_lost`: the function
    has answered and the caller does not hear it."""

    CRASH_BEFORE = "crash_before"
    CRASH_AFTER = "crash_after"
    UNACKNOWLEDGED = "unacknowledged"
    THROTTLED = "throttled"
    ANSWER_LOST = "answer_lost"
    DELAYED = "delayed"


class Crash(BaseException):
    """The process that a function runs in has ended. No `except Exception` of the product sees it."""


Place: TypeAlias = tuple[str, int]  # an actor, and which of its calls of ports
_LONGEST_DELAY_S = 20 * 3600
_EFFECTS = (Injection.CRASH_BEFORE, Injection.CRASH_AFTER, Injection.UNACKNOWLEDGED, Injection.THROTTLED)


@dataclass(slots=True)
class Injections:
    """`rate` of calls that something happens to. `met`: what has happened so far."""

    seed: int
    rate: float
    listed: Mapping[Place, Injection] | None = None
    met: dict[Place, Injection] = field(default_factory=dict)
    _random: dict[str, random.Random] = field(default_factory=dict)
    _calls: dict[str, int] = field(default_factory=dict)

    def next(self, actor: str, *, client: bool = False) -> Injection | None:
        """What happens to the actor's next call; `client`: to the answer of a whole request."""
        number = self._calls[actor] = self._calls.get(actor, 0) + 1
        drawn = self._drawn(actor, client) if self.listed is None else self.listed.get((actor, number))
        if drawn is not None:
            self.met[actor, number] = drawn
        return drawn

    def delay(self, actor: str) -> timedelta:
        """How long a delayed call waits: mostly seconds, sometimes most of a day."""
        rolls = self._of(f"{actor} delay")
        return timedelta(seconds=rolls.choice([1, 5, 40, 20 * 60, _LONGEST_DELAY_S]))

    def _drawn(self, actor: str, client: bool) -> Injection | None:
        if not self.rate:
            return None
        rolls = self._of(actor)
        draw, which = rolls.random(), rolls.random()
        if draw >= (3 * self.rate if client else self.rate):
            return None
        if client:
            return Injection.ANSWER_LOST
        return Injection.DELAYED if which < 0.15 else _EFFECTS[int(which * 100) % len(_EFFECTS)]

    def _of(self, name: str) -> random.Random:
        known = self._random.get(name)
        if known is None:
            known = self._random[name] = random.Random(f"injections {self.seed} {name}")
        return known
