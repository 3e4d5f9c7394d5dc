"""A long session is remembered while it runs, and nothing twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from functions.events import extract as function
from shared.adapters.queues.sqs import from_work_message, to_work_message
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import Unavailable
from shared.domain.extraction.turn_reading import Remember
from shared.domain.sessions.session import EventRole, NewEvent, SessionPolicy
from shared.ports import SessionWork
from shared.runtime import bootstrap
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.leaving_turns import EVENTS_A_MESSAGE, remember_leaving
from shared.usecases.sessions.open_session import create_session
from tests.builders import World, a_caller

WINDOW = 10


class Queue:
    def __init__(self) -> None:
        self.sent: list[SessionWork] = []
        self.down = False

    def send(self, *works: SessionWork) -> None:
        if self.down:
            raise Unavailable("down")
        (work,) = works
        if work.kind == "remember":  # summaries are asked for as well
            self.sent.append(from_work_message(to_work_message(work)))

    def postpone(self, receipt: str, seconds: int) -> None:
        raise AssertionError((receipt, seconds))


@pytest.fixture
def queue() -> Queue:
    return Queue()


@pytest.fixture
def here(world: World, queue: Queue) -> World:
    create_session(world.services, a_caller(), None, "s1")
    return world.on(session_queue=queue, session_policy=SessionPolicy(window=WINDOW))


def said(number: int, content: str | None = None) -> NewEvent:
    return NewEvent(EventRole.USER, content or f"My locker number {number} is on floor {number}", f"e{number}")


def append(world: World, first: int, last: int) -> None:
    append_events(world.services, a_caller(), None, "s1", [said(n) for n in range(first, last + 1)])


def remembered(world: World) -> list[str]:
    items = list_memories(world.services, a_caller(), ListQuery(limit=100)).items
    return sorted((memory.basis.event_ids[0] for memory in items), key=lambda source: int(source[4:]))


def test_an_append_queues_one_message_for_so_many_turns_that_have_left_the_window(here: World, queue: Queue) -> None:
    append(here, 1, WINDOW + EVENTS_A_MESSAGE - 1)
    assert queue.sent == []
    append(here, WINDOW + EVENTS_A_MESSAGE, WINDOW + EVENTS_A_MESSAGE)
    append(here, WINDOW + EVENTS_A_MESSAGE + 1, WINDOW + EVENTS_A_MESSAGE + 2)
    (work,) = queue.sent
    assert (work.kind, work.after, work.through) == ("remember", 0, EVENTS_A_MESSAGE)


def test_the_completion_reports_turns_remembered_earlier_and_does_not_repeat_them(here: World, queue: Queue) -> None:
    append(here, 1, WINDOW + EVENTS_A_MESSAGE)
    for _ in range(2):  # a message may come twice
        remember_leaving(here.services, queue.sent[0])
    early = [f"s1/e{n}" for n in range(1, EVENTS_A_MESSAGE + 1)]
    assert remembered(here) == early
    here.clock.advance()
    done = complete_session(here.services, a_caller(), None, "s1")
    assert len(done.promoted) == WINDOW + EVENTS_A_MESSAGE
    assert {answer.outcome.value for answer in done.promoted} == {"created"}
    assert remembered(here) == [*early, *(f"s1/e{n}" for n in range(EVENTS_A_MESSAGE + 1, EVENTS_A_MESSAGE + 11))]
    remember_leaving(here.services, queue.sent[0])
    assert len(remembered(here)) == WINDOW + EVENTS_A_MESSAGE


def test_a_corrected_turn_is_not_remembered_or_its_memory_ends(here: World, queue: Queue) -> None:
    append(here, 1, WINDOW + EVENTS_A_MESSAGE)
    append_events(here.services, a_caller(), None, "s1", [replace(said(90, "No, that is wrong"), corrects=("e1",))])
    remember_leaving(here.services, queue.sent[0])
    assert "s1/e1" not in remembered(here)
    append_events(here.services, a_caller(), None, "s1", [replace(said(91, "Nor is that one"), corrects=("e2",))])
    complete_session(here.services, a_caller(), None, "s1")
    items = list_memories(here.services, a_caller(), ListQuery(limit=100)).items
    by_event = {memory.basis.event_ids[0]: memory.status.value for memory in items}
    assert by_event.get("s1/e2", "superseded") == "superseded"
    assert by_event["s1/e3"] == "active"


def test_a_queue_that_is_down_does_not_hinder_the_append(here: World, queue: Queue) -> None:
    queue.down = True
    append(here, 1, WINDOW + EVENTS_A_MESSAGE)
    complete_session(here.services, a_caller(), None, "s1")
    assert len(remembered(here)) == WINDOW + EVENTS_A_MESSAGE


def test_nothing_is_queued_if_only_marked_events_are_remembered(here: World, queue: Queue) -> None:
    marked = here.on(remember=Remember.MARKED)
    append(marked, 1, WINDOW + EVENTS_A_MESSAGE)
    complete_session(marked.services, a_caller(), None, "s1")
    assert queue.sent == []
    assert remembered(marked) == []


def test_a_turn_that_a_deletion_covers_is_not_remembered(here: World, queue: Queue) -> None:
    append(here, 1, WINDOW + EVENTS_A_MESSAGE)
    here.clock.advance()
    request_deletion(here.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    assert remember_leaving(here.services, queue.sent[0]).dropped == EVENTS_A_MESSAGE
    assert here.records(prefix="cur#") == []


def test_the_function_handles_the_message_of_an_append(here: World, queue: Queue) -> None:
    append(here, 1, WINDOW + EVENTS_A_MESSAGE)
    bootstrap.install(here.services)
    record = {
        "messageId": "m1",
        "body": to_work_message(queue.sent[0]),
        "attributes": {"SentTimestamp": "1700000000000"},
    }
    assert function.handler({"Records": [record]}, None) == {"batchItemFailures": []}
    assert len(remembered(here)) == EVENTS_A_MESSAGE
