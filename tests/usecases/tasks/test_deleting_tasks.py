"""A task deleted with its sessions: hidden at once, broken off at any commit, and what comes later stays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from shared.domain.deletion.barrier import DeletionPolicy, RequestStatus, Selector, SelectorKind, Target
from shared.domain.errors import NotFound, StoreUnavailable, TaskCompleted, Unavailable
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.sessions.session import EventKind, EventRole, NewEvent
from shared.records import keys
from shared.records.store.record import Change
from shared.usecases.changes.list_changes import ChangesQuery, list_changes
from shared.usecases.deletion.request_deletion import get_deletion, request_deletion
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.open_session import create_session, get_session
from shared.usecases.sessions.search_session import search_session
from shared.usecases.tasks.complete_task import TaskRequest, complete_task
from tests.builders import ANN, MovableClock, World, a_caller, run_workflow
from tests.snapshots import snapshot
from tests.usecases.deletion.crashes import REQUEST, broken_off_at_each_commit
from tests.usecases.sessions.test_completing_sessions import Failing

TASK = ANN.child(ScopeKind.TASK, "t1")
NODE = TASK.child(ScopeKind.NODE, "n1")
OTHER = ANN.child(ScopeKind.TASK, "t10")
WHOLE = Selector(SelectorKind.TYPE, tuple(type.value for type in MemoryType if type is not MemoryType.PROFILE))
SECRET = "heron"


def talk(world: World, id: str, scope: Scope, *said: str) -> None:
    create_session(world.services, a_caller(), scope, id)
    events = [NewEvent(EventRole.USER, text, f"e{number}") for number, text in enumerate(said)]
    append_events(world.services, a_caller(), scope, id, events)


def a_life(world: World) -> None:
    talk(world, "s1", TASK, f"The {SECRET} nests by the mill", f"The {SECRET} left")
    talk(world, "s2", NODE, f"A {SECRET} was seen")
    talk(world, "s3", OTHER, "The mill turns slowly")
    talk(world, "s4", ANN, "The gate is red")
    world.wrote(f"The {SECRET} nests by the mill", scope=TASK, source_event_ids=("s1/e0",))
    world.wrote("The gate is red")
    world.index()


def ask(world: World) -> None:
    request_deletion(world.services, a_caller(), TASK, "r1", WHOLE)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_broken_off_at_any_commit_and_continued_it_removes_the_task_and_nothing_else(after: bool) -> None:
    def asked_for(world: World) -> None:
        a_life(world)
        ask(world)

    begun = snapshot(asked_for, deletion_policy=DeletionPolicy(page=4))
    for world, ended in broken_off_at_each_commit(begun, after=after, more_than=10):
        assert ended or run_workflow(REQUEST) == "completed"
        world.index()
        assert world.holds(SECRET) == []
        assert [get_session(world.services, a_caller(), *at).count for at in ((OTHER, "s3"), (ANN, "s4"))] == [1, 1]
        done = get_deletion(world.services, a_caller(), TASK, "r1")
        assert (done.status, done.residue) == (RequestStatus.COMPLETED, 0)
        assert done.target(Target.SESSIONS).removed == 2 + 3  # sessions and events
        assert verify_deletion(world.services, a_caller(), TASK, "r1").residue == 0


def test_its_sessions_are_hidden_from_the_acceptance_on_and_their_ids_may_be_used_again(world: World) -> None:
    a_life(world)
    ask(world)
    for scope, id in ((TASK, "s1"), (NODE, "s2")):
        with pytest.raises(NotFound):
            get_session(world.services, a_caller(), scope, id)
    world.clock.advance()
    talk(world, "s1", TASK, "The new talk")
    world.drain()
    assert get_session(world.services, a_caller(), TASK, "s1").count == 1
    assert world.holds(SECRET) == []
    assert world.holds("The new talk") != []


def test_a_session_that_has_the_id_of_an_ended_one_in_another_scope_stays(world: World) -> None:
    talk(world, "s1", TASK, f"The {SECRET} nests by the mill")
    world.clock.advance(timedelta(hours=2))
    talk(world, "s1", OTHER, "The mill turns slowly")
    ask(world)
    world.drain()
    assert world.holds(SECRET) == []
    assert get_session(world.services, a_caller(), OTHER, "s1").count == 1
    assert len(world.holds("The mill turns slowly")) == 1
    earlier = NewEvent(EventRole.USER, "The mill was built", "e9", occurred_at=world.clock.now() - timedelta(hours=1))
    assert append_events(world.services, a_caller(), OTHER, "s1", [earlier]).accepted == ("e9",)


def test_what_an_ended_session_left_goes_with_its_task(world: World) -> None:
    talk(world, "s1", TASK, f"The {SECRET} nests by the mill")
    search_session(world.services, a_caller(), TASK, "s1", SECRET, 5)  # leaves vectors
    world.clock.advance(timedelta(hours=2))
    ask(world)
    world.drain()
    owned = {record.key.sk.partition("#")[0] for record in world.records(pk=ANN.path)}
    assert not owned & {"ses", "evt", "eid", "evp", "evv", "lst", "sta", "sum", "cpl"}


def test_a_deletion_of_all_types_of_a_user_takes_no_session(world: World) -> None:
    a_life(world)
    request_deletion(world.services, a_caller(), ANN, "r1", WHOLE)
    world.drain()
    assert get_session(world.services, a_caller(), TASK, "s1").count == 2


def test_the_feed_says_nothing_more_of_the_completed_sessions_of_a_deleted_task(world: World) -> None:
    a_life(world)
    for scope, id in ((TASK, "s1"), (NODE, "s2"), (OTHER, "s3")):
        complete_session(world.services, a_caller(), scope, id)
    world.feed()
    ask(world)
    assert in_feed(world) == ["s3"]
    world.drain()
    world.feed()
    assert in_feed(world) == ["s3"]
    assert verify_deletion(world.services, a_caller(), TASK, "r1").residue == 0
    (left,) = world.records(prefix=keys.COMPLETED_PREFIX)
    assert left.attributes["session_id"] == "s3"


def in_feed(world: World) -> list[str]:
    page = list_changes(world.services, a_caller(), ChangesQuery(limit=100))
    return [entry.session_id for entry in page.items if entry.session_id is not None]


@pytest.mark.parametrize("of", [TASK, NODE])
@pytest.mark.parametrize("crashes", [False, True])
def test_how_a_deleted_task_ended_is_nowhere_any_more(world: World, of: Scope, crashes: bool) -> None:
    """Nor what became of its sessions; also where its completion broke off."""
    talk(world, "s1", of, "We ship on Wednesday")
    over = world.on(records=Failing(world.stream, 2, done=False)) if crashes else world
    with suppress(StoreUnavailable, Unavailable):
        complete_task(over.services, a_caller(), TaskRequest(of, outcome=f"the {SECRET} was found"))
    ask(world)
    world.drain()
    assert world.holds(SECRET) == []
    assert complete_task(world.services, a_caller(), TaskRequest(of)).sessions == ()
    assert get_deletion(world.services, a_caller(), TASK, "r1").status is RequestStatus.COMPLETED
    assert verify_deletion(world.services, a_caller(), TASK, "r1").residue == 0
    with pytest.raises(TaskCompleted):
        create_session(world.services, a_caller(), of, "s9")


class At:
    """A store in which somebody acts right before the commit of a number. `acted`: whether it came to that."""

    def __init__(self, inner: Any, number: int, act: Callable[[], object]) -> None:
        self._inner, self._left, self._act = inner, number, act
        self.acted = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def commit(self, change: Change) -> None:
        self._left -= 1
        if self._left == 0:
            self.acted = True
            self._act()
        self._inner.commit(change)


@pytest.mark.parametrize("slow", [0, 3], ids=["one clock", "the clock of who accepts is slow"])
def test_a_completion_at_work_when_its_task_is_deleted_writes_nothing_more(slow: int) -> None:
    """Whichever of its commits comes next, and whatever the clock of who accepts the deletion says."""

    def lived(world: World) -> None:
        create_session(world.services, a_caller(), TASK, "s1")
        said = [NewEvent(EventRole.USER, f"I prefer the {SECRET} {n}", f"e{n}", kind=EventKind.DECISION) for n in "ab"]
        append_events(world.services, a_caller(), TASK, "s1", said)

    begun, number, acted = snapshot(lived), 0, True
    while acted:
        number += 1
        with begun.restored() as world:
            behind = world.on(clock=MovableClock(world.clock.now() - timedelta(seconds=slow)))
            racing = At(world.stream, number, partial(ask, behind))
            with suppress(NotFound, Unavailable, TaskCompleted):
                complete_task(world.on(records=racing).services, a_caller(), TaskRequest(TASK, outcome="done"))
            acted = racing.acted
            if not acted:
                break
            world.clock.advance(timedelta(minutes=1))
            world.drain()
            assert get_deletion(world.services, a_caller(), TASK, "r1").status is RequestStatus.COMPLETED
            assert world.holds(SECRET) == [], number
    assert number > 6
