"""From a decision to the one change that carries it out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import EmbedderUnavailable
from shared.domain.memories.embedding_text import embedding_text_of
from shared.domain.memories.memory import NOT_YET, EmbeddingSpace, Memory, Status, content_hash
from shared.domain.memories.quarantine import GIVES_ORDERS
from shared.domain.reviews.review import ReviewKind
from shared.domain.writing.admission import why_candidate
from shared.domain.writing.decisions import (
    NOTHING,
    Against,
    Correct,
    Create,
    Decision,
    Dispute,
    Duplicate,
    DuplicateBy,
    Keep,
    Outcome,
    Schedule,
    Supersede,
    Update,
    WritebackPolicy,
)
from shared.domain.writing.incoming import BACKGROUND_DROPPED, IncomingMemory
from shared.records import keys
from shared.records.ledger.reviews import open_review
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import (
    Author,
    Free,
    audited,
    put_directory,
    put_edges,
    put_ended,
    put_vectors,
    salt_of,
)
from shared.records.memories.vectors import StoredVector, stored_vectors
from shared.records.store.reading import Reading
from shared.records.store.record import Change
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.known_vectors import may_follow
from shared.usecases.memories.make_current import MadeCurrent, Put, make_all_current
from shared.usecases.services import Services
from shared.usecases.writing.rivals import NO_OLDER, Older, joined_older, older_in, remembered_denials
from shared.usecases.writing.settle_disputes import Settled, settled


@dataclass(frozen=True, slots=True)
class Written:
    """The result for an incoming memory: the outcome, the memory that represents it now, and the change that brings
    this about."""

    outcome: Outcome
    memory: Memory
    change: Change
    duplicate_by: DuplicateBy | None = None
    conflicts_with: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WriteContext:
    """The data from which a change is made: what was read, the requester, and the vector if it exists already.
    `older`: the memories whose state the incoming one may say newer; `denies`: it says that something is not
    so."""

    incoming: IncomingMemory
    reading: Reading
    author: Author
    barrier: Barrier
    vector: StoredVector | None = None
    older: Older = NO_OLDER
    denies: bool = False

    @property
    def free(self) -> Free:
        return Free(self.incoming.recorded_at, self.barrier.hidden)


def carried_out(services: Services, decision: Decision, write_context: WriteContext) -> Written:
    """Commits nothing; a new text is embedded if it has no vector yet."""
    incoming, reading, expiry = write_context.incoming, write_context.reading, services.write_policy.expiry
    salt, change = salt_of(reading, incoming.scope, services.randomness(32))
    change |= put_directory(incoming.scope, reading) | barrier_checks(reading, incoming.scope, incoming.compared_at)
    before: Memory | None = None
    by: DuplicateBy | None = None
    against: Against = NOTHING
    reason = "" if isinstance(decision, Create | Duplicate | Correct) else decision.reason
    dispute = Settled()
    match decision:
        case Create(memory):
            outcome, action = _landed(memory, Outcome.CREATED), AuditAction.CREATED
        case Duplicate(_, before, by, _, against):
            outcome, action = Outcome.DUPLICATE, AuditAction.CONFIRMED
            memory, dispute = _confirmed(services, decision, write_context, salt)
        case Update(memory, before, _, against):
            outcome, action = _landed(memory, Outcome.UPDATED), AuditAction.UPDATED
            dispute = _replaced(services, before, memory, write_context, salt, against)
        case Correct(memory, before):
            outcome, action = Outcome.UPDATED, AuditAction.CORRECTED
            dispute = _replaced(services, before, memory, write_context, salt, against)
        case Schedule(memory, before, _, _, against):
            outcome, action = Outcome.UPDATED, AuditAction.UPDATED
        case Keep(memory, rejected, _):
            outcome, action = Outcome.KEPT_EXISTING, AuditAction.KEPT_EXISTING
            before = memory
            change |= put_ended(rejected, expiry) | put_edges(rejected, None)
        case Supersede(memory, ended, reason):
            outcome, action, against = Outcome.UPDATED, AuditAction.CREATED, Against(ended, (), reason)
        case Dispute(memory, others, reason):
            outcome, action, against = Outcome.CONFLICT, AuditAction.CREATED, Against((), others, reason)
        case _:
            assert_never(decision)
    outcome, reason = (Outcome.CONFLICT, against.reason) if against.disputed else (outcome, reason)
    beside, trail = _others(write_context, against, salt)
    change |= dispute.trail | trail
    current = keys.current(memory.scope, memory.memory_id)
    if isinstance(decision, Create | Supersede | Dispute):
        reading = reading.knowing_absent(current)
    memory = _with_older(memory, before, decision, write_context)
    if _has_new_text(decision):
        memory, vectors = _with_vectors(services, memory, write_context.vector)
        change |= vectors
    change |= _reviews(services, decision, against, memory, write_context)
    memory, trail = audited(memory, action, write_context.author, salt, _scheduled_by(decision, memory))
    puts = (Put(memory), *beside, *dispute.ended)
    made = make_all_current(services, puts, dispute.reading | reading, write_context.author, write_context.free)
    change |= trail | put_edges(memory, before) | made.change
    why = _why_it_waits(memory, incoming, services.write_policy.writeback) or reason
    written = Written(outcome, memory, change, by, tuple(other.memory_id for other in against.disputed), why)
    return _as_arbitrated(written, made)


def _as_arbitrated(written: Written, made: MadeCurrent) -> Written:
    """With the memory as it is stored, or the one that replaced it."""
    stored, stands = made.of(written.memory), made.standing_for(written.memory)
    if stands is stored:
        return replace(written, memory=stored)
    because = stored.ending.because or written.reason
    return replace(written, outcome=Outcome.KEPT_EXISTING, memory=stands, reason=because)


def _why_it_waits(memory: Memory, incoming: IncomingMemory, policy: WritebackPolicy) -> str:
    if memory.status is not Status.CANDIDATE:
        return ""
    own = incoming.initial_status is Status.CANDIDATE
    why = incoming.initial_status_reason if own else why_candidate(incoming.source, incoming.confidence, policy)
    return f"a candidate, not recalled until a reviewer accepts it: {why}"


def _confirmed(
    services: Services, decision: Duplicate, write_context: WriteContext, salt: bytes
) -> tuple[Memory, Settled]:
    """The memory, a fact again if it was in dispute and the confirmation settles that, with the changes that end the
    dispute."""
    memory, before = decision.memory, decision.stored
    if before.status is not Status.PENDING_REVIEW or decision.scheduled:
        return memory, Settled()
    fact = replace(memory, status=Status.ACTIVE, conflicts_with=())
    dispute = _settled(services, before, fact, write_context, salt, decision.against)
    return (fact, dispute) if dispute.over else (memory, Settled())


def _replaced(
    services: Services, ended: Memory, memory: Memory, write_context: WriteContext, salt: bytes, against: Against
) -> Settled:
    """The version that ends joins the history, and its dispute is settled."""
    dispute = _settled(services, ended, memory, write_context, salt, against)
    history = put_ended(ended, services.write_policy.expiry, write_context.reading)
    return replace(dispute, trail=dispute.trail | history)


def _settled(
    services: Services, before: Memory, after: Memory, write_context: WriteContext, salt: bytes, against: Against
) -> Settled:
    claim, author, barrier = write_context.incoming.claim, write_context.author, write_context.barrier
    return settled(services, before, after, claim, author, barrier, salt, against)


def _has_new_text(decision: Decision) -> bool:
    match decision:
        case Duplicate() | Keep():
            return False
        case Correct(memory, ended):
            return memory.content_hash != ended.content_hash
        case _:
            return True


def _reviews(
    services: Services, decision: Decision, against: Against, memory: Memory, write_context: WriteContext
) -> Change:
    """A memory that must wait for a person is put up for review in the same change. A correction is a person's word
    already."""
    at = write_context.incoming.recorded_at

    def opened(kind: ReviewKind, members: tuple[Memory, ...], reason: str) -> Change:
        return open_review(kind, members, reason, services.ids.new(), at)

    change = Change()
    if against.disputed and not _is_asked(against, memory, write_context):
        change |= opened(ReviewKind.CONFLICT, (memory, *against.disputed), against.reason)
    if isinstance(decision, Create | Update) and memory.status is Status.CANDIDATE:
        change |= opened(ReviewKind.CANDIDATE, (memory,), write_context.incoming.initial_status_reason)
    reported = decision.version if isinstance(decision, Schedule) else memory
    flags = [flag for flag in reported.flags if flag not in (BACKGROUND_DROPPED, GIVES_ORDERS)]
    if flags and not isinstance(decision, Duplicate | Keep | Correct):
        change |= opened(ReviewKind.SENSITIVE, (memory,), f"flagged: {', '.join(flags)}")
    return change


def _is_asked(against: Against, memory: Memory, write_context: WriteContext) -> bool:
    """Whether a person is asked about these already: the memory was in dispute with each of them before."""
    record = write_context.reading.records.get(keys.current(memory.scope, memory.memory_id))
    stored = None if record is None else memory_codec.memory(record.attributes)
    if stored is None or stored.status is not Status.PENDING_REVIEW:
        return False
    return all(other.memory_id in stored.conflicts_with for other in against.disputed)


def _others(write_context: WriteContext, against: Against, salt: bytes) -> tuple[list[Put], Change]:
    """Memories that the incoming memory ends or disputes, their audit, and the rejections that a denial leaves of
    them. Their pointers are in the reading."""
    puts, change = [], Change()
    done = {AuditAction.SUPERSEDED: against.beaten, AuditAction.DISPUTED: against.disputed}
    for action, memories in done.items():
        for memory in memories:
            chained, trail = audited(memory, action, write_context.author, salt)
            change |= trail
            puts.append(Put(chained))
    if write_context.denies:
        change |= remembered_denials(against.beaten, write_context.reading, write_context.incoming)
    return puts, change


def _with_older(memory: Memory, before: Memory | None, decision: Decision, write_context: WriteContext) -> Memory:
    """The ids of the memories that it may say newer stay from version to version, and each repetition adds its own."""
    if isinstance(decision, Keep):
        return memory
    return joined_older(memory, write_context.older, NO_OLDER if before is None else older_in(before))


def _landed(memory: Memory, outcome: Outcome) -> Outcome:
    return Outcome.CANDIDATE if memory.status is Status.CANDIDATE else outcome


def _scheduled_by(decision: Decision, memory: Memory) -> Memory | None:
    """The version that the decision schedules, unless its text has been merged with a neighbour's."""
    if not isinstance(decision, Schedule):
        return None
    return next((version for version in memory.timeline if version.version == decision.version.version), None)


def embedded(services: Services, memory: Memory) -> StoredVector:
    """The vector of a memory, of the text that `embedding_text` makes of it. A sealed memory has none; nor has one
    whose vector may follow, while the embedder does not answer."""
    if memory.sealed is not None:
        return StoredVector(memory.scope.path, "", "", ())
    text = embedding_text_of(memory)
    try:
        (vector,) = services.embedder.memories([text])
    except EmbedderUnavailable:
        if not may_follow(services):
            raise
        return StoredVector(memory.scope.path, "", content_hash(text), ())
    return StoredVector(memory.scope.path, services.embedder.model.id, content_hash(text), vector)


def is_missing(vector: StoredVector) -> bool:
    """Whether it follows later. What a sealed memory has instead of a vector names no text."""
    return not vector.model and bool(vector.text_hash)


def vectors_put(services: Services, memory: Memory, vector: StoredVector | None) -> Change:
    """The vectors of a memory's texts. If it schedules something, the stored ones are read and kept; missing ones
    are made."""
    if not memory.schedule.upcoming:
        return put_vectors(memory, vector or embedded(services, memory))
    (record,) = services.records.get([keys.vector(memory.scope, memory.memory_id)])
    made = [vector] if vector is not None else []
    known = {(one.model, one.text_hash): one for one in (*(stored_vectors(record) if record else ()), *made)}
    model = services.embedder.model.id

    def of(version: Memory) -> StoredVector:
        stored = known.get((model, content_hash(embedding_text_of(version))))
        return embedded(services, version) if version.sealed is not None or stored is None else stored

    upcoming = [version for version in memory.schedule.upcoming if version.sealed is None]
    return put_vectors(memory, of(memory), tuple(map(of, upcoming)))


def _with_vectors(services: Services, memory: Memory, vector: StoredVector | None) -> tuple[Memory, Change]:
    change = vectors_put(services, memory, vector)
    vectors = (one for record in change.puts for one in stored_vectors(record))
    return in_space(services, memory, *vectors), change


def in_space(services: Services, memory: Memory, *vectors: StoredVector) -> Memory:
    """`vectors`: those that may be missing."""
    space = EmbeddingSpace(services.embedder.model.id, services.embedder.model.dimension)
    if memory.sealed is None and any(is_missing(vector) for vector in vectors):
        return replace(memory, embedding=NOT_YET)
    upcoming = tuple(replace(version, embedding=space) for version in memory.schedule.upcoming)
    return replace(memory, embedding=space, schedule=replace(memory.schedule, upcoming=upcoming))
