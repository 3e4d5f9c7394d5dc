"""The daily contradiction scan: what two writes could not see of each other is found afterwards, and judged as they
would have been. The index lags behind in these tests until they bring it up to date."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.reviews.resolution import ReviewDecisionInput
from shared.domain.reviews.review import ReviewDecision
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Change
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.curation.resolve_review import resolve_review
from shared.usecases.curation.review_queue import ReviewQuery, list_reviews
from shared.usecases.hygiene.contradiction_scan import Scan, scan_contradictions
from shared.usecases.hygiene.scheduled_pass import run_pass
from tests.builders import ACME, ANN, World, a_caller, days

REVIEWER = a_caller("rev", "reviewer", "auditor", bound=ACME)
FORTY, MORE = "The rack limit is 40 units", "The rack limit is 42 units"


def current(world: World, memory_id: str) -> Memory:
    (record,) = world.store.get([keys.current(ANN, memory_id)])
    assert record is not None
    return memory_codec.memory(record.attributes)


def scanned(world: World) -> dict[str, int]:
    world.index()
    world.clock.advance(days(1))
    found = dict(run_pass(world.services).scanned)
    world.index()
    return found


def forget_scan(world: World, memory_id: str) -> None:
    """As if the memory had not been seen yet."""
    (record,) = world.store.get([keys.current(ANN, memory_id)])
    assert record is not None
    attributes = {name: value for name, value in record.attributes.items() if name != "scanned_at"}
    unseen = replace(record, attributes=attributes)
    world.store.commit(Change(puts=(unseen,)))


def both(world: World, **fields: Any) -> tuple[str, str]:
    """Two statements that contradict each other, neither of which saw the other."""
    world.simultaneous = True
    first = world.write(FORTY, key="rack_limit", **fields)
    second = world.write(MORE, key="rack_max", **fields)
    assert (first.outcome, second.outcome) == (Outcome.CREATED, Outcome.CREATED)
    assert first.memory is not None
    assert second.memory is not None
    return first.memory.memory_id, second.memory.memory_id


def test_near_equal_evidence_waits_for_a_person_and_is_put_before_one_once(world: World) -> None:
    old, new = both(world, source=Source.TASK_OUTCOME, confidence=0.7)
    assert scanned(world) == {"nothing": 1, "disputed": 1}
    for one, other in ((old, new), (new, old)):
        memory = current(world, one)
        assert (memory.status, memory.conflicts_with) == (Status.PENDING_REVIEW, (other,))
    (review,) = list_reviews(world.services, REVIEWER, ReviewQuery()).items
    assert (review.review.kind.value, {m.memory_id for m in review.members}) == ("conflict", {old, new})
    assert scanned(world) == {}
    assert len(list_reviews(world.services, REVIEWER, ReviewQuery()).items) == 1
    assert verify_audit(world.services, REVIEWER, None).first_break is None


def test_a_persons_later_statement_supersedes_the_earlier_one(world: World) -> None:
    old, new = both(world)
    assert scanned(world) == {"nothing": 1, "superseded": 1}
    before, after = current(world, old), current(world, new)
    assert (before.status, before.ending.superseded_by) == (Status.SUPERSEDED, new)
    assert (after.status, after.supersedes) == (Status.ACTIVE, old)
    assert world.indexed() != []
    assert verify_audit(world.services, REVIEWER, None).first_break is None


def test_later_evidence_of_lower_credibility_loses(world: World) -> None:
    world.simultaneous = True
    old = world.wrote(FORTY, key="rack_limit").memory_id
    new = world.wrote(MORE, key="rack_max", source=Source.TASK_OUTCOME).memory_id
    assert scanned(world) == {"nothing": 1, "superseded": 1}
    assert current(world, old).status is Status.ACTIVE
    assert (current(world, new).status, current(world, new).ending.superseded_by) == (Status.SUPERSEDED, old)


@pytest.mark.parametrize("first", [0, 1])
def test_the_same_memory_wins_in_whatever_order_they_are_scanned(world: World, first: int) -> None:
    pair = both(world)
    world.index()
    world.clock.advance(days(1))
    for id in (pair[first], pair[1 - first]):
        if current(world, id).status is Status.ACTIVE:
            assert scan_contradictions(world.services, current(world, id)) is not Scan.LEFT
            world.index()
    assert current(world, pair[0]).status is Status.SUPERSEDED
    assert current(world, pair[1]).status is Status.ACTIVE


def test_a_pair_that_a_person_kept_is_not_put_before_one_again(world: World) -> None:
    old, new = both(world, source=Source.TASK_OUTCOME, confidence=0.7)
    scanned(world)
    (review,) = list_reviews(world.services, REVIEWER, ReviewQuery()).items
    keep = ReviewDecisionInput(ReviewDecision.ACCEPT, keep=(old, new))
    resolve_review(world.services, REVIEWER, None, review.review.review_id, keep)
    scanned(world)
    for id in (old, new):
        forget_scan(world, id)
        assert scan_contradictions(world.services, current(world, id)) is Scan.NOTHING
        assert current(world, id).upkeep.scanned_at == world.clock.now()
    assert {current(world, old).status, current(world, new).status} == {Status.ACTIVE}


@pytest.mark.parametrize("type", [MemoryType.EPISODIC, MemoryType.TASK])
def test_an_episode_does_not_contradict_another_episode(world: World, type: MemoryType) -> None:
    both(world, type=type)
    assert scanned(world) == {}


def test_facts_of_another_scope_contradict_nothing(world: World) -> None:
    world.write(FORTY, key="rack_limit")
    world.write(MORE, a_caller("bob"), key="rack_max")
    assert scanned(world) == {"nothing": 2}


def test_a_memory_is_scanned_within_a_day_and_again_only_after_a_change(world: World) -> None:
    fact = world.wrote(FORTY, key="rack_limit").memory_id
    world.index()
    world.clock.advance(timedelta(minutes=59))
    assert run_pass(world.services).scanned == {}
    world.clock.advance(timedelta(minutes=1))
    assert run_pass(world.services).scanned == {"nothing": 1}
    assert scanned(world) == {}
    world.write("The rack limit is 44 units", key="rack_limit")
    assert current(world, fact).version == 2
    assert scanned(world) == {"nothing": 1}


def test_the_scan_makes_no_new_vector(world: World) -> None:
    both(world)
    world.index()
    world.clock.advance(days(1))

    class Silent:
        model = world.services.embedder.model

        def memories(self, texts: object) -> object:
            raise AssertionError("a stored vector is used")

    assert sum(run_pass(world.on(embedder=Silent()).services).scanned.values()) == 2
