"""The task state: a record of its own with a version, never inferred from the events of the session. Which state may
follow which, and on what evidence, if the caller says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from shared.domain.errors import Malformed, TransitionNotAllowed, VersionConflict
from shared.domain.sessions.session import Event, EventKind, EventRole


class EvidenceKind(StrEnum):
    """What a state rests on: what a tool returned, or what a person approved in an event of its own."""

    TOOL_RESULT = "tool_result"
    APPROVAL = "approval"


@dataclass(frozen=True, slots=True)
class StateMachine:
    """`transitions`: by state, those that may follow. `requires`: by state, the evidence without which it is not
    entered. Declared once in a session."""

    transitions: Mapping[str, tuple[str, ...]] = field(hash=False)
    requires: Mapping[str, EvidenceKind] = field(default_factory=dict, hash=False)

    def refuse_unknown_states(self) -> None:
        """Raises `Malformed` for a requirement of a state that no transition names."""
        known = {*self.transitions, *(to for targets in self.transitions.values() for to in targets)}
        unknown = sorted(self.requires.keys() - known)
        if unknown:
            raise Malformed.field("requires", f"names no state of the transitions: {', '.join(unknown)}")


@dataclass(frozen=True, slots=True)
class TaskState:
    """`version` counts its writes, from `first_version` on. `evidence`: ids of events of the session. `evidence_lost`:
    how many of them were deleted since it was put."""

    state: str
    pending: tuple[str, ...]
    data: Mapping[str, object] = field(hash=False)
    version: int
    updated_at: datetime
    evidence: tuple[str, ...] = ()
    evidence_lost: int = 0
    machine: StateMachine | None = None

    def without(self, event_ids: frozenset[str]) -> TaskState:
        """As it is once these events are deleted."""
        kept = tuple(id for id in self.evidence if id not in event_ids)
        return replace(self, evidence=kept, evidence_lost=self.evidence_lost + len(self.evidence) - len(kept))


def machine_of(current: TaskState | None, declared: StateMachine | None) -> StateMachine | None:
    """The one that holds for the next state. Raises `TransitionNotAllowed` for another one than was declared."""
    held = None if current is None else current.machine
    if declared is None:
        return held
    declared.refuse_unknown_states()
    if held is not None and held != declared:
        raise TransitionNotAllowed("the transitions of this session were declared before, and otherwise")
    return declared


def refuse_transition(
    current: TaskState | None, state: str, machine: StateMachine | None, evidence: Sequence[Event]
) -> None:
    """Raises `TransitionNotAllowed` for a state that may not follow, that needs other evidence, or that would follow
    one whose evidence was deleted."""
    if machine is None or (current is not None and current.state == state):
        return
    if current is not None:
        allowed = machine.transitions.get(current.state, ())
        if state not in allowed:
            raise TransitionNotAllowed(f"{current.state} does not lead to {state}", allowed=sorted(allowed))
        if current.evidence_lost and current.state in machine.requires:
            detail = f"the evidence of {current.state} was deleted: put that state again with evidence"
            raise TransitionNotAllowed(detail, allowed=[current.state])
    needed = machine.requires.get(state)
    if needed is not None and needed not in {evidence_kind(event) for event in evidence}:
        raise TransitionNotAllowed(f"{state} needs an event of the kind {needed} as evidence", requires=needed.value)


def evidence_kind(event: Event) -> EvidenceKind | None:
    """Of an event that may be evidence: nobody's text about a result or an approval is one."""
    if event.kind is EventKind.APPROVAL:
        return EvidenceKind.APPROVAL
    return EvidenceKind.TOOL_RESULT if event.role is EventRole.TOOL else None


# Writes of one state that the versions of the next have room for.
_WRITES = 2**20


def first_version(epoch: int) -> int:
    """Of a state that is new when so many deletions of its owner have been accepted: 1, and after a deletion beyond all
    versions before it, so that a version known from a deleted session is never one of its successor."""
    return epoch * _WRITES + 1


def refuse_other_version(current: TaskState | None, expected: int | None) -> None:
    """Raises `VersionConflict` when the state is not the one that the writer knows; 0 stands for none at all."""
    version = 0 if current is None else current.version
    if expected is not None and expected != version:
        raise VersionConflict("the state has another version", current_version=version)
