"""From a seed to what is to happen: who acts, on what, at which rate of faults. All of it can be made smaller."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.simulation.engine.injections import Injection, Place
from tests.simulation.engine.scheduler import Style


@dataclass(frozen=True, slots=True)
class Act:
    """`number` draws what is left open of it, and is the word of what it says: the same whatever else is left out.
    `pause`: steps that its actor waits before."""

    kind: str
    number: int
    pause: int = 0

    @property
    def token(self) -> str:
        return f"tok{self.number:03d}x"


@dataclass(frozen=True, slots=True)
class Part:
    """What one client does, in order."""

    name: str
    user: str
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Duties:
    """What a deployment keeps beside the rest. `feed`: it has a feed of changes. `task`: there is a task with a
    session. `limit`: of memories of a user, `None` for the usual one."""

    feed: bool = False
    task: bool = False
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """`workers`: deliveries that run beside the clients. `listed`: exactly these injections and no others. `days`:
    so many pass before the last look, and maintenance runs."""

    seed: int
    style: Style
    rate: float
    lag: float
    skews: bool
    parts: tuple[Part, ...]
    workers: tuple[str, ...] = ("stream", "work", "retrieved")
    listed: Mapping[Place, Injection] | None = field(default=None, hash=False)
    days: int = 0
    duties: Duties = Duties()

    @property
    def size(self) -> int:
        return sum(len(part.acts) for part in self.parts) + len(self.workers) + len(self.listed or ())


_WRITES = (
    "write",
    "write_key",
    "write_key",
    "write_again",
    "write_labelled",
    "write_old",
    "write_citing",
    "write_batch",
    "send_late",
)
# Roles with what they may do; each act of a part is drawn from its role's.
ROLES: Mapping[str, tuple[str, ...]] = {
    "writer": _WRITES,
    "updater": ("write_key", "write_key", "write_again", "correct"),
    "corrector": ("correct", "correct", "send_late"),
    "promoter": ("promote", "promote", "send_late"),
    "reviewer": ("review",),
    "importer": ("export", "import_old", "import_old"),
    "talker": ("append", "append", "append_again", "append_correcting", "put_state", "send_late"),
    "resender": ("append_again", "append_again", "write_again", "write_citing", "send_late"),
    "completer": ("complete", "append", "send_late"),
    "summariser": ("summarise", "summarise"),
    "reader": ("read", "read", "read_others", "feedback"),
    "upkeep": ("maintain", "plan_and_apply"),
    "verifier": ("verify", "read"),
}
_SOON = (1, 20, 60, 120)
SELECTORS = ("memory", "session", "event", "type", "consent", "subject")
_USERS = ("ann", "ann", "ann", "ann", "bob", "boss", "pia", "eve")
_OF_ANN = ("talker", "completer", "summariser", "resender", "upkeep", "verifier")


def plan_of(seed: int) -> Plan:
    rolls = random.Random(f"plan {seed}")
    cast = Cast(rolls)
    races = seed % _RACE_EACH == _RACE_EACH - 1
    rolls.choice(_RACES if races else _SCENES)(cast)
    for _ in range(rolls.choice([0, 1, 1, 2])):
        role = rolls.choice(sorted(ROLES))
        cast.add(role, "ann" if role in _OF_ANN else rolls.choice(_USERS))
    workers = ("stream", "work", "retrieved", *(("stream-2",) if rolls.random() < 0.6 else ()))
    return Plan(
        seed,
        rolls.choice([Style.EVEN, Style.EVEN, Style.HELD]) if races else rolls.choice(list(Style)),
        rolls.choice([0.0, 0.0, 0.01, 0.03]),
        lag=rolls.choice([0.0, 0.5, 0.9]),
        skews=rolls.random() < 0.5,
        parts=tuple(cast.parts),
        workers=workers,
        days=rolls.choice([0] * 14 + [10, 400]),
    )


Scene: TypeAlias = "Callable[[Cast], None]"


class Cast:
    """Parts that are added one by one; each act has a number of its own."""

    def __init__(self, rolls: random.Random) -> None:
        self.rolls = rolls
        self.parts: list[Part] = []
        self._numbers = iter(range(10, 900))

    def add(self, role: str, user: str = "ann", *, pauses: tuple[int, ...] = (0, 0, 0, 30)) -> None:
        count = self.rolls.randint(1, 4)
        self._add(role, user, [self.rolls.choice(ROLES[role]) for _ in range(count)], pauses)

    def _add(self, name: str, user: str, kinds: list[str], pauses: tuple[int, ...]) -> None:
        acts = tuple(Act(kind, next(self._numbers), self.rolls.choice(pauses)) for kind in kinds)
        self.parts.append(Part(f"{name}-{len(self.parts) + 1}", user, acts))

    def script(self, name: str, user: str, *kinds: str, pauses: tuple[int, ...] = (0,)) -> None:
        """A part with exactly these acts."""
        self._add(name, user, list(kinds), pauses)

    def delete(self, kinds: tuple[str, ...] = SELECTORS, *, user: str = "ann", pauses: tuple[int, ...] = _SOON) -> None:
        self.script("deleter", user, f"delete {self.rolls.choice(kinds)}", pauses=pauses)


def _anything(cast: Cast) -> None:
    for _ in range(cast.rolls.choice([0, 1, 1, 2])):
        user = "ann" if cast.rolls.random() < 0.85 else cast.rolls.choice(["bob", "boss"])
        cast.delete(SELECTORS if user != "boss" else ("memory", "type", "consent"), user=user)
    for _ in range(cast.rolls.randint(2, 5)):
        role = cast.rolls.choice(sorted(ROLES))
        cast.add(role, "ann" if role in _OF_ANN else cast.rolls.choice(_USERS))


def _one_key(cast: Cast) -> None:
    """Several writers of one key, some of whom find nothing under it yet."""
    for _ in range(cast.rolls.randint(2, 3)):
        cast.script(
            "writer", "ann", *cast.rolls.choices(["write_key", "write_new_key", "write_new_key", "correct"], k=2)
        )
    if cast.rolls.random() < 0.7:
        cast.delete(("memory", "type", "event", "session"))


def _one_text(cast: Cast) -> None:
    for _ in range(cast.rolls.randint(2, 3)):
        cast.script("writer", "ann", *cast.rolls.choices(["write_shared", "write_shared", "write_again"], k=2))
    if cast.rolls.random() < 0.6:
        cast.delete(("memory", "type", "event", "session", "consent"))


def _one_session(cast: Cast) -> None:
    for _ in range(cast.rolls.randint(2, 3)):
        cast.add("talker")
    cast.add(cast.rolls.choice(["completer", "summariser", "writer"]))
    if cast.rolls.random() < 0.7:
        cast.delete(("session", "event", "subject"))


def _copies(cast: Cast) -> None:
    """Something is promoted; its origin is deleted while others read the copy."""
    written = ["write_citing"] * cast.rolls.randint(0, 2)
    cast.script("promoter", "ann", *written, "promote", "promote")
    for user in ("bob", "boss"):
        cast.script("reader", user, *["read_all"] * 4, pauses=(20, 50, 90))
    cast.delete(pauses=(40, 70))
    if cast.rolls.random() < 0.5:
        cast.script("importer", "boss", "export", "import_old", pauses=(60, 200))


def _holds_again(cast: Cast) -> None:
    """A version goes with its event, and the one before it holds again, beside what was written meanwhile."""
    cast.script("writer", "ann", "write_key_on_event")
    for _ in range(2):
        cast.script("writer", "ann", *cast.rolls.choices(["write_key", "write_key_on_event"], k=2), pauses=(40, 60, 90))
    cast.delete(("event",), pauses=(30, 40))
    if cast.rolls.random() < 0.3:
        cast.delete(("event", "session"), pauses=(40, 90))


def _what_is_sent_again(cast: Cast) -> None:
    """A deletion, and those that bring back what it takes."""
    cast.script("importer", "ann", "export", "import_old", "import_old", pauses=(0, 40, 120))
    for _ in range(cast.rolls.randint(1, 2)):
        cast.script("resender", "ann", *cast.rolls.choices(ROLES["resender"], k=3), pauses=(20, 60, 120))
    cast.delete(pauses=(5, 25))


def _two_deletions(cast: Cast) -> None:
    cast.delete(pauses=(1, 15))
    cast.delete(pauses=(10, 40))
    cast.script("reader", "ann", *["read_all"] * 4, pauses=(30, 60))
    cast.add("writer")


def _at_once(*kinds: str) -> Scene:
    """Three clients that do the same at once, before anything that a deletion may do beside them."""

    def scene(cast: Cast) -> None:
        for _ in range(3):
            cast.script("writer", "ann", *cast.rolls.choices(kinds, k=2))

    return scene


def _into_a_deletion(cast: Cast) -> None:
    """Writers at work while a deletion is accepted."""
    for _ in range(2):
        cast.script("writer", "ann", *cast.rolls.choices(["write_citing", "write_key", "append", "write"], k=3))
    cast.delete(("session", "subject", "type", "event"), pauses=(1, 4, 8, 12))
    cast.script("reader", "ann", "read_all", "read_all", pauses=(20, 60))


_RACES = (
    _at_once("write_new_key"), _at_once("write_shared"), _at_once("correct", "write_key"),
    _at_once("append", "append_again"), _into_a_deletion, _into_a_deletion,
)  # fmt: skip
_RACE_EACH = 6  # one plan of so many is a race
_SCENES = (
    _anything, _anything, _one_key, _one_text, _one_session, _copies, _holds_again, _what_is_sent_again, _two_deletions,
)  # fmt: skip
