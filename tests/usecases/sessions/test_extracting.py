"""Extraction from the queue: what it makes of a completed session, and that it may come twice or too late."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from functions.events import extract as function
from shared.adapters.queues.sqs import from_work_message, to_work_message
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import NotFound, Unavailable
from shared.domain.extraction.statement import Statement
from shared.domain.extraction.turn_reading import Remember
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.sessions.session import Event, EventKind, EventRole, NewEvent
from shared.language.speech.sentences import sentences
from shared.ports import SessionWork
from shared.runtime import bootstrap
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.extract import Extracted, extract
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session
from shared.usecases.sessions.summarise import build_summary, get_summary
from tests.builders import ANN, World, a_caller


class Model:
    """Finds what each sentence of a turn states that is no question."""

    confidence = 0.9

    def statements(self, event: Event, before: Sequence[Event]) -> list[Statement]:
        found = [one for one in sentences(event.content) if "?" not in one and "Nothing" not in one]
        return [Statement(one, MemoryType.SEMANTIC, self.confidence) for one in found]


class Queue:
    def __init__(self) -> None:
        self.sent: list[SessionWork] = []
        self.postponed: list[tuple[str, int]] = []
        self.down = False

    def send(self, *works: SessionWork) -> None:
        if self.down:
            raise Unavailable("down")
        self.sent += [from_work_message(to_work_message(work)) for work in works]

    def postpone(self, receipt: str, seconds: int) -> None:
        self.postponed.append((receipt, seconds))


@pytest.fixture
def queue() -> Queue:
    return Queue()


@pytest.fixture
def here(world: World, queue: Queue) -> World:
    create_session(world.services, a_caller(), None, "s1")
    return world.on(session_queue=queue, extractor=Model(), remember=Remember.MARKED)


def said(content: str, role: EventRole = EventRole.USER, **fields: Any) -> NewEvent:
    return NewEvent(role, content, fields.pop("event_id", f"id of {content}"), **fields)


def append(world: World, *events: NewEvent) -> None:
    append_events(world.services, a_caller(), None, "s1", events)


def completed(world: World, queue: Queue, *events: NewEvent) -> SessionWork:
    append(world, *events)
    world.clock.advance()
    complete_session(world.services, a_caller(), None, "s1")
    return queue.sent[-1]


def remembered(world: World) -> list[Memory]:
    items = list_memories(world.services, a_caller(), ListQuery()).items
    return sorted(items, key=lambda memory: memory.content)


def test_a_completion_leaves_the_rest_to_extraction(here: World, queue: Queue) -> None:
    work = completed(
        here,
        queue,
        said("Hello", EventRole.ASSISTANT, event_id="e1"),
        said("I live in Basel. Is it raining?", event_id="e2", speaker="Ann"),
        said("I prefer tables", event_id="e3", kind=EventKind.FEEDBACK),
    )
    assert (work.kind, work.scope, work.session_id, work.after, work.through) == ("extract", ANN.path, "s1", 0, 3)
    assert "Basel" not in to_work_message(work)
    done = extract(here.services, work)
    assert (done.read, done.written) == (1, 1)
    basel, tables = remembered(here)
    assert (basel.content, basel.source, basel.status) == ("I live in Basel", Source.AGENT_INFERRED, Status.ACTIVE)
    assert basel.basis.event_ids == ("s1/e2",)
    assert basel.background is not None
    assert (basel.background.speaker, [t.event_id for t in basel.background.before]) == ("Ann", ["e1"])
    assert tables.source is Source.USER_STATED


def test_a_repeated_message_changes_nothing(here: World, queue: Queue) -> None:
    work = completed(here, queue, said("I live in Basel"))
    extract(here.services, work)
    before = here.records()
    assert extract(here.services, work) == Extracted(read=1)
    assert here.records() == before


def test_events_that_a_deletion_covers_are_dropped(here: World, queue: Queue) -> None:
    work = completed(here, queue, said("I live in Basel"))
    request_deletion(here.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    assert extract(here.services, work) == Extracted(dropped=1)
    assert here.records(prefix="cur#") == []


def test_a_session_that_began_again_under_the_same_id_is_not_read(here: World, queue: Queue) -> None:
    work = completed(here, queue, said("I live in Basel"))
    assert extract(here.services, replace(work, incarnation="another")) == Extracted(dropped=1)
    assert remembered(here) == []


@pytest.mark.parametrize("later", [timedelta(hours=2), timedelta(days=13)])
def test_a_message_that_is_sent_again_when_the_session_has_ended_loses_nothing(
    here: World, queue: Queue, later: timedelta
) -> None:
    work = completed(here, queue, said("I live in Basel"), said("My daughter is called Mia"))
    here.clock.advance(later)
    with pytest.raises(NotFound):
        list_events(here.services, a_caller(), "s1", EventQuery())
    assert extract(here.services, work).written == 2
    assert [m.content for m in remembered(here)] == ["I live in Basel", "My daughter is called Mia"]
    before = here.records()
    assert extract(here.services, work) == Extracted(read=2)
    assert here.records() == before


def test_everything_that_a_message_needs_is_kept_until_the_queue_gives_up(here: World, queue: Queue) -> None:
    completed(here, queue, said("I live in Basel"))
    ends = [record.expires_at for record in here.records() if record.key.sk[:4] in ("ses#", "evt#")]
    assert len(ends) == 2
    assert min(end for end in ends if end is not None) >= here.clock.now() + timedelta(days=15)


@pytest.mark.parametrize("kind", [SelectorKind.SESSION, SelectorKind.EVENT])
def test_a_message_that_is_sent_again_brings_nothing_deleted_back(
    here: World, queue: Queue, kind: SelectorKind
) -> None:
    work = completed(here, queue, said("I live in Basel", event_id="e1"))
    here.clock.advance(timedelta(hours=2))
    ids = ("s1",) if kind is SelectorKind.SESSION else ("e1",)
    request_deletion(here.services, a_caller(), None, "d1", Selector(kind, ids))
    for _ in range(2):
        here.clock.advance()
        assert extract(here.services, work) == Extracted(dropped=1)
        here.drain()
    assert remembered(here) == []
    assert here.records(prefix="evt#") == []


def test_a_long_session_is_read_in_messages_that_are_all_sent_at_once(
    here: World, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shared.usecases.sessions.extract.EVENTS_A_MESSAGE", 2)
    completed(here, queue, *(said(f"My locker is number {n}") for n in range(5)))
    sent = list(queue.sent)
    assert [(work.after, work.through) for work in sent] == [(0, 2), (2, 4), (4, 5)]
    for work in sent:
        extract(here.services, work)
    assert queue.sent == sent  # nothing that reads a message sends another
    assert len(remembered(here)) == 5


def test_a_completion_that_cannot_be_queued_is_not_done(here: World, queue: Queue) -> None:
    append(here, said("I live in Basel"))
    queue.down = True
    with pytest.raises(Unavailable):
        complete_session(here.services, a_caller(), None, "s1")
    queue.down = False
    complete_session(here.services, a_caller(), None, "s1")
    complete_session(here.services, a_caller(), None, "s1")
    assert len(queue.sent) == 1


def test_a_deleted_statement_does_not_prevent_the_others_of_its_event(here: World, queue: Queue) -> None:
    tea = here.wrote("I like green tea", type=MemoryType.PREFERENCE)
    append(here, said("I like green tea. My daughter is called Mia. I live in Basel."))
    here.clock.advance()
    request_deletion(here.services, a_caller(), None, "d1", Selector(SelectorKind.MEMORY, (tea.memory_id,)))
    here.drain()
    complete_session(here.services, a_caller(), None, "s1")
    done = extract(here.services, queue.sent[-1])
    assert (done.written, done.dropped) == (2, 1)
    assert [m.content for m in remembered(here)] == ["I live in Basel", "My daughter is called Mia"]


def test_a_statement_of_low_confidence_waits_for_a_person(here: World, queue: Queue) -> None:
    model = Model()
    model.confidence = 0.6
    work = completed(here, queue, said("The harbour is quiet in winter"))
    extract(here.on(extractor=model).services, work)
    assert {m.content: m.status for m in remembered(here)} == {"The harbour is quiet in winter": Status.CANDIDATE}


def test_a_remembered_statement_is_not_read_again(here: World, queue: Queue) -> None:
    here = here.on(remember=Remember.STATEMENTS)
    work = completed(here, queue, said("I live in Basel"), said("Is it raining in Basel?"))
    assert extract(here.services, work) == Extracted(read=1)
    assert [(m.content, m.source) for m in remembered(here)] == [("I live in Basel", Source.USER_STATED)]


def test_the_assistants_words_imply_nothing(here: World, queue: Queue) -> None:
    work = completed(here, queue, said("We decided to use Kafka", EventRole.ASSISTANT))
    assert extract(here.services, work) == Extracted()
    assert remembered(here) == []


def test_without_a_model_nothing_is_queued(here: World, queue: Queue) -> None:
    append(here, said("I live in Basel"))
    complete_session(here.on(extractor=None).services, a_caller(), None, "s1")
    assert queue.sent == []


def record(id: str, body: str) -> dict[str, Any]:
    return {"messageId": id, "body": body, "attributes": {"SentTimestamp": "1700000000000"}}


def test_the_function_names_the_messages_that_failed(here: World, queue: Queue) -> None:
    work = completed(here, queue, said("I live in Basel"))
    bootstrap.install(here.services)
    records = [record("m0", "{}"), record("m1", to_work_message(work)), record("m2", "no json")]
    answer = function.handler({"Records": records}, None)
    assert answer == {"batchItemFailures": [{"itemIdentifier": "m0"}, {"itemIdentifier": "m2"}]}
    assert [m.content for m in remembered(here)] == ["I live in Basel"]


def test_the_function_builds_a_withdrawn_summary_again(here: World, queue: Queue) -> None:
    append(here, said("The discount is 17 percent", event_id="e1"))
    build_summary(here.services, a_caller(), None, "s1")
    append(here, said("The discount is 12 percent", corrects=("e1",)))
    bootstrap.install(here.services)
    assert (
        function.handler({"Records": [record("m0", to_work_message(queue.sent[-1]))]}, None)["batchItemFailures"] == []
    )
    assert get_summary(here.services, a_caller(), None, "s1").version == 2


def test_the_waiting_time_of_a_message_is_measured_also_when_it_fails(
    here: World, queue: Queue, capsys: pytest.CaptureFixture[str]
) -> None:
    bootstrap.install(here.services)
    sent = {"SentTimestamp": str(int(here.clock.now().timestamp() * 1000) - 90_000)}
    function.handler({"Records": [record("m0", "no json") | {"attributes": sent}]}, None)
    (reported,) = [line for line in capsys.readouterr().out.splitlines() if "ExtractionLagSeconds" in line]
    metric = json.loads(reported)
    assert metric["ExtractionLagSeconds"] == [90.0]
    (definition,) = metric["_aws"]["CloudWatchMetrics"][0]["Metrics"]
    assert definition == {"Name": "ExtractionLagSeconds", "Unit": "Seconds"}


def test_each_try_waits_longer_than_the_one_before(here: World, queue: Queue) -> None:
    bootstrap.install(here.services)
    for tries in (1, 2, 3, 9):
        failing = record("m0", "{}") | {"receiptHandle": f"try {tries}"}
        failing["attributes"]["ApproximateReceiveCount"] = str(tries)
        function.handler({"Records": [failing]}, None)
    assert [receipt for receipt, _ in queue.postponed] == ["try 1", "try 2", "try 3", "try 9"]
    waits = [seconds for _, seconds in queue.postponed]
    assert waits == sorted(set(waits))
    assert waits[0] >= function.FIRST_WAIT_S
    assert waits[-1] < 43_200  # the longest that SQS takes


def test_a_long_turn_is_read_to_its_end_and_a_document_not_at_all(here: World, queue: Queue) -> None:
    long = "Is the pump of hall 7 looked at? " * 500 + "I live in Basel."
    document = "Nothing was found there. " * 4_100 + "I live in Oslo."
    work = completed(here, queue, said(long, event_id="e1"), said(document, event_id="e2"))
    done = extract(here.services, work)
    assert (done.read, done.refused) == (1, 1)
    assert [memory.content for memory in remembered(here)] == ["I live in Basel"]
