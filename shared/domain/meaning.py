"""What a newcomer does to memories that are near it in meaning, when neither its key nor its text was known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.arbitration import Ruling, across_keys
from shared.domain.decisions import Create, Decision, Dispute, DuplicateBy, Supersede
from shared.domain.memories import Memory, MemoryType, Status
from shared.domain.newcomers import Newcomer, claim_of
from shared.domain.sameness import Related, Relation
from shared.domain.writing import WritePolicy, compatible_keys, confirmed, first_version, kept

# What can be contradicted: how things are. Two episodes both happened; a task's learning stands beside another.
STATE_LIKE = (MemoryType.PREFERENCE, MemoryType.PROFILE, MemoryType.SEMANTIC, MemoryType.PROCEDURAL)


@dataclass(frozen=True, slots=True)
class Near:
    """A memory of the same scope with its likeness to the newcomer, on the reference scale of memory against memory,
    and what the two have to do with each other."""

    memory: Memory
    similarity: float
    related: Related


def decide_by_meaning(newcomer: Newcomer, near: Sequence[Near], memory_id: str, policy: WritePolicy) -> Decision:
    """The nearest that says the same makes it a duplicate; else what contradicts it is arbitrated; else it is new.

    One contradiction that the newcomer loses is enough to keep it out, and one that nobody wins makes both wait. A
    candidate overturns and disputes nothing.
    """
    created = first_version(newcomer, memory_id, policy)
    disputed: list[tuple[Memory, str]] = []
    beaten: list[tuple[Memory, Ruling]] = []
    for found in sorted(near, key=lambda n: (-n.similarity, n.memory.memory_id)):
        stored, related = found.memory, found.related
        same_type = stored.type is newcomer.type
        if related.relation is Relation.SAME and same_type and compatible_keys(stored.key, newcomer.key):
            return confirmed(stored, newcomer, DuplicateBy.MEANING, policy)
        if related.relation is not Relation.CONTRADICTS or not _may_contradict(stored, newcomer):
            continue
        ruling = across_keys(claim_of(stored), newcomer.claim, policy.arbitration)
        if ruling is Ruling.UNDECIDED:
            disputed.append((stored, related.reason))
        elif ruling.newcomer_stands:
            beaten.append((stored, ruling))
        else:
            return kept(stored, newcomer, ruling.value, policy)
    if created.status is Status.CANDIDATE:
        return Create(created)
    if disputed:
        others = tuple(_disputed(stored, created) for stored, _ in disputed)
        against = tuple(other.memory_id for other in others)
        pending = replace(created, status=Status.PENDING_REVIEW, conflicts_with=against)
        return Dispute(pending, others, disputed[0][1])
    if beaten:
        return superseding(created, tuple(stored for stored, _ in beaten), beaten[0][1].value)
    return Create(created)


def _disputed(stored: Memory, created: Memory) -> Memory:
    against = dict.fromkeys((*stored.conflicts_with, created.memory_id))
    return replace(stored, status=Status.PENDING_REVIEW, conflicts_with=tuple(against), updated_at=created.updated_at)


def superseding(created: Memory, stored: tuple[Memory, ...], reason: str) -> Supersede:
    """What was there ends where the new one begins, and says what took its place: until that day it is what holds."""
    return Supersede(
        replace(created, supersedes=stored[0].memory_id),
        tuple(_succeeded(memory, created, reason) for memory in stored),
        reason,
    )


def _succeeded(stored: Memory, created: Memory, reason: str) -> Memory:
    end = max(created.valid_from, stored.valid_from)
    valid_to = end if stored.valid_to is None else min(stored.valid_to, end)
    stored = replace(stored, cut_from=(stored.valid_to,) if valid_to != stored.valid_to else ())
    if stored.valid_from < created.valid_from and created.updated_at < created.valid_from:
        return replace(stored, superseded_by=created.memory_id, valid_to=valid_to, updated_at=created.updated_at)
    return replace(
        stored,
        status=Status.SUPERSEDED,
        superseded_by=created.memory_id,
        valid_to=valid_to,
        ended_at=created.updated_at,
        ended_because=reason,
        updated_at=created.updated_at,
    )


def _may_contradict(stored: Memory, newcomer: Newcomer) -> bool:
    if newcomer.type not in STATE_LIKE or stored.type not in STATE_LIKE:
        return False
    if stored.status not in (Status.ACTIVE, Status.STALE, Status.PENDING_REVIEW):
        return False
    overlap_ends = [end for end in (stored.valid_to, newcomer.valid_to) if end is not None]
    return not overlap_ends or max(stored.valid_from, newcomer.valid_from) < min(overlap_ends)
