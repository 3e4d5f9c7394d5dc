"""The completion of a task scope: each memory of it is promoted, released, or held for a person.

What lasts beyond the task is what a person stated, and of what the agent found out the lessons and what was marked as
important. What a task noted for itself (type `task`), what an agent concluded, and what has faded or is over ends with
the task. A caller that names memories decides instead.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.errors import Malformed, TaskCompleted
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import ENDED, Importance, Memory, MemoryType, Status
from shared.domain.scopes import Scope, ScopeKind

# Why a memory of a completed task has ended.
TASK_COMPLETED = "task_completed"
# How many memories a caller may name.
MOST_NAMED = 100


class TaskState(StrEnum):
    """`CLOSING`: no session begins and no event is taken, memories still are: completing the sessions makes some.
    `CLOSED`: nothing is taken any more. `DONE`: everything of the task is settled."""

    CLOSING = "closing"
    CLOSED = "closed"
    DONE = "done"


class Held(StrEnum):
    """Why a memory stays in the completed task."""

    WAITS_FOR_REVIEW = "waits_for_review"
    KEPT_AT_ITS_SOURCE = "kept_at_its_source"
    PURPOSE_NOT_ALLOWED = "purpose_not_allowed"


@dataclass(frozen=True, slots=True)
class Promote:
    """Its copy goes up, and the memory itself ends."""


@dataclass(frozen=True, slots=True)
class Release:
    """It ends, and maintenance removes it as it removes all that has ended."""


@dataclass(frozen=True, slots=True)
class Hold:
    because: Held


def fate_of(memory: Memory, named: Collection[str] | None, now: datetime) -> Promote | Release | Hold | None:
    """`named`: ids of the memories to promote; `None`: as the rules say. `None` for what has ended already."""
    if memory.status in ENDED or memory.is_expired(now):
        return None
    if memory.is_kept_at_its_source:
        return Hold(Held.KEPT_AT_ITS_SOURCE)
    chosen = named is not None and memory.memory_id in named
    if memory.status is Status.PENDING_REVIEW or (memory.status is Status.CANDIDATE and not chosen):
        return Hold(Held.WAITS_FOR_REVIEW)
    if named is not None:
        return Promote() if chosen and memory.sealed is None else Release()
    return Promote() if lasts(memory, now) else Release()


def lasts(memory: Memory, now: datetime) -> bool:
    """Whether the rules promote it."""
    if memory.type is MemoryType.TASK or memory.sealed is not None:
        return False
    if memory.status is not Status.ACTIVE or memory.shown_at(now).status is Status.OVER or memory.is_soft_expired(now):
        return False
    if memory.source.tier >= Source.USER_STATED.tier:
        return True
    if memory.source.tier < Source.TASK_OUTCOME.tier:
        return False
    return memory.type is MemoryType.PROCEDURAL or memory.importance is not Importance.NORMAL


def refuse_other_scopes(scope: Scope) -> None:
    """Raises `Malformed` for a scope that is no task's and no node's."""
    if scope.kind not in (ScopeKind.TASK, ScopeKind.NODE):
        raise Malformed.field("scope", "must be a task or a node of a task to be completed")


def goes_to(scope: Scope) -> Scope:
    """Where the memories of a task are promoted to unless its completion says otherwise: the scope above it."""
    return Scope(scope.segments[:-1])


def completable_scopes(scope: Scope) -> tuple[Scope, ...]:
    """The task and the node that a scope lies in: each of them may have been completed."""
    return tuple(one for one in (scope, *scope.ancestors()) if one.kind in (ScopeKind.TASK, ScopeKind.NODE))


def refuse_if_completed(state: TaskState | None, *, takes: TaskState | None) -> None:
    """`takes`: the last state in which it is still taken. Raises `TaskCompleted`."""
    if state is not None and state is not takes:
        raise TaskCompleted("the task is completed: nothing new is stored in it")
