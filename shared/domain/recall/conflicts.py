"""Conflicts among the hits of a recall: which statements contradict each other, and which one may be acted on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from shared.domain.memories.evidence import evidence_instant
from shared.domain.memories.memory import Memory, Status


class Risk(StrEnum):
    """What depends on the answer. At high risk nothing in dispute is handed over to act on."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Conflict:
    """`members` contradict each other, the winner first if there is one. `reason`: why it won, or why none did."""

    members: tuple[Memory, ...]
    winner: str | None
    reason: str


def strongest_first(memories: Sequence[Memory]) -> list[Memory]:
    """SPEC section 5: tier, confidence, the later observed, the smaller id."""
    return sorted(
        memories,
        key=lambda m: (
            -m.source.tier,
            -m.confidence,
            -evidence_instant(m.observed_at, m.updated_at).timestamp(),
            m.memory_id,
        ),
    )


def missing_members(found: Mapping[str, Memory]) -> dict[str, Memory]:
    """Ids of memories in dispute with something found but not found themselves, with the memory that names each."""
    return {
        other: memory
        for memory in found.values()
        if memory.status is Status.PENDING_REVIEW
        for other in memory.conflicts_with
        if other not in found
    }


def conflicts_among(memories: Mapping[str, Memory], risk: Risk) -> list[Conflict]:
    """The groups of memories that wait for a person together. One alone is no conflict: its counterpart was removed."""
    pending = {id: memory for id, memory in memories.items() if memory.status is Status.PENDING_REVIEW}
    seen: set[str] = set()
    conflicts = []
    for id in pending:
        if id in seen:
            continue
        group, ahead = {id}, [id]
        while ahead:
            for other in pending[ahead.pop()].conflicts_with:
                if other in pending and other not in group:
                    group.add(other)
                    ahead.append(other)
        seen |= group
        if len(group) > 1:
            members = strongest_first([pending[member] for member in group])
            conflicts.append(_judged(members, risk))
    return conflicts


def _judged(members: list[Memory], risk: Risk) -> Conflict:
    if risk is Risk.HIGH:
        return Conflict(tuple(members), None, "a person has to decide")
    return Conflict(tuple(members), members[0].memory_id, basis(members[0], members[1]))


def basis(winner: Memory, runner_up: Memory) -> str:
    """In one line, by what the winner is ahead."""
    if winner.source.tier != runner_up.source.tier:
        return f"{winner.source} is more credible than {runner_up.source}"
    if winner.confidence != runner_up.confidence:
        return f"confidence {winner.confidence:g} against {runner_up.confidence:g}"
    return "observed later" if winner.observed_at > runner_up.observed_at else "equal evidence: the older record"
