"""What speaks for a memory beside its nearness, where a task has no room for all that is near.

A task names what is to be done. What bears on it is often worded otherwise, and in a large store many a sentence about
something else lies as near. But it was mostly said where the matter of the task was talked about, as a change or as a
preference, and in the writing of the task; what only asks says nothing. None of this makes a memory relevant: it
orders what is considered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from shared.domain.memories.memory import MemoryType
from shared.language.text.scripts import script_of

_ASKS = ("?", "？", "؟")


@dataclass(frozen=True, slots=True)
class BearingPolicy:
    """On the scale of the measure x. Chosen on four sets of lives, each played as those of one person
    (docs/decisions/context.md)."""

    session: float = 0.9  # of what the nearest other memory of the session has above the next number
    session_above: float = 0.20
    changes: float = 0.10  # says newer how a matter stands
    preference: float = 0.05
    question: float = 0.40  # less for a text that asks
    script: float = 0.10  # in the writing of the task


POLICY = BearingPolicy()

# The session of an owner: equal names elsewhere are other sessions.
Session: TypeAlias = tuple[str, str]


class Statement(Protocol):
    """What is read of a memory. `older`: ids of what it says newer."""

    @property
    def content(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def older(self) -> tuple[str, ...]: ...


# A memory, the session that it was said in, and its measure x for the task.
Found: TypeAlias = tuple[Statement, Session | None, float]


def bearings(task: str, found: Sequence[Found], policy: BearingPolicy = POLICY) -> list[float]:
    """Of each of those found, in their order, on the scale of x; less than 0 for what asks."""
    script, nearest = script_of(task), _nearest(found)
    return [_evidence(session, x, nearest, policy) + _own(said, script, policy) for said, session, x in found]


def _own(said: Statement, script: str | None, policy: BearingPolicy) -> float:
    bears = policy.changes if said.older else 0.0
    if said.type == MemoryType.PREFERENCE:
        bears += policy.preference
    if said.content.rstrip().endswith(_ASKS):
        bears -= policy.question
    return bears + (policy.script if script_of(said.content) == script else 0.0)


def _nearest(found: Sequence[Found]) -> Mapping[Session, Sequence[float]]:
    """The measures of the two nearest memories of each session, the nearest first."""
    nearest: dict[Session, list[float]] = {}
    for _, session, x in found:
        if session is not None:
            nearest[session] = sorted((*nearest.get(session, ()), x), reverse=True)[:2]
    return nearest


def _evidence(
    session: Session | None, x: float, nearest: Mapping[Session, Sequence[float]], policy: BearingPolicy
) -> float:
    """Of the other memories of its session."""
    best, *second = nearest[session] if session is not None else (x,)
    other = best if best > x else max(second, default=0.0)
    return policy.session * max(0.0, other - policy.session_above)
