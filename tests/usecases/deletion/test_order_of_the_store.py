"""What comes before a deletion and what after it, the store's order says: no clock, and no moment between two reads."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind
from shared.domain.errors import NotFound
from shared.domain.memories.memory import MemoryType
from shared.records.store.record import Change
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session, get_session
from shared.usecases.sessions.summarise import build_summary
from shared.usecases.sessions.task_state import NewState, put_state
from tests.builders import ACME, World, a_caller
from tests.usecases.deletion.deletions import SUBJECT, ask, of_memories, state
from tests.usecases.deletion.test_selectors import tell

SECRET = "canary"
SESSION = Selector(SelectorKind.SESSION, ("s1",))
TYPE = Selector(SelectorKind.TYPE, ("semantic",))
CONSENT = Selector(SelectorKind.CONSENT, ("trip",))
A_MOMENT = timedelta(milliseconds=5)


def _wait(world: World, by: timedelta) -> None:
    world.clock.advance(by)


def _before_its_commit(world: World, act: Callable[[], object]) -> World:
    """The world whose next commit waits until another has acted."""
    records = RecordingRecords(world.stream)

    def first(_: Change) -> None:
        records.before_commit = None
        _wait(world, A_MOMENT)
        act()
        _wait(world, A_MOMENT)

    records.before_commit = first
    return world.on(records=records)


def _another_event(world: World) -> None:
    tell(world, "s1", ("e2", f"The {SECRET} is in the cellar"))


def _a_state(world: World) -> None:
    put_state(world.services, a_caller(), None, "s1", NewState(f"selling the {SECRET}"))


def _a_summary(world: World) -> None:
    build_summary(world.services, a_caller(), None, "s1")


@pytest.mark.parametrize("act", [_another_event, _a_state, _a_summary])
def test_events_that_a_session_gets_during_the_acceptance_are_deleted_with_it(
    world: World, act: Callable[[World], None]
) -> None:
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", f"I will never sell the {SECRET} before 3 May"))
    request_deletion(_before_its_commit(world, lambda: act(world)).services, a_caller(), None, "r1", SESSION)
    with pytest.raises(NotFound):
        list_events(world.services, a_caller(), "s1", EventQuery())
    _wait(world, timedelta(seconds=1))
    world.drain()
    assert (state(world).status, state(world).residue) == (RequestStatus.COMPLETED, 0)
    assert world.holds(SECRET) == []


def test_a_memory_written_during_the_acceptance_of_its_subjects_deletion_has_a_complete_audit(
    world: World,
) -> None:
    world.wrote("Home is Berlin", key="home")
    deciding = _before_its_commit(world, lambda: world.write("Home is Paris", key="home"))
    request_deletion(deciding.services, a_caller(), None, "r1", SUBJECT)
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.holds("Home is") == []
    assert verify_audit(world.services, a_caller("ann", Role.AUDITOR.value), None).first_break is None


def test_the_acceptance_has_the_instant_of_the_attempt_that_was_committed(world: World) -> None:
    asked: list[datetime] = []

    def another() -> None:
        asked.append(ask(world, "r0", TYPE).accepted_at)

    later = request_deletion(_before_its_commit(world, another).services, a_caller(), None, "r1", SESSION)
    assert later.accepted_at > asked[0]
    assert later.epoch == state(world, "r0").epoch + 1


def test_an_acceptance_on_a_host_with_a_slow_clock_is_no_earlier_than_the_one_before_it(world: World) -> None:
    first = ask(world, "r1", TYPE)
    _wait(world, -timedelta(seconds=30))
    second = request_deletion(world.services, a_caller(), None, "r2", CONSENT)
    assert second.accepted_at == first.accepted_at


@pytest.mark.parametrize("selector", [SESSION, TYPE, CONSENT, SUBJECT])
def test_earlier_writes_of_a_host_with_a_fast_clock_are_deleted(world: World, selector: Selector) -> None:
    _wait(world, timedelta(minutes=2))
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", f"The {SECRET} sits here"))
    world.write(f"The {SECRET} is blue", type=MemoryType.SEMANTIC, consent_scope="trip")
    _wait(world, -timedelta(minutes=2))
    ask(world, selector=selector)
    _assert_unseen(world, selector)
    _wait(world, timedelta(minutes=3))
    world.drain()
    assert (state(world).status, state(world).residue) == (RequestStatus.COMPLETED, 0)
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0
    _assert_unseen(world, selector)
    left = {key.partition("#")[0] for key in world.holds(SECRET)}
    assert left == {SESSION: {"cur", "hash", "index"}, TYPE: {"evt"}, CONSENT: {"evt"}, SUBJECT: set()}[selector]


def _assert_unseen(world: World, selector: Selector) -> None:
    if selector is not SESSION:
        assert list_memories(world.services, a_caller(), ListQuery(limit=10)).items == ()
    if selector in (SESSION, SUBJECT):
        with pytest.raises(NotFound):
            get_session(world.services, a_caller(), None, "s1")


def test_later_writes_of_a_host_with_a_slow_clock_stay(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", "The old word"))
    ask(world, selector=SESSION)
    _wait(world, -timedelta(seconds=20))
    create_session(world.services, a_caller(), None, "s1")
    assert tell(world, "s1", ("n1", "A new word")).accepted == ("n1",)
    _wait(world, timedelta(minutes=1))
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert [event.content for event in list_events(world.services, a_caller(), "s1", EventQuery()).items] == [
        "A new word"
    ]


def test_data_written_after_the_deletion_of_a_subject_stays_whatever_its_clock_says(world: World) -> None:
    ask(world)
    world.drain()
    _wait(world, timedelta(seconds=1))
    kept = world.wrote("Lives in Oslo")
    _wait(world, -timedelta(days=1))
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0
    assert get_memory(world.services, a_caller(), None, kept.memory_id).content == "Lives in Oslo"


def test_a_record_from_before_the_deletion_of_its_subject_stays_hidden_for_ever(world: World) -> None:
    _wait(world, timedelta(days=2))
    memory = world.wrote(f"The {SECRET} is blue")
    backup = world.records(prefix="cur#")
    _wait(world, -timedelta(days=2))
    ask(world)
    world.drain()
    world.store.commit(Change(puts=tuple(backup)))
    _wait(world, timedelta(days=1))
    with pytest.raises(NotFound):
        get_memory(world.services, a_caller(), None, memory.memory_id)
    assert list_memories(world.services, a_caller(), ListQuery(limit=10)).items == ()
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 1


@pytest.mark.parametrize("busy", ["the user", "the organisation"])
@pytest.mark.parametrize("asked", ["the user", "the organisation"])
@pytest.mark.parametrize("selector", [TYPE, CONSENT], ids=["type", "consent"])
def test_a_copy_is_compared_in_the_epochs_of_the_owner_that_deletes(
    world: World, selector: Selector, asked: str, busy: str
) -> None:
    """However many deletions either of the two has had."""
    org, ann = a_caller("boss", "org-writer", bound=ACME), a_caller("ann", "org-writer")
    for number in range(3):
        caller = ann if busy == "the user" else org
        ask(world, f"before {number}", of_memories("nothing"), caller=caller)
        world.drain()
    memory = world.wrote(f"The {SECRET} is blue", ann, type=MemoryType.SEMANTIC, consent_scope="trip")
    promote_memory(world.services, ann, None, memory.memory_id, ACME)
    ask(world, "r1", selector, caller=ann if asked == "the user" else org)
    found = [item.content for item in list_memories(world.services, org, ListQuery(limit=10)).items]
    assert found == []
    world.drain()
    assert state(world, "r1", ann if asked == "the user" else org).status is RequestStatus.COMPLETED
    assert [r.key for r in world.records(pk=ACME.path, prefix="cur#")] == []
    assert len(world.records(pk=memory.scope.path, prefix="cur#")) == (asked == "the organisation")


def test_an_event_that_came_after_the_owners_new_beginning_is_no_residue_of_a_deletion_of_its_id(
    world: World,
) -> None:
    """The deletion of everything takes the marks of the deletions beside it; its end lets the id in again."""
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", f"I will never sell the {SECRET} before 3 May"))
    ask(world, "r1", SUBJECT)
    ask(world, "r2", Selector(SelectorKind.EVENT, ("e1",), "s1"))
    world.deletions.waiting.reverse()  # the later one has its marks in the store before everything is removed
    world.drain()
    assert {state(world, id).status for id in ("r1", "r2")} == {RequestStatus.COMPLETED}
    _wait(world, timedelta(days=1))
    create_session(world.services, a_caller(), None, "s1")
    assert tell(world, "s1", ("e1", "A new word")).accepted == ("e1",)
    for request_id in ("r1", "r2"):
        assert verify_deletion(world.services, a_caller(), None, request_id).residue == 0
    assert [event.content for event in list_events(world.services, a_caller(), "s1", EventQuery()).items] == [
        "A new word"
    ]
