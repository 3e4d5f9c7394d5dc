"""Writing one memory: admit it, read the stored memories, let the domain decide, commit one change. Every way to write
uses this.

Calls to the stores and the embedder: a plain write 4 (read, embed, search what is near, commit), a duplicate by key or
text 2 (read, commit), an update under its key 5 (read, read the current one, embed, search, commit). If a contradicting
memory is found it is read: one call more.

If the text of an existing memory changes, or becomes current again, it is compared with the other memories near it,
as a new one is."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import acts_for, opens
from shared.domain.deletion.barrier import Barrier
from shared.domain.errors import SearchUnavailable, VersionConflict, refusal_again
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.domain.tasks.completion import TaskState
from shared.domain.writing.by_key_and_text import decide, in_order
from shared.domain.writing.by_meaning import STATE_LIKE, makes_current, weighed_against
from shared.domain.writing.decisions import (
    Create,
    Decision,
    Dispute,
    Duplicate,
    DuplicateBy,
    Outcome,
    Schedule,
    Supersede,
    Update,
)
from shared.domain.writing.incoming import IncomingMemory
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import Author
from shared.records.memories.vectors import stored_vector
from shared.records.store.record import Attributes, Change
from shared.usecases.barrier.check import as_it_is, find_visible, hiding_selected, refuse_if_covered
from shared.usecases.barrier.completed_tasks import refuse_in_completed_task
from shared.usecases.barrier.tombstones import without_deleted
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.indexing.index_memories import document
from shared.usecases.indexing.not_yet_indexed import commit_noted
from shared.usecases.indexing.owner_counts import refuse_more
from shared.usecases.known_vectors import knowing_vectors
from shared.usecases.once import Kept, Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand, admitted
from shared.usecases.writing.commit import WriteContext, Written, carried_out, embedded, is_missing
from shared.usecases.writing.lookup import first_reading, look_up, refuse_if_rejected
from shared.usecases.writing.neighbours import by_meaning, near_others
from shared.usecases.writing.scheduled_neighbours import with_successors
from shared.usecases.writing.statement_reading import new_text, read_statement


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """`memory` is `None` in a replay whose memory no longer exists, and if the purposes of the caller's token do not
    open the memory that won."""

    outcome: Outcome
    memory: Memory | None
    duplicate_by: DuplicateBy | None = None
    conflicts_with: tuple[str, ...] = ()
    reason: str = ""
    replayed: bool = False


def write_memory(
    services: Services, caller: Caller, command: WriteCommand, idempotency: IdempotencyKey | None = None
) -> WriteAnswer:
    """Raises what `admitted` and `remember` raise. A write does not get around the purposes to which a token is
    bound."""

    def write() -> WriteAnswer:
        incoming = admitted(services, caller, command)
        author = Author(caller.principal, acts_for(caller, incoming.scope), incoming.recorded_at)
        return remember(
            services, incoming, author, idempotency, expected_version=command.expected_version, at_the_door=True
        )

    answer = Once(services, idempotency).answer(write, lambda kept: replayed(services, kept))
    shown = answer.memory is not None and opens(caller, answer.memory)
    return answer if shown else replace(answer, memory=None)


def remember(
    services: Services,
    incoming: IncomingMemory,
    author: Author,
    idempotency: IdempotencyKey | None = None,
    *,
    expected_version: int | None = None,
    also: Callable[[Written], Change] | None = None,
    at_the_door: bool = False,
) -> WriteAnswer:
    """The second half of the pipeline: barrier, key, text, meaning, one transaction. `also` adds to that change.
    `at_the_door`: a statement that was written directly, which must not be a wish for this time only.

    Raises the errors of the barrier, `TaskCompleted`, `RejectedBefore`, `VersionConflict`, `LowConfidence`,
    `OnlyForNow`, `MemoryLimitReached`, and `Unavailable` when the race for one memory is lost `WritePolicy.attempts`
    times."""
    attempt = remembering(
        services,
        incoming,
        author,
        idempotency,
        expected_version=expected_version,
        also=also,
        at_the_door=at_the_door,
    )
    return until_committed(attempt, services.write_policy.attempts, "too many writers of this memory at once")


def remembering(
    services: Services,
    incoming: IncomingMemory,
    author: Author,
    idempotency: IdempotencyKey | None = None,
    *,
    expected_version: int | None = None,
    also: Callable[[Written], Change] | None = None,
    at_the_door: bool = False,
) -> Callable[[], WriteAnswer]:
    """One attempt of `remember`, for callers that read again before each attempt. Raises `CheckFailed`."""
    services, tried = knowing_vectors(services), itertools.count()

    def attempt() -> WriteAnswer:
        again = next(tried) > 0
        reading = first_reading(services, incoming, idempotency)
        if idempotency is not None:
            answer = idempotency.remembered(reading[idempotency.record_key], incoming.recorded_at)
            if answer is not None:
                return replayed(services, answer)
        open_task = refuse_in_completed_task(reading, incoming.scope, takes=TaskState.CLOSING)
        barrier = whole_barrier(services, reading[keys.barrier(incoming.scope)])
        refuse_if_covered(services, incoming.scope, barrier, incoming.compared_at, incoming.content_hash, reading)
        remaining = without_deleted(services, incoming, barrier).in_epoch(barrier.epoch)
        barrier = hiding_selected(services, remaining, barrier, reading)
        refuse_if_rejected(remaining, reading)
        existing = look_up(services, remaining, reading, barrier, again=again)
        _expect(expected_version, existing.known.by_key)
        remaining = in_order(remaining, existing.known, services.clock.now(), services.write_policy)
        memory_id = services.ids.new()
        decision: Decision = decide(remaining, existing.known, memory_id, services.write_policy)
        if (text := new_text(decision)) is not None:
            remaining = read_statement(services, remaining, text, at_the_door=at_the_door)
            decision = decide(remaining, existing.known, memory_id, services.write_policy)
        by = replace(author, at=remaining.recorded_at)
        write_context = WriteContext(remaining, existing.reading, by, existing.barrier)
        if isinstance(decision, Create) and remaining.sealed is None:
            decision, write_context = by_meaning(services, decision, write_context)
        elif makes_current(decision, remaining):
            decision, write_context = against_others(services, decision, write_context)
        if isinstance(decision, Create | Supersede | Dispute):
            refuse_more(services, reading[keys.salt(incoming.scope)])
        written = carried_out(services, decision, write_context)
        change = written.change | open_task
        if also is not None:
            change |= also(written)
        if idempotency is not None:
            change |= idempotency.remember(kept_answer(written), reading, incoming.recorded_at)
        commit_noted(services, change, reading, incoming.scope)
        _note(services, written)
        return _without_selected(answer_of(written), existing.barrier)

    return attempt


def _note(services: Services, written: Written) -> None:
    """A new text with its vector, for the next write of the same run or process, and what ended with it."""
    known = services.just_written
    if known is None:
        return
    memory = written.memory
    key = keys.vector(memory.scope, memory.memory_id)
    vector = next((stored_vector(record) for record in written.change.puts if record.key == key), None)
    if vector is not None and vector.vector and memory.sealed is None:
        known.note(document(memory, vector, services.calibration), services.clock.now())
    for record in written.change.puts:
        if record.key.sk.startswith(keys.CURRENT_PREFIX) and record.attributes["memory_id"] != memory.memory_id:
            other = memory_codec.memory(record.attributes)
            known.has_become(other.memory_id, other.status.value, other.head.revision)


def _expect(expected: int | None, current: Memory | None) -> None:
    version = 0 if current is None else current.version
    if expected is not None and expected != version:
        raise VersionConflict("the memory has another version", current_version=version)


def answer_of(written: Written) -> WriteAnswer:
    return WriteAnswer(written.outcome, written.memory, written.duplicate_by, written.conflicts_with, written.reason)


def _without_selected(answer: WriteAnswer, barrier: Barrier) -> WriteAnswer:
    """The current memory, without the parts that a running deletion takes."""
    return answer if answer.memory is None else replace(answer, memory=barrier.seen(answer.memory))


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


def replayed(services: Services, answer: Kept, caller: Caller | None = None) -> WriteAnswer:
    """The first answer again, with the memory as it is now, if it is open to `caller`. Raises the refusal that was kept
    of a batch's item."""
    if "refusal" in answer:
        raise refusal_again(*json.loads(answer["refusal"]))
    memory = find_visible(services, Scope.parse(answer["scope"]), answer["memory_id"])
    if memory is not None and caller is not None and not opens(caller, memory):
        memory = None
    return replace(outcome_again(answer), memory=memory)


def outcome_again(answer: Kept) -> WriteAnswer:
    """The first answer again without the memory, which costs no read."""
    by = answer["duplicate_by"]
    return WriteAnswer(
        Outcome(answer["outcome"]),
        None,
        None if by is None else DuplicateBy(by),
        tuple(answer["conflicts_with"]),
        answer["reason"],
        replayed=True,
    )


def against_others(
    services: Services, decision: Update | Schedule | Duplicate, write_context: WriteContext
) -> tuple[Decision, WriteContext]:
    """The decision after the comparison with the memories near it, and the write context with the vector and all
    that is touched. With search down the decision is unchanged: the daily scan finds the missed ones."""
    incoming = write_context.incoming
    if incoming.type not in STATE_LIKE or incoming.sealed is not None:
        return decision, write_context
    vector = embedded(services, decision.version if isinstance(decision, Schedule) else decision.memory)
    own = decision.memory.memory_id
    if is_missing(vector):
        return decision, replace(write_context, vector=vector)
    try:
        near, write_context = near_others(services, write_context, vector, own)
    except SearchUnavailable:
        return decision, replace(write_context, vector=vector)
    before = as_it_is(write_context.reading[keys.current(incoming.scope, own)], incoming.recorded_at)
    near, reading = with_successors(services, near, write_context, write_context.reading, before)
    held = weighed_against(decision, incoming, near, services.write_policy) if near else decision
    return held, replace(write_context, vector=vector, reading=reading)
