"""Events: their order, their ids, their reading."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.adapters.testing.in_memory import InMemoryRecords
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.errors import (
    ForbiddenScope,
    IdempotencyMismatch,
    Malformed,
    NotFound,
    StoreUnavailable,
    TooLarge,
    Unavailable,
)
from shared.domain.memories.memory import Importance
from shared.domain.scopes import ScopeKind
from shared.domain.sessions.append import chunks
from shared.domain.sessions.session import BINDING, EventKind, EventRole, NewEvent, SessionPolicy
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.record import Change, Table
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import get_session
from tests.session_builders import ANN, ANN_SCOPE, BOB, NOW, Harness, answered, said

EXACT = IdempotencyKey.of(ANN.principal, "POST /v1/sessions/s1/events?", "k1", b"{}")


@pytest.fixture
def harness() -> Harness:
    harness = Harness()
    harness.open()
    return harness


def test_fifty_events_of_one_second_stay_in_order_across_requests(harness: Harness) -> None:
    lines = [said(f"line {n}", occurred_at=NOW) for n in range(50)]
    harness.append(*lines[:7])
    harness.append(*lines[7:])
    assert harness.walk(17) == [line.content for line in lines]
    assert harness.walk(17, newest_first=True) == [line.content for line in reversed(lines)]


@st.composite
def an_event_of_any_mark(draw: st.DrawFn) -> NewEvent:
    return replace(
        said("x"),
        event_id=draw(st.uuids()).hex,
        role=draw(st.sampled_from([EventRole.USER, EventRole.TOOL, EventRole.TOOL])),
        kind=draw(st.sampled_from([EventKind.TURN, EventKind.TOOL_RESULT, EventKind.DECISION])),
        importance=draw(st.sampled_from([Importance.NORMAL, Importance.NORMAL, Importance.CRITICAL])),
        corrects=draw(st.sampled_from([(), (), ("e1",)])),
    )


@given(st.lists(an_event_of_any_mark(), max_size=40), st.integers(1, 20), st.integers(1, 3))
@example([said("x", "e1", EventRole.TOOL)] * 3, 2, 1)
def test_a_session_knows_where_all_lies_that_a_context_can_tell_and_nothing_else(
    sent: list[NewEvent], newest: int, turns: int
) -> None:
    harness = Harness()
    harness.open()
    for event in sent:
        harness.append(event)
    session = get_session(harness.services, ANN, None, "s1")
    kept = list_events(harness.services, ANN, "s1", EventQuery(limit=100)).items
    starts = [event.sequence for event in kept if event.role is EventRole.USER][-turns:]
    window = session.next_sequence - newest
    reported = [
        event.sequence
        for event in kept
        if event.importance is not Importance.NORMAL
        or event.corrects
        or event.kind in BINDING
        or event.sequence == session.opening
        or (event.sequence >= window and event.sequence >= (starts or [0])[0])
    ]
    asked = [event.sequence for event in reversed(kept) if event.role is EventRole.USER]
    earlier = [sequence for sequence in asked if sequence not in reported][: max(0, newest - len(reported))]
    assert session.contribution(newest, turns) == sorted(reported + earlier)
    assert session.opening == next((event.sequence for event in kept if event.role is EventRole.USER), 0)


def test_events_are_ordered_by_arrival_and_not_by_their_own_times(harness: Harness) -> None:
    harness.append(said("sent first", occurred_at=NOW), said("happened first", occurred_at=NOW - timedelta(days=1)))
    assert harness.read() == ["sent first", "happened first"]


def test_an_event_is_kept_as_it_was_sent(harness: Harness) -> None:
    at = datetime(2026, 3, 1, 19, 30, tzinfo=timezone(timedelta(hours=8)))
    sent = NewEvent(
        EventRole.TOOL,
        "exit code 1\x00\u202e",
        "e1",
        occurred_at=at,
        speaker="ci",
        tool="deploy",
        importance=Importance.CRITICAL,
        kind=EventKind.TOOL_RESULT,
        corrects=("e0",),
    )
    harness.append(sent)
    (kept,) = list_events(harness.services, ANN, "s1", EventQuery()).items
    assert (kept.event_id, kept.sequence, kept.recorded_at) == ("e1", 1, NOW)
    assert kept.occurred_at.isoformat() == "2026-03-01T19:30:00+08:00"
    for name in ("role", "content", "speaker", "tool", "importance", "kind", "corrects"):
        assert getattr(kept, name) == getattr(sent, name)


def test_an_event_without_a_time_gets_that_of_its_arrival(harness: Harness) -> None:
    harness.append(said("now"))
    (kept,) = list_events(harness.services, ANN, "s1", EventQuery()).items
    assert kept.occurred_at == kept.recorded_at == NOW


def test_an_id_sent_twice_is_one_event_whatever_its_content(harness: Harness) -> None:
    assert harness.append(said("first", "e1"), said("other words", "e1")).duplicates == ("e1",)
    again = harness.append(said("third words", "e1"), said("new", "e2"))
    assert (again.accepted, again.duplicates) == (("e2",), ("e1",))
    assert harness.read() == ["first", "new"]


def test_the_same_event_id_in_another_session_is_another_event(harness: Harness) -> None:
    harness.open("s2")
    harness.append(said("here", "e1"))
    there = append_events(harness.services, ANN, None, "s2", [said("there", "e1")])
    assert there.accepted == ("e1",)


def test_every_event_sent_is_accepted_or_a_duplicate_exactly_once(harness: Harness) -> None:
    harness.append(*(said(f"{n}") for n in range(0, 90, 3)))
    answer = harness.append(*(said(f"{n}") for n in range(90)), *(said(f"{n}") for n in range(10)))
    assert len(answer.accepted) + len(answer.duplicates) == 100
    assert Counter(harness.walk(100)) == Counter(f"{n}" for n in range(90))


def test_a_retry_with_its_key_appends_nothing_and_answers_the_same(harness: Harness) -> None:
    events = [said(f"line {n}", f"id {n}") for n in range(100)]
    first = harness.append(*events, idempotency=EXACT)
    other_ids = [said(f"line {n}", f"made anew {n}") for n in range(100)]
    again = harness.append(*other_ids, idempotency=EXACT)
    assert (again.accepted, again.replayed, first.replayed) == (first.accepted, True, False)
    assert harness.walk(100) == [event.content for event in events]
    with pytest.raises(IdempotencyMismatch):
        harness.append(*events, idempotency=IdempotencyKey(EXACT.record_key, "the fingerprint of another body"))


def test_a_retry_after_a_crash_finishes_the_request() -> None:
    records = RecordingRecords(InMemoryRecords())
    harness = Harness(records=records)
    harness.open()
    events = [said(f"line {n}", f"id {n}") for n in range(100)]

    def crash_at_the_second(change: Change) -> None:
        if any(record.attributes.get("content") == "line 40" for record in change.puts):
            raise StoreUnavailable("the store is down")

    records.before_commit = crash_at_the_second
    with pytest.raises(StoreUnavailable):
        harness.append(*events, idempotency=EXACT)
    assert harness.walk(100) == [event.content for event in events[:40]]
    records.before_commit = None
    finished = harness.append(*events, idempotency=EXACT)
    assert not finished.replayed
    assert finished.accepted == tuple(event.event_id for event in events)
    assert harness.walk(100) == [event.content for event in events]


def test_the_records_kept_for_retries_hold_no_content(harness: Harness) -> None:
    harness.append(said("the secret plan", "e1"), idempotency=EXACT)
    (kept,) = harness.records.get([EXACT.part(0).record_key])
    assert kept is not None
    assert "secret" not in str(kept)


def test_threads_that_append_to_one_session_lose_nothing_and_agree_on_an_order(harness: Harness) -> None:
    start = threading.Barrier(6, timeout=10)

    def speak(who: int) -> None:
        start.wait()
        for n in range(12):
            assert harness.append(said(f"{who}:{n}")).accepted == (f"id of {who}:{n}",)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(speak, range(6)))
    page = harness.walk(100)
    assert Counter(page) == Counter(f"{who}:{n}" for who in range(6) for n in range(12))
    for who in range(6):
        assert [line for line in page if line.startswith(f"{who}:")] == [f"{who}:{n}" for n in range(12)]
    events = list_events(harness.services, ANN, "s1", EventQuery(limit=100)).items
    assert [event.sequence for event in events] == list(range(1, 73))
    assert get_session(harness.services, ANN, None, "s1").count == 72


def test_threads_that_send_the_same_event_store_it_once(harness: Harness) -> None:
    start = threading.Barrier(6, timeout=10)

    def send(_: int) -> bool:
        start.wait()
        return bool(harness.append(said("once", "e1")).accepted)

    with ThreadPoolExecutor(6) as pool:
        accepted = list(pool.map(send, range(6)))
    assert sum(accepted) == 1
    assert harness.read() == ["once"]


def _others_first(harness: Harness, records: RecordingRecords, times: int) -> None:
    """Before each of the next commits somebody else appends, so that the race is lost."""
    other = Harness(harness.clock, records.inner)
    remaining = list(range(times))

    def win(_: Change) -> None:
        if remaining:
            other.append(said(f"other {remaining.pop(0)}"))

    records.before_commit = win


def test_a_lost_race_is_repeated_behind_the_winners() -> None:
    records = RecordingRecords(InMemoryRecords())
    harness = Harness(records=records)
    harness.open()
    _others_first(harness, records, 5)
    assert harness.append(said("at last")).accepted == ("id of at last",)
    assert harness.read() == [*(f"other {n}" for n in range(5)), "at last"]


def test_a_race_that_is_always_lost_is_reported_and_writes_nothing() -> None:
    records = RecordingRecords(InMemoryRecords())
    harness = Harness(records=records)
    harness.open()
    _others_first(harness, records, 99)
    with pytest.raises(Unavailable):
        harness.append(said("never"))
    assert "never" not in harness.read()


def test_a_walk_returns_each_event_once_while_others_arrive(harness: Harness) -> None:
    harness.append(*(said(f"{n}") for n in range(10)))
    first = list_events(harness.services, ANN, "s1", EventQuery(limit=6))
    harness.append(said("10"), said("11"))
    second = list_events(harness.services, ANN, "s1", EventQuery(limit=6, cursor=first.next_cursor))
    assert [e.content for e in (*first.items, *second.items)] == [f"{n}" for n in range(12)]
    assert second.next_cursor is None
    newest = list_events(harness.services, ANN, "s1", EventQuery(limit=6, newest_first=True))
    harness.append(said("12"))
    older = list_events(harness.services, ANN, "s1", EventQuery(limit=6, newest_first=True, cursor=newest.next_cursor))
    assert [e.content for e in (*newest.items, *older.items)] == [f"{n}" for n in range(11, -1, -1)]


def test_a_cursor_is_valid_for_its_session_and_order_only(harness: Harness) -> None:
    harness.open("s2")
    harness.append(said("a"), said("b"))
    append_events(harness.services, ANN, None, "s2", [said("a"), said("b")])
    cursor = list_events(harness.services, ANN, "s1", EventQuery(limit=1)).next_cursor
    with pytest.raises(Malformed):
        list_events(harness.services, ANN, "s2", EventQuery(limit=1, cursor=cursor))
    with pytest.raises(Malformed):
        list_events(harness.services, ANN, "s1", EventQuery(limit=1, cursor=cursor, newest_first=True))


def test_the_last_turns_are_a_users_message_and_all_up_to_the_next(harness: Harness) -> None:
    harness.append(answered("hello"), said("q1"), answered("a1"), said("q2"), answered("a2"), answered("a2 more"))
    harness.append(said("q3"))
    assert harness.read(last_turns=1) == ["q3"]
    assert harness.read(last_turns=2) == ["q2", "a2", "a2 more", "q3"]
    assert harness.read(last_turns=3) == harness.read(last_turns=100) == ["q1", "a1", "q2", "a2", "a2 more", "q3"]


def test_a_session_without_a_users_message_has_no_turn(harness: Harness) -> None:
    harness.append(answered("hello"))
    assert harness.read(last_turns=3) == []


@pytest.mark.parametrize("newest_first", [False, True])
@pytest.mark.parametrize("limit", [1, 2, 4, 5, 100])
def test_the_last_turns_are_walked_in_either_order_and_no_further(
    harness: Harness, newest_first: bool, limit: int
) -> None:
    harness.append(said("q0"), answered("a0"), said("q1"), *(answered(f"a{n}") for n in range(1, 5)))
    seen: list[str] = []
    cursor = None
    while True:
        query = EventQuery(last_turns=1, limit=limit, cursor=cursor, newest_first=newest_first)
        page = list_events(harness.services, ANN, "s1", query)
        seen += [event.content for event in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    want = ["q1", "a1", "a2", "a3", "a4"]
    assert seen == (want[::-1] if newest_first else want)


def test_a_cursor_of_the_last_turns_is_valid_with_the_same_turns_and_order(harness: Harness) -> None:
    harness.append(said("q1"), *(answered(f"a{n}") for n in range(5)))
    page = list_events(harness.services, ANN, "s1", EventQuery(last_turns=1, limit=4))
    for query in (
        EventQuery(last_turns=2, cursor=page.next_cursor),
        EventQuery(cursor=page.next_cursor),
        EventQuery(last_turns=1, newest_first=True, cursor=page.next_cursor),
    ):
        with pytest.raises(Malformed):
            list_events(harness.services, ANN, "s1", query)


def test_turns_that_arrive_meanwhile_do_not_move_the_beginning_of_the_last_turns(harness: Harness) -> None:
    harness.append(said("q1"), answered("a1"), said("q2"), answered("a2"))
    page = list_events(harness.services, ANN, "s1", EventQuery(last_turns=1, limit=1))
    harness.append(said("q3"))
    rest = list_events(harness.services, ANN, "s1", EventQuery(last_turns=1, cursor=page.next_cursor))
    assert [event.content for event in (*page.items, *rest.items)] == ["q2", "a2", "q3"]


@given(st.lists(st.sampled_from(list(EventRole)), max_size=30), st.integers(1, 12))
def test_turns_are_counted_as_a_reader_of_all_events_would(roles: list[EventRole], last: int) -> None:
    harness = Harness()
    harness.open()
    events = [said(f"{n}", role=role) for n, role in enumerate(roles)]
    for start in range(0, len(events), 7):
        harness.append(*events[start : start + 7])
    turns: list[list[str]] = []
    for event in events:
        if event.role is EventRole.USER:
            turns.append([])
        if turns:
            turns[-1].append(event.content)
    assert harness.read(last_turns=last) == [content for turn in turns[-last:] for content in turn]


def test_a_full_session_refuses_whole_requests() -> None:
    harness = Harness(policy=SessionPolicy(max_events=100))
    harness.open()
    harness.append(*(said(f"{n}") for n in range(60)))
    with pytest.raises(TooLarge):
        harness.append(*(said(f"more {n}") for n in range(41)))
    assert len(harness.walk(100)) == 60
    repeated = [said(f"{n}") for n in range(55)]
    assert len(harness.append(*repeated, *(said(f"more {n}") for n in range(40))).accepted) == 40
    assert len(harness.append(*repeated).duplicates) == 55
    with pytest.raises(TooLarge):
        harness.append(said("one too many"))
    assert len(harness.walk(100)) == 100


def test_a_hundred_events_of_the_largest_size_fit(harness: Harness) -> None:
    fox, ids = "🦊" * 10_000, tuple(f"{n:03d}" + "🦊" * 125 for n in range(50))
    events = [
        NewEvent(EventRole.TOOL, fox, f"{n:03d}" + "🦊" * 125, speaker="🦊" * 128, tool="🦊" * 128, corrects=ids)
        for n in range(100)
    ]
    assert len(harness.append(*events, idempotency=EXACT).accepted) == 100
    assert len(harness.walk(100)) == 100


def test_a_page_is_never_larger_than_an_answer_may_be() -> None:
    harness = Harness(policy=SessionPolicy(page_bytes=30_000))
    harness.open()
    harness.append(*(said('"' * 9_000 + f"{n}") for n in range(5)), said("x" * 10_000), said("\x01" * 10_000))
    page = list_events(harness.services, ANN, "s1", EventQuery(limit=50))
    assert [event.content[-1] for event in page.items] == ["0"]
    assert [content[-1] for content in harness.walk(50)] == ["0", "1", "2", "3", "4", "x", "\x01"]


def test_requests_split_by_number_and_by_bytes() -> None:
    policy = SessionPolicy(chunk_records=8, chunk_bytes=20_000)
    sizes = [len(chunk) for chunk in chunks([said("x" * 7_000, f"{n}") for n in range(5)], policy)]
    assert sizes == [2, 2, 1]
    assert [len(chunk) for chunk in chunks([said("x", f"{n}") for n in range(9)], policy)] == [4, 4, 1]
    assert [len(chunk) for chunk in chunks([said("x" * 50_000), said("y")], policy)] == [1, 1]
    assert chunks([], policy) == []


def test_an_append_of_new_events_is_two_calls_and_a_page_two() -> None:
    records = RecordingRecords(InMemoryRecords())
    harness = Harness(records=records)
    harness.open()
    records.calls.clear()
    harness.append(*(said(f"{n}") for n in range(40)))
    assert len(records.calls) == 2
    records.calls.clear()
    harness.read()
    assert len(records.calls) == 2


def test_events_of_a_missing_session_are_not_found(harness: Harness) -> None:
    task = ANN_SCOPE.child(ScopeKind.TASK, "t1")
    with pytest.raises(NotFound):
        harness.append(said("x"), scope=task)
    with pytest.raises(NotFound):
        append_events(harness.services, BOB, None, "s1", [said("x")])
    with pytest.raises(NotFound):
        list_events(harness.services, BOB, "s1", EventQuery())
    with pytest.raises(ForbiddenScope):
        append_events(harness.services, BOB, ANN_SCOPE, "s1", [said("x")])
    assert harness.read() == []


def test_an_event_of_a_caller_who_acts_for_the_owner_carries_the_callers_name(harness: Harness) -> None:
    bob = replace(BOB, act_as=frozenset({"ann"}))
    append_events(harness.services, bob, ANN_SCOPE, "s1", [said("x")])
    prefix = keys.event_prefix("s1")
    (event,) = harness.records.page(Table.SESSIONS, keys.path(ANN_SCOPE), sk_prefix=prefix).records
    assert event.attributes["actor"] == BOB.principal
    (shown,) = list_events(harness.services, ANN, "s1", EventQuery()).items
    assert shown.actor == BOB.principal


def test_every_record_of_a_session_says_when_it_was_recorded_and_ends_by_itself(harness: Harness) -> None:
    harness.append(said("x"), answered("y"))
    records = harness.records.page(Table.SESSIONS, keys.path(ANN_SCOPE)).records
    assert {record.key.sk.partition("#")[0] for record in records} == {"ses", "evt", "eid", "lst"}
    for record in records:
        assert datetime.fromisoformat(str(record.attributes["recorded_at"])) == NOW
        assert record.expires_at is not None
        assert record.expires_at > NOW
