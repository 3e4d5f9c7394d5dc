"""From a decision to the one change that carries it out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from shared.domain.audit import AuditAction
from shared.domain.deletion import Barrier
from shared.domain.embedding_text import text_for_embedding
from shared.domain.memories import Background, Memory, Status, content_hash
from shared.domain.reviews import ReviewKind
from shared.domain.writing import (
    Create,
    Decision,
    Dispute,
    Duplicate,
    DuplicateBy,
    Keep,
    Newcomer,
    Outcome,
    Supersede,
    Update,
)
from shared.records import keys
from shared.records.memory_change import (
    Author,
    Free,
    audited,
    put_current,
    put_directory,
    put_edges,
    put_ended,
    put_vector,
    salt_of,
)
from shared.records.model import Change
from shared.records.reading import Reading
from shared.records.reviews import open_review
from shared.records.vectors import StoredVector
from shared.usecases.barriers import barrier_checks
from shared.usecases.services import Services
from shared.usecases.settled_disputes import settled


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a newcomer: the outcome, the memory that stands for it now, and the change that makes it so."""

    outcome: Outcome
    memory: Memory
    change: Change
    duplicate_by: DuplicateBy | None = None
    conflicts_with: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a change is made from: what was read, by whom it is asked, and the vector if one has been made already."""

    newcomer: Newcomer
    reading: Reading
    author: Author
    barrier: Barrier
    vector: StoredVector | None = None

    @property
    def free(self) -> Free:
        return Free(self.newcomer.recorded_at, self.barrier.hidden)


def carried_out(services: Services, decision: Decision, desk: Desk) -> Written:
    """Nothing is committed here; a new text is embedded if it has not been."""
    newcomer, reading, expiry = desk.newcomer, desk.reading, services.write_policy.expiry
    salt, change = salt_of(reading, newcomer.scope, services.randomness(32))
    change |= put_directory(newcomer.scope, reading)
    change |= barrier_checks(reading, newcomer.scope, newcomer.evidence_at)
    before: Memory | None = None
    by: DuplicateBy | None = None
    displaced: str | None = None
    conflicts: tuple[str, ...] = ()
    reason = "" if isinstance(decision, Create | Duplicate) else decision.reason
    match decision:
        case Create(memory, displaced):
            outcome, action = _landed(memory, Outcome.CREATED), AuditAction.CREATED
        case Duplicate(memory, before, by):
            outcome, action = Outcome.DUPLICATE, AuditAction.CONFIRMED
            if before.status is Status.PENDING_REVIEW:
                fact = replace(memory, status=Status.ACTIVE, conflicts_with=())
                dispute = settled(services, before, fact, newcomer.claim, desk.author, desk.barrier, salt)
                memory = fact if dispute.over else memory
                change |= dispute.change if dispute.over else Change()
        case Update(memory, before, _):
            outcome, action = _landed(memory, Outcome.UPDATED), AuditAction.UPDATED
            change |= put_ended(before, expiry)
            change |= settled(services, before, memory, newcomer.claim, desk.author, desk.barrier, salt).change
        case Keep(memory, rejected, _):
            outcome, action = Outcome.KEPT_EXISTING, AuditAction.KEPT_EXISTING
            before = memory
            change |= put_ended(rejected, expiry)
        case Supersede(memory, ended, _):
            outcome, action = Outcome.UPDATED, AuditAction.CREATED
            change |= _others(services, desk, ended, AuditAction.SUPERSEDED, salt)
        case Dispute(memory, others, _):
            outcome, action = Outcome.CONFLICT, AuditAction.CREATED
            conflicts = tuple(other.memory_id for other in others)
            change |= _others(services, desk, others, AuditAction.DISPUTED, salt)
        case _:
            assert_never(decision)
    current = keys.current(memory.scope, memory.memory_id)
    if isinstance(decision, Create | Supersede | Dispute):
        reading = reading.knowing_absent(current)
    if not isinstance(decision, Duplicate | Keep):
        vector = desk.vector or embedded(services, memory)
        memory = in_space(services, memory)
        change |= put_vector(memory, vector)
    change |= _reviews(services, decision, memory, desk)
    memory, trail = audited(memory, action, desk.author, salt)
    free = desk.free if displaced is None else replace(desk.free, dying=desk.free.dying | {displaced})
    change |= trail | put_edges(memory, before) | put_current(memory, before, reading, expiry, free)
    memory = replace(memory, revision=reading.next_revision(current))
    return Written(outcome, memory, change, by, conflicts, reason)


def _reviews(services: Services, decision: Decision, memory: Memory, desk: Desk) -> Change:
    """What must wait for a person is put before one in the very change that makes it wait."""
    at = desk.newcomer.recorded_at

    def opened(kind: ReviewKind, members: tuple[Memory, ...], reason: str) -> Change:
        return open_review(kind, members, reason, services.ids.new(), at)

    change = Change()
    if isinstance(decision, Dispute):
        change |= opened(ReviewKind.CONFLICT, (memory, *decision.others), decision.reason)
    if isinstance(decision, Create | Update) and memory.status is Status.CANDIDATE:
        change |= opened(ReviewKind.CANDIDATE, (memory,), desk.newcomer.landing_reason)
    if memory.flags and not isinstance(decision, Duplicate | Keep):
        change |= opened(ReviewKind.SENSITIVE, (memory,), f"flagged: {', '.join(memory.flags)}")
    return change


def _others(services: Services, desk: Desk, memories: tuple[Memory, ...], action: AuditAction, salt: bytes) -> Change:
    """Memories that the newcomer ends or disputes. Their pointers are in the reading."""
    change = Change()
    for memory in memories:
        chained, trail = audited(memory, action, desk.author, salt)
        change |= trail | put_current(chained, chained, desk.reading, services.write_policy.expiry, desk.free)
    return change


def _landed(memory: Memory, outcome: Outcome) -> Outcome:
    return Outcome.CANDIDATE if memory.status is Status.CANDIDATE else outcome


def embedded(services: Services, memory: Memory) -> StoredVector:
    """The vector of a memory: of the text that `embedding_text` makes of it. What is sealed has none."""
    if memory.sealed is not None:
        return StoredVector(memory.scope.path, "", "", ())
    background = memory.background or Background()
    text = text_for_embedding(
        memory.content, speaker=background.speaker, before=tuple(turn.text for turn in background.before)
    )
    (vector,) = services.embedder.memories([text])
    return StoredVector(memory.scope.path, services.embedder.model.id, content_hash(text), vector)


def in_space(services: Services, memory: Memory) -> Memory:
    model = services.embedder.model
    return replace(memory, embedding_model=model.id, embedding_dimension=model.dimension)
