"""Writes that race a narrow deletion are before it or after it, never both; barriers stay within a record."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind
from shared.domain.errors import DeletedBefore, Malformed, MemoryServiceError, Unavailable
from shared.domain.sessions.session import EventRole, NewEvent
from shared.records.store.record import Change
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.sessions.append_events import append_events
from shared.usecases.writing.write_memory import write_memory
from tests.builders import World, a_caller, a_command
from tests.usecases.deletion.deletions import ask, state
from tests.usecases.deletion.test_selectors import a_session, listed, of_events, of_sessions


def overtaken(world: World, selector: Selector) -> RecordingRecords:
    """A store in which the deletion is accepted and runs to its end right before the next commit."""
    raced = RecordingRecords(world.stream)

    def deletion_first(_: Change) -> None:
        raced.before_commit = None
        ask(world, selector=selector)
        world.drain()

    raced.before_commit = deletion_first
    return raced


@pytest.mark.parametrize("selector", [of_events("e1"), of_sessions("s1")])
def test_a_write_that_is_overtaken_by_the_deletion_of_its_source_is_refused(world: World, selector: Selector) -> None:
    a_session(world, "s1", "The bridge opens in May")
    services = replace(world.services, records=overtaken(world, selector))
    with pytest.raises(DeletedBefore):
        write_memory(services, a_caller(), a_command("The bridge opens in May", source_event_ids=("s1/e1",)))
    assert listed(world) == []
    assert world.records(prefix="edge#") == []


def test_a_confirmation_that_is_overtaken_does_not_bring_the_words_back(world: World) -> None:
    a_session(world, "s1", "The bridge opens in May")
    world.write("The bridge opens in May", source_event_ids=("s1/e1",))
    services = replace(world.services, records=overtaken(world, of_events("e1")))
    with pytest.raises(DeletedBefore):  # its evidence is from before the deletion of these very words
        write_memory(services, a_caller(), a_command("The bridge opens in May", source_event_ids=("s2/e2",)))
    assert listed(world) == []
    world.clock.advance()
    later = world.wrote("The bridge opens in May", source_event_ids=("s2/e2",))
    assert later.basis.event_ids == ("s2/e2",)


def test_an_event_that_is_overtaken_by_its_sessions_deletion_is_not_stored(world: World) -> None:
    a_session(world, "s1", "The bridge opens in May")
    services = replace(world.services, records=overtaken(world, of_sessions("s1")))
    late = NewEvent(event_id="e2", role=EventRole.USER, content="A heron stands there")
    with pytest.raises(MemoryServiceError):
        append_events(services, a_caller(), None, "s1", [late])
    assert world.holds("heron") == []


@pytest.mark.parametrize("kind", ["event", "type"])
def test_writers_in_other_threads_leave_no_residue(world: World, kind: str) -> None:
    a_session(world, "s1", "The lane is closed")
    ended = threading.Event()

    def write(start: int) -> None:
        for n in range(start, start + 40):
            reported = a_command(f"Lane number {n} is closed for {n * 3} days", source_event_ids=("s1/e1",))
            try:
                write_memory(world.services, a_caller(), reported)
            except (DeletedBefore, Unavailable):
                continue
        ended.set()

    writers = [threading.Thread(target=write, args=(start,)) for start in (0, 100)]
    for writer in writers:
        writer.start()
    ask(world, selector=of_events("e1") if kind == "event" else Selector(SelectorKind.TYPE, ("semantic",)))
    for writer in writers:
        writer.join()
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0
    if kind == "event":
        assert listed(world) == []


def test_a_write_names_few_sessions(world: World) -> None:
    with pytest.raises(Malformed):
        world.write("The bridge opens in May", source_event_ids=tuple(f"s{n}/e" for n in range(30)))
    many = tuple(f"s{n % 20}/e{n}" for n in range(50))
    assert world.wrote("The bridge opens in May", source_event_ids=many).basis.event_ids == many
