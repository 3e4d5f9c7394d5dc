"""A reader that began before the purge and decides after it: what it has read stays hidden, although the deletion has
completed meanwhile and its barrier hides nothing any more."""

from __future__ import annotations

import pytest

from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import RequestStatus
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import memory_codec
from shared.usecases.barrier.hidden_copies import seen
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from tests.builders import ACME, ANN, World, a_caller
from tests.usecases.deletion.deletions import ask, state
from tests.usecases.deletion.test_hidden_copies import BOSS, SELECTORS, every_selector, reported
from tests.usecases.deletion.test_selectors import a_session, of_sessions

ANN_AT_WORK = a_caller("ann", Role.ORG_WRITER)


def completed(world: World) -> None:
    world.clock.advance()
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED


@every_selector
def test_a_copy_that_was_read_before_the_purge_is_not_shown_after_it(world: World, kind: str) -> None:
    memory = reported(world)
    copied = promote_memory(world.services, ANN_AT_WORK, None, memory.memory_id, to_scope=ACME).memory
    assert copied is not None
    world.index()
    ask(world, selector=SELECTORS[kind](memory))
    (record,) = world.services.records.get([keys.current(ACME, copied.memory_id)])
    assert record is not None
    copy = memory_codec.memory(record.attributes)
    completed(world)
    assert seen(world.services, copy) is None


def test_a_copy_that_no_deletion_took_is_shown_as_before(world: World) -> None:
    memory = reported(world)
    copied = promote_memory(world.services, ANN_AT_WORK, None, memory.memory_id, to_scope=ACME).memory
    assert copied is not None
    assert seen(world.services, copied) == copied
    listed = list_memories(world.services, BOSS, ListQuery(ACME)).items
    assert [one.memory_id for one in listed] == [copied.memory_id]


@pytest.mark.parametrize("cited", ["e1", "s1/e1"])
def test_what_cites_an_event_of_a_deleted_session_stays_hidden_from_a_reader_of_then(world: World, cited: str) -> None:
    a_session(world, "s1", "It was said")
    memory = world.wrote("The spare key is under the third pot", source_event_ids=(cited,))
    ask(world, selector=of_sessions("s1"))
    (record,) = world.services.records.get([keys.barrier(ANN)])
    of_then = deletion_codec.barrier(record)
    completed(world)
    remaining = of_then.seen(memory)
    assert seen(world.services, remaining, {ANN: of_then}) is None


@pytest.mark.parametrize("ended", [False, True])
def test_what_cites_an_event_alone_stays_hidden_from_a_reader_of_then_once_all_of_the_owners_is_deleted(
    world: World, ended: bool
) -> None:
    """The deletion of everything removes the marks by which the event would be known."""
    a_session(world, "s1", "It was said")
    memory = world.wrote("The spare key is under the third pot", source_event_ids=("e1",))
    ask(world, selector=of_sessions("s1"))
    (record,) = world.services.records.get([keys.barrier(ANN)])
    of_then = deletion_codec.barrier(record)
    ask(world, "r2")
    if ended:
        world.clock.advance()
        world.drain()
        assert state(world, "r2").status is RequestStatus.COMPLETED
    assert of_then.seen(memory) is not None
    assert seen(world.services, memory, {ANN: of_then}) is None


def test_a_copy_of_what_cites_an_event_alone_is_hidden_while_the_session_is_deleted(world: World) -> None:
    a_session(world, "s1", "It was said")
    memory = world.wrote("The spare key is under the third pot", source_event_ids=("e1",))
    promote_memory(world.services, ANN_AT_WORK, None, memory.memory_id, to_scope=ACME)
    world.index()
    ask(world, selector=of_sessions("s1"))
    assert list_memories(world.services, BOSS, ListQuery(ACME)).items == ()
    assert recall(world.services, BOSS, RecallQuery("where is the spare key", ACME, min_relevance=0.0)).hits == ()
    completed(world)
    assert world.holds("third pot") == []
