"""A step that has read a memory and is slow to send it to the index puts nothing back that went meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from shared.domain.deletion.barrier import RequestStatus, Target
from shared.domain.memories.memory import MemoryType
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Remove, SearchIndex, Upsert
from shared.records import keys
from shared.usecases.deletion import run_deletion
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.indexing.index_memories import index_memories
from shared.usecases.removal.progress import CHANGED, FOLLOWED, note
from tests.builders import ANN, World, a_caller, days
from tests.usecases.deletion.deletions import ask, of_memories, state
from tests.usecases.deletion.test_selectors import a_session, of_events

SECRET = "heron"


@dataclass(slots=True)
class Watched:
    """An index in front of which others act: at each sending they learn what is sent."""

    inner: SearchIndex
    before: Callable[[Sequence[Upsert | Remove]], None]

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        return self.inner.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        self.before(actions)
        return self.inner.apply(actions)

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        return self.inner.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        self.inner.refresh()


def purge(world: World, *targets: Target) -> None:
    for target in targets:
        while run_deletion.purge_page(world.services, ANN, "r1", target)[1]:
            pass


def two_events_one_memory(world: World) -> str:
    a_session(world, "s1", "a b c", "d e f")
    memory = world.wrote(f"The {SECRET} is grey", source_event_ids=("s1/e1",), key="bird", type=MemoryType.TASK)
    world.write(f"The {SECRET} is grey", source_event_ids=("s1/e2",), key="bird", type=MemoryType.TASK)
    world.index()
    return memory.memory_id


def slowly(world: World, meanwhile: Callable[[], None]) -> World:
    """The others act once, before the first document is sent."""
    waiting = [meanwhile]

    def act(actions: Sequence[Upsert | Remove]) -> None:
        if waiting and any(isinstance(action, Upsert) for action in actions):
            waiting.pop()()

    return world.on(search=Watched(world.services.search, act))


def test_another_deletion_removes_a_memory_that_this_one_is_following(world: World) -> None:
    memory_id = two_events_one_memory(world)
    ask(world, "r1", of_events("e1", session_id="s1"))
    purge(world, Target.SESSIONS, Target.MEMORIES)

    def another() -> None:
        ask(world, "r2", of_memories(memory_id))
        world.deletions.waiting.pop(0)  # r1 is under way
        world.drain()
        assert state(world, "r2").status is RequestStatus.COMPLETED

    run_deletion.purge_page(slowly(world, another).services, ANN, "r1", Target.INDEX)
    assert world.indexed() == []
    assert verify_deletion(world.services, a_caller(), None, "r2").residue == 0
    world.deletions.start(ANN.path, "r1", 1)
    world.drain()
    assert state(world, "r1").status is RequestStatus.COMPLETED
    assert world.holds(SECRET) == []


def test_maintenance_removes_a_memory_that_a_deletion_is_following(world: World) -> None:
    two_events_one_memory(world)
    ask(world, "r1", of_events("e1", session_id="s1"))
    purge(world, Target.SESSIONS, Target.MEMORIES)

    def expires() -> None:
        world.clock.advance(days(91))
        run_pass(world.services)
        world.index()

    run_deletion.purge_page(slowly(world, expires).services, ANN, "r1", Target.INDEX)
    assert world.indexed() == []
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.holds(SECRET) == []


def test_a_memory_that_another_branch_changes_meanwhile_is_followed_once_more(world: World) -> None:
    memory_id = two_events_one_memory(world)
    ask(world, "r1", of_events("e1", session_id="s1"))
    purge(world, Target.SESSIONS, Target.MEMORIES)
    request = run_deletion.load(world.services, ANN, "r1")

    def the_other_branch() -> None:
        world.store.commit(note(world.services, request, ANN, memory_id, CHANGED))

    more = run_deletion.purge_page(slowly(world, the_other_branch).services, ANN, "r1", Target.INDEX)[1]
    states = [record.attributes["state"] for record in world.records(prefix=keys.touched_prefix("r1"))]
    assert (more, states) == (True, [CHANGED])
    purge(world, Target.INDEX)
    states = [record.attributes["state"] for record in world.records(prefix=keys.touched_prefix("r1"))]
    assert states == [FOLLOWED]


def test_a_slow_stream_does_no_harm(world: World) -> None:
    memory_id = two_events_one_memory(world)

    def deleted() -> None:
        ask(world, "r1", of_memories(memory_id))
        world.drain()

    assert index_memories(slowly(world, deleted).services, [keys.current(ANN, memory_id)]) == []
    assert world.indexed() == []
    assert state(world).status is RequestStatus.COMPLETED
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0


def test_a_document_that_was_put_back_is_removed_by_the_next_round(world: World) -> None:
    memory_id = two_events_one_memory(world)
    place = keys.current(ANN, memory_id)
    ask(world, "r1", of_events("e1", "e2", session_id="s1"))
    kept: list[Upsert | Remove] = []
    index_memories(world.on(search=Watched(world.services.search, kept.extend)).services, [place])
    purge(world, *Target)
    assert world.indexed() == []
    world.services.search.apply([action for action in kept if isinstance(action, Upsert)])
    run_deletion.verify(world.services, ANN, "r1")
    assert world.indexed() == [] or state(world).target(Target.INDEX).residue == 1
    world.drain()
    assert world.indexed() == []
    assert state(world).status is RequestStatus.COMPLETED


@pytest.mark.parametrize("changes", [1, 4, 5])
def test_a_memory_that_changes_at_each_look_is_left_to_another_attempt(world: World, changes: int) -> None:
    memory = world.wrote(f"The {SECRET} is grey", key="bird")
    done = 0

    def busy(_: Sequence[Upsert | Remove]) -> None:
        nonlocal done
        if done < changes:
            done += 1
            world.write(f"The {SECRET} has {done} eggs", key="bird")

    place = keys.current(ANN, memory.memory_id)
    failed = index_memories(world.on(search=Watched(world.services.search, busy)).services, [place])
    assert failed == ([place] if changes == 5 else [])
    world.index()
    assert world.holds(f"has {changes} eggs")[-1] == "index"
