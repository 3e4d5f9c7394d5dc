"""The record of a task completion: what was asked first, how far it has come, and what became of each part. It stays,
so that the task stays closed, until its owner is deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from shared.domain.errors import SubjectDeleting
from shared.domain.scopes import Scope
from shared.domain.tasks.completion import TaskState
from shared.records import keys
from shared.records.store.attributes import instant, required_instant
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record, Table
from shared.records.store.shut import is_shut
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

_PAGE = 500
_AT_ONCE = 90  # steps that one transaction removes
GAVE_UP = "too many writers of this task at once"


@dataclass(frozen=True, slots=True)
class TaskCompletion:
    """`named`: ids of the memories to promote, `None`: as the rules say. `released`: how many memories were. `outcome`:
    until the sessions have ended, which keep it with what they promote. `walk`: the sort key after which the
    walk through the memories goes on, empty at its beginning."""

    scope: Scope
    state: TaskState
    target: Scope
    named: tuple[str, ...] | None
    outcome: str | None
    begun_at: datetime
    released: int = 0
    walk: str = ""
    completed_at: datetime | None = None


def completion_in(record: Record | None) -> TaskCompletion | None:
    if record is None:
        return None
    a = cast("Mapping[str, Any]", record.attributes)
    return TaskCompletion(
        scope=Scope.parse(a["scope"]),
        state=TaskState(a["state"]),
        target=Scope.parse(a["target"]),
        named=None if a["named"] is None else tuple(a["named"]),
        outcome=a["outcome"],
        begun_at=required_instant(a["begun_at"]),
        released=a["released"],
        walk=a["walk"],
        completed_at=instant(a["completed_at"]),
    )


def put_completion(completion: TaskCompletion, reading: Reading) -> Change:
    attributes: Attributes = {
        "scope": completion.scope.path,
        "state": completion.state.value,
        "target": completion.target.path,
        "named": None if completion.named is None else list(completion.named),
        "outcome": completion.outcome,
        "begun_at": completion.begun_at.isoformat(),
        "recorded_at": completion.begun_at.isoformat(),
        "released": completion.released,
        "walk": completion.walk,
        "completed_at": None if completion.completed_at is None else completion.completed_at.isoformat(),
    }
    return reading.put(keys.task(completion.scope), attributes)


def changed(
    services: Services, completion: TaskCompletion, change: Callable[[TaskCompletion], TaskCompletion]
) -> TaskCompletion:
    """The completion as it is now, with this change; another call may have come further meanwhile. Raises the errors of
    the barrier."""
    wanted = [keys.task(completion.scope), keys.barrier(completion.scope)]

    def attempt() -> TaskCompletion:
        now = services.clock.now()
        reading = Reading.of(wanted, services.records.get(wanted))
        whole_barrier(services, reading[wanted[1]]).refuse_write(now)
        stored = completion_in(reading[wanted[0]])
        new = change(stored or completion)
        if new != stored:
            guard = barrier_checks(reading, completion.scope, now)
            services.records.commit(put_completion(new, reading) | guard)
        return new

    return until_committed(attempt, services.write_policy.attempts, GAVE_UP)


def said_within(services: Services, scope: Scope, before: int) -> Iterator[Record]:
    """What completions of the scope and below it say of an epoch smaller than `before`: how they ended in a caller's
    words, and what became of each session and memory."""
    for prefix in keys.task_prefixes_within(scope):
        after: str | None = None
        while True:
            page = services.records.page(
                Table.MEMORIES, keys.path(scope.owner), sk_prefix=prefix, after=after, limit=_PAGE
            )
            for record in page.records:
                says = not keys.is_task(record.key) or (
                    not is_shut(record) and record.attributes["outcome"] is not None
                )
                if says and record.epoch < before:
                    yield record
            after = page.next_after
            if after is None:
                break


def forget_said(services: Services, scope: Scope, before: int) -> None:
    """What a deletion of a task takes of its completion: all but that it is completed. Nothing while everything of
    the owner is being deleted, which takes that too."""
    steps: list[Key] = []
    for record in list(said_within(services, scope, before)):
        completion = completion_in(record) if keys.is_task(record.key) else None
        if completion is None:
            steps.append(record.key)
        else:
            with suppress(SubjectDeleting):
                changed(services, completion, without_outcome)
    for start in range(0, len(steps), _AT_ONCE):
        services.records.commit(Change(removes=tuple(steps[start : start + _AT_ONCE])))


def without_outcome(known: TaskCompletion) -> TaskCompletion:
    return replace(known, outcome=None)


def one_more_released(completion: TaskCompletion) -> TaskCompletion:
    return replace(completion, released=completion.released + 1)


def step_of_session(completion: TaskCompletion, incarnation: str) -> Key:
    return keys.task_step(completion.scope, f"s#{incarnation}")


def step_of_memory(completion: TaskCompletion, memory_id: str) -> Key:
    return keys.task_step(completion.scope, f"m#{memory_id}")


def steps_taken(services: Services, scope: Scope) -> Iterator[Attributes]:
    """What became of each session, memory by memory in the order of their making, as far as it has come."""
    head = keys.task(scope)
    for kind in ("s#", "m#"):
        after: str | None = f"{head.sk}{kind}"
        while after is not None:
            page = services.records.page(head.table, head.pk, sk_prefix=f"{head.sk}{kind}", after=after, limit=_PAGE)
            yield from (record.attributes for record in page.records)
            after = page.next_after
