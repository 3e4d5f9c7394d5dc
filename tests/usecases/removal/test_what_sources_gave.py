"""What of a memory goes with one of its sources: all that only that one gave, and nothing of the others."""

from __future__ import annotations

from typing import Any

import pytest

from shared.domain.access.caller import Role
from shared.domain.audit.chain import first_break
from shared.domain.deletion.barrier import DeletionPolicy, Selector, SelectorKind
from shared.domain.errors import DeletedBefore
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Background, Importance, Memory, MemoryType, Status, Turn
from shared.domain.reviews.review import ReviewDecision, ReviewKind
from shared.domain.sessions.session import EventKind
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.memories import memory_codec
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.reading.read_memories import ListQuery, list_memories, memory_history
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.sessions.complete_session import complete_session
from tests.builders import ACME, ANN, NOW, World, a_caller, days, run_workflow
from tests.snapshots import snapshot
from tests.usecases.curation.reviewing import a_conflict, decide, queue, stored
from tests.usecases.deletion.crashes import REQUEST, broken_off_at_each_commit
from tests.usecases.deletion.deletions import ask, state
from tests.usecases.deletion.test_selectors import a_session, deleted, listed, of_events, of_sessions, said, tell
from tests.usecases.writing.test_writing_memories import pointers_agree

HOME = "Lives in Oslo"
WRITER = a_caller("ann", Role.ORG_WRITER)


def stated_twice(world: World) -> Memory:
    """A person confirmed it (event a), an agent concluded it (event b)."""
    a_session(world, "s1", "We moved", "The parcel goes to Oslo")
    strong = world.wrote(
        HOME,
        key="home",
        source=Source.HUMAN_CONFIRMED,
        importance=Importance.CRITICAL,
        source_event_ids=("s1/e1",),
        metadata={"street": "zebra42"},
        background=Background("Ann", "s1", 1, (Turn("We moved, to zebra42", "e1"),)),
    )
    world.write(HOME, key="home", source=Source.AGENT_INFERRED, confidence=0.9, source_event_ids=("s1/e2",))
    world.index()
    return strong


def test_tier_confidence_importance_metadata_and_background_are_removed_with_their_source(world: World) -> None:
    memory = stated_twice(world)
    deleted(world, of_events("e1", session_id="s1"))
    remaining = stored(world, memory)
    assert (remaining.source, remaining.confidence, remaining.importance) == (
        Source.AGENT_INFERRED,
        0.9,
        Importance.NORMAL,
    )
    assert (remaining.metadata, remaining.background, remaining.basis.event_ids) == ({}, None, ("s1/e2",))
    assert world.holds("zebra42") == []
    assert said(world) == [HOME]
    pointers_agree(world)
    moved = world.write("Lives in Rome", key="home")
    assert (moved.outcome, said(world)) == (Outcome.UPDATED, ["Lives in Rome"])
    chain = [audit_entry(record) for record in world.records(prefix=keys.audit_prefix(memory.memory_id))]
    assert first_break(chain) is None
    assert [entry.action for entry in chain] == ["created", "confirmed", "source_lost", "updated"]


def test_from_the_acceptance_a_reader_sees_only_the_rest(world: World) -> None:
    stated_twice(world)
    ask(world, selector=of_events("e1", session_id="s1"))
    (seen,) = listed(world)
    assert (seen.source, seen.metadata, seen.background) == (Source.AGENT_INFERRED, {}, None)


def test_a_repetition_while_the_deletion_runs_does_not_show_the_deleted_part(world: World) -> None:
    stated_twice(world)
    ask(world, selector=of_events("e1", session_id="s1"))
    again = world.write(HOME, key="home", metadata={"floor": 3}, source_event_ids=("s1/e2",))
    assert again.outcome is Outcome.DUPLICATE
    assert again.memory is not None
    assert (again.memory.metadata, again.memory.source) == ({"floor": 3}, Source.USER_STATED)
    world.drain()
    assert [(m.metadata, m.source) for m in listed(world)] == [({"floor": 3}, Source.USER_STATED)]


def test_a_scheduled_version_begins_when_the_remaining_source_says(world: World) -> None:
    now = world.clock.now()
    june, july = now + days(30), now + days(60)
    first = world.wrote("The gate is red", key="gate")
    for event, starts in (("s1/e1", june), ("s1/e2", july)):
        world.write("The gate is blue", key="gate", valid_from=starts, source_event_ids=(event,))
    assert [v.valid_from for v in stored(world, first).schedule.upcoming] == [june]
    assert stored(world, first).valid_to == june
    deleted(world, of_events("e1"))
    remaining = stored(world, first)
    assert [(v.valid_from, v.basis.event_ids) for v in remaining.schedule.upcoming] == [(july, ("s1/e2",))]
    assert remaining.valid_to == july


def test_time_to_live_counts_from_the_last_remaining_confirmation(world: World) -> None:
    first = world.wrote("Prefers tea", type=MemoryType.PREFERENCE, source_event_ids=("s1/e1",))
    world.clock.advance(days(10))
    world.write("Prefers tea", type=MemoryType.PREFERENCE, source_event_ids=("s1/e2",))
    deleted(world, of_events("e2"))
    remaining = stored(world, first)
    assert (remaining.expiry.soft_at, remaining.expiry.hard_at) == (first.expiry.soft_at, first.expiry.hard_at)
    assert (remaining.observed_at, remaining.updated_at) == (first.observed_at, first.updated_at)


def test_the_rest_of_a_fact_may_have_to_wait_for_a_person(world: World) -> None:
    fact = world.wrote("The shed is green", source=Source.AGENT_INFERRED, confidence=0.6, source_event_ids=("s1/e1",))
    world.write("The shed is green", source_event_ids=("s1/e2",))
    assert stored(world, fact).status is Status.ACTIVE
    waiting = len(queue(world))
    deleted(world, of_events("e2"))
    remaining = stored(world, fact)
    assert (remaining.status, remaining.trust) == (Status.CANDIDATE, Trust.DATA)
    opened = queue(world)[waiting:]
    assert [view.review.kind for view in opened] == [ReviewKind.CANDIDATE]


def test_a_key_that_only_the_deleted_source_gave_is_removed(world: World) -> None:
    memory = world.wrote(HOME, source_event_ids=("s1/e1",))
    world.write(HOME, key="zebra42", source_event_ids=("s1/e2",))
    deleted(world, of_events("e2"))
    assert stored(world, memory).key is None
    assert world.holds("zebra42") == []
    pointers_agree(world)
    assert world.write(HOME, key="home").outcome is Outcome.DUPLICATE


REPLIES, ANSWERS = "The user prefers replies in German", "The user prefers answers in German"


def test_the_wording_of_a_deleted_event_is_replaced_by_that_of_another_source(world: World) -> None:
    memory = world.wrote(REPLIES, source_event_ids=("s1/e1",))
    world.index()
    again = world.write(ANSWERS, source_event_ids=("s1/e2",))
    assert (again.outcome, again.memory and again.memory.memory_id) == (Outcome.DUPLICATE, memory.memory_id)
    world.index()
    ask(world, selector=of_events("e1"))
    assert said(world) == [ANSWERS]
    world.drain()
    assert said(world) == [ANSWERS]
    assert world.holds("replies") == []
    assert "index" in world.holds(ANSWERS)
    pointers_agree(world)
    assert world.write(ANSWERS).outcome is Outcome.DUPLICATE
    with pytest.raises(DeletedBefore):
        world.write(REPLIES, observed_at=NOW)
    assert [m.memory_id for m in listed(world)] == [memory.memory_id]


def test_other_words_of_a_memory_are_removed_with_their_source(world: World) -> None:
    world.write(REPLIES, source_event_ids=("s1/e1",))
    world.index()
    world.write(ANSWERS, source_event_ids=("s1/e2",))
    assert world.holds("answers") != []
    deleted(world, of_events("e2"))
    assert (said(world), world.holds("answers")) == ([REPLIES], [])


def test_a_copy_of_a_reworded_memory_is_reworded_too(world: World) -> None:
    memory = world.wrote(REPLIES, source_event_ids=("s1/e1",))
    world.index()
    world.write(ANSWERS, source_event_ids=("s1/e2",))
    world.index()
    copy = promote_memory(world.services, WRITER, memory.scope, memory.memory_id, ACME).memory
    assert copy is not None
    world.index()
    ask(world, selector=of_events("e1"))
    assert recalled_in_the_org(world) == [ANSWERS]
    world.drain()
    assert stored(world, copy).content == ANSWERS
    assert world.holds("replies") == []
    pointers_agree(world)


# --- A statement without a source is one itself


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("selector", [of_events("e1"), of_sessions("s1")], ids=["event", "session"])
def test_a_direct_statement_stays_when_the_event_that_repeats_it_goes(
    world: World, selector: Selector, first: bool
) -> None:
    a_session(world, "s1", "I prefer tea")
    for event in ((), ("s1/e1",)) if first else (("s1/e1",), ()):
        world.write("Prefers tea", source_event_ids=event)
    deleted(world, selector)
    (remaining,) = listed(world)
    assert (remaining.content, remaining.basis.event_ids, remaining.basis.contributions) == ("Prefers tea", (), ())
    assert world.records(prefix="edge#") == []
    assert said(world) == ["Prefers tea"]


def test_a_direct_statement_that_a_session_repeated_stays_without_the_session(world: World) -> None:
    world.write("I prefer tea over coffee", type=MemoryType.PREFERENCE)
    a_session(world, "s1")
    tell(world, "s1", ("e1", "I prefer tea over coffee"), kind=EventKind.FEEDBACK)
    complete_session(world.services, a_caller(), None, "s1")
    assert [m.basis.event_ids for m in listed(world)] == [("s1/e1",)]
    deleted(world, of_sessions("s1"))
    assert [(m.content, m.basis.event_ids) for m in listed(world)] == [("I prefer tea over coffee", ())]


def test_a_candidate_that_a_reviewer_accepted_stays_without_the_event(world: World) -> None:
    made = world.wrote(
        "The shed key hangs by the door",
        source=Source.AGENT_INFERRED,
        confidence=0.6,
        source_event_ids=("s1/e1",),
        metadata={"street": "zebra42"},
    )
    (view,) = queue(world)
    decide(world, view.review.review_id, ReviewDecision.ACCEPT)
    deleted(world, of_events("e1"))
    remaining = stored(world, made)
    assert (remaining.status, remaining.source, remaining.basis.event_ids) == (
        Status.ACTIVE,
        Source.HUMAN_CONFIRMED,
        (),
    )
    assert world.holds("zebra42") == []


def corrected(world: World, memory: Memory, correction: Correction) -> None:
    world.clock.advance()
    correct_memory(world.services, a_caller(), None, memory.memory_id, correction)
    world.index()


def test_a_persons_other_words_stay_without_the_event_that_they_corrected(world: World) -> None:
    memory = world.wrote("Lives in Oslo", key="home", source_event_ids=("s1/e1",), metadata={"street": "zebra42"})
    corrected(world, memory, Correction(content="Lives in Bergen"))
    assert stored(world, memory).metadata == {"street": "zebra42"}
    deleted(world, of_events("e1"))
    remaining = stored(world, memory)
    assert (remaining.content, remaining.source, remaining.basis.event_ids) == (
        "Lives in Bergen",
        Source.HUMAN_CONFIRMED,
        (),
    )
    assert memory_history(world.services, a_caller(), None, memory.memory_id, limit=9, after=None).items == (remaining,)
    assert world.holds("zebra42") == world.holds("Oslo") == []


def test_a_correction_of_metadata_alone_is_no_source_of_the_words(world: World) -> None:
    memory = world.wrote("Lives in Oslo", source_event_ids=("s1/e1",))
    corrected(world, memory, Correction(importance=Importance.HIGH))
    deleted(world, of_events("e1"))
    assert listed(world) == []


def test_words_that_a_person_replaced_do_not_come_back(world: World) -> None:
    memory = stated_twice(world)
    corrected(world, memory, Correction(metadata={"street": "unknown"}, importance=Importance.HIGH))
    deleted(world, of_events("e2"))
    remaining = stored(world, memory)
    assert (remaining.metadata, remaining.importance) == ({"street": "unknown"}, Importance.HIGH)
    assert remaining.source is Source.HUMAN_CONFIRMED


def test_a_merged_part_is_removed_with_its_source(world: World) -> None:
    case = a_conflict(world)
    decide(world, case.review_id, ReviewDecision.MERGE, keep=(case.ids[0],))
    merged = stored(world, case.memories[0])
    assert merged.metadata == {"from": "one", "a": 1, "b": 2}
    deleted(world, of_events("e2"))
    remaining = stored(world, merged)
    assert (remaining.metadata, remaining.basis.event_ids) == ({"from": "one", "a": 1}, ("s1/e1",))
    assert remaining.source is Source.HUMAN_CONFIRMED


# --- Copies


def test_a_copy_loses_what_its_origin_loses(world: World) -> None:
    memory = stated_twice(world)
    copy = promote_memory(world.services, WRITER, memory.scope, memory.memory_id, ACME).memory
    assert copy is not None
    assert copy.metadata == {"street": "zebra42"}
    deleted(world, of_events("e1", session_id="s1"))
    remaining = stored(world, copy)
    assert (remaining.source, remaining.metadata, remaining.basis.event_ids) == (Source.AGENT_INFERRED, {}, ("s1/e2",))
    assert world.holds("zebra42") == []
    deleted(world, of_events("e2", session_id="s1"), "r2")
    assert world.records(prefix="cur#") == []


def test_a_copy_of_two_memories_keeps_the_part_of_each(world: World) -> None:
    bob = a_caller("bob", Role.ORG_WRITER)
    hers = world.wrote("The lift is out of order", metadata={"street": "zebra42"}, source=Source.HUMAN_CONFIRMED)
    his = world.wrote("The lift is out of order", bob, metadata={"floor": 3})
    copy = promote_memory(world.services, WRITER, hers.scope, hers.memory_id, ACME).memory
    promote_memory(world.services, bob, his.scope, his.memory_id, ACME)
    assert copy is not None
    assert stored(world, copy).metadata == {"street": "zebra42", "floor": 3}
    ask(world, selector=Selector(SelectorKind.SUBJECT))
    world.drain()
    remaining = stored(world, copy)
    assert (remaining.metadata, remaining.source) == ({"floor": 3}, Source.USER_STATED)
    assert world.holds("zebra42") == []
    assert remaining.basis.provenance is not None
    assert remaining.basis.provenance["sources"] == [f"memory:{his.memory_id}"]


def test_an_organisations_own_statement_stays_when_the_copy_beside_it_is_removed(world: World) -> None:
    hers = world.wrote("The lift is out of order", metadata={"street": "zebra42"}, source_event_ids=("s1/e1",))
    world.write("The lift is out of order", WRITER, scope=ACME)
    copy = promote_memory(world.services, WRITER, hers.scope, hers.memory_id, ACME).memory
    assert copy is not None
    deleted(world, of_events("e1"))
    remaining = stored(world, copy)
    assert (remaining.content, remaining.metadata, remaining.basis.event_ids) == ("The lift is out of order", {}, ())


def both_promoted(world: World, **fields: str) -> Memory:
    """Ann's statement and Bob's, of which one copy was made; each cites the event of that id in a session of theirs."""
    bob = a_caller("bob", Role.ORG_WRITER)
    for caller, metadata in ((WRITER, {"street": "zebra42"}), (bob, {"floor": 3})):
        memory = world.wrote("The lift is broken", caller, metadata=metadata, source_event_ids=("s1/e1",), **fields)
        copy = promote_memory(world.services, caller, memory.scope, memory.memory_id, ACME).memory
    assert copy is not None
    return copy


@pytest.mark.parametrize("selector", [of_events("e1"), of_sessions("s1"), Selector(SelectorKind.CONSENT, ("ads",))])
def test_one_users_deletion_removes_nothing_that_another_gave_to_the_copy(world: World, selector: Selector) -> None:
    copy = both_promoted(world, consent_scope="ads")
    a_session(world, "s1", "The lift is broken")
    ask(world, selector=selector)
    assert [m.metadata for m in in_the_org(world)] == [{"floor": 3}]
    world.drain()
    remaining = stored(world, copy)
    assert (remaining.metadata, remaining.basis.event_ids, remaining.consent_scope) == (
        {"floor": 3},
        ("s1/e1",),
        "ads",
    )
    assert world.holds("zebra42") == []


def test_a_copy_is_removed_with_the_consent_label_of_its_origin(world: World) -> None:
    memory = world.wrote("The lift is broken", consent_scope="ads", metadata={"street": "zebra42"})
    copy = promote_memory(world.services, WRITER, memory.scope, memory.memory_id, ACME).memory
    world.write("The lift is broken", consent_scope="care", source_event_ids=("s1/e1",))
    assert copy is not None
    deleted(world, Selector(SelectorKind.CONSENT, ("ads",)))
    assert [m.scope for m in current(world)] == [ANN]
    assert world.holds("zebra42") == []


def test_a_copy_loses_the_part_too_if_its_origin_was_released_from_a_dispute_first(world: World) -> None:
    """What lets a memory go writes it whole: what of it is being deleted its own turn finds."""
    fact: dict[str, Any] = {"source": Source.TASK_OUTCOME, "confidence": 0.7}
    racks = world.wrote("The rack limit is 40 units", key="one", metadata={"floor": 3}, **fact)
    world.write("The rack limit is 40 units", metadata={"street": "zebra42"}, source_event_ids=("s1/e2",), **fact)
    copy = promote_memory(world.services, WRITER, racks.scope, racks.memory_id, ACME).memory
    world.index()
    rival = world.write("The rack limit is 42 units", key="two", source_event_ids=("s1/e1",), **fact)
    assert rival.outcome is Outcome.CONFLICT
    assert copy is not None
    deleted(world, of_events("e1", "e2", session_id="s1"))
    assert stored(world, racks).status is Status.ACTIVE
    assert [m.metadata for m in (stored(world, racks), stored(world, copy))] == [{"floor": 3}, {"floor": 3}]
    assert world.holds("zebra42") == []


def in_the_org(world: World) -> list[Memory]:
    return list(list_memories(world.services, WRITER, ListQuery(scope=ACME)).items)


# --- The memory is judged again under its key


def test_an_earlier_version_is_current_again_when_its_successor_has_become_weaker(world: World) -> None:
    first = world.wrote("Lives in Oslo", key="home")
    for source, confidence, event in ((Source.HUMAN_CONFIRMED, 1.0, "s1/e1"), (Source.AGENT_INFERRED, 0.9, "s1/e2")):
        world.write("Lives in Rome", key="home", source=source, confidence=confidence, source_event_ids=(event,))
    world.index()
    deleted(world, of_events("e1"))
    (remaining,) = listed(world)
    assert (remaining.memory_id, remaining.content, remaining.version, remaining.valid_to) == (
        first.memory_id,
        "Lives in Oslo",
        1,
        None,
    )
    history = memory_history(world.services, a_caller(), None, first.memory_id, limit=9, after=None).items
    assert [(m.version, m.content, m.status) for m in history] == [
        (2, "Lives in Rome", Status.REJECTED),
        (1, "Lives in Oslo", Status.ACTIVE),
    ]
    pointers_agree(world)
    deleted(world, of_events("e2"), "r2")
    assert world.holds("Rome") == []
    assert said(world) == ["Lives in Oslo"]


def test_a_rejected_incoming_memory_is_current_when_the_winner_has_become_weaker(world: World) -> None:
    memory = stated_twice(world)
    assert world.write("Lives in Rome", key="home").outcome is Outcome.KEPT_EXISTING
    world.index()
    deleted(world, of_events("e1", session_id="s1"))
    (remaining,) = listed(world)
    assert (remaining.memory_id, remaining.content, remaining.status) == (
        memory.memory_id,
        "Lives in Rome",
        Status.ACTIVE,
    )
    assert world.holds("zebra42") == []
    pointers_agree(world)


def test_a_weaker_memory_that_is_still_the_strongest_stays_current(world: World) -> None:
    stated_twice(world)
    world.write("Lives in Rome", key="home", source=Source.EXTERNAL_UNVERIFIED, source_event_ids=("s1/e3",))
    deleted(world, of_events("e1", session_id="s1"))
    assert [m.content for m in listed(world) if m.status is Status.ACTIVE] == [HOME]


# --- Broken off


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_broken_off_at_any_commit_and_continued_it_leaves_nothing_of_the_source(after: bool) -> None:

    def asked_for(world: World) -> None:
        memory = stated_twice(world)
        world.write("Lives in Rome", key="home")
        promote_memory(world.services, WRITER, memory.scope, memory.memory_id, ACME)
        world.index()
        ask(world, selector=of_events("e1", session_id="s1"))

    begun = snapshot(asked_for, deletion_policy=DeletionPolicy(page=4))
    for world, ended in broken_off_at_each_commit(begun, after=after, more_than=5):
        assert ended or run_workflow(REQUEST) == "completed"
        world.index()
        assert world.holds("zebra42") == []
        assert state(world).residue == 0
        assert said(world) == ["Lives in Rome"]
        assert [m.scope for m in current(world)] == [ACME, ANN]
        pointers_agree(world)


def recalled_in_the_org(world: World) -> list[str]:
    query = RecallQuery("replies in German", scope=ACME, min_relevance=0.0, top_k=9)
    return [hit.memory.content for hit in recall(world.services, WRITER, query).hits]


def current(world: World) -> list[Memory]:
    return [memory_codec.memory(record.attributes) for record in world.records(prefix="cur#")]
