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
from tests.session_builders import ANN, ANN_SCOPE, BOB, NOW, Harness, said


@pytest.fixture
def harness() -> Harness:
    harness = Harness()
    harness.open(ttl=timedelta(days=30))
    harness.append(*(said(f"line {n}") for n in range(60)))
    harness.clock.advance(timedelta(minutes=1))
    return harness


def _listed(harness: Harness) -> list[str]:
    page = list_sessions(harness.services, ANN, None, newest_first=True, limit=10, after=None)
    return [session.session_id for session in page.items]


def test_from_the_acceptance_no_session_is_shown(harness: Harness) -> None:
    harness.ask_for_deletion()
    with pytest.raises(NotFound):
        harness.read()
    with pytest.raises(NotFound):
        get_session(harness.services, ANN, None, "s1")
    assert _listed(harness) == []


def test_while_it_runs_the_owners_writes_are_refused_and_others_are_not(harness: Harness) -> None:
    harness.ask_for_deletion()
    harness.clock.advance(timedelta(minutes=1))
    with pytest.raises(SubjectDeleting):
        harness.append(said("too early"))
    with pytest.raises(SubjectDeleting):
        harness.open("s2")
    with pytest.raises(SubjectDeleting):
        harness.open("s2", scope=ANN_SCOPE.child(ScopeKind.TASK, "t1"))
    assert create_session(harness.services, BOB, None, "s1").session.session_id == "s1"


def test_nothing_of_the_owner_is_left_and_the_receipt_counts_sessions_and_events(harness: Harness) -> None:
    done = harness.complete(harness.ask_for_deletion())
    assert done.status is RequestStatus.COMPLETED
    assert done.target(Target.SESSIONS).removed == 61
    assert harness.records.page(Table.SESSIONS, keys.path(ANN_SCOPE)).records == ()


def test_afterwards_the_id_is_free_and_only_old_evidence_is_dropped(harness: Harness) -> None:
    request = harness.ask_for_deletion()
    accepted = request.accepted_at
    harness.complete(request)
    harness.clock.advance(timedelta(minutes=1))
    with pytest.raises(NotFound):
        harness.append(said("x"))
    harness.open()
    answer = harness.append(
        said("long before", "e1", occurred_at=accepted - timedelta(days=9)),
        said("that very moment", "e2", occurred_at=accepted),
        said("after", "e3", occurred_at=accepted + timedelta(seconds=1)),
        said("long before", "e1", occurred_at=accepted - timedelta(days=9)),
        said("dated into the future", "e4", occurred_at=accepted + timedelta(days=900)),
        said("now", "e5"),
    )
    assert answer.accepted == ("e3", "e4", "e5")
    assert answer.dropped == tuple(Dropped(id, "deleted_before") for id in ("e1", "e2", "e1"))
    assert harness.read() == ["after", "dated into the future", "now"]
    assert harness.append(said("good evidence", "e1")).accepted == ("e1",)


def test_a_request_with_only_old_evidence_changes_nothing(harness: Harness) -> None:
    harness.complete(harness.ask_for_deletion())
    harness.clock.advance(timedelta(minutes=1))
    harness.open()
    before = get_session(harness.services, ANN, None, "s1")
    harness.clock.advance(timedelta(minutes=1))
    assert harness.append(said("old", "e1", occurred_at=NOW)).dropped == (Dropped("e1", "deleted_before"),)
    assert get_session(harness.services, ANN, None, "s1") == before


def test_restored_data_is_not_shown_and_counts_as_residue(harness: Harness) -> None:
    backup = harness.records.page(Table.SESSIONS, keys.path(ANN_SCOPE), limit=1000).records
    done = harness.complete(harness.ask_for_deletion())
    harness.clock.advance(timedelta(minutes=1))
    for record in backup:
        harness.records.commit(Change(puts=(record,)))
    with pytest.raises(NotFound):
        harness.read()
    assert _listed(harness) == []
    assert residue_of(harness.services, done)[Target.SESSIONS] > 0
    harness.open()
    harness.append(said("new life"))
    assert harness.read() == ["new life"]
    assert _listed(harness) == ["s1"]


def test_later_writes_of_the_owner_are_no_residue(harness: Harness) -> None:
    done = harness.complete(harness.ask_for_deletion())
    harness.clock.advance(timedelta(minutes=1))
    harness.open()
    harness.append(said("new life"))
    assert residue_of(harness.services, done)[Target.SESSIONS] == 0


def test_an_append_and_a_deletion_never_interleave() -> None:
    records = RecordingRecords(InMemoryRecords())
    harness = Harness(records=records)
    harness.open()
    asked: list[DeletionRequest] = []

    def delete_in_between(change: Change) -> None:
        if not asked and any(record.key.sk.startswith("evt#") for record in change.puts):
            asked.append(Harness(harness.clock, records.inner).ask_for_deletion())

    records.before_commit = delete_in_between
    with pytest.raises(SubjectDeleting):
        harness.append(said("in between"))
    assert asked
    remaining = harness.records.page(Table.SESSIONS, keys.path(ANN_SCOPE)).records
    assert not any(record.key.sk.startswith("evt#") for record in remaining)
