"""However many deletions of one owner wait: each is accepted, and hides what it selects from its answer on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import Barrier, DeletionPolicy, RequestStatus, Selector, SelectorKind
from shared.domain.errors import Unavailable
from shared.domain.memories.memory import MemoryType, Status
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.usecases.deletion import run_deletion
from shared.usecases.deletion.request_deletion import list_deletions
from shared.usecases.deletion.start_open import start_open
from shared.usecases.deletion.verify_again import verify_deletion
from tests.builders import ANN, World, a_caller, a_world
from tests.snapshots import Snapshot, snapshot
from tests.usecases.deletion.deletions import SUBJECT, ask, of_memories, state
from tests.usecases.deletion.test_selectors import a_session, listed, of_events, of_sessions, said

LONG = "鹭" * 120
SMALL = DeletionPolicy(barrier_bytes=2000)  # some six deletions


def barrier(world: World) -> Barrier:
    return deletion_codec.barrier(world.services.records.get([keys.barrier(ANN)])[0])


def all_done(world: World) -> None:
    world.drain()
    found = list_deletions(world.services, a_caller(), None, limit=1000, after=None).items
    assert {one.status for one in found} == {RequestStatus.COMPLETED}
    for one in found:
        assert verify_deletion(world.services, a_caller(), None, one.request_id).residue == 0
    left = barrier(world)
    assert (left.requests, left.hidden, left.marks, left.crowded) == ((), frozenset(), (), False)


@pytest.mark.parametrize("last", ["subject", "session", "memory"])
def test_one_more_deletion_is_accepted_when_many_wait(world: World, last: str) -> None:
    a_session(world, "s1", "The heron is grey")
    made = [world.wrote(f"The ferry number {n} leaves at {n % 24}") for n in range(120)]
    world.index()
    for number, memory in enumerate(made[:-1]):
        ask(world, f"r{number}", of_memories(memory.memory_id))
    assert said(world) == ["The ferry number 119 leaves at 23"]
    selector = {"subject": SUBJECT, "session": of_sessions("s1"), "memory": of_memories(made[-1].memory_id)}[last]
    ask(world, "last", selector)
    assert (said(world) == []) is (last != "session")
    all_done(world)


def crowd(world: World) -> None:
    """More than a barrier can name: the words of the memories that are selected by event, and one that is not."""
    a_session(world, "s1", *(f"The heron number {n} is grey" for n in range(30)))
    for n in range(30):
        world.write(f"The heron number {n} is grey", source_event_ids=(f"s1/e{n + 1}",))
    world.write("The ferry is late")
    world.index()
    for n in range(30):
        ask(world, f"r{n}", of_events(f"e{n + 1}", *(f"{n}-{k:02d}{LONG}" for k in range(99)), session_id="s1"))


@pytest.fixture(scope="module")
def begun() -> Snapshot[None]:
    return snapshot(crowd)


@pytest.fixture
def a_crowd(begun: Snapshot[None]) -> Iterator[World]:
    with begun.restored() as world:
        yield world


def test_more_than_a_barrier_can_name_is_hidden_and_nothing_else(a_crowd: World) -> None:
    world = a_crowd
    assert barrier(world).crowded
    assert said(world) == ["The ferry is late"]
    world.write("The bridge is open")
    assert len(world.indexed_now()) >= 1  # what nobody selected keeps its documents
    all_done(world)
    assert said(world) == ["The ferry is late", "The bridge is open"]
    assert world.holds("heron") == []
    assert len(world.indexed_now()) == 2


def test_a_full_barrier_names_what_remains_once_that_fits(a_crowd: World) -> None:
    world = a_crowd
    waiting = list(world.deletions.waiting)
    world.deletions.waiting[:] = waiting[:28]
    world.deletions.run_all()
    left = barrier(world)
    assert (left.crowded, len(left.marks), len(left.requests)) == (False, 2, 2)
    assert said(world) == ["The ferry is late"]
    world.deletions.waiting[:] = waiting[28:]
    all_done(world)


def test_a_subject_is_deleted_while_many_deletions_wait(a_crowd: World) -> None:
    world = a_crowd
    ask(world, "all", SUBJECT)
    all_done(world)
    assert said(world) == []
    assert state(world, "all").status is RequestStatus.COMPLETED
    world.write("A new life")
    assert len(listed(world)) == 1


def test_a_superseded_memory_is_reinstated_while_many_deletions_wait() -> None:
    with a_world(deletion_policy=SMALL) as world:
        blue = world.wrote("My favourite colour is blue", type=MemoryType.PREFERENCE)
        world.index()
        world.write("My favourite colour is red", type=MemoryType.PREFERENCE, source_event_ids=("s1/e1",))
        world.index()
        ask(world, "r0", of_events("e1", session_id="s1"))
        for number in range(1, 20):
            ask(world, f"r{number}", of_events(f"x{number}" + "y" * 100))
        assert barrier(world).crowded
        all_done(world)
        (standing,) = listed(world)
        assert (standing.memory_id, standing.status) == (blue.memory_id, Status.ACTIVE)


@pytest.mark.parametrize("waiting", [0, 300, 1200])
def test_an_acceptance_takes_three_calls_however_many_wait(world: World, waiting: int) -> None:
    for number in range(waiting):
        ask(world, f"r{number}", of_memories(f"m{number}"))
    recording = RecordingRecords(world.stream)
    ask(world.on(records=recording), "last", Selector(SelectorKind.TYPE, ("task",)))
    assert recording.calls == ["get", "commit"]


def test_accepted_deletions_that_never_began_are_started_at_the_next_start(world: World) -> None:
    world.write("The heron is grey")
    world.index()
    world.deletions.down = Unavailable("the process ends here")
    ask(world, "r1", SUBJECT)
    bob = a_caller("bob", org="other")
    ask(world, "r2", SUBJECT, caller=bob)
    assert world.deletions.waiting == []
    world.deletions.down = None
    assert start_open(world.services) == 2
    assert start_open(world.services) == 2
    assert len(world.deletions.waiting) == 2  # each attempt once
    world.drain()
    assert state(world, "r1").status is state(world, "r2", bob).status is RequestStatus.COMPLETED
    assert start_open(world.services) == 0


def test_deletions_that_need_a_person_are_not_started_at_the_start(world: World) -> None:
    ask(world, "r1", SUBJECT)
    run_deletion.fail(world.services, ANN, "r1")
    world.deletions.waiting.clear()
    assert start_open(world.services) == 0
