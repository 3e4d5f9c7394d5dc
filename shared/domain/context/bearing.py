"""What speaks for a memory beside its nearness, where a task has no room for all that is near.

A task names what is to be done. What bears on it is often worded otherwise, and in a large store many a sentence about
something else lies as near. But it was mostly said where the matter of the task was talked about, as a change or as a
preference, and in the writing of the task; what only asks says nothing. None of this makes a memory relevant: it
orders what is considered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from shared.domain.memories.memory import MemoryType
from shared.domain.recall.documents import SearchDocument
from shared.domain.recall.features import session_of
from shared.domain.recall.ranking import Ranked
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
_Session: TypeAlias = tuple[str, str]


def bearings(task: str, found: Sequence[Ranked], policy: BearingPolicy = POLICY) -> list[float]:
    """Of each of those found, in their order, on the scale of x; less than 0 for what asks."""
    script, nearest = script_of(task), _nearest(found)
    return [_evidence(one, nearest, policy) + _own(one.candidate.document, script, policy) for one in found]


def _own(document: SearchDocument, script: str | None, policy: BearingPolicy) -> float:
    bears = policy.changes if document.older else 0.0
    if document.type == MemoryType.PREFERENCE:
        bears += policy.preference
    if document.content.rstrip().endswith(_ASKS):
        bears -= policy.question
    return bears + (policy.script if script_of(document.content) == script else 0.0)


def _nearest(found: Sequence[Ranked]) -> Mapping[_Session, Sequence[float]]:
    """The measures of the two nearest memories of each session, the nearest first."""
    nearest: dict[_Session, list[float]] = {}
    for one in found:
        session = session_of(one.candidate.document)
        if session is not None:
            nearest[session] = sorted((*nearest.get(session, ()), one.x), reverse=True)[:2]
    return nearest


def _evidence(one: Ranked, nearest: Mapping[_Session, Sequence[float]], policy: BearingPolicy) -> float:
    """Of the other memories of its session."""
    session = session_of(one.candidate.document)
    best, *second = nearest[session] if session is not None else (one.x,)
    other = best if best > one.x else max(second, default=0.0)
    return policy.session * max(0.0, other - policy.session_above)
