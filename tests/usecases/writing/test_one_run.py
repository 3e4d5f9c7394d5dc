"""Statements of one batch, one completion or one message, while the index knows none of them yet."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shared.domain.extraction.statement import Statement
from shared.domain.extraction.turn_reading import Remember
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.sessions.session import Event, EventKind, EventRole, NewEvent
from shared.ports import SessionWork
from shared.usecases.caches import JustWritten
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.extract import extract
from shared.usecases.sessions.open_session import create_session
from shared.usecases.writing.write_batch import write_batch
from shared.usecases.writing.write_memory import write_memory
from tests.builders import World, a_caller, a_command


class Model:
    """Takes each turn for a statement that is true."""

    def statements(self, event: Event, before: Sequence[Event]) -> list[Statement]:
        return [Statement(event.content, MemoryType.SEMANTIC, 0.9)]


class Queue:
    def __init__(self) -> None:
        self.sent: list[SessionWork] = []

    def send(self, *works: SessionWork) -> None:
        self.sent += works

    def postpone(self, receipt: str, seconds: int) -> None:
        raise AssertionError((receipt, seconds))


def kept(world: World) -> dict[str, Status]:
    items: tuple[Memory, ...] = list_memories(world.services, a_caller(), ListQuery()).items
    return {memory.content: memory.status for memory in items}


PAIRS = [
    ("My favourite colour is blue", "My favourite colour is red"),
    ("My home city is Oslo", "My home city is Bergen"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_later_statement_of_a_batch_is_current(world: World, one: str, other: str) -> None:
    items = [a_command(text, type=MemoryType.PREFERENCE) for text in (one, other)]
    write_batch(world.services, a_caller(), items)
    assert kept(world) == {one: Status.SUPERSEDED, other: Status.ACTIVE}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_later_statement_of_a_completion_is_current(world: World, one: str, other: str) -> None:
    create_session(world.services, a_caller(), None, "s1")
    events = [NewEvent(EventRole.USER, text, text, kind=EventKind.FEEDBACK) for text in (one, other)]
    append_events(world.services, a_caller(), None, "s1", events)
    complete_session(world.services, a_caller(), None, "s1")
    assert kept(world) == {one: Status.SUPERSEDED, other: Status.ACTIVE}


@pytest.mark.parametrize(("one", "other"), [("I live in Oslo", "I live in Bergen"), PAIRS[0]])
def test_a_contradiction_within_a_message_is_put_before_a_person_at_once(world: World, one: str, other: str) -> None:
    queue = Queue()
    world = world.on(session_queue=queue, extractor=Model(), remember=Remember.MARKED)
    create_session(world.services, a_caller(), None, "s1")
    append_events(world.services, a_caller(), None, "s1", [NewEvent(EventRole.USER, t, t) for t in (one, other)])
    complete_session(world.services, a_caller(), None, "s1")
    extract(world.services, queue.sent[0])
    assert kept(world) == {one: Status.PENDING_REVIEW, other: Status.PENDING_REVIEW}


def test_statements_of_one_batch_that_say_the_same_are_stored_once(world: World) -> None:
    texts = ("The user likes green tea", "User likes green tea")
    write_batch(world.services, a_caller(), [a_command(text) for text in texts])
    assert list(kept(world)) == [texts[0]]


def test_a_memory_superseded_in_the_run_contradicts_nothing(world: World) -> None:
    texts = ("My favourite colour is blue", "My favourite colour is red", "My favourite colour is green")
    write_batch(world.services, a_caller(), [a_command(text, type=MemoryType.PREFERENCE) for text in texts])
    assert kept(world) == {texts[0]: Status.SUPERSEDED, texts[1]: Status.SUPERSEDED, texts[2]: Status.ACTIVE}


def test_other_scopes_and_the_next_run_do_not_see_it(world: World) -> None:
    one, other = PAIRS[0]
    run = world.services.in_one_run()
    write_memory(run, a_caller("bob"), a_command(one, type=MemoryType.PREFERENCE))
    write_memory(run, a_caller(), a_command(other, type=MemoryType.PREFERENCE))
    write_memory(world.services, a_caller("bob"), a_command(other, type=MemoryType.PREFERENCE))
    assert set(kept(world).values()) == {Status.ACTIVE}
    assert run.just_written != JustWritten()
    assert world.services.just_written is None
