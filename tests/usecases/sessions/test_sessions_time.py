"""When a session ends, and what of it can still be seen: nothing."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.errors import NotFound
from shared.domain.sessions.session import Session, SessionPolicy
from shared.records import keys
from shared.records.store.record import Change, Table
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.open_session import get_session, list_sessions
from shared.usecases.sessions.summarise import build_summary, get_summary
from shared.usecases.sessions.task_state import NewState, get_state, put_state
from tests.session_builders import ANN, ANN_SCOPE, NOW, Harness, answered, said


@pytest.fixture
def harness() -> Harness:
    harness = Harness()
    harness.open(ttl=timedelta(minutes=10))
    return harness


def test_a_session_ends_in_the_very_second_of_its_end(harness: Harness) -> None:
    harness.append(said("x"))
    harness.clock.advance(timedelta(seconds=599))
    assert harness.read() == ["x"]
    harness.clock.advance(timedelta(seconds=1))
    with pytest.raises(NotFound):
        harness.read()
    with pytest.raises(NotFound):
        harness.append(said("y"))
    with pytest.raises(NotFound):
        get_session(harness.services, ANN, None, "s1")


def test_time_to_live_counts_from_the_arrival_of_the_last_event(harness: Harness) -> None:
    for n in range(5):
        harness.clock.advance(timedelta(minutes=9))
        harness.append(said(f"{n}", occurred_at=NOW - timedelta(days=300)))
    harness.clock.advance(timedelta(minutes=9))
    assert harness.read() == ["0", "1", "2", "3", "4"]
    assert get_session(harness.services, ANN, None, "s1").expires_at == NOW + timedelta(minutes=55)
    harness.clock.advance(timedelta(minutes=1))
    with pytest.raises(NotFound):
        harness.read()


def test_an_event_dated_into_the_future_does_not_prolong_a_session(harness: Harness) -> None:
    harness.append(said("x", occurred_at=NOW + timedelta(days=1)))
    harness.clock.advance(timedelta(minutes=10))
    with pytest.raises(NotFound):
        harness.read()


def test_a_duplicate_does_not_prolong_a_session(harness: Harness) -> None:
    harness.append(said("x"))
    harness.clock.advance(timedelta(minutes=9))
    harness.append(said("x"))
    harness.clock.advance(timedelta(minutes=1))
    with pytest.raises(NotFound):
        harness.read()


def test_a_session_is_prolonged_as_long_as_events_come(harness: Harness) -> None:
    """TTL an hour, an event every 50 minutes, for ten weeks."""
    harness.open("s2", ttl=timedelta(hours=1))
    for n in range(2_000):
        append_events(harness.services, ANN, None, "s2", [said(f"{n}")])
        harness.clock.advance(timedelta(minutes=50))
    session = get_session(harness.services, ANN, None, "s2")
    assert session.expires_at == harness.clock.now() + timedelta(minutes=10)
    assert [item.session_id for item in _listed(harness)] == ["s2"]
    harness.clock.advance(timedelta(minutes=10))
    with pytest.raises(NotFound):
        get_session(harness.services, ANN, None, "s2")
    assert not _listed(harness)


def _listed(harness: Harness) -> tuple[Session, ...]:
    return list_sessions(harness.services, ANN, None, newest_first=False, limit=100, after=None).items


def test_an_event_is_read_for_thirty_days_and_not_a_second_longer(harness: Harness) -> None:
    harness.append(said("q0"), answered("a0"))
    started = harness.clock.now()
    while harness.clock.now() < started + timedelta(days=30) - timedelta(minutes=9):
        harness.clock.advance(timedelta(minutes=9))
        harness.append(answered(f"{harness.clock.now()}"))
        if harness.clock.now() - started == timedelta(minutes=9 * 300):
            harness.append(said("q1"), answered("a1"))
    harness.clock.advance(started + timedelta(days=30) - timedelta(seconds=1) - harness.clock.now())
    assert harness.walk(100)[:2] == ["q0", "a0"]
    assert harness.read(last_turns=2)[:2] == ["q0", "a0"]
    harness.clock.advance(timedelta(seconds=1))
    remaining = harness.walk(100)
    assert "q0" not in remaining
    assert "a0" not in remaining
    assert harness.read(last_turns=2)[:2] == ["q1", "a1"]


def test_no_record_leaves_the_store_before_its_time() -> None:
    """The store removes by its own time to live, whenever it likes from then on. What lies beside the events lives as
    long as the session does, however long ago it was written."""
    life = timedelta(days=1)
    harness = Harness(policy=SessionPolicy(least_life=life))
    harness.open(ttl=timedelta(minutes=10))
    put_state(harness.services, ANN, None, "s1", NewState("WAITING"))
    harness.append(said("Do not touch table 7"))
    build_summary(harness.services, ANN, None, "s1")
    complete_session(harness.services, ANN, None, "s1")
    arrived = {"Do not touch table 7": harness.clock.now()}
    until = harness.clock.now() + timedelta(days=5)
    while harness.clock.now() < until:
        harness.append(said(f"{harness.clock.now()}"))
        arrived[f"{harness.clock.now()}"] = harness.clock.now()
        for record in harness.records.page(Table.SESSIONS, keys.path(ANN_SCOPE), sk_prefix="evt#", limit=9).records:
            assert record.expires_at is not None
            if record.expires_at <= harness.clock.now():
                harness.records.commit(Change(removes=(record.key,)))
        harness.clock.advance(timedelta(minutes=9))
    now = harness.clock.now() - timedelta(minutes=9)
    records = harness.records.page(Table.SESSIONS, keys.path(ANN_SCOPE), limit=50_000).records
    # What became of an event, and its reading, are kept as long as the event can be read.
    of_events = ("evv#", keys.completion_step(ANN_SCOPE, "s1", "", "").sk.removesuffix("#"))
    ends = {
        record.key.sk[:3]: record.expires_at
        for record in records
        if not record.key.sk.startswith(of_events) or record.key.sk.endswith("#")
    }
    assert set(ends) == {"ses", "evt", "eid", "lst", "sta", "sum", "cpl"}
    for kind in ("lst", "sta", "sum", "cpl"):
        end = ends[kind]
        assert end is not None
        assert end >= now + life
    for record in records:
        if record.key.sk.startswith("evt#"):
            assert record.expires_at is not None
            assert record.expires_at > arrived[str(record.attributes["content"])] + life
    assert get_state(harness.services, ANN, None, "s1").state == "WAITING"
    assert "table 7" in str(get_summary(harness.services, ANN, None, "s1").content)


def test_prolonging_costs_two_calls_and_a_renewal_once_in_a_life(harness: Harness) -> None:
    records = RecordingRecords(harness.records)
    other = Harness(harness.clock, records)
    counts = Counter[int]()
    for n in range(60):
        records.calls.clear()
        append_events(other.services, ANN, None, "s1", [said(f"{n}"), answered(f"to {n}")])
        counts[len(records.calls)] += 1
        harness.clock.advance(timedelta(minutes=9))
    assert counts == {2: 60}
    harness.open("s3", ttl=timedelta(days=30))
    for n in range(30):
        records.calls.clear()
        append_events(other.services, ANN, None, "s3", [said(f"{n}")])
        counts[len(records.calls)] += 1
        harness.clock.advance(timedelta(days=29))
    assert set(counts) == {2, 4}
    assert counts[4] <= 3


def test_how_old_an_event_may_grow_depends_on_the_time_to_live() -> None:
    assert SessionPolicy().life(timedelta(hours=1)) == timedelta(days=30)
    assert SessionPolicy().life(timedelta(days=30)) == timedelta(days=360)


def test_an_id_used_again_is_a_new_session_without_the_old_events(harness: Harness) -> None:
    harness.append(said("of the old one", "e1"), said("another", "e2"))
    harness.clock.advance(timedelta(minutes=11))
    harness.open()
    assert harness.read() == []
    assert get_session(harness.services, ANN, None, "s1").created_at == NOW + timedelta(minutes=11)
    assert harness.append(said("of the new one", "e1")).accepted == ("e1",)
    assert harness.walk(1) == ["of the new one"]
    assert harness.append(said("once more", "e1")).duplicates == ("e1",)
    assert harness.read(last_turns=100) == ["of the new one"]


def test_old_events_stay_hidden_if_the_store_expired_the_session_first(harness: Harness) -> None:
    harness.append(said("of the old one", "e1"))
    harness.clock.advance(timedelta(days=3))
    harness.records.commit(Change(removes=(keys.session(ANN_SCOPE, "s1"),)))
    harness.open()
    assert harness.read() == []
    assert harness.append(said("of the new one", "e1")).accepted == ("e1",)
    assert harness.read() == ["of the new one"]
