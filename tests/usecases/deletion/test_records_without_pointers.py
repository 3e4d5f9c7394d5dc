"""What no edge, pointer or vector leads to any more: a deletion finds it by going through the owner's own records."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind, Target
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import ScopeKind
from shared.records import keys
from shared.records.store.record import Change, Key, Record, Table
from shared.runtime import bootstrap
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion import run_deletion
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.hygiene import actions
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.removal.remove_memory import remove_memory
from tests.builders import ACME, ANN, World, a_caller, days
from tests.usecases.deletion.deletions import SUBJECT, ask, of_memories, state
from tests.usecases.deletion.test_selectors import a_session, of_events, of_sessions
from tests.usecases.writing.test_races import ahead_of_a_commit

SECRET = "heron"
WRITER = a_caller("ann", Role.ORG_WRITER)
BOSS = a_caller("boss", bound=ACME)
KINDS = ("memory", "event", "session", "type", "consent", "subject")


def selector(kind: str, memory_id: str) -> Selector:
    return {
        "memory": of_memories(memory_id),
        "event": of_events("e1", session_id="s1"),
        "session": of_sessions("s1"),
        "type": Selector(SelectorKind.TYPE, ("task",)),
        "consent": Selector(SelectorKind.CONSENT, ("birds",)),
        "subject": SUBJECT,
    }[kind]


def is_done(world: World) -> None:
    done = state(world, caller=WRITER)
    assert (done.status, done.residue) == (RequestStatus.COMPLETED, 0)
    assert verify_deletion(world.services, WRITER, None, "r1").residue == 0


ENDED = actions._VERSIONS + 1


class Killed(Exception):
    """The process ends here."""


def expired_by_halves(world: World, monkeypatch: pytest.MonkeyPatch, **fields: Any) -> str:
    """The id of a memory whose current record maintenance has removed, and was killed then. It has more versions than
    go with it in one transaction."""
    memory = world.wrote(f"The {SECRET} leaves at 6:00", key="ferry", type=MemoryType.TASK, **fields)
    for minute in range(1, ENDED + 1):
        world.clock.advance(days(1) / ENDED)
        world.write(f"The {SECRET} leaves at 6:{minute:02}", key="ferry", type=MemoryType.TASK, **fields)
    world.index()
    world.clock.advance(days(91))

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as broken:
        broken.setattr(actions, "remove_leftovers", dies)
        with pytest.raises(Killed):
            run_pass(world.services)
    world.index()
    assert world.records(prefix=keys.CURRENT_PREFIX) == []
    assert len(world.records(prefix=keys.VERSION_PREFIX)) == ENDED
    return memory.memory_id


@pytest.mark.parametrize("kind", KINDS)
def test_ended_versions_that_maintenance_left_behind_are_removed_with_their_selector(
    world: World, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind in ("event", "session"):
        a_session(world, "s1", f"The {SECRET} leaves at nine")
    fields = {"source_event_ids": ("s1/e1",), "consent_scope": "birds"}
    memory_id = expired_by_halves(world, monkeypatch, **fields)
    ask(world, selector=selector(kind, memory_id))
    world.drain()
    is_done(world)
    assert world.holds(SECRET) == []
    assert state(world).target(Target.MEMORIES).removed == ENDED
    # The list of the last seconds' writes names ids for some minutes, and holds no content.
    latest = keys.latest(ANN)
    named = [r for r in world.records() if r.key.table is not Table.LEDGER and memory_id in repr(r)]
    assert [r.key for r in named if r.key != latest] == []


def test_a_version_that_ends_during_the_removal_of_its_memory_is_removed_too(world: World) -> None:
    """It is committed between the removal's look at the versions and that of the current record."""
    memory = world.wrote(f"The {SECRET} is grey", key="bird")
    world.index()
    ask(world, selector=of_memories(memory.memory_id))
    ended = Record(keys.version(ANN, memory.memory_id, 1), {**world.records(prefix="cur#")[0].attributes})
    (current,) = world.records(prefix="cur#")
    raced = False

    def race(change: Change) -> None:
        nonlocal raced
        if current.key in change.removes and not raced:
            raced = True
            newer = Record(current.key, current.attributes, current.revision + 1)
            world.store.commit(Change(puts=(ended, newer)))

    bootstrap.install(replace(world.services, records=RecordingRecords(world.stream, before_commit=race)))
    world.deletions.run_all()
    bootstrap.install(world.services)
    world.drain()
    assert raced
    is_done(world)
    assert world.holds(SECRET) == []
    assert state(world).target(Target.MEMORIES).removed == 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_of_an_expired_memory_is_hidden_at_once_and_removed(world: World, kind: str) -> None:
    a_session(world, "s1", f"The {SECRET} leaves at nine")
    fields = {"source_event_ids": ("s1/e1",), "consent_scope": "birds", "type": MemoryType.TASK}
    memory = world.wrote(f"The {SECRET} leaves at nine", WRITER, **fields)
    world.clock.advance(days(60))
    promote_memory(world.services, WRITER, None, memory.memory_id, ACME)
    world.index()
    world.clock.advance(days(31))
    run_pass(world.services)
    world.index()
    assert world.records(pk=ANN.path, prefix=keys.CURRENT_PREFIX) == []
    assert above(world) == [f"The {SECRET} leaves at nine"]
    ask(world, selector=selector(kind, memory.memory_id), caller=WRITER)
    assert above(world) == []
    world.drain()
    assert above(world) == []
    is_done(world)
    assert SECRET not in repr([record for record in world.records() if not record.key.sk.startswith("evt#")])
    assert world.records(pk=ANN.path, prefix=keys.EDGE_PREFIX) == []


@pytest.mark.parametrize("kind", ["event", "session", "type", "consent"])
def test_a_copy_of_an_expired_memory_that_was_not_selected_stays(world: World, kind: str) -> None:
    a_session(world, "s1", "The ferry leaves at ten")
    a_session(world, "s2", f"The {SECRET} leaves at nine")
    fields = {"source_event_ids": ("s2/e1",), "consent_scope": "boats", "type": MemoryType.EPISODIC}
    memory = world.wrote(f"The {SECRET} leaves at nine", WRITER, **fields)
    world.clock.advance(days(330))
    promote_memory(world.services, WRITER, None, memory.memory_id, ACME)
    world.index()
    world.clock.advance(days(36))
    run_pass(world.services)
    world.index()
    ask(world, selector=selector(kind, memory.memory_id), caller=WRITER)
    assert above(world) == [f"The {SECRET} leaves at nine"]
    world.drain()
    assert above(world) == [f"The {SECRET} leaves at nine"]
    is_done(world)


def above(world: World) -> list[str]:
    return [memory.content for memory in list_memories(world.services, BOSS, ListQuery(limit=100)).items]


def reviewed(world: World, count: int, **fields: Any) -> str:
    """The id of a memory about which so many reviews wait."""
    for number in range(count):
        memory = world.wrote(f"Call the {SECRET} at +49 170 {number:07d}", key="phone", **fields)
    world.index()
    assert len(world.records(prefix="rev#open#")) == count
    return memory.memory_id


@pytest.mark.parametrize("kind", ["memory", "session", "event", "subject"])
def test_a_memory_is_removed_with_any_number_of_reviews(world: World, kind: str) -> None:
    a_session(world, "s1", f"Call the {SECRET}")
    memory_id = reviewed(world, 45, source_event_ids=("s1/e1",))
    ask(world, selector=selector(kind, memory_id))
    world.drain()
    is_done(world)
    assert [record.key.sk for record in world.records() if record.key.sk.startswith(("rev#", "rvp#", "rvm#"))] == []


def test_reviews_of_missing_memories_are_found(world: World) -> None:
    a_session(world, "s1", f"Call the {SECRET}")
    memory_id = reviewed(world, 3, source_event_ids=("s1/e1",))
    ask(world, selector=of_sessions("s1"))
    while run_deletion.purge_page(world.services, ANN, "r1", Target.MEMORIES)[1]:
        pass
    pointer = Record(Key(Table.MEMORIES, ANN.path, f"rvm#{memory_id}#r9"), {"review_id": "r9"})
    world.store.commit(Change(puts=(pointer,)))
    assert run_deletion.verify(world.services, ANN, "r1") > 0
    assert state(world).target(Target.MEMORIES).residue == 1
    world.drain()
    is_done(world)
    assert world.records(prefix="rvm#") == []


@pytest.mark.parametrize("kind", ["memory", "session", "event", "type"])
def test_an_edge_that_leads_to_nothing_is_removed(world: World, kind: str) -> None:
    a_session(world, "s1", f"The {SECRET} is grey")
    memory = world.wrote(f"The {SECRET} is grey", source_event_ids=("s1/e1",), type=MemoryType.TASK)
    world.index()
    ask(world, selector=selector(kind, memory.memory_id))
    for target in Target:
        while run_deletion.purge_page(world.services, ANN, "r1", target)[1]:
            pass
    edge = keys.edge(ANN, "s1/e1", memory.memory_id)
    attributes = {"memory_id": memory.memory_id, "scope": ANN.path, "source": "s1/e1"}
    world.store.commit(Change(puts=(Record(edge, attributes),)))
    run_deletion.verify(world.services, ANN, "r1")
    assert state(world).target(Target.MEMORIES).residue == 1
    world.drain()
    is_done(world)
    assert world.records(prefix=keys.EDGE_PREFIX) == []


def test_the_edge_to_a_copy_is_removed_with_the_copy(world: World) -> None:
    task = ANN.child(ScopeKind.TASK, "t1")
    memory = world.wrote(f"The {SECRET} is grey", scope=task, type=MemoryType.TASK)
    copy = promote_memory(world.services, a_caller(), task, memory.memory_id, ANN).memory
    assert copy is not None
    world.index()
    assert len(world.records(prefix=keys.EDGE_PREFIX)) == 1
    ask(world, selector=of_memories(copy.memory_id))
    world.drain()
    is_done(world)
    assert world.records(prefix=keys.EDGE_PREFIX) == []
    assert len(world.records(prefix=keys.CURRENT_PREFIX)) == 1


def test_unselected_memories_that_the_walk_meets_stay(world: World) -> None:
    a_session(world, "s1", f"The {SECRET} is grey")
    other = world.wrote("The ferry is late", source_event_ids=("s2/e7",))
    world.index()
    ask(world, selector=of_sessions("s1"))
    world.drain()
    world.clock.advance(timedelta(days=1))
    is_done(world)
    assert [record.attributes["memory_id"] for record in world.records(prefix=keys.CURRENT_PREFIX)] == [other.memory_id]


@pytest.mark.parametrize("again", [False, True], ids=["expired", "created again"])
@pytest.mark.parametrize("named", [of_events("e1"), of_events("e1", session_id="s1"), of_events("s1/e1")])
def test_an_event_of_an_expired_session_is_removed_with_all_its_parts(
    world: World, named: Selector, again: bool
) -> None:
    a_session(world, "s1", f"The {SECRET} is grey " * 20_000, "The ferry is late")
    assert world.records(prefix="evp#")
    world.clock.advance(timedelta(hours=2))
    (session,) = world.records(prefix=keys.SESSION_PREFIX)
    if again:
        a_session(world, "s1", "Good morning")
    else:  # the store's own time to live
        world.store.commit(Change(removes=(session.key,)))
    ask(world, selector=named)
    world.drain()
    is_done(world)
    assert world.holds(SECRET) == []
    assert world.holds("The ferry is late") != []  # it expires by itself
    assert state(world).target(Target.SESSIONS).removed == (2 if again else 1)


def test_maintenance_removes_a_memory_with_any_number_of_reviews(world: World) -> None:
    reviewed(world, 25, type=MemoryType.TASK)
    world.clock.advance(days(91))
    run_pass(world.services)
    assert world.records(prefix=keys.CURRENT_PREFIX) == []
    assert [record.key.sk for record in world.records() if record.key.sk.startswith(("rev#", "rvp#", "rvm#"))] == []


def test_a_memory_whose_removal_lost_a_race_is_still_found_by_what_it_cites(world: World) -> None:
    memory = world.wrote("Lives in Ghent", source_event_ids=("e1", "e2"))
    beside = ahead_of_a_commit(world, lambda: world.write("Lives in Ghent"))
    assert remove_memory(beside.services, ANN, memory.memory_id) == (0, True)
    assert len(world.records(prefix=keys.EDGE_PREFIX)) == 2
    assert remove_memory(world.services, ANN, memory.memory_id) == (1, False)
    assert world.records(prefix=keys.EDGE_PREFIX) == []
