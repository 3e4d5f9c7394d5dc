"""From a seed to what is to happen: who acts, on what, at which rate of faults. All of it can be made smaller."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.simulation.engine.injections import Injection, Place
from tests.simulation.engine.scheduler import Style


@dataclass(frozen=True, slots=True)
class Act:
    """`number` draws what is left open of it, and is the word of what it says: the same whatever else is left out."""

    kind: str
    number: int

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
class Plan:
    """`workers`: deliveries that run beside the clients. `listed`: exactly these injections and no others. `year`:
    a year passes before the last look, and maintenance runs."""

    seed: int
    style: Style
    rate: float
    lag: float
    skews: bool
    parts: tuple[Part, ...]
    workers: tuple[str, ...] = ("stream", "work", "retrieved")
    listed: Mapping[Place, Injection] | None = field(default=None, hash=False)
    year: bool = False

    @property
    def size(self) -> int:
        return sum(len(part.acts) for part in self.parts) + len(self.workers) + len(self.listed or ())


_WRITES = ("write", "write_key", "write_key", "write_again", "write_labelled", "write_old", "write_batch", "send_late")
# Roles with what they may do; each act of a part is drawn from its role's.
ROLES: Mapping[str, tuple[str, ...]] = {
    "writer": _WRITES,
    "updater": ("write_key", "write_key", "write_again", "correct"),
    "corrector": ("correct", "correct", "send_late"),
    "promoter": ("promote", "promote", "send_late"),
    "reviewer": ("review",),
    "importer": ("export", "import_old", "import_old"),
    "talker": ("append", "append", "append_again", "append_correcting", "put_state", "send_late"),
    "resender": ("append_again", "append_again", "write_again", "send_late"),
    "completer": ("complete", "append", "send_late"),
    "summariser": ("summarise", "summarise"),
    "reader": ("read", "read", "read", "feedback"),
    "upkeep": ("maintain", "plan_and_apply"),
    "verifier": ("verify", "read"),
}
SELECTORS = ("memory", "session", "event", "type", "consent", "subject")
_USERS = ("ann", "ann", "ann", "ann", "bob", "boss", "pia", "eve")
_OF_ANN = ("talker", "completer", "summariser", "resender", "upkeep", "verifier")


def plan_of(seed: int) -> Plan:
    rolls = random.Random(f"plan {seed}")
    numbers = iter(range(10, 900))
    parts: list[Part] = []
    deletions = rolls.choice([0, 1, 1, 1, 2, 2])
    for n in range(deletions):
        user = "ann" if rolls.random() < 0.85 else rolls.choice(["bob", "boss"])
        kind = rolls.choice(SELECTORS if user != "boss" else ("memory", "type", "consent"))
        parts.append(Part(f"deleter-{n + 1}", user, (Act(f"delete {kind}", next(numbers)),)))
    if deletions and rolls.random() < 0.3:
        parts.append(_part(rolls, numbers, "writer", 9, "ann"))
    for n in range(rolls.randint(2, 6)):
        role = rolls.choice(sorted(ROLES))
        user = "ann" if role in _OF_ANN else rolls.choice(_USERS)
        parts.append(_part(rolls, numbers, role, n, user))
    rate = rolls.choice([0.0, 0.0, 0.01, 0.03])
    return Plan(
        seed,
        rolls.choice(list(Style)),
        rate,
        lag=rolls.choice([0.0, 0.5, 0.9]),
        skews=rolls.random() < 0.5,
        parts=tuple(parts),
        year=rolls.random() < 0.06,
    )


def _part(rolls: random.Random, numbers: object, role: str, n: int, user: str) -> Part:
    acts = tuple(Act(rolls.choice(ROLES[role]), next(numbers)) for _ in range(rolls.randint(1, 4)))  # type: ignore[call-overload]
    return Part(f"{role}-{n + 1}", user, acts)
