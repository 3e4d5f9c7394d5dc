"""The list of reviews, and what deletions leave of it."""

from __future__ import annotations

from typing import Any

import pytest

from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import AlreadyResolved, Malformed, NotFound
from shared.domain.memories.memory import Memory, Status
from shared.domain.reviews.review import ReviewDecision, ReviewKind, ReviewStatus
from shared.domain.scopes import Scope, ScopeKind
from shared.records import keys
from shared.records.ledger import reviews
from shared.records.store.record import Table
from shared.usecases.curation.review_queue import ReviewQuery, claim_review, list_reviews
from shared.usecases.deletion.request_deletion import delete_memory, request_deletion
from shared.usecases.removal.remove_memory import remove_memory
from tests.builders import ACME, ANN, World, a_caller, days
from tests.usecases.curation.reviewing import a_conflict, a_reviewer, decide, now_of, queue, stored, under_review

FEEDBACK, STALE = ReviewKind.FEEDBACK, ReviewKind.STALE


def reviewed(world: World, count: int, subject: str = "ann") -> list[str]:
    """Reviews of as many memories of a user, oldest first."""
    made = [world.wrote(f"{subject} keeps item {n} in drawer {n * 7}", a_caller(subject)) for n in range(count)]
    return [under_review(world, FEEDBACK, memory) for memory in made]


def walked(world: World, limit: int, **query: Any) -> list[str]:
    found: list[str] = []
    cursor: str | None = None
    while True:
        asked = ReviewQuery(limit=limit, cursor=cursor, **query)
        page = list_reviews(world.services, a_reviewer(), asked)
        assert len(page.items) <= limit
        found += [view.review.review_id for view in page.items]
        cursor = page.next_cursor
        if cursor is None:
            return found


@pytest.mark.parametrize("limit", [1, 3, 7, 100])
def test_a_walk_returns_each_review_once_newest_first(world: World, limit: int) -> None:
    ids = reviewed(world, 4) + reviewed(world, 3, "bob")
    decide(world, ids[1], ReviewDecision.REJECT)
    decide(world, ids[5], ReviewDecision.REJECT)
    assert walked(world, limit) == ids[::-1]
    assert walked(world, limit, scope=ANN) == ids[3::-1]


def test_a_walk_keeps_its_position_when_reviews_are_decided_meanwhile(world: World) -> None:
    ids = reviewed(world, 6)
    page = list_reviews(world.services, a_reviewer(), ReviewQuery(limit=2))
    for id in ids[2:]:
        decide(world, id, ReviewDecision.REJECT)
    rest = list_reviews(world.services, a_reviewer(), ReviewQuery(limit=10, cursor=page.next_cursor))
    assert [v.review.review_id for v in (*page.items, *rest.items)] == ids[::-1]


def test_a_cursor_is_valid_for_its_own_caller_and_query(world: World) -> None:
    reviewed(world, 3)
    page = list_reviews(world.services, a_reviewer(), ReviewQuery(limit=1))
    for caller, query in (
        (a_reviewer("other"), ReviewQuery(limit=1, cursor=page.next_cursor)),
        (a_reviewer(), ReviewQuery(limit=1, cursor=page.next_cursor, kind=STALE)),
    ):
        with pytest.raises(Malformed):
            list_reviews(world.services, caller, query)


def test_kind_and_status_narrow_the_list(world: World) -> None:
    made = [world.wrote(f"Keeps item {n} in drawer {n * 7}") for n in range(3)]
    feedback, stale, done = (under_review(world, k, m) for k, m in zip((FEEDBACK, STALE, FEEDBACK), made, strict=True))
    claim_review(world.services, a_reviewer(), None, stale)
    decide(world, done, ReviewDecision.REJECT)

    def ids(**query: Any) -> list[str]:
        return [view.review.review_id for view in queue(world, **query)]

    assert ids() == [done, stale, feedback]
    assert ids(kind=FEEDBACK) == [done, feedback]
    assert ids(status=ReviewStatus.OPEN) == [feedback]
    assert ids(status=ReviewStatus.CLAIMED) == [stale]
    assert ids(status=ReviewStatus.RESOLVED) == [done]
    world.clock.advance(days(15 / 24 / 60))
    assert ids(status=ReviewStatus.OPEN) == [stale, feedback]


def test_members_are_shown_as_they_are_now(world: World) -> None:
    case = a_conflict(world)
    world.write("The launch is on 20 May", key="launch_date")
    delete_memory(world.services, a_caller(), None, case.ids[1])
    (view,) = queue(world)
    assert [memory.content for memory in view.members] == ["The launch is on 20 May"]


def test_a_resolved_review_expires_after_ninety_days(world: World) -> None:
    (id,) = reviewed(world, 1)
    decide(world, id, ReviewDecision.REJECT)
    world.clock.advance(days(89))
    assert len(queue(world)) == len(queue(world, scope=ANN)) == 1
    world.clock.advance(days(1))
    assert queue(world) == queue(world, scope=ANN) == []
    with pytest.raises(NotFound):
        decide(world, id, ReviewDecision.REJECT)


def test_an_organisations_own_memories_are_reviewed_too(world: World) -> None:
    made = world.wrote("The fiscal year ends in June", a_caller("boss", "org-writer", bound=ACME), scope=ACME)
    id = under_review(world, FEEDBACK, made)
    assert [view.review.review_id for view in queue(world)] == [id]
    assert queue(world, a_reviewer("ann", ANN)) == []
    decide(world, id, ReviewDecision.REJECT)
    assert stored(world, made).status is Status.ACTIVE


def test_global_memories_are_reviewed_by_reviewers_bound_to_global(world: World) -> None:
    root = a_caller("root", "admin", "reviewer", bound=Scope.GLOBAL)
    made = world.wrote("Water boils at 100 degrees", root, scope=Scope.GLOBAL)
    id = under_review(world, FEEDBACK, made)
    assert queue(world) == []
    assert [view.review.review_id for view in queue(world, root)] == [id]
    decide(world, id, ReviewDecision.ACCEPT, caller=root)
    assert stored(world, made).status is Status.REJECTED


def test_a_reviewer_bound_to_a_task_sees_only_its_reviews(world: World) -> None:
    task = ANN.child(ScopeKind.TASK, "t1")
    inside, outside = world.wrote("The step takes 4 hours", scope=task), world.wrote("Owns a red bicycle")
    id = under_review(world, FEEDBACK, inside)
    under_review(world, FEEDBACK, outside)
    both = under_review(world, FEEDBACK, inside, outside)
    bound = a_reviewer("ann", task)
    assert [view.review.review_id for view in queue(world, bound)] == [id]
    with pytest.raises(NotFound):
        decide(world, both, ReviewDecision.REJECT, caller=bound)


def test_a_deleted_subject_leaves_no_review_behind(world: World) -> None:
    ids = reviewed(world, 60)
    decide(world, ids[0], ReviewDecision.REJECT)
    kept = reviewed(world, 2, "bob")
    request_deletion(world.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    world.drain()
    assert [r.attributes["review_id"] for r in world.records(pk=keys.path(ACME), prefix="rev#")] == kept
    remaining = [record.key.sk for record in world.records(pk=keys.path(ANN)) if record.key.table is Table.MEMORIES]
    assert remaining == [keys.BARRIER]


def removed(world: World, memory: Memory) -> None:
    delete_memory(world.services, a_caller(), None, memory.memory_id)
    world.drain()


def test_a_deleted_memory_is_removed_from_its_reviews(world: World) -> None:
    case = a_conflict(world)
    alone = under_review(world, FEEDBACK, case.memories[0])
    removed(world, case.memories[0])
    (view,) = queue(world)
    assert (view.review.review_id, view.review.status(world.clock.now())) == (case.review_id, ReviewStatus.RESOLVED)
    assert [member.memory_id for member in view.review.members] == case.ids[1:]
    assert world.records(prefix=reviews.member_prefix(case.ids[0])) == []
    with pytest.raises(NotFound):
        decide(world, alone, ReviewDecision.ACCEPT)
    with pytest.raises(AlreadyResolved):  # who is left alone in a dispute has nobody against it
        decide(world, case.review_id, ReviewDecision.ACCEPT)
    assert stored(world, case.memories[1]).status is Status.ACTIVE


def test_a_deletion_forgets_what_was_rejected_and_maintenance_does_not(world: World) -> None:
    one, two = world.wrote("Probably vegetarian"), world.wrote("Owns a red bicycle")
    for memory in (one, two):
        decide(world, under_review(world, FEEDBACK, memory), ReviewDecision.ACCEPT)
    assert len(world.records(prefix="rej")) == 4
    removed(world, one)
    assert now_of(world, one) is None
    remaining = world.records(prefix="rej")
    assert {record.attributes["memory_id"] for record in remaining} == {two.memory_id}
    while remove_memory(world.services, two.scope, two.memory_id)[1]:
        pass
    assert now_of(world, two) is None
    assert world.records(prefix="rej") == remaining
