"""From the 202 on nothing that the deletion takes comes back: not by being sent again, not by older evidence, not by a
citation, and neither before its workflow has begun nor after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind
from shared.domain.errors import DeletedBefore, NotFound, SubjectDeleting, VersionConflict
from shared.domain.memories.memory import Memory, MemoryType
from shared.domain.scopes import ScopeKind
from shared.records import keys
from shared.runtime import bootstrap
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.sessions.append_events import AppendAnswer
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.open_session import create_session
from shared.usecases.sessions.task_state import NewState, put_state
from tests.builders import ACME, ANN, World, a_caller
from tests.usecases.deletion.deletions import SUBJECT, ask, of_memories, state
from tests.usecases.deletion.test_selectors import a_session, events, of_events, of_sessions, said, tell

ORG = a_caller("boss", "org-writer", bound=ACME)
WORDS = "The spare key is under the third pot"
HALF_A_MINUTE = timedelta(seconds=30)


def _nothing(_: World) -> None:
    """In the window: the workflow has not begun."""


def _workflow(world: World) -> None:
    world.clock.advance()
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED


WHEN = pytest.mark.parametrize("then", [_nothing, _workflow], ids=["in the window", "afterwards"])


def _refused(world: World, content: str = WORDS, **fields: Any) -> None:
    with pytest.raises(DeletedBefore):
        world.write(content, **fields)


# --- Events that are sent again


def _again(world: World, occurred_at: datetime | None, *sent: tuple[str, str]) -> AppendAnswer:
    world.clock.advance()
    create_session(world.services, a_caller(), None, "s1")
    return tell(world, "s1", *sent, occurred_at=occurred_at)


@WHEN
def test_an_event_of_a_deleted_session_that_is_sent_again_is_dropped(
    world: World, then: Callable[[World], None]
) -> None:
    create_session(world.services, a_caller(), None, "s1")
    arose = world.clock.now()
    tell(world, "s1", ("e1", WORDS), occurred_at=arose)
    ask(world, selector=of_sessions("s1"))
    then(world)
    answer = _again(world, arose, ("e1", WORDS), ("e2", "Never sent before, but from then"))
    assert (answer.accepted, [one.code for one in answer.dropped]) == ((), ["deleted_before"] * 2)
    assert _again(world, world.clock.now(), ("n1", "A new word")).accepted == ("n1",)
    _workflow(world)
    assert events(world) == ["n1"]
    assert world.holds(WORDS) == []


@WHEN
@pytest.mark.parametrize("length", [0, 90_000], ids=["short", "long"])
@pytest.mark.parametrize("remembers", [True, False], ids=["with memories", "without"])
def test_an_event_without_a_date_is_recognised_by_its_id_and_its_words(
    world: World, then: Callable[[World], None], length: int, remembers: bool
) -> None:
    words = WORDS + " or so" * (length // 6)
    if remembers:
        world.wrote("Likes tea")
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", words), ("e2", "The door is green"))
    ask(world, selector=of_sessions("s1"))
    then(world)
    again = _again(world, None, ("e1", words), ("e2", "The door is red by now"), ("e3", words))
    assert (again.accepted, [(one.event_id, one.code) for one in again.dropped]) == (
        ("e2", "e3"), [("e1", "deleted_before")],
    )  # fmt: skip
    assert _again(world, None, ("e2", "The door is red by now")).duplicates == ("e2",)
    _workflow(world)
    assert events(world) == ["e2", "e3"]


def test_what_two_deleted_sessions_said_under_one_id_is_known_of_both(world: World) -> None:
    for number, words in enumerate(("The door is green", "The door is red"), start=1):
        create_session(world.services, a_caller(), None, "s1")
        tell(world, "s1", ("e1", words))
        ask(world, f"r{number}", of_sessions("s1"))
        world.clock.advance()
        world.drain()
    assert _again(world, None, ("e1", "The door is green")).dropped
    assert _again(world, None, ("e1", "The door is red")).dropped
    assert _again(world, None, ("e1", "The door is blue")).accepted == ("e1",)


def test_a_deleted_subject_leaves_nothing_by_which_its_events_are_known(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", WORDS))
    ask(world, "r1", of_sessions("s1"))
    world.drain()
    ask(world, "r2")
    world.clock.advance()
    world.drain()
    assert [record.key for record in world.records() if "#words#" in record.key.sk] == []
    assert _again(world, None, ("e1", WORDS)).accepted == ("e1",)


@WHEN
def test_an_event_whose_sender_has_a_fast_clock_is_recognised_by_its_id(
    world: World, then: Callable[[World], None]
) -> None:
    create_session(world.services, a_caller(), None, "s1")
    fast = world.clock.now() + HALF_A_MINUTE
    tell(world, "s1", ("e1", WORDS), occurred_at=fast)
    ask(world, selector=of_sessions("s1"))
    then(world)
    world.clock.advance(timedelta(minutes=1))
    answer = _again(world, fast, ("e1", WORDS), ("e2", "The first one had no such id"))
    assert (answer.accepted, [one.event_id for one in answer.dropped]) == (("e2",), ["e1"])


@WHEN
def test_the_state_version_of_a_deleted_session_does_not_replace_the_state_of_its_successor(
    world: World, then: Callable[[World], None]
) -> None:
    create_session(world.services, a_caller(), None, "s1")
    known = put_state(world.services, a_caller(), None, "s1", NewState("looking")).state.version
    ask(world, selector=of_sessions("s1"))
    then(world)
    world.clock.advance()
    create_session(world.services, a_caller(), None, "s1")
    mine = put_state(world.services, a_caller(), None, "s1", NewState("booking")).state
    with pytest.raises(VersionConflict):
        put_state(world.services, a_caller(), None, "s1", NewState("lost", expected_version=known))
    assert mine.version > known == 1
    again = put_state(world.services, a_caller(), None, "s1", NewState("booked", expected_version=mine.version)).state
    assert again.version == mine.version + 1


# --- Citations


@WHEN
@pytest.mark.parametrize("selector", [of_sessions("s1"), of_events("e1", session_id="s1"), of_events("e1")])
@pytest.mark.parametrize("cited", ["e1", "s1/e1"])
def test_a_citation_of_a_deleted_event_in_either_form_is_refused_whatever_its_date(
    world: World, cited: str, selector: Selector, then: Callable[[World], None]
) -> None:
    a_session(world, "s1", WORDS)
    ask(world, selector=selector)
    then(world)
    world.clock.advance(HALF_A_MINUTE)
    _refused(world, "Keeps a key outside", source_event_ids=(cited,))
    if selector.session_id is not None or selector.kind is SelectorKind.SESSION:
        assert world.wrote("Keeps a key with Bob", source_event_ids=("s2/e1",)).basis.event_ids == ("s2/e1",)


@WHEN
def test_a_citation_from_outside_a_task_names_the_deleted_session_of_the_task(
    world: World, then: Callable[[World], None]
) -> None:
    task = ANN.child(ScopeKind.TASK, "moving")
    a_session(world, "s1", WORDS, scope=task)
    ask(world, selector=of_sessions("s1"), scope=task)
    then(world)
    _refused(world, "Keeps a key outside", source_event_ids=("s1/e1",))


def hidden_at_once(world: World, length: int) -> None:
    """What cites an event of a long session by its id alone, once the session's deletion is accepted."""
    ids = [f"{number:0{length}}" for number in range(1_100)]
    create_session(world.services, a_caller(), None, "s1")
    for start in range(0, len(ids), 100):
        tell(world, "s1", *((id, "A line") for id in ids[start : start + 100]))
    world.write("Cites the first", source_event_ids=(ids[0],))
    world.write("Cites the last", source_event_ids=(ids[-1],))
    world.write("Cites another's", source_event_ids=("elsewhere",))
    calls = RecordingRecords(world.stream)
    request_deletion(world.on(records=calls).services, a_caller(), None, "r1", of_sessions("s1"))
    assert len(calls.calls) <= 3
    assert said(world) == ["Cites another's"]


@pytest.mark.parametrize("length", [3, 400], ids=["short ids", "long ids"])
def test_a_memory_that_cites_any_event_of_a_long_session_by_its_id_alone_is_hidden_at_once(
    world: World, length: int
) -> None:
    hidden_at_once(world, length)
    _workflow(world)
    assert said(world) == ["Cites another's"]


def test_a_memory_that_cites_an_event_of_a_deleted_session_by_its_id_alone_is_not_recalled(world: World) -> None:
    a_session(world, "s1", WORDS)
    world.write("The spare key is outside", source_event_ids=("e1",))
    world.write("The spare boots are outside", source_event_ids=("elsewhere",))
    world.index()
    ask(world, selector=of_sessions("s1"))
    found = recall(world.services, a_caller(), RecallQuery("What spare things are outside?", min_relevance=0))
    assert [memory.content for memory in found.remembered] == ["The spare boots are outside"]


# --- Words


def _moved(world: World) -> Memory:
    """A memory with an earlier version, a wording that was merged, and all of it from one session."""
    a_session(world, "s1", "Something was said")
    fields: dict[str, Any] = {"key": "home", "source_event_ids": ("s1/e1",), "consent_scope": "trip"}
    world.write("Lives in Ghent", **fields)
    return world.wrote("Lives in Bruges", **fields)


SELECTED: dict[str, Callable[[Memory], Selector]] = {
    "memory": lambda memory: of_memories(memory.memory_id),
    "session": lambda _: of_sessions("s1"),
    "event": lambda _: of_events("e1", session_id="s1"),
    "type": lambda memory: Selector(SelectorKind.TYPE, (memory.type.value,)),
    "consent": lambda _: Selector(SelectorKind.CONSENT, ("trip",)),
}


@WHEN
@pytest.mark.parametrize("kind", SELECTED)
@pytest.mark.parametrize("words", ["Lives in Ghent", "Lives in Bruges"])
@pytest.mark.parametrize("where", ["as it was", "another type", "a task"])
def test_older_evidence_of_any_version_of_a_deleted_memory_is_refused(
    world: World, where: str, words: str, kind: str, then: Callable[[World], None]
) -> None:
    old = world.clock.now()
    ask(world, selector=SELECTED[kind](_moved(world)))
    then(world)
    other = MemoryType.EPISODIC if where == "another type" else MemoryType.SEMANTIC
    scope = ANN.child(ScopeKind.TASK, "moving") if where == "a task" else None
    _refused(world, words, observed_at=old, type=other, scope=scope)
    if kind != "type":
        assert world.wrote("Lives in Antwerp", observed_at=old).content == "Lives in Antwerp"
    if kind not in ("type", "consent"):
        assert world.wrote(words, scope=scope).content == words


@WHEN
def test_older_evidence_of_a_merged_wording_is_refused(world: World, then: Callable[[World], None]) -> None:
    old = world.clock.now()
    memory = world.wrote("I prefer an aisle seat on flights", type=MemoryType.PREFERENCE)
    world.index()
    other = "On flights I prefer an aisle seat"
    assert world.wrote(other, type=MemoryType.PREFERENCE).memory_id == memory.memory_id
    assert world.holds(other) != []
    ask(world, selector=of_memories(memory.memory_id))
    then(world)
    for words in ("I prefer an aisle seat on flights", other):
        _refused(world, words, type=MemoryType.PREFERENCE, observed_at=old)


@pytest.mark.parametrize("selector", [of_sessions("s1"), of_events("e1")])
def test_maintenance_does_not_touch_memories_that_a_deletion_takes(world: World, selector: Selector) -> None:
    a_session(world, "s1", "Something was said")
    old = world.clock.now()
    world.write(WORDS, type=MemoryType.TASK, source_event_ids=("s1/e1",))
    world.clock.advance(timedelta(days=90) - timedelta(seconds=2))
    ask(world, selector=selector)
    world.clock.advance(timedelta(seconds=5))
    assert dict(run_pass(world.services).applied) == {}
    _workflow(world)
    _refused(world, type=MemoryType.TASK, observed_at=old)


# --- Copies in another owner's scope


@WHEN
@pytest.mark.parametrize("kind", ["subject", "memory", "session"])
def test_older_evidence_of_a_removed_copy_is_refused(world: World, kind: str, then: Callable[[World], None]) -> None:
    a_session(world, "s1", "Something was said")
    cited = ("s1/e1",) if kind == "session" else ()
    memory = world.wrote(WORDS, type=MemoryType.SEMANTIC, source_event_ids=cited)
    ann = a_caller("ann", "org-writer")
    copy = promote_memory(world.services, ann, None, memory.memory_id, ACME).memory
    assert copy is not None
    world.clock.advance()
    ask(world, selector={"subject": SUBJECT, "memory": of_memories(memory.memory_id)}.get(kind, of_sessions("s1")))
    then(world)
    with pytest.raises(DeletedBefore):
        world.write(WORDS, ORG, scope=ACME, type=MemoryType.SEMANTIC, observed_at=copy.observed_at)
    assert world.wrote("The office has moved", ORG, scope=ACME, observed_at=copy.observed_at).scope == ACME


def test_the_transaction_that_removes_a_copy_writes_its_owners_barrier(world: World) -> None:
    memory = world.wrote(WORDS, type=MemoryType.SEMANTIC)
    promote_memory(world.services, a_caller("ann", "org-writer"), None, memory.memory_id, ACME)
    ask(world, selector=of_memories(memory.memory_id))
    records = RecordingRecords(world.stream)
    bootstrap.install(world.on(records=records).services)
    world.drain()
    removals = [
        change
        for change in records.commits
        if any(key.pk == keys.path(ACME) and key.sk.startswith(keys.CURRENT_PREFIX) for key in change.removes)
    ]
    assert len(removals) == 1
    assert keys.barrier(ACME) in {record.key for record in removals[0].puts}


# --- Work that goes on beside a deletion


@pytest.mark.parametrize("selector", [of_sessions("s1"), SUBJECT])
def test_a_completion_that_is_finished_after_the_acceptance_writes_nothing(world: World, selector: Selector) -> None:
    a_session(world, "s1", "I prefer tea")
    records = RecordingRecords(world.stream)
    left: list[object] = []

    def accepted_first(change: object) -> None:
        if any(record.attributes.get("done") for record in change.puts):  # type: ignore[attr-defined]
            records.before_commit = None
            ask(world, selector=selector)
            left.extend(world.records(prefix="cpl#"))

    records.before_commit = accepted_first
    with pytest.raises((NotFound, SubjectDeleting)):
        complete_session(world.on(records=records).services, a_caller(), None, "s1")
    assert left
    assert world.records(prefix="cpl#") == left
    _workflow(world)
    assert world.records(prefix="cpl#") == []


@pytest.mark.parametrize("narrow", [of_sessions("s1"), of_events("e1"), Selector(SelectorKind.TYPE, ("semantic",))])
def test_a_narrow_deletion_that_runs_on_after_its_subjects_receipt_leaves_no_mark(
    world: World, narrow: Selector
) -> None:
    a_session(world, "s1", "Something was said")
    ask(world, "r0", narrow)
    ask(world)
    first, second = sorted(world.deletions.waiting, key=lambda run: str(run["request_id"]), reverse=True)
    for run in (first, second):
        world.deletions.waiting = [run]
        world.drain()
    assert [state(world, id).status for id in ("r0", "r1")] == [RequestStatus.COMPLETED] * 2
    assert world.records(prefix="tomb#") == []
