"""Completing a task scope as a whole: its sessions are completed and end, and each of its memories is promoted,
released, or held for a person.

First the task is closed for sessions and events, then its sessions are completed (which writes memories into the
task), then it is closed for memories too, and those that are there are settled: what comes late is refused, and
nothing escapes. The first call decides what is promoted and where to. A call that runs out of time is repeated and
goes on where it stopped; after the end the same call gets the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_write, opens
from shared.domain.access.promotion_paths import refuse_other_paths
from shared.domain.errors import Malformed
from shared.domain.scopes import Scope
from shared.domain.tasks.completion import MOST_NAMED, TaskState, goes_to, refuse_other_scopes
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories.vectors import vector_scope
from shared.records.store.record import Attributes
from shared.usecases.curation.promote_memory import refuse_specialists
from shared.usecases.known_vectors import letting_vectors_follow
from shared.usecases.once import Kept, Once
from shared.usecases.operations.task_record import TaskCompletion, changed, completion_in, steps_taken, without_outcome
from shared.usecases.services import Services
from shared.usecases.sessions.complete_session import SHOWN, TIME_A_CALL, refuse_secret_outcome
from shared.usecases.tasks.end_sessions import end_sessions
from shared.usecases.tasks.settle_memories import settle_memories
from shared.usecases.writing.write_memory import WriteAnswer, outcome_again, replayed

_A_PART = 800  # outcomes of some 300 bytes each, in a record of 400 KB


@dataclass(frozen=True, slots=True)
class TaskRequest:
    """`promote`: ids of the memories to promote, and all others are released; `None`: as the rules say. `to_scope`:
    where to, absent the scope above."""

    scope: Scope | None = None
    promote: tuple[str, ...] | None = None
    to_scope: Scope | None = None
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class EndedSession:
    """`promoted` and `refused` count events, `released` those that end with the session."""

    session_id: str
    scope: Scope
    promoted: int
    refused: int
    released: int


@dataclass(frozen=True, slots=True)
class CompletedTask:
    """`promoted`: the answers of the pipeline; `refused`: memory id and code of what it refused, which is released;
    `held`: memory id (`None` where the caller's purposes do not open it) and reason."""

    scope: Scope
    completed_at: datetime
    sessions: tuple[EndedSession, ...]
    promoted: tuple[WriteAnswer, ...]
    refused: tuple[tuple[str, str], ...]
    held: tuple[tuple[str | None, str], ...]
    released: int
    replayed: bool = False


def complete_task(
    services: Services, caller: Caller, request: TaskRequest, idempotency: IdempotencyKey | None = None
) -> CompletedTask:
    """Raises the errors of access and of the barrier, `Malformed`, and `Unavailable` when it could not be finished in
    this call: what is done stays, and the same call, repeated, goes on with the rest."""
    until = services.clock.now() + TIME_A_CALL
    task = may_write(caller, request.scope)
    refuse_other_scopes(task)
    refuse_specialists(caller)
    refuse_secret_outcome(services, caller, task, request.outcome)
    once, services = Once(services, idempotency), letting_vectors_follow(services)

    def complete() -> CompletedTask:
        completion = _begun(services, caller, task, request)
        if completion.target != task and completion.named != ():
            may_write(caller, completion.target)
        if completion.state is TaskState.CLOSING:
            end_sessions(services, caller, completion, until)
            completion = changed(services, completion, _closed)
        if completion.state is TaskState.CLOSED:
            settle_memories(services, caller, completion, until)
            now = services.clock.now()
            completion = changed(services, completion, lambda known: _done(known, now))
        steps = list(steps_taken(services, task))
        kept = _kept(completion)
        parts: list[Attributes] = [{"steps": steps[at : at + _A_PART]} for at in range(0, len(steps), _A_PART)]
        if idempotency is not None:
            once.commit(once.beside(parts), {**kept, "parts": len(parts)})
        return _answer(services, caller, kept, steps)

    def again(kept: Kept) -> CompletedTask:
        steps = [step for part in once.read_beside(kept["parts"]) for step in part["steps"]]
        return replace(_answer(services, caller, kept, steps), replayed=True)

    return once.answer(complete, again, look_first=True)


def _closed(known: TaskCompletion) -> TaskCompletion:
    return without_outcome(replace(known, state=TaskState.CLOSED)) if known.state is TaskState.CLOSING else known


def _done(known: TaskCompletion, now: datetime) -> TaskCompletion:
    return known if known.state is TaskState.DONE else replace(known, state=TaskState.DONE, completed_at=now)


def _begun(services: Services, caller: Caller, task: Scope, request: TaskRequest) -> TaskCompletion:
    """The completion that is under way or done, or a new one."""
    known = completion_in(services.records.get([keys.task(task)])[0])
    if known is not None:
        return known
    target = request.to_scope or goes_to(task)
    refuse_other_paths(task, target)
    named = None if request.promote is None else tuple(dict.fromkeys(request.promote))
    if named != ():
        may_write(caller, target)
    _refuse_unknown(services, task, named or ())
    new = TaskCompletion(task, TaskState.CLOSING, target, named, request.outcome, services.clock.now())
    return changed(services, new, lambda first: first)


def _refuse_unknown(services: Services, task: Scope, named: Sequence[str]) -> None:
    if len(named) > MOST_NAMED:
        raise Malformed.field("promote", f"must name at most {MOST_NAMED} memories")
    records = services.records.get([keys.vector(task, id) for id in named]) if named else []
    if any(record is None or not task.contains(vector_scope(record)) for record in records):
        raise Malformed.field("promote", "names a memory that is not in this task")


def _kept(completion: TaskCompletion) -> Attributes:
    at = completion.completed_at or completion.begun_at
    return {"scope": completion.scope.path, "completed_at": at.isoformat(), "released": completion.released}


def _answer(services: Services, caller: Caller, kept: Kept, steps: Sequence[Kept]) -> CompletedTask:
    """From what was kept, with the memories as they are now."""
    sessions: list[EndedSession] = []
    promoted: list[WriteAnswer] = []
    refused: list[tuple[str, str]] = []
    held: list[tuple[str | None, str]] = []
    for step in steps:
        if "session_id" in step:
            counts = (step["promoted"], step["refused"], step["released"])
            sessions.append(EndedSession(step["session_id"], Scope.parse(step["scope"]), *counts))
        elif "held" in step:
            held.append((step["memory_id"], step["held"]))
        elif "refused" in step:
            refused.append((step["memory_id"], step["refused"]))
        else:
            answer = replayed(services, step) if len(promoted) < SHOWN else outcome_again(step)
            shown = answer.memory is not None and opens(caller, answer.memory)
            promoted.append(answer if shown else replace(answer, memory=None))
    return CompletedTask(
        scope=Scope.parse(kept["scope"]),
        completed_at=datetime.fromisoformat(kept["completed_at"]),
        sessions=tuple(sessions),
        promoted=tuple(promoted),
        refused=tuple(refused),
        held=tuple(held),
        released=kept["released"],
    )
