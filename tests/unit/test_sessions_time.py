"""When a session ends, and what of it can still be seen: nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shared.domain.errors import NotFound
from shared.domain.events import SessionPolicy
from shared.records import keys
from shared.records.model import Change, Table
from shared.usecases.sessions import get_session
from tests.unit.session_builders import ANN, ANN_SCOPE, NOW, Desk, said


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.open(ttl=timedelta(minutes=10))
    return desk


def test_a_session_is_gone_in_the_very_second_in_which_it_ends(desk: Desk) -> None:
    desk.append(said("x"))
    desk.clock.advance(timedelta(seconds=599))
    assert desk.read() == ["x"]
    desk.clock.advance(timedelta(seconds=1))
    with pytest.raises(NotFound):
        desk.read()
    with pytest.raises(NotFound):
        desk.append(said("y"))
    with pytest.raises(NotFound):
        get_session(desk.services, ANN, None, "s1")


def test_time_to_live_counts_from_the_arrival_of_the_last_event(desk: Desk) -> None:
    for n in range(5):
        desk.clock.advance(timedelta(minutes=9))
        desk.append(said(f"{n}", occurred_at=NOW - timedelta(days=300)))
    desk.clock.advance(timedelta(minutes=9))
    assert desk.read() == ["0", "1", "2", "3", "4"]
    assert get_session(desk.services, ANN, None, "s1").expires_at == NOW + timedelta(minutes=55)
    desk.clock.advance(timedelta(minutes=1))
    with pytest.raises(NotFound):
        desk.read()


def test_an_event_dated_into_the_future_does_not_prolong_a_session(desk: Desk) -> None:
    desk.append(said("x", occurred_at=NOW + timedelta(days=1)))
    desk.clock.advance(timedelta(minutes=10))
    with pytest.raises(NotFound):
        desk.read()


def test_a_duplicate_does_not_prolong_a_session(desk: Desk) -> None:
    desk.append(said("x"))
    desk.clock.advance(timedelta(minutes=9))
    desk.append(said("x"))
    desk.clock.advance(timedelta(minutes=1))
    with pytest.raises(NotFound):
        desk.read()


def test_no_event_leaves_the_store_before_its_session_can_have_ended(desk: Desk) -> None:
    """The store removes by its own time to live, whenever it likes from then on."""
    spell = timedelta(minutes=9)
    while True:
        try:
            desk.append(said(f"{desk.clock.now()}"))
        except NotFound:
            break
        desk.clock.advance(timedelta(minutes=9))
    last_seen = desk.clock.now() - spell
    assert last_seen - NOW > timedelta(days=6)
    records = desk.records.page(Table.SESSIONS, keys.path(ANN_SCOPE), limit=5000).records
    ends = [r.expires_at for r in records if r.key.sk.startswith(("evt#", "eid#", "lst#"))]
    assert len(ends) > 2000
    assert all(end is not None and end >= desk.clock.now() for end in ends)


def test_a_session_that_is_never_quiet_ends_too(desk: Desk) -> None:
    session = get_session(desk.services, ANN, None, "s1")
    assert session.ends_at == NOW + timedelta(days=7)
    assert SessionPolicy().life(timedelta(days=30)) == timedelta(days=360)


def test_an_id_used_again_is_a_new_session_without_the_old_events(desk: Desk) -> None:
    desk.append(said("of the old one", "e1"), said("another", "e2"))
    desk.clock.advance(timedelta(minutes=11))
    desk.open()
    assert desk.read() == []
    assert get_session(desk.services, ANN, None, "s1").created_at == NOW + timedelta(minutes=11)
    assert desk.append(said("of the new one", "e1")).accepted == ("e1",)
    assert desk.walk(1) == ["of the new one"]
    assert desk.append(said("once more", "e1")).duplicates == ("e1",)
    assert desk.read(last_turns=100) == ["of the new one"]


def test_old_events_stay_unseen_when_the_store_has_let_the_session_go_first(desk: Desk) -> None:
    desk.append(said("of the old one", "e1"))
    desk.clock.advance(timedelta(days=3))
    desk.records.commit(Change(removes=(keys.session(ANN_SCOPE, "s1"),)))
    desk.open()
    assert desk.read() == []
    assert desk.append(said("of the new one", "e1")).accepted == ("e1",)
    assert desk.read() == ["of the new one"]
