"""Kinds of faults that concern what a store does (guards, order, sizes, pages, parts of a change), over SQLite and over
DynamoDB in moto. Their tests over the store in memory are called here once more; docs/reference/simulation.md has the
table of all kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from shared.domain.deletion.barrier import RequestStatus, Target
from shared.records.store.record import DuePage
from shared.runtime import bootstrap
from tests.builders import ANN, ChangeLog, World, run_workflow
from tests.contract.records.stored_world import StoredWorld, a_stored_world
from tests.usecases.curation import test_promoting as promoting
from tests.usecases.deletion import test_marks_from_acceptance as marks
from tests.usecases.deletion import test_nothing_else_hidden as nothing_else
from tests.usecases.deletion import test_order_of_the_store as order
from tests.usecases.deletion import test_records_without_pointers as left_over
from tests.usecases.deletion.crashes import Crash, CrashingRecords
from tests.usecases.deletion.deletions import ask, state
from tests.usecases.deletion.test_selectors import of_sessions
from tests.usecases.writing import test_order_of_writers as writers

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(params=["sqlite", "dynamodb"])
def world(request: pytest.FixtureRequest, tmp_path: Path, moto_client: DynamoDBClient) -> Iterator[StoredWorld]:
    with a_stored_world(request.param, tmp_path, moto_client) as made:
        yield made


def _at_once(_: World) -> None:
    """The workflow has not begun."""


def _afterwards(world: World) -> None:
    world.clock.advance()
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED


def _counts_what_was_removed_before_it_broke_off(world: World) -> None:
    """A deletion ends after each of its commits in turn, and goes on."""
    number = 0
    while True:
        number += 1
        run: dict[str, Any] = {"owner": ANN.path, "request_id": f"r{number}", "attempt": 0}
        for count in range(5):
            world.write(f"The ferry number {count} of {number} leaves at {count + 8}")
        world.index()
        ask(world, run["request_id"])
        ending = CrashingRecords(world.stream)
        ending.arm(number, after=True)
        bootstrap.install(replace(world.services, records=ending))
        try:
            run_workflow(run)
            ended = False
        except Crash:
            ended = True
        bootstrap.install(world.services)
        if not ended:
            break
        assert run_workflow(run) == "completed"
        assert state(world, run["request_id"]).target(Target.MEMORIES).removed == 5, number
    assert number > 5


class _MemoriesFirst(ChangeLog):
    """What is due on one day has no order in DynamoDB: here a memory comes before its ended versions."""

    def due(self, before: datetime, **options: Any) -> DuePage:
        page: DuePage = self.inner.due(before, **options)
        return replace(page, items=tuple(sorted(page.items, key=lambda item: item[0].sk)))


def _versions_left_by_maintenance(kind: str, world: World) -> None:
    stream = _MemoriesFirst(world.stream.inner)
    world = replace(world.on(records=stream), stream=stream)
    bootstrap.install(world.services)
    with pytest.MonkeyPatch.context() as monkeypatch:
        left_over.test_ended_versions_that_maintenance_left_behind_are_removed_with_their_selector(
            world, monkeypatch, kind
        )


KINDS: Mapping[str, Callable[[World], None]] = {
    "deleted events are sent again": partial(
        marks.test_an_event_of_a_deleted_session_that_is_sent_again_is_dropped, then=_at_once
    ),
    "an old export of the organisation brings a copy back": partial(
        marks.test_older_evidence_of_a_removed_copy_is_refused, kind="subject", then=_afterwards
    ),
    "the copy's owner learns of it in the same transaction": (
        marks.test_the_transaction_that_removes_a_copy_writes_its_owners_barrier
    ),
    "a merged wording comes back": partial(marks.test_older_evidence_of_a_merged_wording_is_refused, then=_afterwards),
    "an earlier version comes back before the workflow": partial(
        marks.test_older_evidence_of_any_version_of_a_deleted_memory_is_refused,
        where="another type",
        words="Lives in Ghent",
        kind="session",
        then=_at_once,
    ),
    "a deleted event is cited by its id alone": partial(
        marks.test_a_citation_of_a_deleted_event_in_either_form_is_refused_whatever_its_date,
        cited="e1",
        selector=of_sessions("s1"),
        then=_afterwards,
    ),
    "maintenance is ahead of the workflow": partial(
        marks.test_maintenance_does_not_touch_memories_that_a_deletion_takes, selector=of_sessions("s1")
    ),
    "an event comes in during the acceptance": partial(
        order.test_events_that_a_session_gets_during_the_acceptance_are_deleted_with_it, act=order._another_event
    ),
    "a summary is made during the acceptance": partial(
        order.test_events_that_a_session_gets_during_the_acceptance_are_deleted_with_it, act=order._a_summary
    ),
    "a memory is written during the acceptance": (
        order.test_a_memory_written_during_the_acceptance_of_its_subjects_deletion_has_a_complete_audit
    ),
    "a completion ends after the acceptance": partial(
        marks.test_a_completion_that_is_finished_after_the_acceptance_writes_nothing, selector=of_sessions("s1")
    ),
    "a session of a host with a fast clock": partial(
        order.test_earlier_writes_of_a_host_with_a_fast_clock_are_deleted, selector=order.SESSION
    ),
    "a type of a host with a fast clock": partial(
        order.test_earlier_writes_of_a_host_with_a_fast_clock_are_deleted, selector=order.TYPE
    ),
    "a session of a host with a slow clock": order.test_later_writes_of_a_host_with_a_slow_clock_stay,
    "versions without a memory, deleted by its id": partial(_versions_left_by_maintenance, "memory"),
    "versions without a memory, deleted by a session": partial(_versions_left_by_maintenance, "session"),
    "a version ends during the removal": (
        left_over.test_a_version_that_ends_during_the_removal_of_its_memory_is_removed_too
    ),
    "more reviews than a page has, by the memory's id": partial(
        left_over.test_a_memory_is_removed_with_any_number_of_reviews, kind="memory"
    ),
    "more reviews than a page has, by a session": partial(
        left_over.test_a_memory_is_removed_with_any_number_of_reviews, kind="session"
    ),
    "more events with longer ids than a record can name": partial(marks.hidden_at_once, length=400),
    "the copy of an expired memory": partial(
        left_over.test_a_copy_of_an_expired_memory_is_hidden_at_once_and_removed, kind="session"
    ),
    "counts of a deletion that broke off": _counts_what_was_removed_before_it_broke_off,
    "a promotion is repeated after a correction": partial(
        promoting.test_a_retry_gets_its_first_answer_whatever_became_of_the_source, since="corrected"
    ),
    "a promotion is repeated after the deletion of its source": partial(
        promoting.test_a_retry_gets_its_first_answer_whatever_became_of_the_source, since="deleted"
    ),
    "a promotion beside a confirmation of its source": (
        promoting.test_a_confirmation_of_the_source_at_the_same_time_does_not_prevent_the_promotion
    ),
    "two writers commit in the other order": partial(
        writers.test_the_writer_who_commits_later_is_later, skew=writers.FEW_MS
    ),
    "a narrow deletion ends after its subject's": partial(
        marks.test_a_narrow_deletion_that_runs_on_after_its_subjects_receipt_leaves_no_mark, narrow=of_sessions("s1")
    ),
    "more deletions wait than a barrier can name": partial(
        nothing_else.test_every_list_and_read_shows_the_same_however_many_deletions_wait, goes=2
    ),
    "more is selected than a barrier can name": partial(
        nothing_else.test_what_is_selected_is_hidden_however_many_deletions_wait, goes=2
    ),
    "the edge to a copy that is removed first": left_over.test_the_edge_to_a_copy_is_removed_with_the_copy,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_fault_does_not_happen_over_this_store(world: StoredWorld, kind: str) -> None:
    KINDS[kind](world)
