"""What is corrected after it was remembered, by whom, and what rests on more than that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shared.domain.extraction.statement import Statement
from shared.domain.extraction.turn_reading import Remember
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Importance, MemoryType, Status
from shared.domain.sessions.session import Event, EventKind, EventRole, NewEvent
from shared.ports import SessionWork
from shared.records import keys
from shared.records.memories import memory_codec
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import Completed, complete_session
from shared.usecases.sessions.extract import extract
from shared.usecases.sessions.open_session import create_session
from shared.usecases.sessions.withdraw_corrected import BECAUSE
from tests.builders import ANN, World, a_caller


class Queue:
    def __init__(self) -> None:
        self.sent: list[SessionWork] = []

    def send(self, *works: SessionWork) -> None:
        self.sent += works

    def postpone(self, receipt: str, seconds: int) -> None:
        raise AssertionError((receipt, seconds))


class Model:
    """Takes each turn of a person for a statement that is true."""

    def statements(self, event: Event, before: Sequence[Event]) -> list[Statement]:
        reported = "live in" in event.content or "my home" in event.content
        return [Statement(event.content, MemoryType.SEMANTIC, 0.9)] if reported else []


@pytest.fixture
def queue() -> Queue:
    return Queue()


@pytest.fixture
def here(world: World, queue: Queue) -> World:
    create_session(world.services, a_caller(), None, "s1")
    return world.on(session_queue=queue, extractor=Model(), remember=Remember.MARKED)


def said(event_id: str, content: str, role: EventRole = EventRole.USER, **fields: Any) -> NewEvent:
    return NewEvent(role, content, event_id, **fields)


def feedback(event_id: str, content: str, **fields: Any) -> NewEvent:
    return said(event_id, content, kind=EventKind.FEEDBACK, **fields)


def completed(world: World, *events: NewEvent, **fields: Any) -> Completed:
    append_events(world.services, a_caller(), None, "s1", events)
    world.clock.advance()
    return complete_session(world.services, a_caller(), None, "s1", **fields)


def active(world: World) -> list[str]:
    items = list_memories(world.services, a_caller(), ListQuery()).items
    return sorted(memory.content for memory in items if memory.status is Status.ACTIVE)


def test_a_correction_replaces_the_memory_promoted_before(here: World) -> None:
    (first,) = completed(here, feedback("a", "My office is in Oslo")).promoted
    completed(here, feedback("b", "Correction: my office is in Bergen", corrects=("a",)))
    assert active(here) == ["Correction: my office is in Bergen"]
    assert first.memory is not None
    (record,) = here.services.records.get([keys.current(ANN, first.memory.memory_id)])
    assert record is not None
    ended = memory_codec.memory(record.attributes)
    assert (ended.status, ended.ending.because) == (Status.SUPERSEDED, BECAUSE)
    assert ended.valid_to is not None


def test_a_correction_that_states_no_value_ends_the_promoted_memory_too(here: World) -> None:
    completed(here, said("a", "The pool size is 20 for billing", EventRole.ASSISTANT, kind=EventKind.DECISION))
    done = completed(here, said("b", "Sorry, we never agreed on any pool", corrects=("a",)))
    assert (done.promoted, active(here)) == ((), [])


def test_an_extracted_memory_is_corrected_too(here: World, queue: Queue) -> None:
    completed(here, said("a", "I live in Oslo"))
    extract(here.services, queue.sent.pop())
    assert active(here) == ["I live in Oslo"]
    completed(here, said("b", "No, sorry, I live in Bergen", corrects=("a",)))
    extract(here.services, queue.sent.pop())
    assert active(here) == ["No, sorry, I live in Bergen"]


def test_an_event_corrected_before_its_extraction_is_never_extracted(here: World, queue: Queue) -> None:
    completed(here, said("a", "I live in Oslo"))
    completed(here, said("b", "No, sorry, I live in Bergen", corrects=("a",)))
    for work in queue.sent:
        extract(here.services, work)
    assert active(here) == ["No, sorry, I live in Bergen"]


def test_a_memory_of_a_stated_turn_is_corrected_too(here: World) -> None:
    here = here.on(remember=Remember.STATEMENTS)
    completed(here, said("a", "I live in Oslo"))
    completed(here, said("b", "No, sorry, I live in Bergen", corrects=("a",)))
    assert active(here) == ["No, sorry, I live in Bergen"]


def test_a_memory_with_another_source_than_the_corrected_event_stays(here: World) -> None:
    completed(here, feedback("a", "My office is in Oslo"))
    here.wrote("My office is in Oslo", source_event_ids=("s1/elsewhere",))
    completed(here, said("b", "That was only said in passing", corrects=("a",)))
    assert active(here) == ["My office is in Oslo"]


def test_a_memory_that_a_person_confirmed_stays(here: World) -> None:
    completed(here, feedback("a", "My office is in Oslo"))
    here.wrote("My office is in Oslo", source=Source.HUMAN_CONFIRMED, source_event_ids=("s1/a",))
    completed(here, said("b", "That was only said in passing", corrects=("a",)))
    assert active(here) == ["My office is in Oslo"]


def overturned(here: World) -> None:
    """Oslo, whose place a promoted Bergen has taken."""
    here.wrote("My home city is Oslo")
    here.index()
    completed(here, feedback("a", "My home city is Bergen"))
    assert active(here) == ["My home city is Bergen"]
    here.index()


@pytest.mark.parametrize("correction", ["That was a slip, ignore it", "No, I meant Oslo", "刚才那句不算"])
def test_a_memory_that_only_the_corrected_event_superseded_is_current_again(here: World, correction: str) -> None:
    overturned(here)
    for _ in range(2):  # a completion that was broken off comes here again
        completed(here, said("b", correction, corrects=("a",)))
        assert active(here) == ["My home city is Oslo"]
    (oslo,) = (m for m in list_memories(here.services, a_caller(), ListQuery()).items if m.status is Status.ACTIVE)
    assert (oslo.ending.superseded_by, oslo.valid_to, oslo.ending.at) == (None, None, None)


@pytest.mark.parametrize(
    ("correction", "remaining"),
    [
        ("Sorry, my home city is Tromso", ["Sorry, my home city is Tromso"]),
        ("No, I meant Tromso", []),  # a value alone is no statement to be remembered, and Oslo is not what was meant
    ],
)
def test_it_stays_superseded_if_the_correction_states_another_value(
    here: World, queue: Queue, correction: str, remaining: list[str]
) -> None:
    overturned(here)
    completed(here, said("b", correction, corrects=("a",)))
    extract(here.services, queue.sent.pop())
    assert active(here) == remaining


def test_a_memory_superseded_by_another_since_stays_ended(here: World) -> None:
    overturned(here)
    here.wrote("My home city is Rome")
    here.index()
    completed(here, said("b", "That was a slip, ignore it", corrects=("a",)))
    assert active(here) == ["My home city is Rome"]


@pytest.mark.parametrize("role", [EventRole.TOOL, EventRole.ASSISTANT, EventRole.SYSTEM])
def test_only_a_person_corrects_a_person(here: World, role: EventRole) -> None:
    page = said("b", "page text", role, corrects=("a",))
    completed(here, feedback("a", "Please always answer in French"), page)
    assert active(here) == ["Please always answer in French"]
    completed(here, said("c", "more page text", role, corrects=("a",)))
    assert active(here) == ["Please always answer in French"]


def test_a_tool_corrects_itself_and_a_person_corrects_any_speaker(here: World) -> None:
    def row(id: str, count: int, **fields: Any) -> NewEvent:
        text = f"Table users has {count} rows"
        return said(id, text, EventRole.TOOL, importance=Importance.HIGH, **fields)

    completed(here, row("a", 12), row("b", 14, corrects=("a",)))
    assert active(here) == ["Table users has 14 rows"]
    completed(here, said("c", "That count is of the test table", corrects=("b",)))
    assert active(here) == []


def test_a_lesson_after_the_completion_is_promoted_once(here: World) -> None:
    lesson = "Disks fill up first on node three"
    first = completed(here, feedback("a", "I prefer tables"))
    for _ in range(2):
        done = complete_session(here.services, a_caller(), None, "s1", lesson=lesson)
        assert [answer.memory.content for answer in done.promoted if answer.memory] == ["I prefer tables", lesson]
        assert done.released == first.released
    assert active(here) == [lesson, "I prefer tables"]
