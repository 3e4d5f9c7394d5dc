"""The daily contradiction scan: what has changed since the last one is checked against what is near it, once.

A write does the same for its incoming memory. The scan finds what a write could not see: what came in while search was
down, or at the same moment as its contrary. The one recorded later is the incoming memory, as it would have been then;
so each pair is judged once, by the scan of the later one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import Barrier
from shared.domain.hygiene.maintenance_rules import scan_due_at
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, Status
from shared.domain.reviews.review import ReviewKind
from shared.domain.writing.by_key_and_text import WritePolicy
from shared.domain.writing.by_meaning import Near, decide_by_meaning, superseding
from shared.domain.writing.decisions import Create, Dispute, Keep, Supersede
from shared.domain.writing.incoming import IncomingMemory
from shared.language.comparison.relation import Relation
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger.reviews import open_review
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys, put_current
from shared.records.memories.vectors import StoredVector, stored_vector
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.hygiene.actions import SCHEDULE
from shared.usecases.hygiene.due import Found, look_at
from shared.usecases.services import Services
from shared.usecases.writing.commit import WriteContext, embedded
from shared.usecases.writing.neighbours import near_others


class Scan(StrEnum):
    """What came of the scan of one memory."""

    NOTHING = "nothing"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    LEFT = "left"  # it is being deleted or was changed meanwhile: it comes again


@dataclass(frozen=True, slots=True)
class ScanOutcome:
    """Memories as they shall be, each with what is done to it; `disputed` waits for a person."""

    effects: tuple[tuple[Memory, AuditAction], ...] = ()
    disputed: tuple[Memory, ...] = ()
    reason: str = ""

    @property
    def outcome(self) -> Scan:
        if self.disputed:
            return Scan.DISPUTED
        return Scan.SUPERSEDED if self.effects else Scan.NOTHING


def scan_contradictions(services: Services, memory: Memory) -> Scan:
    """Looks for what contradicts a current memory, acts on it, and marks the memory as seen.

    Raises `SearchUnavailable`: what could not be looked for has not been looked for.
    """
    found = next(look_at(services, [keys.current(memory.scope, memory.memory_id)]), None)
    if found is None or found.memory.head.revision != memory.head.revision:
        return Scan.LEFT
    return scan(services, found)


def scan(services: Services, found: Found) -> Scan:
    memory, now = found.memory, services.clock.now()
    scope = memory.scope
    if scan_due_at(memory, services.write_policy.expiry) is None:
        return Scan.NOTHING
    vector_key = keys.vector(scope, memory.memory_id)
    wanted = list(dict.fromkeys((keys.barrier(scope), keys.salt(scope), vector_key, *pointer_keys(memory))))
    reading = Reading.of(wanted, services.records.get(wanted)).knowing(found.record)
    barrier, salt = deletion_codec.barrier(reading[keys.barrier(scope)]), reading[keys.salt(scope)]
    if barrier.hides_everything() or memory.memory_id in barrier.hidden or salt is None:
        return Scan.LEFT
    incoming = _as_incoming(memory, now)
    author = Author(SCHEDULE, None, now)
    vector = _vector(services, memory, reading)
    write_context = WriteContext(incoming, reading, author, barrier)
    near, write_context = near_others(services, write_context, vector, memory.memory_id, judge=True)
    reading = write_context.reading
    verdict = judged(memory, incoming, near, services.write_policy)
    change = _change(services, found, verdict, reading, barrier, author, cast("bytes", salt.attributes["salt"]))
    try:
        services.records.commit(change)
    except CheckFailed:
        return Scan.LEFT
    return verdict.outcome


def _as_incoming(memory: Memory, now: datetime) -> IncomingMemory:
    """As if it were written now, as the fact that it is."""
    return IncomingMemory(
        scope=memory.scope,
        type=memory.type,
        key=memory.key,
        content=memory.content,
        source=memory.source,
        confidence=memory.confidence,
        importance=memory.importance,
        observed_at=min(memory.observed_at, memory.updated_at),
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        recorded_at=now,
        initial_status=Status.ACTIVE,
    )


def _vector(services: Services, memory: Memory, reading: Reading) -> StoredVector:
    """The one that is stored; a new one only after a change of the model."""
    record = reading[keys.vector(memory.scope, memory.memory_id)]
    stored = None if record is None else stored_vector(record)
    return stored if stored is not None and stored.model == services.embedder.model.id else embedded(services, memory)


def judged(memory: Memory, incoming: IncomingMemory, near: Sequence[Near], policy: WritePolicy) -> ScanOutcome:
    """The write pipeline's own rule, over those recorded before it that contradict it. What says the same stays."""
    contrary = [n for n in near if _comes_before(n.memory, memory) and n.related.relation is Relation.CONTRADICTS]
    contrary = [n for n in contrary if not (_is_vouched_for(n.memory) and _is_vouched_for(memory))]
    if not contrary:
        return ScanOutcome()
    decision = decide_by_meaning(incoming, contrary, memory.memory_id, policy)
    now = incoming.recorded_at
    match decision:
        case Create(decided) if decided.ending.superseded_by is not None:
            return _superseded(_until_told(memory, decided), (), "successor_scheduled")
        case Supersede(decided, ended, reason):
            before = {n.memory.memory_id: n.memory for n in contrary}
            made = superseding(replace(memory, updated_at=now), tuple(before[m.memory_id] for m in ended), reason)
            winner = replace(_until_told(memory, decided), supersedes=made.memory.supersedes)
            return _superseded(winner, made.ended, reason)
        case Keep(stored, _, reason):
            standing = next(n.memory for n in contrary if n.memory.memory_id == stored.memory_id)
            made = superseding(replace(standing, updated_at=now), (memory,), reason)
            return ScanOutcome(((made.ended[0], AuditAction.SUPERSEDED),), (), reason)
        case Dispute(pending, others, reason):
            against = tuple(dict.fromkeys((*memory.conflicts_with, *pending.conflicts_with)))
            mine = replace(memory, status=Status.PENDING_REVIEW, conflicts_with=against, updated_at=now)
            both = (mine, *others)
            return ScanOutcome(tuple((one, AuditAction.DISPUTED) for one in both), both, reason)
        case _:
            return ScanOutcome()


def _until_told(memory: Memory, decided: Memory) -> Memory:
    """The memory as it holds before what is scheduled to take its place."""
    if decided.ending.superseded_by is None:
        return memory
    ending = replace(memory.ending, superseded_by=decided.ending.superseded_by, cut_from=decided.ending.cut_from)
    return replace(memory, valid_to=decided.valid_to, ending=ending)


def _superseded(winner: Memory, ended: Sequence[Memory], reason: str) -> ScanOutcome:
    effects = [(memory, AuditAction.SUPERSEDED) for memory in ended]
    return ScanOutcome(((winner, AuditAction.UPDATED), *effects), (), reason)


def _comes_before(other: Memory, memory: Memory) -> bool:
    return (other.recorded_at or other.created_at, other.memory_id) < (
        memory.recorded_at or memory.created_at,
        memory.memory_id,
    )


def _is_vouched_for(memory: Memory) -> bool:
    """A person has confirmed it as it was: who let both of two stand has settled their contradiction."""
    confirmed = memory.source in (Source.HUMAN_CONFIRMED, Source.SYSTEM_OF_RECORD)
    return confirmed and memory.updated_at > (memory.recorded_at or memory.created_at)


def _change(
    services: Services,
    found: Found,
    verdict: ScanOutcome,
    reading: Reading,
    barrier: Barrier,
    author: Author,
    salt: bytes,
) -> Change:
    """All of it in one transaction; without a contradiction only the mark that the memory has been seen."""
    memory, expiry, free = found.memory, services.write_policy.expiry, Free(author.at, barrier.hidden)
    effects = {after.memory_id: (after, action) for after, action in verdict.effects}
    after, action = effects.pop(memory.memory_id, (memory, None))
    after = replace(after, upkeep=replace(after.upkeep, scanned_at=author.at))
    change = barrier_checks(reading, memory.scope, author.at)
    if action is not None:
        after, trail = audited(after, action, author, salt)
        change |= trail
    change |= put_current(after, memory, reading, expiry, free, found.stats)
    for other, done in effects.values():
        chained, trail = audited(other, done, author, salt)
        change |= trail | put_current(chained, chained, reading, expiry, free)
    if verdict.disputed:
        change |= open_review(
            ReviewKind.CONFLICT, verdict.disputed, verdict.reason, services.ids.new(), author.at
        )  # fmt: skip
    return change
