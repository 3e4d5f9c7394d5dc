"""What a write does to what is there, as a value, and the numbers that decide it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import TypeAlias

from shared.domain.memories.lifetimes import ExpiryPolicy
from shared.domain.memories.memory import Memory


class Outcome(StrEnum):
    CREATED = "created"
    DUPLICATE = "duplicate"
    UPDATED = "updated"
    KEPT_EXISTING = "kept_existing"
    CONFLICT = "conflict"
    CANDIDATE = "candidate"


class DuplicateBy(StrEnum):
    KEY = "key"
    HASH = "hash"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class Create:
    memory: Memory


@dataclass(frozen=True, slots=True)
class Against:
    """What else the new current content contradicts, under other keys or none: it ends those that are `beaten`, and
    waits for a person with those that are `disputed`."""

    beaten: tuple[Memory, ...] = ()
    disputed: tuple[Memory, ...] = ()
    reason: str = ""

    @property
    def memories(self) -> tuple[Memory, ...]:
        return (*self.beaten, *self.disputed)


NOTHING = Against()


@dataclass(frozen=True, slots=True)
class Duplicate:
    """`memory` is `stored`, refreshed by the incoming memory's evidence; with `scheduled`, what it scheduled is."""

    memory: Memory
    stored: Memory
    by: DuplicateBy
    scheduled: bool = False
    against: Against = NOTHING


@dataclass(frozen=True, slots=True)
class Update:
    """`memory` becomes current, `ended` is the version that it supersedes."""

    memory: Memory
    ended: Memory
    reason: str
    against: Against = NOTHING


@dataclass(frozen=True, slots=True)
class Correct:
    """`memory` becomes current because a person says so, `ended` is the version that it supersedes."""

    memory: Memory
    ended: Memory


@dataclass(frozen=True, slots=True)
class Schedule:
    """`memory` is `stored` with `version` in its line of versions: what holds today goes on until then."""

    memory: Memory
    stored: Memory
    version: Memory
    reason: str
    against: Against = NOTHING


@dataclass(frozen=True, slots=True)
class Keep:
    """`memory` remains current (its history grew by `rejected`)."""

    memory: Memory
    rejected: Memory
    reason: str


@dataclass(frozen=True, slots=True)
class Supersede:
    """`memory` is new and takes the place of `ended`, which were there under other keys or none."""

    memory: Memory
    ended: tuple[Memory, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """`memory` is new and contradicts `others`; all of them wait for a person."""

    memory: Memory
    others: tuple[Memory, ...]
    reason: str


Decision: TypeAlias = "Create | Duplicate | Update | Correct | Schedule | Keep | Supersede | Dispute"


@dataclass(frozen=True, slots=True)
class WritebackPolicy:
    """SPEC section 4: an inference below 0.5 is a guess, below 0.8 it waits for a person."""

    inferred_active: float = 0.8
    inferred_stored: float = 0.5


@dataclass(frozen=True, slots=True)
class ArbitrationPolicy:
    # SPEC section 4: a smaller difference is not enough to overturn a statement without asking.
    confidence_gap: float = 0.2


@dataclass(frozen=True, slots=True)
class WritePolicy:
    """All numbers of a write in one place."""

    writeback: WritebackPolicy = field(default_factory=WritebackPolicy)
    expiry: ExpiryPolicy = field(default_factory=ExpiryPolicy)
    arbitration: ArbitrationPolicy = field(default_factory=ArbitrationPolicy)
    # Writers that name no version are tried again when they lose a race: enough for a dozen writers of one key.
    attempts: int = 12
    # How far the clock of a host that wrote before us may be ahead of ours.
    clock_skew: timedelta = timedelta(seconds=30)
