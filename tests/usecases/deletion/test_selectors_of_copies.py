"""What was promoted goes with what it was made of, unless it has another source."""

from __future__ import annotations

import pytest

from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import RequestStatus, Selector
from shared.domain.memories.memory import Background, Memory, Turn
from shared.domain.scopes import Scope, ScopeKind
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.reading.read_memories import ListQuery, list_memories
from tests.builders import ACME, ANN, World, a_caller
from tests.usecases.deletion.deletions import PRIVATE, SUBJECT, TASK, ask, of_memories, state
from tests.usecases.deletion.test_selectors import of_events, of_sessions

FACT = f"The {PRIVATE} lies in the second drawer"
NODE = TASK.child(ScopeKind.NODE, "n1")


def promoted(world: World, memory: Memory, to: Scope, subject: str = "ann") -> Memory:
    caller = a_caller(subject, Role.ORG_WRITER)
    copy = promote_memory(world.services, caller, memory.scope, memory.memory_id, to).memory
    assert copy is not None
    world.index()
    return copy


def of_acme(world: World) -> list[Memory]:
    caller = a_caller("boss", Role.ORG_WRITER, bound=ACME)
    return list(list_memories(world.services, caller, ListQuery(scope=ACME)).items)


def run(world: World, selector: Selector) -> None:
    ask(world, selector=selector)
    world.drain()
    done = state(world)
    assert (done.status, done.residue) == (RequestStatus.COMPLETED, 0)


@pytest.mark.parametrize("by", ["memory", "event", "session", "subject"])
def test_a_copy_is_removed_with_its_origin(world: World, by: str) -> None:
    memory = world.wrote(FACT, source_event_ids=("s1/e1",))
    copy = promoted(world, memory, ACME)
    assert [m.memory_id for m in of_acme(world)] == [copy.memory_id]
    selector = {
        "memory": of_memories(memory.memory_id), "event": of_events("e1"), "session": of_sessions("s1"),
        "subject": SUBJECT,
    }[by]  # fmt: skip
    run(world, selector)
    assert of_acme(world) == []
    assert world.holds(PRIVATE) == []
    assert world.indexed(ACME) == []


@pytest.mark.parametrize("by", ["memory", "event", "subject"])
def test_a_copy_with_another_source_stays_without_this_one(world: World, by: str) -> None:
    memory = world.wrote(
        FACT, source_event_ids=("s1/e1",), background=Background("Ann", "s1", 1, (Turn("Psst", "e0"),))
    )
    bobs = world.wrote(FACT, a_caller("bob"), source_event_ids=("s9/e9",))
    promoted(world, memory, ACME)
    copy = promoted(world, bobs, ACME, "bob")
    selector = {"memory": of_memories(memory.memory_id), "event": of_events("e1"), "subject": SUBJECT}[by]
    run(world, selector)
    (remaining,) = of_acme(world)
    assert (remaining.memory_id, remaining.basis.event_ids) == (copy.memory_id, ("s9/e9",))
    assert remaining.basis.provenance is not None
    assert remaining.basis.provenance["sources"] == [f"memory:{bobs.memory_id}"]
    assert memory.memory_id not in repr(remaining)
    assert world.holds("Psst") == []


def test_a_fact_that_existed_before_the_copy_stays(world: World) -> None:
    writer = a_caller("ann", Role.ORG_WRITER)
    stood = world.wrote(FACT, writer, scope=ACME)
    memory = world.wrote(FACT)
    assert promoted(world, memory, ACME).memory_id == stood.memory_id
    run(world, of_memories(memory.memory_id))
    assert [m.memory_id for m in of_acme(world)] == [stood.memory_id]


def test_a_copy_that_was_stated_again_stays(world: World) -> None:
    memory = world.wrote(FACT)
    copy = promoted(world, memory, ACME)
    world.write(FACT, a_caller("ann", Role.ORG_WRITER), scope=ACME)
    run(world, SUBJECT)
    assert [m.memory_id for m in of_acme(world)] == [copy.memory_id]


def test_copies_of_copies_are_removed_at_every_level(world: World) -> None:
    memory = world.wrote(FACT, scope=NODE)
    in_task = promoted(world, memory, TASK)
    at_home = promoted(world, in_task, ANN)
    promoted(world, at_home, ACME)
    run(world, of_memories(memory.memory_id))
    assert world.holds(PRIVATE) == []
    assert of_acme(world) == []
    assert [r.key.sk for r in world.records(prefix="edge#")] == []


def test_a_memory_that_stays_removes_the_lost_event_from_its_copy_too(world: World) -> None:
    memory = world.wrote(FACT, source_event_ids=("s1/e1",))
    world.write(FACT, source_event_ids=("s1/e2",))
    promoted(world, memory, ACME)
    run(world, of_events("e1"))
    (remaining,) = of_acme(world)
    assert remaining.basis.event_ids == ("s1/e2",)
