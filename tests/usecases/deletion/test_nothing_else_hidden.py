"""A reader sees everything that was acknowledged and is not deleted, however many deletions of its owner wait, and
whenever one is accepted, begins or ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import DeletionPolicy, RequestStatus
from shared.domain.errors import NotFound, SubjectDeleting
from shared.domain.sessions.session import EventRole, NewEvent
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Change
from shared.runtime import bootstrap
from shared.usecases.caches import KnownDeletions
from shared.usecases.context.build_context import ContextQuery, build_context
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion.request_deletion import list_deletions
from shared.usecases.deletion_preview.preview import preview
from shared.usecases.reading.export import export
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session, get_session, list_sessions
from shared.usecases.sessions.search_session import search_session
from tests.builders import ACME, ANN, World, a_caller, run_workflow
from tests.usecases.deletion.deletions import ask, of_memories, state
from tests.usecases.deletion.test_selectors import of_events, of_sessions

SMALL = DeletionPolicy(barrier_bytes=1000)  # of some six deletions
STAYS = "The ferry to Skye leaves at nine"
SAID = ["The heron is grey", STAYS, "The bridge is shut"]
GOES = 12
NO_ROOM = DeletionPolicy(barrier_bytes=0)  # for the names of a single one


def a_past(world: World) -> dict[str, str]:
    """A session with events, memories, an earlier version and a copy for the organisation; ids by what they are."""
    caller = a_caller()
    create_session(world.services, caller, None, "stays")
    events = [NewEvent(EventRole.USER, text, f"e{n}", id_is_new=False) for n, text in enumerate(SAID)]
    append_events(world.services, caller, None, "stays", events)
    world.write("The ferry to Skye leaves at eight", key="ferry", source_event_ids=("stays/e0",))
    memory = world.wrote(STAYS, key="ferry", source_event_ids=("stays/e1",))
    promoted = promote_memory(world.services, a_caller("ann", Role.ORG_WRITER), None, memory.memory_id, ACME)
    assert promoted.memory is not None
    for number in range(GOES):
        create_session(world.services, caller, None, f"s{number}")
        events = [NewEvent(EventRole.USER, f"Parcel {number} is late", "e1", id_is_new=False)]
        append_events(world.services, caller, None, f"s{number}", events)
    world.index()
    return {"memory": memory.memory_id, "copy": promoted.memory.memory_id}


def seen(world: World, ids: dict[str, str]) -> dict[str, object]:
    """What each list and read shows of that which stays."""
    services, caller, asked = world.services, a_caller(), RecallQuery("when does the ferry leave?")
    events = list_events(services, caller, "stays", EventQuery()).items
    memories = list_memories(services, caller, ListQuery(newest_first=False, limit=100)).items
    history = memory_history(services, caller, None, ids["memory"], limit=9, after=None).items
    answer = build_context(services, caller, ContextQuery(asked, session_id="stays"))
    return {
        "events": [event.content for event in events],
        "newest events": [
            e.content for e in list_events(services, caller, "stays", EventQuery(newest_first=True, limit=2)).items
        ],
        "last turns": [e.content for e in list_events(services, caller, "stays", EventQuery(last_turns=1)).items],
        "session": get_session(services, caller, None, "stays").session_id,
        "sessions": [
            one.session_id
            for one in list_sessions(services, caller, None, newest_first=False, limit=100, after=None).items
            if one.session_id == "stays"
        ],
        "search": [hit.event.content for hit in search_session(services, caller, None, "stays", "ferry", 5).hits],
        "memories": [memory.content for memory in memories],
        "memory": get_memory(services, caller, None, ids["memory"]).content,
        "copy": get_memory(services, caller, ACME, ids["copy"]).content,
        "history": [version.content for version in history],
        "recall": [hit.memory.content for hit in recall(services, caller, asked).hits],
        "context": STAYS in answer.text,
        "export": [one.version.content for one in export(services, caller, None)],
        "preview": {one.id for one in preview(services, caller, None, STAYS).items},
    }


def small(world: World, policy: DeletionPolicy = SMALL) -> World:
    """The same world, whose barrier has room for some six deletions."""
    made = world.on(deletion_policy=policy, deletion_requests=KnownDeletions())
    bootstrap.install(made.services)
    return made


def waiting(world: World, goes: int = GOES) -> Iterator[int]:
    """Accepts one deletion after the other, and then runs one after the other; how many of them wait."""
    for number in range(goes):
        ask(world, f"d{number}", of_sessions(f"s{number}") if number % 2 else of_events("e1", session_id=f"s{number}"))
        yield number + 1
    while world.deletions.waiting:
        assert run_workflow(world.deletions.waiting.pop(0)) == "completed"
        world.index()
        yield len(world.deletions.waiting)


def crowded(world: World) -> bool:
    return deletion_codec.barrier(world.services.records.get([keys.barrier(ANN)])[0]).crowded


@pytest.mark.parametrize("goes", [2, GOES])
def test_every_list_and_read_shows_the_same_however_many_deletions_wait(world: World, goes: int) -> None:
    world = small(world, SMALL if goes == GOES else NO_ROOM)
    ids = a_past(world)
    before = seen(world, ids)
    assert (before["events"], before["history"][0], before["context"]) == (SAID, STAYS, True)  # type: ignore[index]
    found = {}
    for many in waiting(world, goes):
        assert seen(world, ids) == before, f"{many} wait"
        found[many] = crowded(world)
    assert (found[goes], found[0]) == (True, False)
    assert {one.status for one in list_deletions(world.services, a_caller(), None, limit=99, after=None).items} == {
        RequestStatus.COMPLETED
    }


@pytest.mark.parametrize("goes", [2, GOES])
def test_what_is_selected_is_hidden_however_many_deletions_wait(world: World, goes: int) -> None:
    world = small(world, SMALL if goes == GOES else NO_ROOM)
    a_past(world)
    made = [world.wrote(f"The parcel {n} is heavy", source_event_ids=(f"s{n}/e1",)) for n in range(goes)]
    by_name = world.wrote("The parcel of all is light")
    world.index()
    most = 0
    for many in waiting(world, goes):
        most = max(most, many)
        if many == goes:
            ask(world, "by name", of_memories(by_name.memory_id))
        if crowded(world):
            shown = {m.content for m in list_memories(world.services, a_caller(), ListQuery(limit=100)).items}
            assert not shown & {memory.content for memory in made[:most]}, many
            assert most < goes or by_name.content not in shown
            for number in range(most):
                with pytest.raises(NotFound):
                    get_memory(world.services, a_caller(), None, made[number].memory_id)
                with suppress(NotFound):
                    assert not list_events(world.services, a_caller(), f"s{number}", EventQuery()).items
    world.drain()
    assert state(world, "by name").status is RequestStatus.COMPLETED


def test_writes_are_taken_and_read_however_many_deletions_wait(world: World) -> None:
    world = small(world)
    ids = a_past(world)
    accepting = waiting(world)
    for _ in range(GOES):
        next(accepting)
    assert crowded(world)
    assert world.write("The museum is free on Sundays").outcome is Outcome.CREATED
    events = [NewEvent(EventRole.USER, "The museum is free", "new", id_is_new=False)]
    assert append_events(world.services, a_caller(), None, "stays", events).accepted == ("new",)
    assert "The museum is free on Sundays" in seen(world, ids)["memories"]  # type: ignore[operator]
    assert seen(world, ids)["events"] == [*SAID, "The museum is free"]
    for _ in accepting:
        pass
    assert "The museum is free on Sundays" in seen(world, ids)["memories"]  # type: ignore[operator]


def test_a_crowded_barrier_is_looked_up_once_in_a_process_and_costs_an_acceptance_nothing(world: World) -> None:
    world = small(world)
    a_past(world)
    accepting = waiting(world)
    for _ in range(GOES):
        next(accepting)
    process = world.on(records=RecordingRecords(world.stream), deletion_requests=KnownDeletions())
    recording = process.services.records
    assert isinstance(recording, RecordingRecords)
    calls = []
    for _ in range(2):
        recording.calls.clear()
        get_session(process.services, a_caller(), None, "stays")
        calls.append(list(recording.calls))
    assert calls == [["get", "get"], ["get"]]
    recording.calls.clear()
    ask(process.on(deletion_requests=KnownDeletions()), "one more", of_events("e1", session_id="stays"))
    assert recording.calls == ["get", "commit"]


def test_a_barrier_whose_deletions_cannot_be_read_hides_everything(world: World) -> None:
    world = small(world)
    a_past(world)
    accepting = waiting(world)
    for _ in range(GOES):
        next(accepting)
    world.store.commit(Change(removes=(keys.deletion(ANN, "d3"),)))
    process = world.on(deletion_requests=KnownDeletions())
    assert list_memories(process.services, a_caller(), ListQuery(limit=100)).items == ()
    with pytest.raises(NotFound):
        get_session(process.services, a_caller(), None, "stays")
    with pytest.raises(SubjectDeleting):
        process.write("The museum is free on Sundays")
