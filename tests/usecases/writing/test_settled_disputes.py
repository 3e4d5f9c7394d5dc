"""A dispute that a person's later word settles under the key of one of its members."""

from __future__ import annotations

from typing import Any

import pytest

from shared.domain.audit.chain import first_break
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, Status
from shared.domain.recall.conflicts import Risk
from shared.domain.reviews.review import ReviewStatus
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.request_deletion import delete_memory
from tests.builders import ANN, World, a_caller
from tests.usecases.curation.reviewing import queue, stored
from tests.usecases.recall.test_recalling import contents, recalled

CALLER = a_caller()


def disputed(world: World) -> tuple[Memory, Memory]:
    reported: dict[str, Any] = {"source": Source.TASK_OUTCOME}
    one = world.wrote("The rack limit is 40 units", key="rack_limit", confidence=0.7, **reported)
    world.index()
    answer = world.write("The rack limit is 42 units", key="rack_max", confidence=0.75, **reported)
    assert answer.outcome is Outcome.CONFLICT
    assert answer.memory is not None
    world.index()
    world.clock.advance()
    return one, answer.memory


def corrected(world: World, one: Memory, content: str) -> None:
    correct_memory(world.services, CALLER, ANN, one.memory_id, Correction(content=content))


def stated_by_key(world: World, one: Memory, content: str) -> None:
    assert world.write(content, key=one.key, source=Source.USER_STATED).outcome is Outcome.UPDATED


@pytest.mark.parametrize("say", [corrected, stated_by_key])
def test_memories_that_a_persons_statement_contradicts_are_superseded_and_none_waits(world: World, say: Any) -> None:
    one, other = disputed(world)
    say(world, one, "The rack limit is 44 units")
    world.index()
    beaten = stored(world, other)
    assert (beaten.status, beaten.ending.superseded_by) == (Status.SUPERSEDED, one.memory_id)
    assert queue(world, status=ReviewStatus.OPEN) == []
    for risk in Risk:
        answer = recalled(world, "what is the rack limit?", risk=risk)
        assert (contents(answer), answer.conflicts) == (["The rack limit is 44 units"], ())
    chain = [audit_entry(record) for record in world.records(prefix=keys.audit_prefix(other.memory_id))]
    assert first_break(chain) is None


def test_a_memory_that_the_new_statement_does_not_concern_still_waits(world: World) -> None:
    one, other = disputed(world)
    corrected(world, one, "The rack is painted grey")
    assert stored(world, other).status is Status.PENDING_REVIEW
    assert len(queue(world, status=ReviewStatus.OPEN)) == 1


def test_evidence_that_does_not_outrank_a_counterpart_leaves_it_waiting(world: World) -> None:
    one, other = disputed(world)
    world.write("The rack limit is 44 units", key=one.key, source=Source.TASK_OUTCOME, confidence=0.72)
    assert stored(world, other).status is Status.PENDING_REVIEW


def test_a_person_who_repeats_one_side_settles_the_dispute(world: World) -> None:
    one, other = disputed(world)
    assert world.write("The rack limit is 40 units", source=Source.USER_STATED).outcome is Outcome.DUPLICATE
    assert (stored(world, one).status, stored(world, other).status) == (Status.ACTIVE, Status.SUPERSEDED)
    assert queue(world, status=ReviewStatus.OPEN) == []


def test_an_inference_that_repeats_one_side_settles_nothing(world: World) -> None:
    one, other = disputed(world)
    world.write("The rack limit is 40 units", source=Source.AGENT_INFERRED, confidence=0.99)
    assert {stored(world, one).status, stored(world, other).status} == {Status.PENDING_REVIEW}


def test_one_side_repeated_after_the_other_was_deleted_is_a_fact(world: World) -> None:
    one, other = disputed(world)
    delete_memory(world.services, CALLER, ANN, other.memory_id)
    world.drain()
    world.write("The rack limit is 40 units", source=Source.AGENT_INFERRED, confidence=0.99)
    assert stored(world, one).status is Status.ACTIVE
