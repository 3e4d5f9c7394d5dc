"""Sessions under a deletion of their owner: unseen from its acceptance on, and nothing from before it comes in."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shared.adapters.testing.in_memory import InMemoryRecords
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import DeletionRequest, RequestStatus, Target
from shared.domain.errors import NotFound, SubjectDeleting
from shared.domain.scopes import ScopeKind
from shared.domain.sessions.append import Dropped
from shared.records import keys
from shared.records.store.record import Change, Table
from shared.usecases.deletion.verify import residue_of
from shared.usecases.sessions.open_session import create_session, get_session, list_sessions
from tests.unit.session_builders import ANN, ANN_SCOPE, BOB, NOW, Desk, said


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.open(ttl=timedelta(days=30))
    desk.append(*(said(f"line {n}") for n in range(60)))
    desk.clock.advance(timedelta(minutes=1))
    return desk


def _listed(desk: Desk) -> list[str]:
    page = list_sessions(desk.services, ANN, None, newest_first=True, limit=10, after=None)
    return [session.session_id for session in page.items]


def test_from_the_acceptance_on_nothing_is_seen(desk: Desk) -> None:
    desk.ask_for_deletion()
    with pytest.raises(NotFound):
        desk.read()
    with pytest.raises(NotFound):
        get_session(desk.services, ANN, None, "s1")
    assert _listed(desk) == []


def test_while_it_runs_nothing_is_written_for_the_owner_and_for_others_all_goes_on(desk: Desk) -> None:
    desk.ask_for_deletion()
    desk.clock.advance(timedelta(minutes=1))
    with pytest.raises(SubjectDeleting):
        desk.append(said("too early"))
    with pytest.raises(SubjectDeleting):
        desk.open("s2")
    with pytest.raises(SubjectDeleting):
        desk.open("s2", scope=ANN_SCOPE.child(ScopeKind.TASK, "t1"))
    assert create_session(desk.services, BOB, None, "s1").session.session_id == "s1"


def test_nothing_of_the_owner_is_left_and_the_receipt_counts_sessions_and_events(desk: Desk) -> None:
    done = desk.complete(desk.ask_for_deletion())
    assert done.status is RequestStatus.COMPLETED
    assert done.target(Target.SESSIONS).removed == 61
    assert desk.records.page(Table.SESSIONS, keys.path(ANN_SCOPE)).records == ()


def test_afterwards_the_id_is_free_and_old_evidence_is_dropped_alone(desk: Desk) -> None:
    request = desk.ask_for_deletion()
    accepted = request.accepted_at
    desk.complete(request)
    desk.clock.advance(timedelta(minutes=1))
    with pytest.raises(NotFound):
        desk.append(said("x"))
    desk.open()
    answer = desk.append(
        said("long before", "e1", occurred_at=accepted - timedelta(days=9)),
        said("that very moment", "e2", occurred_at=accepted),
        said("after", "e3", occurred_at=accepted + timedelta(seconds=1)),
        said("long before", "e1", occurred_at=accepted - timedelta(days=9)),
        said("dated into the future", "e4", occurred_at=accepted + timedelta(days=900)),
        said("now", "e5"),
    )
    assert answer.accepted == ("e3", "e4", "e5")
    assert answer.dropped == tuple(Dropped(id, "deleted_before") for id in ("e1", "e2", "e1"))
    assert desk.read() == ["after", "dated into the future", "now"]
    assert desk.append(said("good evidence", "e1")).accepted == ("e1",)


def test_a_request_of_old_evidence_alone_changes_nothing(desk: Desk) -> None:
    desk.complete(desk.ask_for_deletion())
    desk.clock.advance(timedelta(minutes=1))
    desk.open()
    before = get_session(desk.services, ANN, None, "s1")
    desk.clock.advance(timedelta(minutes=1))
    assert desk.append(said("old", "e1", occurred_at=NOW)).dropped == (Dropped("e1", "deleted_before"),)
    assert get_session(desk.services, ANN, None, "s1") == before


def test_what_a_restored_backup_brings_back_is_not_seen_and_counts_as_residue(desk: Desk) -> None:
    backup = desk.records.page(Table.SESSIONS, keys.path(ANN_SCOPE), limit=1000).records
    done = desk.complete(desk.ask_for_deletion())
    desk.clock.advance(timedelta(minutes=1))
    for record in backup:
        desk.records.commit(Change(puts=(record,)))
    with pytest.raises(NotFound):
        desk.read()
    assert _listed(desk) == []
    assert residue_of(desk.services, done)[Target.SESSIONS] > 0
    desk.open()
    desk.append(said("new life"))
    assert desk.read() == ["new life"]
    assert _listed(desk) == ["s1"]


def test_what_the_owner_writes_afterwards_is_no_residue(desk: Desk) -> None:
    done = desk.complete(desk.ask_for_deletion())
    desk.clock.advance(timedelta(minutes=1))
    desk.open()
    desk.append(said("new life"))
    assert residue_of(desk.services, done)[Target.SESSIONS] == 0


def test_an_append_and_a_deletion_never_interleave() -> None:
    records = RecordingRecords(InMemoryRecords())
    desk = Desk(records=records)
    desk.open()
    asked: list[DeletionRequest] = []

    def delete_in_between(change: Change) -> None:
        if not asked and any(record.key.sk.startswith("evt#") for record in change.puts):
            asked.append(Desk(desk.clock, records.inner).ask_for_deletion())

    records.before_commit = delete_in_between
    with pytest.raises(SubjectDeleting):
        desk.append(said("in between"))
    assert asked
    left = desk.records.page(Table.SESSIONS, keys.path(ANN_SCOPE)).records
    assert not any(record.key.sk.startswith("evt#") for record in left)
