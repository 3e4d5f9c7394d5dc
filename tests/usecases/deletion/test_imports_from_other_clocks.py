"""An export that was made before a deletion brings nothing back, although the clock of the host that wrote its lines
was ahead of the clock of the host that accepted the deletion."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from shared.contracts.export import LEFT_ASIDE, ImportLine
from shared.contracts.transfer.session_import import SessionImportLine
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.sessions.session import EventRole, NewEvent
from shared.runtime.api import read_item
from shared.runtime.mapping.transfer import export as lines_of
from shared.runtime.mapping.transfer import session_import as sessions_of
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.reading.export import export
from shared.usecases.session_export.export_sessions import export_sessions
from shared.usecases.session_import.import_sessions import import_sessions
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session
from shared.usecases.sessions.task_state import NewState, put_state
from shared.usecases.writing.import_memories import ImportResult, import_memories
from tests.builders import World, a_caller
from tests.usecases.deletion.deletions import PRIVATE, SUBJECT

AHEAD = timedelta(seconds=2)
OF_SESSION = Selector(SelectorKind.SESSION, ("s1",))
Import = Callable[[World, str], ImportResult]


def a_session(world: World, event_id: str = "e1") -> str:
    """The export of a session with an event and a task state."""
    create_session(world.services, a_caller(), None, "s1")
    said = NewEvent(EventRole.USER, f"I carry an {PRIVATE} number {event_id}", event_id)
    append_events(world.services, a_caller(), None, "s1", [said])
    put_state(world.services, a_caller(), None, "s1", NewState(f"buying an {PRIVATE}"))
    return lines_of.session_page(export_sessions(world.services, a_caller(), None))[0]


def a_memory(world: World) -> str:
    world.wrote(f"Carries an {PRIVATE} for bee stings")
    return lines_of.export_page(export(world.services, a_caller(), None))[0]


def imported_sessions(world: World, text: str) -> ImportResult:
    lines = [read_item(SessionImportLine, json.loads(line)) for line in text.splitlines()]
    items = [sessions_of.import_item(number, line) for number, line in enumerate(lines, start=1)]
    return import_sessions(world.services, a_caller(), None, items)


def imported_memories(world: World, text: str) -> ImportResult:
    bodies = [json.loads(line) for line in text.splitlines()]
    lines = [read_item(ImportLine, {k: v for k, v in body.items() if k not in LEFT_ASIDE}) for body in bodies]
    items = [lines_of.import_item(number, line) for number, line in enumerate(lines, start=1)]
    return import_memories(world.services, a_caller(), None, items)


def deleted(world: World, selector: Selector) -> None:
    request_deletion(world.services, a_caller(), None, "r1", selector)
    world.deletions.run_all()


def of_memory(text: str) -> Selector:
    return Selector(SelectorKind.MEMORY, (json.loads(text)["memory_id"],))


CASES = [
    pytest.param(a_session, imported_sessions, lambda _: OF_SESSION, id="a session"),
    pytest.param(a_session, imported_sessions, lambda _: SUBJECT, id="sessions of a subject"),
    pytest.param(a_memory, imported_memories, of_memory, id="a memory"),
    pytest.param(a_memory, imported_memories, lambda _: SUBJECT, id="memories of a subject"),
]


@pytest.mark.parametrize(("made", "imported", "selector"), CASES)
def test_a_line_that_a_faster_clock_dated_after_its_deletion_does_not_come_back(
    world: World, made: Callable[[World], str], imported: Import, selector: Callable[[str], Selector]
) -> None:
    text = made(world)
    world.clock.advance(-AHEAD)
    deleted(world, selector(text))
    world.clock.advance(2 * AHEAD)
    result = imported(world, text)
    assert (result.imported, {one.code for one in result.refused}) == (0, {"deleted_before"})
    assert world.holds(PRIVATE) == []


@pytest.mark.parametrize(("made", "imported", "selector"), CASES)
def test_a_deletion_that_is_under_way_refuses_such_a_line_too(
    world: World, made: Callable[[World], str], imported: Import, selector: Callable[[str], Selector]
) -> None:
    text = made(world)
    world.clock.advance(-AHEAD)
    request_deletion(world.services, a_caller(), None, "r1", selector(text))
    world.clock.advance(2 * AHEAD)
    result = imported(world, text)
    assert result.imported == 0
    assert {one.code for one in result.refused} <= {"deleted_before", "subject_deleting"}
    world.deletions.run_all()
    assert world.holds(PRIVATE) == []


def test_the_state_of_a_session_that_began_again_is_not_that_of_the_deleted_one(world: World) -> None:
    """The session of today takes the lines of its own id, but not the state of its predecessor."""
    text = a_session(world)
    world.clock.advance(-AHEAD)
    deleted(world, OF_SESSION)
    world.clock.advance(2 * AHEAD)
    create_session(world.services, a_caller(), None, "s1")
    imported_sessions(world, "\n".join(line for line in text.splitlines() if '"kind":"session"' not in line))
    assert world.holds(PRIVATE) == []


def test_lines_from_after_a_deletion_that_are_there_are_duplicates(world: World) -> None:
    a_session(world)
    deleted(world, OF_SESSION)
    world.clock.advance(AHEAD)
    again = imported_sessions(world, a_session(world, "e2"))
    assert (again.imported, again.duplicates, again.refused) == (0, 3, [])


@pytest.mark.parametrize(("made", "imported", "selector"), CASES)
def test_a_line_from_well_after_the_deletion_comes_back(
    world: World, made: Callable[[World], str], imported: Import, selector: Callable[[str], Selector]
) -> None:
    deleted(world, selector(made(world)))
    world.clock.advance(timedelta(minutes=1))
    text = a_session(world, "e2") if made is a_session else made(world)
    with_last = world.holds(PRIVATE)
    request_deletion(world.services, a_caller(), None, "r2", Selector(SelectorKind.SESSION, ("another",)))
    world.deletions.run_all()
    result = imported(world, text)
    assert (result.imported, result.refused) == (0, [])
    assert len(world.holds(PRIVATE)) >= len(with_last) > 0
