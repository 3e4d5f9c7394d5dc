"""The contradiction scan: each new or changed memory is checked once against those near it.

A write does the same for its incoming memory. The scan finds memories that a write could not see, because they were
written while search was down or at the same moment, and asks the judge if there is one. It runs a moment after a
memory has become searchable (`consolidation`), and daily for memories that were missed. Of a pair the memory
recorded later is the incoming one; so each pair is judged once, by the scan of the later one. If that was scanned
before the earlier one could be found, it is scanned again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.hygiene.maintenance_rules import scan_due_at, waits_for_scan
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import NOT_YET, RECALLABLE, Memory, Status
from shared.domain.reviews.review import ReviewKind
from shared.domain.writing.by_meaning import MERGED, Near, decide_by_meaning, superseding
from shared.domain.writing.decisions import Create, Dispute, Duplicate, Keep, Supersede, WritePolicy
from shared.domain.writing.incoming import IncomingMemory, restated
from shared.language.comparison.relation import Relation
from shared.records import keys
from shared.records.ledger.reviews import open_review
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys, put_edges
from shared.records.memories.vectors import StoredVector, stored_vector
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.hygiene.actions import SCHEDULE
from shared.usecases.hygiene.due import Found, look_at
from shared.usecases.memories.make_current import Put, make_all_current
from shared.usecases.services import Services
from shared.usecases.writing.commit import WriteContext, embedded, in_space, vectors_put
from shared.usecases.writing.neighbours import near_others
from shared.usecases.writing.rivals import NO_OLDER, joined_older, older_in, remembered_denials


class Scan(StrEnum):
    """The outcome of the scan of one memory."""

    NOTHING = "nothing"
    SUPERSEDED = "superseded"
    DISPUTED = "disputed"
    MERGED = "merged"  # it says the same as an earlier one
    LEFT = "left"  # it is being deleted or was changed meanwhile: it is due again


@dataclass(frozen=True, slots=True)
class ScanOutcome:
    """Memories as they shall be, each with the action on it; `disputed` waits for a person. `merged_into`: the
    earlier memory, before it took the evidence of the one that says the same."""

    effects: tuple[tuple[Memory, AuditAction], ...] = ()
    disputed: tuple[Memory, ...] = ()
    reason: str = ""
    merged_into: Memory | None = None

    @property
    def outcome(self) -> Scan:
        if self.disputed:
            return Scan.DISPUTED
        if self.merged_into is not None:
            return Scan.MERGED
        return Scan.SUPERSEDED if self.effects else Scan.NOTHING


def scan_contradictions(services: Services, memory: Memory) -> Scan:
    """Looks for memories that contradict a current memory, acts on them, and marks the memory as scanned. Raises
    `SearchUnavailable`: then the memory counts as not scanned."""
    found = next(look_at(services, [keys.current(memory.scope, memory.memory_id)]), None)
    if found is None or found.memory.head.revision != memory.head.revision:
        return Scan.LEFT
    return scan(services, found)


def scan(services: Services, found: Found, actor: str = SCHEDULE) -> Scan:
    """The daily scan marks the memories that it has scanned. Any other comparison writes nothing if nothing is near:
    the mark would cost more than the daily look."""
    if scan_due_at(found.memory, services.write_policy.expiry) is None:
        return Scan.NOTHING
    if found.memory.embedding == NOT_YET:
        _give_vectors(services, found, actor)
        return Scan.LEFT
    outcome, later = _scanned(services, found, actor)
    if later:
        places = [keys.current(m.scope, m.memory_id) for m in sorted(later, key=lambda one: one.memory_id)]
        for one in list(look_at(services, places)):
            _scanned(services, one, actor)
    return outcome


def _give_vectors(services: Services, found: Found, actor: str) -> None:
    """To a memory that was stored while the embedder did not answer; the next look compares it. Raises
    `EmbedderUnavailable`."""
    memory, scope = found.memory, found.memory.scope
    wanted = list(dict.fromkeys((keys.barrier(scope), keys.vector(scope, memory.memory_id), *pointer_keys(memory))))
    reading = Reading.of(wanted, services.records.get(wanted)).knowing(found.record)
    barrier, now = whole_barrier(services, reading[keys.barrier(scope)]), services.clock.now()
    if barrier.hides_everything() or memory.memory_id in barrier.hidden:
        return
    change = vectors_put(services, memory, None) | barrier_checks(reading, scope, now)
    change |= reading.unchanged(keys.vector(scope, memory.memory_id))
    puts = [Put(in_space(services, memory), found.stats)]
    change |= make_all_current(services, puts, reading, Author(actor, None, now), Free(now, barrier.hidden)).change
    try:
        services.records.commit(change)
    except CheckFailed:
        return


def _scanned(services: Services, found: Found, actor: str) -> tuple[Scan, list[Memory]]:
    """The outcome, and the memories near it that were recorded later and scanned already."""
    memory, now = found.memory, services.clock.now()
    scope = memory.scope
    if memory.status not in RECALLABLE:
        return Scan.NOTHING, []
    vector_key = keys.vector(scope, memory.memory_id)
    wanted = list(dict.fromkeys((keys.barrier(scope), keys.salt(scope), vector_key, *pointer_keys(memory))))
    reading = Reading.of(wanted, services.records.get(wanted)).knowing(found.record)
    barrier, salt = whole_barrier(services, reading[keys.barrier(scope)]), reading[keys.salt(scope)]
    if barrier.hides_everything() or memory.memory_id in barrier.hidden or salt is None:
        return Scan.LEFT, []
    incoming = restated(memory, now)
    author = Author(actor, None, now)
    vector = _vector(services, memory, reading)
    write_context = WriteContext(incoming, reading, author, barrier)
    near, write_context = near_others(services, write_context, vector, memory.memory_id, later=True)
    if not near and actor != SCHEDULE and joined_older(memory, write_context.older) == memory:
        return Scan.NOTHING, []
    verdict = judged(memory, incoming, near, services.write_policy)
    change = _change(services, found, verdict, write_context, cast("bytes", salt.attributes["salt"]))
    try:
        services.records.commit(change)
    except CheckFailed:
        return Scan.LEFT, []
    later = (n.memory for n in near if not _comes_before(n.memory, memory) and n.memory.status in RECALLABLE)
    # The daily scan still looks at what it has not seen.
    return verdict.outcome, [m for m in later if not waits_for_scan(m) or (actor != SCHEDULE and _was_compared(m, now))]


# After this long a memory has been compared with all neighbours that could be found at its time.
_COMPARED_WITHIN = timedelta(seconds=5)


def _was_compared(memory: Memory, now: datetime) -> bool:
    return now - (memory.recorded_at or memory.created_at) > _COMPARED_WITHIN


def _vector(services: Services, memory: Memory, reading: Reading) -> StoredVector:
    """The stored vector; a new one only after a change of the model."""
    record = reading[keys.vector(memory.scope, memory.memory_id)]
    stored = None if record is None else stored_vector(record)
    return stored if stored is not None and stored.model == services.embedder.model.id else embedded(services, memory)


def judged(memory: Memory, incoming: IncomingMemory, near: Sequence[Near], policy: WritePolicy) -> ScanOutcome:
    """The rule of the write pipeline, over memories recorded before it that contradict it or say the same."""
    before = [n for n in near if _comes_before(n.memory, memory)]
    contrary = [n for n in before if _may_fall(n, memory)]
    same = [n for n in before if _may_take_in(n, memory)]
    if not contrary and not same:
        return ScanOutcome()
    decision = decide_by_meaning(incoming, [*contrary, *same], memory.memory_id, policy)
    now = incoming.recorded_at
    match decision:
        case Duplicate(refreshed, stored, _, False, elsewhere) if not elsewhere.memories:
            ended = superseding(replace(stored, updated_at=now), (memory,), MERGED).ended
            effects = ((ended[0], AuditAction.SUPERSEDED), (refreshed, AuditAction.CONFIRMED))
            return ScanOutcome(effects, (), MERGED, stored)
        case Create(decided) if decided.ending.superseded_by is not None:
            return _superseded(_until_stated(memory, decided), (), "successor_scheduled")
        case Supersede(decided, ended, reason):
            stood = {n.memory.memory_id: n.memory for n in contrary}
            made = superseding(replace(memory, updated_at=now), tuple(stood[m.memory_id] for m in ended), reason)
            winner = replace(_until_stated(memory, decided), supersedes=made.memory.supersedes)
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


def _may_fall(found: Near, memory: Memory) -> bool:
    both_vouched_for = _is_vouched_for(found.memory) and _is_vouched_for(memory)
    return found.related.relation is Relation.CONTRADICTS and not both_vouched_for


def _may_take_in(found: Near, memory: Memory) -> bool:
    """Whether a memory that was stated only once is merged into another that says the same: nothing rests on it yet."""
    untouched = memory.head.versions == 1 and not memory.schedule.upcoming and not memory.flags
    return (
        found.related.relation is Relation.SAME
        and found.memory.status in RECALLABLE
        and untouched
        and memory.key is None
    )


def _until_stated(memory: Memory, decided: Memory) -> Memory:
    """The memory as it holds before the scheduled version takes its place."""
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
    """A person has confirmed it as it was: a reviewer who kept both of two memories has settled their contradiction."""
    confirmed = memory.source in (Source.HUMAN_CONFIRMED, Source.SYSTEM_OF_RECORD)
    return confirmed and memory.updated_at > (memory.recorded_at or memory.created_at)


def _change(services: Services, found: Found, verdict: ScanOutcome, write_context: WriteContext, salt: bytes) -> Change:
    """The whole outcome in one transaction; without an outcome only the mark that the memory has been scanned, and
    which memories it may say newer."""
    memory, reading, author = found.memory, write_context.reading, write_context.author
    effects = {after.memory_id: (after, action) for after, action in verdict.effects}
    after, action = effects.pop(memory.memory_id, (memory, None))
    after = joined_older(after, write_context.older)
    after = replace(after, upkeep=replace(after.upkeep, scanned_at=author.at))
    change = barrier_checks(reading, memory.scope, author.at)
    if action is not None:
        after, trail = audited(after, action, author, salt)
        change |= trail
    puts = [Put(after, found.stats)]
    for other, done in effects.values():
        if verdict.merged_into is not None:
            change |= put_edges(other, verdict.merged_into)
        older = older_in(after) if verdict.merged_into is not None else NO_OLDER
        chained, trail = audited(joined_older(other, older), done, author, salt)
        change |= trail
        puts.append(Put(chained))
    change |= make_all_current(services, puts, reading, author, write_context.free).change
    if write_context.denies:
        denied = [other for other, done in effects.values() if done is AuditAction.SUPERSEDED]
        change |= remembered_denials(denied, reading, write_context.incoming)
    if verdict.disputed:
        change |= open_review(ReviewKind.CONFLICT, verdict.disputed, verdict.reason, services.ids.new(), author.at)
    return change
