"""The memories of a completed task, one after the other: promoted, released, or held. Each outcome is kept in the
transaction that brings it about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import acts_for, opens
from shared.domain.audit.chain import AuditAction
from shared.domain.errors import MemoryLimitReached, MemoryServiceError, NotFound, SubjectDeleting, Unavailable
from shared.domain.memories.memory import Memory, evicted
from shared.domain.tasks.completion import TASK_COMPLETED, Held, Hold, Promote, Release, fate_of
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys, salt_of
from shared.records.store.reading import Reading
from shared.records.store.record import Absent, Attributes, Change, CheckFailed, Record, Table
from shared.records.store.shut import intact
from shared.usecases.barrier.check import as_it_is, barrier_checks, visible
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.curation.promote_memory import promoting
from shared.usecases.memories.make_current import make_current
from shared.usecases.once import Once
from shared.usecases.operations.task_record import (
    GAVE_UP,
    TaskCompletion,
    changed,
    completion_in,
    one_more_released,
    put_completion,
    step_of_memory,
)
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.commit import Written
from shared.usecases.writing.write_memory import kept_answer

# As long as a completed session's (`complete_session`): the next call does the rest.
ACTIONS_A_CALL = 400
_PAGE = 100


@dataclass(slots=True)
class _Clock:
    """No memory is begun that would end later than `until` if it took as long as the slowest before it."""

    services: Services
    until: datetime
    done: int = 0
    slowest: timedelta = timedelta(0)

    def refuse_more(self) -> datetime:
        now = self.services.clock.now()
        if self.done and (self.done >= ACTIONS_A_CALL or now + self.slowest >= self.until):
            raise Unavailable("the task has more to settle than fits into one call: ask again", retry_after_s=1)
        return now

    def note(self, began: datetime) -> None:
        self.done += 1
        self.slowest = max(self.slowest, self.services.clock.now() - began)


def settle_memories(services: Services, caller: Caller, completion: TaskCompletion, until: datetime) -> None:
    """Raises `Unavailable` when the time is over, and `MemoryLimitReached`; the same call goes on."""
    services, clock = services.in_one_run(), _Clock(services, until)
    for memories, walked in _pages(services, completion):
        for memory in memories:
            began = clock.refuse_more()
            fate = fate_of(memory, completion.named, began)
            if fate is not None:
                _settle(services, caller, completion, memory, fate)
                clock.note(began)
        changed(services, completion, partial(replace, walk=walked))


def _pages(services: Services, completion: TaskCompletion) -> Iterator[tuple[list[Memory], str]]:
    """From where the walk has come: the memories of a page, and its last sort key."""
    task, walked = completion.scope, completion.walk
    here, below = keys.current_prefixes_within(task)
    for prefix in (here, below)[int(walked.startswith(below)) :]:
        after = walked if walked.startswith(prefix) else None
        while True:
            page = services.records.page(
                Table.MEMORIES, keys.path(task.owner), sk_prefix=prefix, after=after, limit=_PAGE
            )
            now = services.clock.now()
            if page.records:
                found = [memory_codec.memory(record.attributes).at(now) for record in intact(page.records)]
                yield found, page.records[-1].key.sk
            after = page.next_after
            if after is None:
                break


def _settle(
    services: Services, caller: Caller, completion: TaskCompletion, memory: Memory, fate: Promote | Release | Hold
) -> None:
    if isinstance(fate, Promote) and not opens(caller, memory):
        fate = Hold(Held.PURPOSE_NOT_ALLOWED)
    match fate:
        case Hold(because):
            shown = None if because is Held.PURPOSE_NOT_ALLOWED else memory.memory_id
            _note(services, completion, memory, {"held": because.value, "memory_id": shown})
        case Release():
            _release(services, caller, completion, memory, None)
        case Promote():
            refused = _promote(services, caller, completion, memory)
            if refused is not None and not _release(services, caller, completion, memory, refused):
                _note(services, completion, memory, {"refused": refused, "memory_id": memory.memory_id})


def _note(services: Services, completion: TaskCompletion, memory: Memory, kept: Attributes) -> None:
    barrier = keys.barrier(completion.scope)

    def attempt() -> None:
        now = services.clock.now()
        reading = Reading.of([barrier], services.records.get([barrier]))
        whole_barrier(services, reading[barrier]).refuse_write(now)
        try:
            services.records.commit(
                _step(services, completion, memory, kept) | barrier_checks(reading, completion.scope, now)
            )
        except CheckFailed as failed:
            if failed.check.key == barrier:
                raise

    until_committed(attempt, services.write_policy.attempts, GAVE_UP)


def _step(services: Services, completion: TaskCompletion, memory: Memory, kept: Attributes) -> Change:
    key = step_of_memory(completion, memory.memory_id)
    record = Record(key, {**kept, "recorded_at": services.clock.now().isoformat()})
    return Change(puts=(record,), checks=(Absent(key),))


def _promote(services: Services, caller: Caller, completion: TaskCompletion, memory: Memory) -> str | None:
    """The code of the refusal, if the pipeline of writes refuses it. Raises `MemoryLimitReached`: there may be room
    later, and what is refused ends here."""

    def noted(written: Written) -> Change:
        return _step(services, completion, memory, {**kept_answer(written), "source_id": memory.memory_id})

    attempt = promoting(
        services,
        caller,
        memory.scope,
        memory.memory_id,
        completion.target,
        Once(services, None),
        lambda _: None,
        also=noted,
        ends_because=TASK_COMPLETED,
    )
    try:
        until_committed(attempt, services.write_policy.attempts, "too many writers of this memory at once")
    except (Unavailable, SubjectDeleting, MemoryLimitReached):
        raise
    except NotFound:
        return None  # another call has settled it, or a deletion takes it
    except MemoryServiceError as refusal:
        return refusal.code
    return None


def _release(
    services: Services, caller: Caller, completion: TaskCompletion, memory: Memory, refused: str | None
) -> bool:
    """Whether it ends here: not if it is gone, or waits for a person. `refused`: why it was not promoted."""
    place = memory.scope
    current, barrier_key, task = keys.current(place, memory.memory_id), keys.barrier(place), keys.task(completion.scope)
    wanted = [current, barrier_key, keys.salt(place), task]

    def attempt() -> bool:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier = whole_barrier(services, reading[barrier_key])
        barrier.refuse_write(now)
        known = seen(services, visible(reading[current], barrier, now), {place.owner: barrier})
        whole = as_it_is(reading[current], now)
        if known is None or whole is None or fate_of(known, (), now) != Release():
            return False
        ended = evicted(whole, TASK_COMPLETED, now)
        pointers = pointer_keys(whole)
        reading |= Reading.of(pointers, services.records.get(pointers))
        author = Author(caller.principal, acts_for(caller, place), now)
        salt, change = salt_of(reading, place, services.randomness(32))
        chained, trail = audited(ended, AuditAction.TASK_COMPLETED, author, salt)
        change |= trail | make_current(services, chained, reading, author, Free(now))
        counted = one_more_released(completion_in(reading[task]) or completion)
        change |= put_completion(counted, reading) | barrier_checks(reading, place, now)
        if refused is not None:
            change |= _step(services, completion, memory, {"refused": refused, "memory_id": memory.memory_id})
        services.records.commit(change)
        return True

    return until_committed(attempt, services.write_policy.attempts, GAVE_UP)
