"""A dispute that loses a side: what is left alone is a fact again, and nobody is asked any more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from shared.domain.access.caller import Role
from shared.domain.audit.chain import AuditAction, first_break
from shared.domain.deletion.barrier import DeletionPolicy, RequestStatus
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Expiry, Memory, MemoryType, Status
from shared.domain.recall.conflicts import Risk
from shared.domain.reviews.review import ReviewKind, ReviewStatus
from shared.domain.scopes import Scope
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.memories import memory_codec
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.hygiene.plan_and_apply import apply_plan, make_plan
from tests.builders import ACME, ANN, World, a_caller, days, run_workflow
from tests.snapshots import snapshot
from tests.usecases.curation.reviewing import a_reviewer, now_of, queue, stored, under_review
from tests.usecases.deletion.crashes import REQUEST, broken_off_at_each_commit
from tests.usecases.deletion.deletions import ask, of_memories, state
from tests.usecases.deletion.test_selectors import of_sessions
from tests.usecases.recall.test_recalling import contents, recalled
from tests.usecases.writing.test_writing_memories import pointers_agree

WRITER = a_caller("ann", Role.ORG_WRITER)


def said(world: World, units: int, key: str, confidence: float, **fields: Any) -> Memory:
    fields = {"source": Source.TASK_OUTCOME, "scope": ANN, **fields}
    memory = world.wrote(f"The rack limit is {units} units", WRITER, key=key, confidence=confidence, **fields)
    world.index()
    return memory


def disputed(world: World, sides: int = 2, scope: Scope = ANN) -> list[Memory]:
    """Each against all that were there before; the first cites session s1, the others s2."""
    made = [said(world, 40, "limit_0", 0.7, scope=scope, source_event_ids=("s1/e1",))]
    for n in range(1, sides):
        made.append(said(world, 40 + n, f"limit_{n}", 0.7, scope=scope, source_event_ids=(f"s2/e{n}",)))
    assert [stored(world, memory).status for memory in made] == [Status.PENDING_REVIEW] * sides
    return made


def waiting(world: World) -> list[set[str]]:
    return [
        {member.memory_id for member in view.review.members}
        for view in queue(world, a_reviewer(), status=ReviewStatus.OPEN)
    ]


def is_a_fact_again(world: World, memory: Memory, reason: AuditAction = AuditAction.RELEASED) -> None:
    now = stored(world, memory)
    assert (now.status, now.conflicts_with, now.content) == (Status.ACTIVE, (), memory.content)
    chain = [audit_entry(record) for record in world.records(prefix=keys.audit_prefix(memory.memory_id))]
    assert first_break(chain) is None
    assert (chain[-1].action, chain[-1].sequence, chain[-1].hash) == (
        reason,
        now.head.audit_sequence,
        now.head.audit_hash,
    )
    pointers_agree(world)


@pytest.mark.parametrize("removed", [0, 1])
@pytest.mark.parametrize("by", ["memory", "session"])
def test_the_remaining_side_of_a_dispute_is_a_fact_again(world: World, by: str, removed: int) -> None:
    sides = disputed(world)
    lost, remaining = sides[removed], sides[1 - removed]
    ask(world, selector=of_memories(lost.memory_id) if by == "memory" else of_sessions(f"s{removed + 1}"))
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    is_a_fact_again(world, remaining)
    assert waiting(world) == []
    (done,) = queue(world, a_reviewer(), status=ReviewStatus.RESOLVED)
    resolution = done.review.resolution
    assert resolution is not None
    assert (resolution.decision, resolution.by) == (None, a_caller().principal)
    assert [member.memory_id for member in done.review.members] == [remaining.memory_id]
    # The signed statement of a deletion names what was deleted, by id.
    kept = [r.attributes for r in world.records(pk=ACME.path) if "statement" not in r.attributes]
    assert lost.memory_id not in repr(kept)
    for risk in Risk:
        answer = recalled(world, "what is the rack limit?", risk=risk)
        assert (contents(answer), answer.conflicts) == ([remaining.content], ())
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0


def test_memories_in_dispute_with_the_removed_one_alone_are_all_facts_again(world: World) -> None:
    first, *others = disputed(world, 2)
    third = said(world, 49, "limit_9", 0.7)
    assert set(stored(world, third).conflicts_with) == {first.memory_id, others[0].memory_id}
    ask(world, selector=of_memories(first.memory_id))
    world.drain()
    assert stored(world, third).conflicts_with == (others[0].memory_id,)
    assert {stored(world, m).status for m in (third, others[0])} == {Status.PENDING_REVIEW}
    assert waiting(world) == [{third.memory_id, others[0].memory_id}]
    ask(world, "r2", of_memories(third.memory_id))
    world.drain()
    is_a_fact_again(world, others[0])
    assert waiting(world) == []


def test_removing_several_sides_releases_the_last_one(world: World) -> None:
    one, two, three = disputed(world, 3)
    ask(world, selector=of_memories(one.memory_id, two.memory_id))
    world.drain()
    is_a_fact_again(world, three)
    assert waiting(world) == []


def test_removing_all_sides_leaves_nothing(world: World) -> None:
    sides = disputed(world, 3)
    ask(world, selector=of_memories(*(memory.memory_id for memory in sides)))
    world.drain()
    assert [now_of(world, memory) for memory in sides] == [None] * 3
    assert queue(world, a_reviewer()) == []
    assert world.records(prefix="rev#") == []


def test_a_side_that_changes_its_text_releases_the_other(world: World) -> None:
    first = world.wrote("The rack is grey", key="limit_0", source=Source.TASK_OUTCOME, confidence=0.7)
    world.index()
    world.write(
        "The rack limit is 40 units", key="limit_0", source=Source.TASK_OUTCOME, confidence=0.7,
        source_event_ids=("s1/e1",),
    )  # fmt: skip
    world.index()
    other = said(world, 41, "limit_1", 0.7)
    assert stored(world, first).status is Status.PENDING_REVIEW
    ask(world, selector=of_sessions("s1"))
    world.drain()
    assert (stored(world, first).content, stored(world, first).status) == ("The rack is grey", Status.ACTIVE)
    is_a_fact_again(world, other)
    assert waiting(world) == []


def test_a_copy_that_is_removed_with_its_subject_releases_the_fact_above(world: World) -> None:
    fact = said(world, 40, "limit_0", 0.7, scope=ACME, source_event_ids=("s1/e1",))
    memory = said(world, 41, "limit_1", 0.7)
    answer = promote_memory(world.services, WRITER, ANN, memory.memory_id, ACME)
    assert answer.outcome is Outcome.CONFLICT
    world.index()
    ask(world)
    world.drain()
    is_a_fact_again(world, fact)
    assert waiting(world) == []


def test_a_memory_with_another_open_review_still_waits(world: World) -> None:
    one, other = disputed(world)
    asked = under_review(world, ReviewKind.SENSITIVE, stored(world, other))
    ask(world, selector=of_memories(one.memory_id))
    world.drain()
    is_a_fact_again(world, other)
    assert [view.review.review_id for view in queue(world, a_reviewer(), status=ReviewStatus.OPEN)] == [asked]


def test_maintenance_that_removes_a_side_releases_the_other(world: World) -> None:
    preference: dict[str, Any] = {"type": MemoryType.PREFERENCE}
    one = said(world, 40, "limit_0", 0.7, **preference)
    other = said(world, 41, "limit_1", 0.7, **preference)
    assert stored(world, one).status is Status.PENDING_REVIEW
    record = world.records(prefix=keys.current(ANN, one.memory_id).sk)[0]
    removed = replace(memory_codec.memory(record.attributes), expiry=Expiry(hard_at=world.clock.now() + days(1)))
    due = replace(record, attributes=memory_codec.memory_attributes(removed), next_check_at=world.clock.now() + days(1))
    world.store._records[record.key] = due
    world.clock.advance(days(2))
    operator = a_caller("ops", Role.OPERATOR, bound=ACME)
    plan = make_plan(world.services, operator, None)
    assert [item.memory_id for item in plan.items] == [one.memory_id]
    apply_plan(world.services, operator, None, plan.plan_id)
    assert now_of(world, one) is None
    is_a_fact_again(world, other)
    assert waiting(world) == []


def of_both(sides: list[Memory]) -> Any:
    return of_memories(*(memory.memory_id for memory in sides[:2]))


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("selector", [of_both, lambda _: of_sessions("s1")], ids=["memories", "session"])
def test_broken_off_at_any_commit_it_has_the_same_result(selector: Callable[[list[Memory]], Any], after: bool) -> None:

    def asked_for(world: World) -> list[Memory]:
        sides = disputed(world, 3)
        ask(world, selector=selector(sides))
        return sides

    begun = snapshot(asked_for, deletion_policy=DeletionPolicy(page=2))
    sides = begun.made
    for world, ended in broken_off_at_each_commit(begun, after=after, more_than=10):
        if not ended:
            assert run_workflow(REQUEST) == "completed"
        if selector is of_both:
            is_a_fact_again(world, sides[2])
            assert waiting(world) == []
        else:
            assert waiting(world) == [{sides[1].memory_id, sides[2].memory_id}]
            assert {stored(world, side).status for side in sides[1:]} == {Status.PENDING_REVIEW}
