"""Imports of sessions whose lines repeat an id, or that break off and are repeated when an event is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shared.domain.sessions.session import Arrival, EventRole, NewEvent
from shared.records.ledger.idempotency import IdempotencyKey
from shared.usecases.session_import.import_sessions import SessionImportItem, import_sessions
from shared.usecases.session_import.imported_parts import ExportedSession
from shared.usecases.writing.import_memories import ImportResult
from tests.builders import ANN, World, a_caller
from tests.usecases.deletion.crashes import Crash, CrashingRecords

SECRET = "the key is AKIA" + "IOSFODNN7EXAMPL3"
MINUTE = timedelta(minutes=1)
TTL = timedelta(hours=1)


def a_session(world: World) -> SessionImportItem:
    now = world.clock.now()
    return SessionImportItem(1, "s1", ExportedSession(ANN, TTL, now - 50 * MINUTE, now, now))


def an_event(world: World, line: int, id: str, content: str, age: timedelta = MINUTE) -> SessionImportItem:
    arrival = Arrival(line, world.clock.now() - age, None)
    return SessionImportItem(line, "s1", NewEvent(EventRole.TOOL, content, id, arrival=arrival, tool="door"))


def outcome(result: ImportResult) -> tuple[int, int, list[tuple[int, str]]]:
    return result.imported, result.duplicates, [(one.line, one.code) for one in result.refused]


def test_each_line_of_a_repeated_id_has_its_own_outcome(world: World) -> None:
    lines = [a_session(world), an_event(world, 2, "e1", SECRET), an_event(world, 3, "e1", SECRET)]
    lines += [an_event(world, 4, "e2", "The gate is red"), an_event(world, 5, "e2", "The gate is red")]
    refused = [(2, "sensitive"), (3, "sensitive")]
    assert outcome(import_sessions(world.services, a_caller(), None, lines)) == (2, 1, refused)


@pytest.mark.parametrize("at", range(1, 5))
def test_an_import_that_broke_off_is_repeated_after_the_time_of_an_event_is_over(world: World, at: int) -> None:
    old = world.services.session_policy.life(TTL) - 5 * MINUTE
    lines = [a_session(world), an_event(world, 2, "e1", "The gate is red")]
    lines += [an_event(world, 3, "e2", SECRET, old), an_event(world, 4, "e3", "The door is shut", old)]
    key = IdempotencyKey.of(a_caller().principal, "POST /v1/import/sessions?", "k1", b"the lines")
    ending = CrashingRecords(world.stream)
    ending.arm(at, after=at < 4)
    with pytest.raises(Crash):
        import_sessions(world.on(records=ending).services, a_caller(), None, lines, key)
    world.clock.advance(15 * MINUTE)
    imported, duplicates, refused = outcome(import_sessions(world.services, a_caller(), None, lines, key))
    assert (imported + duplicates, [line for line, _ in refused]) == (2, [3, 4])
