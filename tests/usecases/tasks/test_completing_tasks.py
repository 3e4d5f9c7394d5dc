"""A task completed as a whole: it can break off anywhere, writers may come at any moment, and nothing escapes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import (
    ForbiddenRole,
    ForbiddenScope,
    Malformed,
    Sensitive,
    StoreUnavailable,
    SubjectDeleting,
    TaskCompleted,
    Unavailable,
)
from shared.domain.extraction.statement import Statement
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Importance, Memory, MemoryType, Status
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.sessions.session import Event, EventKind, EventRole, NewEvent
from shared.domain.tasks.completion import TASK_COMPLETED, Held
from shared.ports import RecordStore
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories import memory_codec
from shared.records.store.record import Change
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.extract import Extracted, extract
from shared.usecases.sessions.open_session import create_session
from shared.usecases.tasks.complete_task import CompletedTask, TaskRequest, complete_task
from tests.builders import ACME, ANN, World, a_caller
from tests.usecases.sessions.test_completing_sessions import Failing
from tests.usecases.sessions.test_extracting import Model, Queue

TASK = ANN.child(ScopeKind.TASK, "t1")
NODE = TASK.child(ScopeKind.NODE, "n1")
OTHER = ANN.child(ScopeKind.TASK, "t10")
STATED = "Deploys of billing need two approvals"
NOTE = "The draft is on the shared drive"


def complete(world: World, *, key: IdempotencyKey | None = None, caller: Any = None, **fields: Any) -> CompletedTask:
    world.clock.advance()
    return complete_task(world.services, caller or a_caller(), TaskRequest(**{"scope": TASK, **fields}), key)


def in_session(world: World, id: str, *said: str, scope: Scope = TASK) -> None:
    create_session(world.services, a_caller(), scope, id)
    append_events(world.services, a_caller(), scope, id, [decided(text) for text in said])


def decided(text: str) -> NewEvent:
    return NewEvent(EventRole.USER, text, f"id of {text}", kind=EventKind.DECISION)


def in_scope(world: World, scope: Scope) -> list[Memory]:
    found = (memory_codec.memory(record.attributes) for record in world.records(prefix="cur#"))
    return [memory for memory in found if memory.scope == scope]


def alive(world: World, scope: Scope) -> list[str]:
    return sorted(memory.content for memory in in_scope(world, scope) if memory.status is not Status.EVICTED)


def filled(world: World, count: int) -> None:
    for number in range(count):
        world.wrote(f"Server {number} stands in rack {number * 7}", scope=TASK)
        world.wrote(f"Server {number} was restarted at {number} o'clock", scope=TASK, type=MemoryType.TASK)


@pytest.mark.parametrize(
    ("fields", "goes_up"),
    [
        ({}, True),
        ({"type": MemoryType.PREFERENCE}, True),
        ({"type": MemoryType.TASK}, False),
        ({"source": Source.TASK_OUTCOME}, False),
        ({"source": Source.TASK_OUTCOME, "importance": Importance.HIGH}, True),
        ({"source": Source.TASK_OUTCOME, "type": MemoryType.PROCEDURAL}, True),
        ({"source": Source.AGENT_INFERRED, "confidence": 0.9, "importance": Importance.CRITICAL}, False),
    ],
)
def test_the_rules_promote_what_lasts_beyond_the_task(world: World, fields: dict[str, Any], goes_up: bool) -> None:
    world.wrote("Pause the consumers before a rollback", scope=TASK, **fields)
    done = complete(world)
    assert (len(done.promoted), done.released) == ((1, 0) if goes_up else (0, 1))
    assert alive(world, ANN) == (["Pause the consumers before a rollback"] if goes_up else [])


def test_an_outcome_with_a_secret_is_refused_before_anything_is_stored_or_ends(world: World) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPL3"
    in_session(world, "s1", "We ship on Wednesday")
    before = world.records()
    with pytest.raises(Sensitive):
        complete(world, outcome=f"deployed with {key}")
    with pytest.raises(Sensitive):
        complete_session(world.services, a_caller(), TASK, "s1", outcome=f"deployed with {key}")
    assert world.holds(key) == []
    made = {record.key for record in world.records()} - {record.key for record in before}
    assert {key.sk for key in made if "blocked" not in key.sk} == set()
    assert [one.promoted for one in complete(world, outcome="deployed").sessions] == [1]


def test_what_has_faded_or_is_over_is_released(world: World) -> None:
    world.wrote("The freeze lasts until Friday", scope=TASK, valid_to=world.clock.now() + timedelta(days=1))
    world.wrote("Ann likes tea", scope=TASK, type=MemoryType.PREFERENCE)
    world.clock.advance(timedelta(days=91))
    assert complete(world).released == 2


def test_what_ended_says_why_and_its_key_is_free_in_the_scope_above(world: World) -> None:
    world.wrote(STATED, scope=TASK, key="approvals")
    world.wrote(NOTE, scope=TASK, type=MemoryType.TASK)
    complete(world)
    assert {(m.ending.because, m.status) for m in in_scope(world, TASK)} == {(TASK_COMPLETED, Status.EVICTED)}
    (copy,) = in_scope(world, ANN)
    assert (copy.key, copy.content, copy.status) == ("approvals", STATED, Status.ACTIVE)


def test_the_nodes_of_a_task_are_settled_with_it_and_a_task_of_a_similar_name_is_not(world: World) -> None:
    world.wrote(STATED, scope=NODE)
    world.wrote("The rota is in the calendar", scope=OTHER)
    in_session(world, "s1", "We ship on Wednesday", scope=NODE)
    in_session(world, "s2", "We meet on Monday", scope=OTHER)
    done = complete(world)
    assert [(one.session_id, one.scope) for one in done.sessions] == [("s1", NODE)]
    assert alive(world, ANN) == [STATED]
    assert alive(world, OTHER) == ["The rota is in the calendar"]
    assert append_events(world.services, a_caller(), OTHER, "s2", [decided("We meet at ten")]).accepted


def test_a_node_alone_is_completed_into_its_task(world: World) -> None:
    world.wrote(STATED, scope=NODE)
    complete(world, scope=NODE)
    assert (alive(world, NODE), alive(world, TASK)) == ([], [STATED])
    world.wrote("The rota is in the calendar", scope=TASK)
    with pytest.raises(TaskCompleted):
        world.wrote("The rota is on paper", scope=NODE)


def test_what_waits_for_a_person_and_what_its_source_keeps_stay(world: World) -> None:
    records = a_caller("hr", "system_of_record", bound=TASK)
    page = world.wrote("The gateway times out after 30 s", scope=TASK, source=Source.EXTERNAL_UNVERIFIED)
    profile = world.wrote(
        "Ann is a member of the billing team",
        records,
        scope=TASK,
        type=MemoryType.PROFILE,
        source=Source.SYSTEM_OF_RECORD,
    )
    assert set(complete(world).held) == {
        (page.memory_id, Held.WAITS_FOR_REVIEW.value),
        (profile.memory_id, Held.KEPT_AT_ITS_SOURCE.value),
    }
    assert len(alive(world, TASK)) == 2


def test_a_memory_that_the_callers_purposes_do_not_open_stays_and_is_not_named(world: World) -> None:
    world.wrote(STATED, scope=TASK, purposes=("billing",))
    done = complete(world, caller=a_caller(purposes=frozenset({"support"})))
    assert (done.held, done.promoted) == (((None, Held.PURPOSE_NOT_ALLOWED.value),), ())


def test_a_refused_promotion_is_reported_and_the_memory_is_released(world: World) -> None:
    memory = world.wrote(STATED, scope=TASK)
    world.drain()
    elsewhere = world.wrote(STATED)
    request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.MEMORY, (elsewhere.memory_id,)))
    world.drain()
    done = complete(world)
    assert (done.refused, done.released) == (((memory.memory_id, "deleted_before"),), 1)
    assert complete(world) == done


def test_only_memories_of_the_task_are_named(world: World) -> None:
    elsewhere = world.wrote(STATED)
    for named in (elsewhere.memory_id, "nobody"):
        with pytest.raises(Malformed):
            complete(world, promote=(named,))
    world.wrote(NOTE, scope=TASK)  # nothing has begun


def test_a_caller_of_the_task_alone_may_release_it_and_promote_nothing(world: World) -> None:
    world.wrote(STATED, scope=TASK)
    agent = a_caller("agent", bound=TASK)
    with pytest.raises(ForbiddenScope):
        complete(world, caller=agent)
    with pytest.raises(ForbiddenRole):
        complete(world, caller=a_caller("agent", "specialist", bound=TASK), promote=())
    assert complete(world, caller=agent, promote=()).released == 1


@pytest.mark.parametrize("scope", [ANN, ACME])
def test_only_a_task_or_a_node_is_completed(world: World, scope: Scope) -> None:
    with pytest.raises(Malformed):
        complete(world, scope=scope, caller=a_caller("ann", "org-writer"))


def test_a_large_task_is_settled_in_several_calls(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.usecases.tasks.settle_memories.ACTIONS_A_CALL", 7)
    monkeypatch.setattr("shared.usecases.tasks.settle_memories._PAGE", 5)
    filled(world, 12)
    key = IdempotencyKey.of(a_caller().principal, "p", "k", b"")
    done, calls = None, 0
    while done is None:
        calls += 1
        with contextlib.suppress(Unavailable):
            done = complete(world, key=key)
    assert (calls, len(done.promoted), done.released, done.replayed) == (4, 12, 12, False)
    assert len(alive(world, ANN)) == 12
    again = complete(world, key=key)
    assert (again.replayed, again.released, len(again.promoted)) == (True, 12, 12)


def test_a_call_ends_in_time_however_slow_the_store_is(world: World) -> None:
    filled(world, 4)
    slow = world.on(records=_Slow(world, timedelta(seconds=5)))
    calls = 0
    while True:
        began, calls = world.clock.now(), calls + 1
        try:
            complete(slow)
        except Unavailable:
            assert world.clock.now() - began < timedelta(seconds=60)
            continue
        break
    assert calls > 2
    assert alive(world, TASK) == []


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("at", range(1, 14))
def test_a_completion_that_broke_off_goes_on_and_loses_nothing(world: World, at: int, done: bool) -> None:
    in_session(world, "s1", "We ship on Wednesday")
    world.wrote(STATED, scope=TASK)
    world.wrote(NOTE, scope=TASK, type=MemoryType.TASK)
    world.wrote("The gateway times out after 30 s", scope=TASK, source=Source.EXTERNAL_UNVERIFIED)
    broken = world.on(records=Failing(world.services.records, at, done=done))
    with contextlib.suppress(StoreUnavailable):
        complete(broken)
    finished = complete(world)
    assert [(one.session_id, one.promoted, one.released) for one in finished.sessions] == [("s1", 1, 0)]
    assert (len(finished.promoted), finished.released, len(finished.held)) == (1, 2, 1)
    assert alive(world, ANN) == [STATED]
    assert complete(world) == finished


class _Asked(Model):
    asked = 0

    def statements(self, event: Event, before: Sequence[Event]) -> list[Statement]:
        self.asked += 1
        return super().statements(event, before)


class _Before:
    """A store at which somebody acts right before its n-th commit."""

    def __init__(self, store: RecordStore, at: int, act: Callable[[], object]) -> None:
        self._store, self._left, self._act = store, at, act

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def commit(self, change: Change) -> None:
        self._left -= 1
        if self._left == 0:
            self._act()
        self._store.commit(change)


class _Slow:
    """A store each of whose commits takes so long by the world's clock."""

    def __init__(self, world: World, takes: timedelta) -> None:
        self._world, self._store, self._takes = world, world.services.records, takes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def commit(self, change: Change) -> None:
        self._world.clock.advance(self._takes)
        self._store.commit(change)


@pytest.mark.parametrize("at", range(1, 12))
def test_a_writer_at_any_moment_is_refused_or_settled(world: World, at: int) -> None:
    in_session(world, "s1", "We ship on Wednesday")
    world.wrote(NOTE, scope=TASK, type=MemoryType.TASK)
    outcomes: list[bool] = []

    def act() -> None:
        try:
            world.wrote(STATED, scope=TASK)
            outcomes.append(True)
        except TaskCompleted:
            outcomes.append(False)

    done = complete(world.on(records=_Before(world.services.records, at, act)))
    assert alive(world, TASK) == []
    if outcomes == [True]:
        assert alive(world, ANN) == [STATED]
        assert len(done.promoted) == 1


@pytest.mark.parametrize("at", range(1, 9))
def test_an_event_at_any_moment_is_refused_or_completed(world: World, at: int) -> None:
    in_session(world, "s1", "We ship on Wednesday")
    taken: list[bool] = []

    def act() -> None:
        try:
            append_events(world.services, a_caller(), TASK, "s1", [decided("We meet on Monday")])
            taken.append(True)
        except TaskCompleted:
            taken.append(False)

    done = complete(world.on(records=_Before(world.services.records, at, act)))
    memories = {memory.content for memory in in_scope(world, TASK)}
    assert memories == {"We ship on Wednesday"} | ({"We meet on Monday"} if taken == [True] else set())
    assert [one.session_id for one in done.sessions] == ["s1"]


def test_a_write_that_began_before_the_task_was_closed_does_not_come_in_after_it(world: World) -> None:
    late = world.on(records=_Before(world.services.records, 1, lambda: complete(world)))
    with pytest.raises(TaskCompleted):
        late.wrote(STATED, scope=TASK)
    late = world.on(records=_Before(world.services.records, 1, lambda: complete(world, scope=OTHER)))
    with pytest.raises(TaskCompleted):
        create_session(late.services, a_caller(), OTHER, "s1")


def test_a_retry_of_a_write_from_before_the_end_gets_its_first_answer(world: World) -> None:
    from shared.usecases.writing.write_memory import write_memory
    from tests.builders import a_command

    key = IdempotencyKey.of(a_caller().principal, "p", "k", b"")
    first = write_memory(world.services, a_caller(), a_command(STATED, scope=TASK), key)
    complete(world)
    again = write_memory(world.services, a_caller(), a_command(STATED, scope=TASK), key)
    assert (again.outcome, again.replayed) == (first.outcome, True)


def test_a_deletion_of_the_subject_stops_the_completion_and_leaves_nothing_of_it(world: World) -> None:
    filled(world, 2)

    def forget() -> None:
        request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))

    with pytest.raises(SubjectDeleting):
        complete(world.on(records=_Before(world.services.records, 4, forget)))
    world.drain()
    assert [record.key.sk for record in world.records(prefix="task#")] == []
    world.wrote(STATED, scope=TASK)  # it may begin anew


def test_what_a_model_would_read_from_the_sessions_comes_too_late_and_no_model_is_asked(world: World) -> None:
    queue, model = Queue(), _Asked()
    working = world.on(session_queue=queue, extractor=model)
    create_session(working.services, a_caller(), TASK, "s1")
    append_events(working.services, a_caller(), TASK, "s1", [NewEvent(EventRole.USER, "We ship on Wednesday", "e1")])
    complete(working)
    assert [extract(working.services, work) for work in queue.sent if work.kind == "extract"] == [Extracted(dropped=1)]
    assert model.asked == 0


def test_each_memory_is_audited(world: World) -> None:
    world.wrote(STATED, scope=TASK)
    world.wrote(NOTE, scope=TASK, type=MemoryType.TASK)
    complete(world)
    actions = [str(record.attributes["action"]) for record in world.records(prefix="aud#")]
    assert sorted(actions) == sorted([AuditAction.CREATED] * 3 + [AuditAction.PROMOTED, AuditAction.TASK_COMPLETED])


def test_what_is_kept_of_a_completion_holds_no_content(world: World) -> None:
    in_session(world, "s1", "We ship on Wednesday")
    world.wrote(STATED, scope=TASK)
    complete(world)
    kept = repr(world.records(prefix="task#"))
    assert STATED not in kept
    assert "Wednesday" not in kept
