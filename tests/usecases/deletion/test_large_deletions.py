"""Every selector over a large subject: all of it goes, the work grows no faster than what there is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind, Target
from shared.runtime import bootstrap
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.reading.read_memories import ListQuery, list_memories
from tests.builders import ACME, a_caller, a_world
from tests.usecases.deletion.deletions import SUBJECT, TASK, ask, of_memories, state
from tests.usecases.deletion.large_subjects import SECRET, WRITER, Size, fill
from tests.usecases.deletion.test_selectors import of_events, of_sessions

SMALL = Size(events=500, memories=200, copies=100, reviews=10)
LARGE = SMALL.times(10)
SELECTORS = {
    "subject": SUBJECT,
    "session": of_sessions("s1"),
    "event": of_events("e0", session_id="s1"),
    "type": Selector(SelectorKind.TYPE, ("task",)),
    "consent": Selector(SelectorKind.CONSENT, ("birds",)),
}
MOST_CALLS_TO_ACCEPT = 3


@pytest.mark.parametrize("kind", list(SELECTORS))
def test_ten_times_as_much_data_takes_ten_times_as_many_calls(kind: str) -> None:
    few, many = deleted(kind, SMALL), deleted(kind, LARGE)
    assert few < many < few * 11


def deleted(kind: str, size: Size) -> int:
    """How many calls of the record store the deletion took."""
    with a_world() as world:
        fill(world, size)
        recording = RecordingRecords(world.stream)
        services = replace(world.services, records=recording)
        bootstrap.install(services)
        world.clock.advance()
        request_deletion(services, WRITER, None, "r1", SELECTORS[kind])
        accepted = len(recording.calls)
        assert accepted <= MOST_CALLS_TO_ACCEPT
        assert [m.content for m in list_memories(world.services, WRITER, ListQuery(limit=100)).items] == []
        world.deletions.run_all()
        calls = len(recording.calls)
        bootstrap.install(world.services)
        world.index()
        done = state(world, caller=WRITER)
        assert (done.status, done.residue) == (RequestStatus.COMPLETED, 0)
        assert verify_deletion(world.services, WRITER, None, "r1").residue == 0
        removed = {"subject": size.events + 1, "session": size.events + 1, "event": 1}
        assert done.target(Target.SESSIONS).removed == removed.get(kind, 0)
        assert done.target(Target.MEMORIES).removed == size.memories + size.copies
        kept = [r for r in world.records() if SECRET in repr(r) and not r.key.sk.startswith("evt#")]
        assert kept == []
        assert world.records(prefix="rev#") == []
        assert (world.indexed(), world.indexed(ACME)) == ([], [])
        boss = a_caller("boss", bound=ACME)
        assert list_memories(world.services, boss, ListQuery(limit=100)).items == ()
        return calls


def test_a_hundred_memories_by_name_with_many_versions_and_copies() -> None:
    with a_world() as world:
        ids = fill(world, SMALL)
        for number in range(60):
            world.write(f"The {SECRET} has {number} eggs", WRITER, key="eggs")
        world.index()
        chosen = [*ids[-99:], world.wrote(f"The {SECRET} has 99 eggs", WRITER, key="eggs").memory_id]
        recording = RecordingRecords(world.stream)
        world.clock.advance()
        request_deletion(replace(world.services, records=recording), WRITER, None, "r1", of_memories(*chosen))
        assert len(recording.calls) <= MOST_CALLS_TO_ACCEPT
        world.drain()
        done = state(world, caller=WRITER)
        assert (done.status, done.residue) == (RequestStatus.COMPLETED, 0)
        assert done.matched is None  # more than one call reads: the count comes with the end
        assert done.target(Target.MEMORIES).removed == 61 + 99 + 99
        assert len(world.records(prefix="cur#")) == SMALL.memories + SMALL.copies - 99 - 99


def test_as_many_ids_as_a_request_may_name_are_hidden_at_once_and_removed_wherever_they_lie() -> None:
    with a_world() as world:
        most = world.services.deletion_policy.max_ids
        scopes = [TASK if number % 2 else None for number in range(most)]
        ids = [world.wrote(f"Bird number {n} is a wren", scope=scope).memory_id for n, scope in enumerate(scopes)]
        world.wrote("The gate is green", scope=TASK)
        world.index()
        ask(world, selector=of_memories(*ids))
        listed = list_memories(world.services, a_caller(), ListQuery(include_descendants=True, limit=100)).items
        assert [memory.content for memory in listed] == ["The gate is green"]
        world.drain()
        assert (state(world).status, state(world).residue) == (RequestStatus.COMPLETED, 0)
        assert state(world).target(Target.MEMORIES).removed == most
        assert world.holds("wren") == []
