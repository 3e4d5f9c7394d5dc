"""Writing one memory: read what is there, let the domain decide, commit one change. Every door leads through here.

Calls to the store and the embedder: a plain write 3 (read, embed, commit), a duplicate 2 (read, commit), an update 4
(read, read the current one, embed, commit).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.domain.access import acts_for, may_write
from shared.domain.deletion import Barrier
from shared.domain.errors import Malformed, Unavailable, VersionConflict
from shared.domain.evidence import Source
from shared.domain.identity import Caller, Role
from shared.domain.memories import Background, Importance, Memory, MemoryType, Metadata
from shared.domain.scopes import Scope
from shared.domain.writeback import refuse_empty
from shared.domain.writing import (
    Create,
    Decision,
    DuplicateBy,
    Known,
    Newcomer,
    Outcome,
    decide,
)
from shared.records import codec, keys
from shared.records.idempotency import IdempotencyKey
from shared.records.memory_change import (
    Author,
    key_digest,
)
from shared.records.model import Attributes, CheckFailed, Key, Record
from shared.records.reading import Reading
from shared.usecases.barriers import find_visible, refuse_if_covered
from shared.usecases.nearby import by_meaning
from shared.usecases.services import Services
from shared.usecases.write_change import Desk, Written, carried_out


@dataclass(frozen=True, slots=True)
class WriteCommand:
    """What a caller asks to remember; `None` takes the default of SPEC section 4."""

    content: str
    type: MemoryType
    key: str | None = None
    scope: Scope | None = None
    source: Source = Source.AGENT_INFERRED
    confidence: float | None = None
    importance: Importance = Importance.NORMAL
    observed_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    purposes: tuple[str, ...] = ()
    consent_scope: str | None = None
    source_event_ids: tuple[str, ...] = ()
    background: Background | None = None
    metadata: Metadata = field(default_factory=dict)
    expected_version: int | None = None


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """`memory` is `None` only in a replay whose memory is gone by now."""

    outcome: Outcome
    memory: Memory | None
    duplicate_by: DuplicateBy | None = None
    conflicts_with: tuple[str, ...] = ()
    reason: str = ""
    replayed: bool = False


def write_memory(
    services: Services, caller: Caller, command: WriteCommand, idempotency: IdempotencyKey | None = None
) -> WriteAnswer:
    """Raises the errors of access, of the barrier, of the writeback policy, `VersionConflict`, and `Unavailable` when
    the race for one memory is lost `WritePolicy.attempts` times."""
    newcomer = _newcomer(services, caller, command)
    author = Author(caller.principal, acts_for(caller, newcomer.scope), newcomer.recorded_at)
    for _ in range(services.write_policy.attempts):
        reading = _read(services, newcomer, idempotency)
        if idempotency is not None:
            answer = idempotency.remembered(reading[idempotency.record_key], newcomer.recorded_at)
            if answer is not None:
                return replayed(services, answer)
        barrier = codec.barrier(reading[keys.barrier(newcomer.scope)])
        refuse_if_covered(services, newcomer.scope, barrier, newcomer.evidence_at, newcomer.content_hash, reading)
        reading, known = _known(services, newcomer, reading, barrier)
        _expect(command, known.by_key)
        decision: Decision = decide(newcomer, known, services.ids.new(), services.write_policy)
        desk = Desk(newcomer, reading, author, barrier)
        if isinstance(decision, Create):
            decision, desk = by_meaning(services, decision, desk)
        written = carried_out(services, decision, desk)
        change = written.change
        if idempotency is not None:
            change |= idempotency.remember(kept_answer(written), reading, newcomer.recorded_at)
        try:
            services.records.commit(change)
        except CheckFailed:
            continue  # somebody was faster: look again
        return answer_of(written)
    raise Unavailable("too many writers of this memory at once")


def _newcomer(services: Services, caller: Caller, command: WriteCommand) -> Newcomer:
    scope = may_write(caller, command.scope)
    if command.source is Source.SYSTEM_OF_RECORD or command.type is MemoryType.PROFILE:
        caller.require(Role.SYSTEM_OF_RECORD)
    caller.may_name(frozenset(command.purposes))
    if command.expected_version is not None and command.key is None:
        raise Malformed.field("expected_version", "needs a key: without one there is nothing to compare with")
    refuse_empty(command.content)
    now = services.clock.now()
    observed_at = command.observed_at or now
    valid_from = command.valid_from or observed_at
    if command.valid_to is not None and command.valid_to < valid_from:
        if command.valid_from is not None:
            raise Malformed.field("valid_to", "must not be before valid_from")
        valid_from = command.valid_to  # already over when it was observed
    return Newcomer(
        scope=scope,
        type=command.type,
        key=command.key,
        content=command.content,
        source=command.source,
        confidence=command.source.default_confidence if command.confidence is None else command.confidence,
        importance=command.importance,
        observed_at=observed_at,
        valid_from=valid_from,
        valid_to=command.valid_to,
        recorded_at=now,
        purposes=command.purposes,
        consent_scope=command.consent_scope,
        source_event_ids=command.source_event_ids,
        background=command.background,
        metadata=command.metadata,
    )


def _read(services: Services, newcomer: Newcomer, idempotency: IdempotencyKey | None) -> Reading:
    scope = newcomer.scope
    wanted = [
        keys.barrier(scope),
        keys.salt(scope),
        keys.directory(scope),
        keys.hash_pointer(scope, newcomer.type, newcomer.content_hash),
    ]
    if newcomer.key is not None:
        wanted.append(keys.key_pointer(scope, newcomer.type, newcomer.key))
    if idempotency is not None:
        wanted.append(idempotency.record_key)
    return Reading.of(wanted, services.records.get(wanted))


def _known(services: Services, newcomer: Newcomer, reading: Reading, barrier: Barrier) -> tuple[Reading, Known]:
    """What lies under the key and under the text. The copy in the text's pointer spares a read of the memory itself;
    only a key with another text needs one. A memory that is being deleted is not there any more, and evidence from
    before its deletion does not come back under its key or text."""
    scope, now = newcomer.scope, newcomer.recorded_at
    twin: Memory | None = None
    pointer = reading[keys.hash_pointer(scope, newcomer.type, newcomer.content_hash)]
    if pointer is not None:
        copy = codec.memory(pointer.attributes)
        current = keys.current(scope, copy.memory_id)
        reading = reading.knowing(Record(current, pointer.attributes, copy.revision))
        twin = None if copy.is_expired(now) or barrier.dying(copy.memory_id, newcomer.evidence_at) else copy
    if newcomer.key is None:
        return reading, Known(by_hash=twin)
    by_key = reading[keys.key_pointer(scope, newcomer.type, newcomer.key)]
    if by_key is None:
        return reading, Known(by_hash=twin)
    digest = key_digest(by_key)
    if digest.is_expired(now) or barrier.dying(digest.memory_id, newcomer.evidence_at):
        return reading, Known(by_hash=twin)
    if twin is not None and twin.memory_id == digest.memory_id:
        return reading, Known(by_key=twin, by_hash=twin)
    current = keys.current(scope, digest.memory_id)
    reading |= _get(services, current, keys.hash_pointer(scope, newcomer.type, digest.content_hash))
    record = reading[current]
    if record is None:  # it went between the two reads
        return reading, Known(by_hash=twin)
    return reading, Known(by_key=codec.memory(record.attributes), by_hash=twin)


def _get(services: Services, *wanted: Key) -> Reading:
    return Reading.of(wanted, services.records.get(wanted))


def _expect(command: WriteCommand, current: Memory | None) -> None:
    version = 0 if current is None else current.version
    if command.expected_version is not None and command.expected_version != version:
        raise VersionConflict("the memory has another version", current_version=version)


def answer_of(written: Written) -> WriteAnswer:
    return WriteAnswer(written.outcome, written.memory, written.duplicate_by, written.conflicts_with, written.reason)


def kept_answer(written: Written) -> Attributes:
    by = written.duplicate_by
    return {
        "outcome": written.outcome.value,
        "memory_id": written.memory.memory_id,
        "scope": written.memory.scope.path,
        "duplicate_by": None if by is None else by.value,
        "conflicts_with": list(written.conflicts_with),
        "reason": written.reason,
    }


def replayed(services: Services, answer: Mapping[str, Any]) -> WriteAnswer:
    """The first answer again, with the memory as it is now."""
    scope, by = Scope.parse(answer["scope"]), answer["duplicate_by"]
    memory = find_visible(services, scope, answer["memory_id"])
    return WriteAnswer(
        Outcome(answer["outcome"]),
        memory,
        None if by is None else DuplicateBy(by),
        tuple(answer["conflicts_with"]),
        answer["reason"],
        replayed=True,
    )
