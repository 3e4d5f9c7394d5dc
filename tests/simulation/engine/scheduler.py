"""One baton: of all actors exactly one runs, and at every call of a port a seeded choice says who goes on."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

MOST_STEPS = 30_000
_STUCK_S = 120.0


class Style(StrEnum):
    """How the next actor is chosen: `even` (any, at each point), `sticky` (the same one, mostly), `ranked` (the first
    in a seeded order, which changes at a few points), `apart` (an actor that is passed over stays so for a while),
    `held` (now and then one is held for as long as a whole deletion takes)."""

    EVEN = "even"
    STICKY = "sticky"
    RANKED = "ranked"
    APART = "apart"
    HELD = "held"


class Stuck(BaseException):
    """The simulation does not end: more than `MOST_STEPS` calls of ports."""


@dataclass(slots=True, eq=False)
class Actor:
    """`sleeps_until` is a step; `background` actors do not keep the simulation alive."""

    name: str
    body: Callable[[], None]
    number: int
    background: bool = False
    sleeps_until: int = 0
    gate: threading.Lock = field(default_factory=threading.Lock)


class Scheduler:
    """`on_switch` is called with the name of the actor that goes on. Before `run` and after it, `point` does nothing
    but count."""

    def __init__(self, seed: int, style: Style, on_switch: Callable[[str], None]) -> None:
        self._random = random.Random(f"schedule {seed}")
        self._style = style
        self._on_switch = on_switch
        self._live: list[Actor] = []
        self._current: Actor | None = None
        self._count = 0
        self._rank: dict[int, float] = {}
        self._over = threading.Lock()
        self.steps = 0
        self.failures: list[tuple[str, BaseException]] = []

    @property
    def running(self) -> str | None:
        """The name of the actor at work, `None` outside of a run."""
        return None if self._current is None else self._current.name

    @property
    def others_work(self) -> bool:
        """Whether any actor that is not a background one is still at work."""
        return any(not actor.background for actor in self._live)

    def spawn(self, name: str, body: Callable[[], None], *, background: bool = False) -> None:
        self._count += 1
        actor = Actor(name, body, self._count, background)
        actor.gate.acquire()
        self._rank[actor.number] = self._random.random()
        self._live.append(actor)
        threading.Thread(target=self._work, args=(actor,), name=name, daemon=True).start()

    def run(self) -> None:
        """Until every actor has ended."""
        if not self._live:
            return
        self._over.acquire()
        self._hand_on(self._choose())
        if not self._over.acquire(timeout=_STUCK_S):
            raise RuntimeError(f"the simulation hangs in {self.running}")
        self._over.release()
        self._current = None

    def point(self) -> None:
        """A call of a port: perhaps somebody else goes on first."""
        self.steps += 1
        me = self._current
        if me is None:
            return
        if self.steps > MOST_STEPS:
            raise Stuck
        following = self._choose()
        if following is not me:
            self._hand_on(following)
            me.gate.acquire()

    def sleep(self, steps: int) -> None:
        """The actor at work is passed over for so many steps, if there is anybody else."""
        if self._current is not None:
            self._current.sleeps_until = self.steps + steps
            self.point()

    def _work(self, me: Actor) -> None:
        me.gate.acquire()
        try:
            me.body()
        except BaseException as error:  # noqa: BLE001 - reported as a violation
            self.failures.append((me.name, error))
        self._live.remove(me)
        if self._live:
            self._hand_on(self._choose())
        else:
            self._over.release()

    def _hand_on(self, actor: Actor) -> None:
        self._current = actor
        self._on_switch(actor.name)
        actor.gate.release()

    def _choose(self) -> Actor:
        awake = [actor for actor in self._live if actor.sleeps_until <= self.steps]
        if not awake:
            return min(self._live, key=lambda actor: (actor.sleeps_until, actor.number))
        if len(awake) == 1:
            return awake[0]
        draw = self._random.random()
        if self._style is Style.STICKY and self._current in awake and draw < 0.8:
            return self._current
        if self._style is Style.APART and self._current in awake and draw < 0.25:
            self._current.sleeps_until = self.steps + 1 + int(draw * 160)
            awake.remove(self._current)
        if self._style is Style.HELD and self._current in awake and draw < 0.03:
            self._current.sleeps_until = self.steps + 100 + int(draw * 20_000)
            awake.remove(self._current)
        if self._style is Style.RANKED:
            if draw < 0.05:
                self._rank[self._random.choice(awake).number] = self._random.random()
            return min(awake, key=lambda actor: self._rank[actor.number])
        return self._random.choice(awake)
