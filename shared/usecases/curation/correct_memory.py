"""Correcting a memory: a person's word makes a new version, through the same change as every write."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import acts_for, may_write, opens
from shared.domain.errors import (
    ForbiddenRole,
    LowConfidence,
    Malformed,
    NotFound,
    OnlyForNow,
    ProfileReadOnly,
    VersionConflict,
)
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.memories.quarantine import is_quarantined, why_quarantined
from shared.domain.reviews.review import ReviewKind
from shared.domain.scopes import Scope
from shared.domain.writing.admission import refuse_empty, refuse_worthless
from shared.domain.writing.by_key_and_text import no_earlier
from shared.domain.writing.correction import Correction, correct
from shared.domain.writing.incoming import in_a_persons_word
from shared.domain.writing.kinds_of_statement import plainly_wishes_for_now
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories.memory_change import Author, pointer_keys
from shared.records.store.reading import Reading
from shared.records.store.record import Key
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.blocked_writes import noting_blocks
from shared.usecases.curation.open_review import ask_about
from shared.usecases.indexing.not_yet_indexed import commit_noted
from shared.usecases.known_vectors import knowing_vectors
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.admission import is_specialist, scanned
from shared.usecases.writing.commit import WriteContext, carried_out
from shared.usecases.writing.lookup import further
from shared.usecases.writing.statement_reading import read_statement
from shared.usecases.writing.write_memory import WriteAnswer, answer_of, kept_answer, replayed


def correct_memory(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    memory_id: str,
    correction: Correction,
    *,
    expected_version: int | None = None,
    idempotency: IdempotencyKey | None = None,
) -> WriteAnswer:
    """A quarantined memory stays so unless the caller is a reviewer: changing it does not verify it. Other words are
    judged as a write's: what a write would put up for review confirms nothing, and the memory stays as it is
    (`LowConfidence`). Raises `NotFound`, `SourceNotAllowed`, `OnlyForNow`, `NotWorthRemembering`, `VersionConflict`
    with the current version, `ProfileReadOnly` for a memory that only its source may change, and the errors of access
    and of the barrier."""
    target = may_write(caller, scope)
    if is_specialist(caller):
        raise ForbiddenRole("a specialist's output is corrected by a person")
    caller.may_assert(Source.HUMAN_CONFIRMED)
    with noting_blocks(services, caller, scope):
        flagged = scanned(services, {"content": correction.content, "metadata": correction.metadata})
    correction = replace(correction, flags=flagged)
    if correction.content is not None:
        refuse_empty(correction.content)

    once, services = Once(services, idempotency), knowing_vectors(services)

    def attempt() -> WriteAnswer:
        now = services.clock.now()
        reading = _read(services, target, memory_id, once)
        once.look_at(reading)
        barrier = whole_barrier(services, reading[keys.barrier(target)])
        barrier.refuse_write(now)
        stored = visible(reading[keys.current(target, memory_id)], barrier, now)
        if stored is None or not opens(caller, stored) or seen(services, stored, {target.owner: barrier}) is None:
            raise NotFound("there is no such memory in this scope")
        if stored.is_kept_at_its_source and not caller.has(Role.SYSTEM_OF_RECORD):
            ask_about(services, ReviewKind.FEEDBACK, stored, "its subject wants it corrected at its source")
            raise ProfileReadOnly("a profile or a policy is corrected at its source")
        if expected_version is not None and expected_version != stored.version:
            raise VersionConflict("the memory has another version", current_version=stored.version)
        if correction.valid_to is not None and correction.valid_to < stored.valid_from:
            raise Malformed.field("valid_to", "must not be before valid_from")
        wish = None if correction.valid_to is not None else correction.content
        if wish is not None and plainly_wishes_for_now(stored.type, wish):
            raise OnlyForNow
        waits = is_quarantined(stored) and not caller.has(Role.REVIEWER)
        at = no_earlier(now, [stored], services.write_policy)
        decision = correct(stored, replace(correction, waits=waits), at, services.write_policy)
        if decision.memory.content_hash != stored.content_hash:
            decision = replace(decision, memory=_judged(services, decision.memory, at))
        reading |= further(services, (*pointer_keys(decision.memory), *pointer_keys(stored)), reading)
        author = Author(caller.principal, acts_for(caller, target), at)
        incoming = in_a_persons_word(decision.memory, at)
        if waits:
            reason = why_quarantined(stored) or ""
            incoming = replace(incoming, initial_status=Status.CANDIDATE, initial_status_reason=reason)
        written = carried_out(services, decision, WriteContext(incoming, reading, author, barrier))
        change = written.change
        if idempotency is not None:
            change |= idempotency.remember(kept_answer(written), reading, now)
        commit_noted(services, change, reading, target)
        return answer_of(written)

    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many writers of this memory at once"),
        lambda kept: replayed(services, kept, caller),
    )


def _judged(services: Services, memory: Memory, now: datetime) -> Memory:
    """The memory with what its other words bind to. Raises what a write of them raises, and `LowConfidence`."""
    said = replace(in_a_persons_word(memory, now), initial_status=None)
    recipe = said.type is MemoryType.PROCEDURAL
    refuse_worthless(said.content, said.source, keyed=said.key is not None, recipe=recipe)
    read = read_statement(services, said, memory, at_the_door=True)
    if read.initial_status is Status.CANDIDATE:
        raise LowConfidence(read.initial_status_reason)
    return memory if read.binding is None else replace(memory, meaning=replace(memory.meaning, binding=read.binding))


def _read(services: Services, scope: Scope, memory_id: str, once: Once) -> Reading:
    wanted: list[Key] = [
        keys.current(scope, memory_id), keys.vector(scope, memory_id), keys.barrier(scope), keys.salt(scope),
        keys.directory(scope), keys.latest(scope), *once.wanted,
    ]  # fmt: skip
    return Reading.of(wanted, services.records.get(wanted))
