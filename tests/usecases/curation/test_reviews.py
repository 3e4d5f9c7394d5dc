"""Deciding reviews: what each decision does to the memories, anyone who is faster, and however often it is sent."""

from __future__ import annotations

from typing import Any

import pytest

from shared.domain.audit.chain import first_break
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import (
    AlreadyClaimed,
    AlreadyResolved,
    ForbiddenRole,
    ForbiddenScope,
    Malformed,
    NotFound,
    NotWorthRemembering,
    ProfileReadOnly,
    RejectedBefore,
    Sensitive,
    SubjectDeleting,
)
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.reviews.resolution import ReviewDecisionInput
from shared.domain.reviews.review import ReviewDecision, ReviewKind, ReviewStatus
from shared.domain.writing.correction import Correction
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.record import Change
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.resolve_review import resolve_review
from shared.usecases.curation.review_queue import claim_review
from shared.usecases.deletion.request_deletion import delete_memory, request_deletion
from shared.usecases.reading.read_memories import get_memory, memory_history
from tests.builders import ACME, ANN, BOB, World, a_caller, days
from tests.usecases.curation.reviewing import a_conflict, a_reviewer, decide, now_of, queue, stored, under_review

ACCEPT, REJECT, EDIT, MERGE = ReviewDecision
GUESS: dict[str, Any] = {"source": Source.AGENT_INFERRED, "confidence": 0.6}


def trail(world: World, memory: Memory) -> list[str]:
    """The audit chain of a memory, which holds."""
    chain = [audit_entry(r) for r in world.records(prefix=keys.audit_prefix(memory.memory_id))]
    assert first_break(chain) is None
    assert (now_of(world, memory) or memory).head.audit_sequence in (0, len(chain))
    return [entry.action.value for entry in chain]


def candidate(world: World, content: str = "Probably vegetarian", **fields: Any) -> tuple[str, Memory]:
    made = world.wrote(content, **{**GUESS, **fields})
    assert made.status is Status.CANDIDATE
    (view,) = [v for v in queue(world, status=ReviewStatus.OPEN) if v.members[0].memory_id == made.memory_id]
    return view.review.review_id, made


def test_a_weak_inference_waits_and_an_accepted_one_is_a_persons_word(world: World) -> None:
    review_id, made = candidate(world)
    resolved = decide(world, review_id, ACCEPT)
    assert resolved.status is ReviewStatus.RESOLVED
    fact = stored(world, made)
    assert (fact.status, fact.source, fact.confidence) == (Status.ACTIVE, Source.HUMAN_CONFIRMED, 1.0)
    assert (fact.version, fact.content) == (made.version, made.content)
    assert trail(world, made) == ["created", "accepted"]
    assert queue(world, status=ReviewStatus.OPEN) == []
    assert [v.review.review_id for v in queue(world, status=ReviewStatus.RESOLVED)] == [review_id]


def test_an_accepted_candidate_overturns_what_it_contradicts(world: World) -> None:
    before = world.wrote("The database listens on port 5432", source=Source.AGENT_INFERRED, confidence=0.8)
    beside = world.wrote("The cache listens on port 6379")
    world.drain()
    review_id, made = candidate(world, "The database listens on port 6432", confidence=0.65)
    assert stored(world, before).status is Status.ACTIVE
    world.drain()
    decide(world, review_id, ACCEPT)
    old = stored(world, before)
    assert (old.status, old.ending.superseded_by) == (Status.SUPERSEDED, made.memory_id)
    assert stored(world, made).supersedes == before.memory_id
    assert stored(world, beside) == beside
    assert trail(world, before)[-1] == "superseded"


def test_a_rejected_inference_is_hidden_and_not_inferred_again(world: World) -> None:
    review_id, made = candidate(world, key="diet")
    decide(world, review_id, REJECT)
    assert stored(world, made).status is Status.REJECTED
    assert world.records(prefix="hash#") == []
    assert world.records(prefix="key#") == []
    for source in (Source.AGENT_INFERRED, Source.EXTERNAL_UNVERIFIED):
        with pytest.raises(RejectedBefore):
            world.write("probably VEGETARIAN", source=source, confidence=0.9)
    assert trail(world, made) == ["created", "rejected"]


def test_a_person_may_state_a_rejected_inference(world: World) -> None:
    review_id, made = candidate(world)
    decide(world, review_id, REJECT)
    said = world.wrote("The user is vegetarian", source=Source.USER_STATED)
    assert (said.status, said.memory_id == made.memory_id) == (Status.ACTIVE, False)


@pytest.mark.parametrize("again", ["The user is vegetarian", "Is probably a vegetarian"])
def test_a_rejected_inference_is_not_inferred_again_in_other_words(world: World, again: str) -> None:
    review_id, _ = candidate(world)
    decide(world, review_id, REJECT)
    with pytest.raises(RejectedBefore):
        world.write(again, source=Source.AGENT_INFERRED, confidence=0.9)
    assert "vegetarian" not in repr(world.records(prefix="rejected#")).lower()


@pytest.mark.parametrize("other", ["The user is not vegetarian", "Plays the cello"])
def test_the_opposite_of_a_rejected_inference_may_be_inferred(world: World, other: str) -> None:
    review_id, _ = candidate(world)
    decide(world, review_id, REJECT)
    assert world.wrote(other, source=Source.AGENT_INFERRED, confidence=0.9).status is Status.ACTIVE


def test_a_later_rejection_of_weaker_evidence_does_not_weaken_the_first(world: World) -> None:
    inferred = world.wrote("The user is a vegetarian", source=Source.AGENT_INFERRED, confidence=0.9)
    said = world.wrote("Vegetarian")
    assert said.memory_id != inferred.memory_id
    for memory in (said, inferred):
        decide(world, under_review(world, ReviewKind.FEEDBACK, memory), ACCEPT)
    with pytest.raises(RejectedBefore):
        world.write("Is vegetarian", source=Source.CONFIG_CHANGE)


def test_the_kept_side_of_a_conflict_is_current_and_the_others_are_superseded(world: World) -> None:
    case = a_conflict(world)
    kept, beaten = case.memories
    resolved = decide(world, case.review_id, ACCEPT, keep=(kept.memory_id,))
    assert [m.memory_id for m in resolved.members] == case.ids
    now = stored(world, kept)
    assert (now.status, now.source, now.supersedes) == (Status.ACTIVE, Source.HUMAN_CONFIRMED, beaten.memory_id)
    old = stored(world, beaten)
    assert (old.status, old.ending.superseded_by, old.ending.because) == (
        Status.SUPERSEDED,
        kept.memory_id,
        "decided_in_review",
    )
    assert old.valid_to is not None
    assert old.valid_to <= world.clock.now()
    assert trail(world, kept) == ["created", "disputed", "accepted"]
    assert trail(world, beaten) == ["created", "disputed", "superseded"]


def test_a_reviewer_may_keep_both_sides_of_a_conflict(world: World) -> None:
    case = a_conflict(world)
    decide(world, case.review_id, ACCEPT, keep=tuple(case.ids))
    assert {stored(world, memory).status for memory in case.memories} == {Status.ACTIVE}


def test_a_reviewer_may_keep_neither_side_of_a_conflict(world: World) -> None:
    case = a_conflict(world)
    decide(world, case.review_id, REJECT)
    assert {stored(world, memory).status for memory in case.memories} == {Status.REJECTED}


def test_an_edit_corrects_one_of_a_conflict_and_supersedes_the_other(world: World) -> None:
    case = a_conflict(world)
    kept, beaten = case.memories
    decide(world, case.review_id, EDIT, keep=(kept.memory_id,), content="The launch is on 12 May")
    now = stored(world, kept)
    assert (now.content, now.version, now.source) == ("The launch is on 12 May", 2, Source.HUMAN_CONFIRMED)
    versions = memory_history(world.services, a_caller(), None, kept.memory_id, limit=10, after=None).items
    assert [(v.version, v.status) for v in versions] == [(2, Status.ACTIVE), (1, Status.SUPERSEDED)]
    assert stored(world, beaten).ending.superseded_by == kept.memory_id
    world.drain()
    assert world.holds("12 May").count("index") == 1
    assert trail(world, kept)[-1] == "corrected"


def test_a_merge_joins_sources_and_metadata_into_the_one_that_is_kept(world: World) -> None:
    case = a_conflict(world)
    kept, other = case.memories
    decide(world, case.review_id, MERGE, keep=(kept.memory_id,))
    now = stored(world, kept)
    assert now.basis.event_ids == ("s1/e1", "s1/e2")
    assert now.metadata == {"from": "one", "a": 1, "b": 2}
    assert stored(world, other).status is Status.SUPERSEDED
    edges = {(r.attributes["source"], r.attributes["memory_id"]) for r in world.records(prefix="edge#")}
    assert ("s1/e2", kept.memory_id) in edges
    assert trail(world, kept)[-1] == "merged"


def test_a_merge_with_its_own_text_needs_no_other_choice(world: World) -> None:
    case = a_conflict(world)
    decide(world, case.review_id, MERGE, content="The launch is on 4 May in Europe and on 11 May elsewhere")
    one, two = (stored(world, memory) for memory in case.memories)
    assert sorted([one.status, two.status]) == [Status.ACTIVE, Status.SUPERSEDED]
    merged = one if one.status is Status.ACTIVE else two
    assert merged.content.endswith("elsewhere")
    assert set(merged.basis.event_ids) == {"s1/e1", "s1/e2"}


@pytest.mark.parametrize("kind", [ReviewKind.STALE, ReviewKind.EVICTION])
def test_a_stale_memory_is_evicted_or_fresh_again(world: World, kind: ReviewKind) -> None:
    one, two = world.wrote("Prefers tea", type=MemoryType.PREFERENCE), world.wrote("The rack holds 42 units")
    world.clock.advance(days(100))
    evicting, keeping = under_review(world, kind, one), under_review(world, kind, two, status=Status.STALE)
    decide(world, evicting, ACCEPT)
    decide(world, keeping, REJECT)
    assert stored(world, one).status is Status.EVICTED
    fresh = stored(world, two)
    assert (fresh.status, fresh.updated_at) == (Status.ACTIVE, world.clock.now())
    assert trail(world, one)[-1] == "evicted"


def test_accepted_feedback_rejects_the_memory_or_corrects_it(world: World) -> None:
    one, two = world.wrote("The printer is on floor two"), world.wrote("The gym is on floor three")
    wrong, corrected = under_review(world, ReviewKind.FEEDBACK, one), under_review(world, ReviewKind.FEEDBACK, two)
    decide(world, wrong, ACCEPT)
    decide(world, corrected, ACCEPT, content="The gym is on floor four")
    assert stored(world, one).status is Status.REJECTED
    assert stored(world, two).content == "The gym is on floor four"


def test_rejected_feedback_confirms_the_memory(world: World) -> None:
    made = world.wrote("The printer is on floor two")
    decide(world, under_review(world, ReviewKind.FEEDBACK, made), REJECT)
    assert (stored(world, made).status, stored(world, made).source) == (Status.ACTIVE, Source.HUMAN_CONFIRMED)


def test_flagged_text_that_is_accepted_stays_as_it_is(world: World) -> None:
    made = world.wrote("Reach Ann under the desk number")
    decide(world, under_review(world, ReviewKind.SENSITIVE, made), ACCEPT)
    now = stored(world, made)
    assert (now.source, now.status, now.version) == (made.source, made.status, made.version)
    assert trail(world, made) == ["created", "accepted"]


def test_flagged_text_that_is_rejected_is_deleted_for_good(world: World) -> None:
    made = world.wrote("Reach Ann under the desk number")
    review_id = under_review(world, ReviewKind.SENSITIVE, made)
    resolved = decide(world, review_id, REJECT)
    assert (resolved.status, resolved.members) == (ReviewStatus.RESOLVED, ())
    with pytest.raises(NotFound):
        get_memory(world.services, a_caller(), None, made.memory_id)
    world.drain()
    assert world.holds("desk number") == []
    again = decide(world, review_id, REJECT)
    assert (again.status, again.members) == (ReviewStatus.RESOLVED, ())
    assert len(world.deletions.started) == 1


@pytest.mark.parametrize(
    ("decision", "keep", "content"),
    [
        (ACCEPT, (), None),  # of a conflict somebody must say what holds
        (ACCEPT, ("01958f00-0000-7000-8000-000000000009",), None),
        (EDIT, (), "The launch is on 12 May"),
        (EDIT, ("first",), None),
        (MERGE, (), None),
        (MERGE, ("first", "second"), None),
        (REJECT, ("first",), None),
        (REJECT, (), "The launch is on 12 May"),
        (ACCEPT, ("first",), "The launch is on 12 May"),
    ],
)
def test_a_decision_with_missing_or_surplus_fields_changes_nothing(
    world: World, decision: ReviewDecision, keep: tuple[str, ...], content: str | None
) -> None:
    case = a_conflict(world)
    names = dict(zip(("first", "second"), case.ids, strict=True))
    before = world.records()
    with pytest.raises(Malformed):
        decide(world, case.review_id, decision, keep=tuple(names.get(id, id) for id in keep), content=content)
    assert world.records() == before


def test_blank_new_content_is_refused(world: World) -> None:
    review_id, _ = candidate(world)
    with pytest.raises(NotWorthRemembering):
        decide(world, review_id, EDIT, content="...")


def test_new_content_is_scanned_like_any_text(world: World) -> None:
    review_id, made = candidate(world)
    with pytest.raises(Sensitive):
        decide(world, review_id, EDIT, content="The card is 4111 1111 1111 1111")
    decide(world, review_id, EDIT, content="Write to ann@example.org for the menu")
    assert stored(world, made).flags == ("email",)


@pytest.mark.parametrize("door", ["edit", "correction"])
def test_what_stays_beside_other_words_stays_flagged(world: World, door: str) -> None:
    made = world.wrote("The menu has soup", metadata={"cook": "ann@example.org"})
    if door == "edit":
        decide(world, under_review(world, ReviewKind.STALE, made), EDIT, content="The menu has stew")
    else:
        world.clock.advance()
        correct_memory(world.services, a_caller(), None, made.memory_id, Correction(content="The menu has stew"))
    changed = stored(world, made)
    assert (changed.content, changed.metadata) == ("The menu has stew", {"cook": "ann@example.org"})
    assert made.flags == changed.flags == ("email",)


def test_a_claim_excludes_other_reviewers_for_fifteen_minutes(world: World) -> None:
    review_id, _ = candidate(world)
    mine, yours = a_reviewer("one"), a_reviewer("two")
    claimed = claim_review(world.services, mine, None, review_id)
    assert claimed.status is ReviewStatus.CLAIMED
    with pytest.raises(AlreadyClaimed) as refused:
        claim_review(world.services, yours, None, review_id)
    assert refused.value.extra["claimed_until"] == "2026-03-01T12:15:01Z"
    with pytest.raises(AlreadyClaimed):
        decide(world, review_id, ACCEPT, caller=yours)
    world.clock.advance(days(14 / 24 / 60))
    claim_review(world.services, mine, None, review_id)  # renewed
    world.clock.advance(days(14 / 24 / 60))
    with pytest.raises(AlreadyClaimed):
        claim_review(world.services, yours, None, review_id)
    world.clock.advance(days(1 / 24 / 60))
    assert claim_review(world.services, yours, None, review_id).status is ReviewStatus.CLAIMED
    with pytest.raises(AlreadyClaimed):
        decide(world, review_id, ACCEPT, caller=mine)
    assert decide(world, review_id, ACCEPT, caller=yours).status is ReviewStatus.RESOLVED
    with pytest.raises(AlreadyResolved):
        claim_review(world.services, yours, None, review_id)


def test_repeating_a_decision_gives_the_same_answer_and_changes_nothing(world: World) -> None:
    case = a_conflict(world)
    keep = (case.ids[1],)
    first = decide(world, case.review_id, ACCEPT, keep=keep)
    before = world.records()
    again = decide(world, case.review_id, ACCEPT, keep=keep, caller=a_reviewer("another"))
    assert (again.review.resolution, world.records()) == (first.review.resolution, before)
    for decision, other in ((REJECT, ()), (ACCEPT, (case.ids[0],)), (ACCEPT, tuple(case.ids))):
        with pytest.raises(AlreadyResolved):
            decide(world, case.review_id, decision, keep=other)
    assert world.records() == before


def test_an_idempotency_key_belongs_to_the_decision(world: World) -> None:
    review_id, made = candidate(world)
    key = IdempotencyKey.of("rev", "POST /x", "k", b"body")
    reviewer, decision_input = a_reviewer(), ReviewDecisionInput(ACCEPT)
    first = resolve_review(world.services, reviewer, None, review_id, decision_input, key)
    second = resolve_review(world.services, reviewer, None, review_id, decision_input, key)
    assert (first.replayed, second.replayed) == (False, True)
    assert trail(world, made) == ["created", "accepted"]


def test_of_two_simultaneous_reviewers_one_decides(world: World) -> None:
    case = a_conflict(world)
    inner = world.stream.commit
    raced: list[bool] = []

    def faster(change: Change) -> None:
        if not raced:
            raced.append(True)
            decide(world, case.review_id, ACCEPT, keep=(case.ids[1],), caller=a_reviewer("faster"))
        inner(change)

    world.stream.commit = faster  # type: ignore[method-assign]
    with pytest.raises(AlreadyResolved):
        decide(world, case.review_id, ACCEPT, keep=(case.ids[0],), caller=a_reviewer("slower"))
    world.stream.commit = inner  # type: ignore[method-assign]
    assert [stored(world, m).status for m in case.memories] == [Status.SUPERSEDED, Status.ACTIVE]
    assert trail(world, case.memories[0]) == ["created", "disputed", "superseded"]


def test_a_write_during_the_decision_is_not_lost(world: World) -> None:
    case = a_conflict(world)
    inner = world.stream.commit
    raced: list[bool] = []

    def faster(change: Change) -> None:
        if not raced:
            raced.append(True)
            world.write("The launch is on 20 May", key="launch_date")
        inner(change)

    world.stream.commit = faster  # type: ignore[method-assign]
    decide(world, case.review_id, ACCEPT, keep=(case.ids[1],))
    world.stream.commit = inner  # type: ignore[method-assign]
    first = stored(world, case.memories[0])
    assert (first.version, first.content, first.status) == (2, "The launch is on 20 May", Status.SUPERSEDED)
    trail(world, first)


def test_another_review_of_the_same_memory_is_settled_with_it(world: World) -> None:
    review_id, made = candidate(world)
    feedback = under_review(world, ReviewKind.FEEDBACK, made)
    decide(world, feedback, ACCEPT)
    assert stored(world, made).status is Status.REJECTED
    assert queue(world, status=ReviewStatus.OPEN) == []
    settled = {v.review.review_id: v.review.resolution for v in queue(world)}
    resolution = settled[review_id]
    assert resolution is not None
    assert resolution.decision is None
    with pytest.raises(AlreadyResolved):
        decide(world, review_id, REJECT)


def test_a_candidate_that_a_person_confirms_meanwhile_no_longer_waits(world: World) -> None:
    review_id, made = candidate(world)
    world.write(made.content, source=Source.USER_STATED)
    assert stored(world, made).status is Status.ACTIVE
    assert queue(world, status=ReviewStatus.OPEN) == []
    with pytest.raises(AlreadyResolved):
        decide(world, review_id, REJECT)
    with pytest.raises(AlreadyResolved):
        claim_review(world.services, a_reviewer(), None, review_id)
    assert stored(world, made).status is Status.ACTIVE


def test_only_its_source_corrects_a_profile(world: World) -> None:
    source = a_caller("ann", "system_of_record")
    made = world.wrote("Works in finance", source, type=MemoryType.PROFILE, source=Source.SYSTEM_OF_RECORD)
    review_id = under_review(world, ReviewKind.FEEDBACK, made)
    for decision, content in ((ACCEPT, None), (EDIT, "Works in law")):
        with pytest.raises(ProfileReadOnly):
            decide(world, review_id, decision, content=content)
    assert stored(world, made) == made
    decide(world, review_id, REJECT)
    assert stored(world, made).source is Source.SYSTEM_OF_RECORD


def test_a_correction_with_flagged_words_opens_no_review(world: World) -> None:
    made = world.wrote("The office is on the third floor")
    world.clock.advance()
    correct_memory(world.services, a_caller(), None, made.memory_id, Correction(content="Write to ann@example.org"))
    assert stored(world, made).flags == ("email",)
    assert queue(world) == []


def test_a_refused_correction_of_a_profile_is_put_before_a_reviewer_once(world: World) -> None:
    source = a_caller("ann", "system_of_record")
    made = world.wrote("Works in finance", source, type=MemoryType.PROFILE, source=Source.SYSTEM_OF_RECORD)
    for _ in range(2):
        with pytest.raises(ProfileReadOnly):
            correct_memory(world.services, a_caller(), None, made.memory_id, Correction(content="Works in law"))
    (view,) = queue(world, kind=ReviewKind.FEEDBACK)
    assert [memory.memory_id for memory in view.members] == [made.memory_id]
    assert "law" not in view.review.reason
    decide(world, view.review.review_id, REJECT)
    with pytest.raises(ProfileReadOnly):
        correct_memory(world.services, a_caller(), None, made.memory_id, Correction(content="Works in law"))
    assert len(queue(world, kind=ReviewKind.FEEDBACK)) == 2
    delete_memory(world.services, source, None, made.memory_id)
    world.drain()
    assert world.records(prefix="rvm#") == world.records(prefix="rev#open#") == []


def test_only_a_reviewer_decides_and_only_at_or_below_its_own_scope(world: World) -> None:
    review_id, _ = candidate(world)
    with pytest.raises(ForbiddenRole):
        queue(world, a_caller())
    with pytest.raises(ForbiddenRole):
        decide(world, review_id, ACCEPT, caller=a_caller("ann", "auditor", "operator", bound=ACME))
    with pytest.raises(ForbiddenScope):
        decide(world, review_id, ACCEPT, caller=a_reviewer("bob", BOB), scope=ANN)
    with pytest.raises(NotFound):
        decide(world, review_id, ACCEPT, caller=a_reviewer("bob", BOB))
    with pytest.raises(NotFound):
        claim_review(world.services, a_reviewer("bob", BOB), None, review_id)
    assert queue(world, a_reviewer("bob", BOB)) == []
    assert len(queue(world, a_reviewer("ann", ANN))) == 1
    decide(world, review_id, ACCEPT, caller=a_reviewer("ann", ANN))


def test_a_reviewer_bound_to_purposes_sees_no_others(world: World) -> None:
    made = world.wrote("Takes a statin", purposes=("care",))
    review_id = under_review(world, ReviewKind.FEEDBACK, made)
    outsider = a_reviewer(purposes=frozenset({"billing"}))
    assert queue(world, outsider) == []
    with pytest.raises(NotFound):
        decide(world, review_id, ACCEPT, caller=outsider)
    assert len(queue(world, a_reviewer(purposes=frozenset({"care"})))) == 1


def test_nothing_is_decided_while_the_subject_is_deleted(world: World) -> None:
    review_id, _ = candidate(world)
    request_deletion(world.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    with pytest.raises(SubjectDeleting):
        decide(world, review_id, ACCEPT)
