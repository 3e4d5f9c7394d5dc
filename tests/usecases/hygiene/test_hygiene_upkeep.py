"""Maintenance at work: marks, questions, history, retrievals, long plans, and what meets it halfway."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.errors import AlreadyClaimed, Malformed, SearchUnavailable, Unavailable
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.ports import Retrieved
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Change
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.curation.review_queue import ReviewQuery, list_reviews
from shared.usecases.hygiene import plan_and_apply
from shared.usecases.hygiene.plan_and_apply import apply_plan, make_plan, read_plan
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.recall.retrieval_stats import add_up
from tests.builders import ACME, ANN, NOW, World, a_caller, days

OPERATOR = a_caller("ops", "operator", "reviewer", "auditor", bound=ACME)


class Down:
    """A search index that does not answer."""

    def search(self, *_: object) -> object:
        raise SearchUnavailable("down")


@dataclass(slots=True)
class Heard:
    """A queue that is read by hand."""

    messages: list[Retrieved] = field(default_factory=list)
    down: bool = False

    def record(self, retrieved: Retrieved) -> None:
        if self.down:
            raise Unavailable("the queue is down")
        self.messages.append(retrieved)


def passed(world: World) -> dict[str, int]:
    world.index()
    return dict(run_pass(world.services).applied)


def seen(world: World) -> None:
    """What was written has been scanned; from here on only the rules make a memory due."""
    world.index()
    world.clock.advance(days(1))
    run_pass(world.services)


def read(world: World, memory_id: str) -> None:
    assert add_up(world.services, [Retrieved(world.clock.now(), ((ANN.path, memory_id),))]) == []


def current(world: World, memory_id: str) -> Memory | None:
    (record,) = world.store.get([keys.current(ANN, memory_id)])
    return None if record is None else memory_codec.memory(record.attributes)


def actions(world: World, memory_id: str) -> list[object]:
    return [record.attributes["action"] for record in world.records(prefix=keys.audit_prefix(memory_id))]


def intact(world: World) -> bool:
    return verify_audit(world.services, OPERATOR, None).first_break is None


# --- Each rule leaves its mark, and its record


def test_an_old_unread_fact_is_put_before_a_person_once(world: World) -> None:
    fact = world.wrote("The office is on the third floor", key="floor").memory_id
    seen(world)
    world.clock.advance(days(200))
    assert passed(world) == {"unread": 1}
    (review,) = list_reviews(world.services, OPERATOR, ReviewQuery()).items
    assert (review.review.kind.value, [m.memory_id for m in review.members]) == ("stale", [fact])
    world.clock.advance(days(1400))
    assert passed(world) == {}
    assert len(list_reviews(world.services, OPERATOR, ReviewQuery()).items) == 1
    assert actions(world, fact) == ["created", "put_up_for_review"]
    assert intact(world)


def test_an_update_while_a_review_is_open_opens_no_second_one(world: World) -> None:
    world.write("The office is on the third floor", key="floor")
    seen(world)
    world.clock.advance(days(200))
    assert passed(world) == {"unread": 1}
    world.write("The office is on the fourth floor", key="floor")
    seen(world)
    world.clock.advance(days(200))
    assert passed(world).get("unread") == 1
    assert len(list_reviews(world.services, OPERATOR, ReviewQuery()).items) == 1


def test_a_weak_inference_is_ranked_down_after_two_months_and_confirmation_restores_it(world: World) -> None:
    weak = world.wrote("The printer is upstairs", source=Source.USER_STATED, confidence=0.2).memory_id
    seen(world)
    world.clock.advance(days(60))
    assert passed(world) == {"low_confidence": 1}
    memory = current(world, weak)
    assert memory is not None
    assert memory.status is Status.STALE
    world.write("The printer is upstairs", confidence=0.9)
    memory = current(world, weak)
    assert memory is not None
    assert memory.status is Status.ACTIVE


def test_history_is_removed_a_quarter_after_its_end_and_audited(world: World) -> None:
    fact = world.wrote("The office is on the third floor", key="floor").memory_id
    world.write("The office is on the fourth floor", key="floor")
    seen(world)
    world.clock.advance(days(88))
    assert passed(world) == {}
    assert len(world.records(prefix="ver#")) == 1
    world.clock.advance(days(2))
    assert passed(world) == {"ended": 1}
    assert world.records(prefix="ver#") == []
    memory = current(world, fact)
    assert memory is not None
    assert (memory.content, memory.version) == ("The office is on the fourth floor", 2)
    assert actions(world, fact) == ["created", "updated", "version_removed"]
    assert intact(world)
    # The copy in the text's pointer is the current record: a repetition still finds it.
    assert world.write("The office is on the fourth floor", key="floor").outcome.value == "duplicate"


def test_a_version_without_a_memory_is_removed_as_well(world: World) -> None:
    fact = world.wrote("The office is on the third floor", key="floor")
    world.write("The office is on the fourth floor", key="floor")
    world.store.commit(Change(removes=(keys.current(ANN, fact.memory_id),)))
    world.clock.advance(days(91))
    assert passed(world) == {"ended": 1}
    assert world.records(prefix="ver#") == []


def test_the_plan_names_versions_and_the_apply_removes_exactly_those(world: World) -> None:
    fact = world.wrote("The office is on the third floor", key="floor").memory_id
    world.write("The office is on the fourth floor", key="floor")
    seen(world)
    world.clock.advance(days(60))
    world.write("The office is on the fifth floor", key="floor")
    seen(world)
    world.clock.advance(days(40))
    plan = make_plan(world.services, OPERATOR, None)
    assert [(i.memory_id, i.version, i.action.value) for i in plan.items] == [(fact, 1, "delete_version")]
    assert apply_plan(world.services, OPERATOR, None, plan.plan_id).applied == {"ended": 1}
    assert [record.attributes["version"] for record in world.records(prefix="ver#")] == [2]


# --- Retrievals


def test_a_memory_that_was_read_is_kept_and_checked_again_later(world: World) -> None:
    preference = world.wrote("Prefers aisle seats", type=MemoryType.PREFERENCE).memory_id
    seen(world)
    world.clock.advance(days(109))
    read(world, preference)
    world.clock.advance(days(11))
    assert passed(world) == {"soft_expired": 1}
    assert passed(world) == {}
    (record,) = world.store.get([keys.current(ANN, preference)])
    assert record is not None
    assert record.next_check_at is not None
    # 90 days and one until the soft expiry, read on day 110, unread for 30.
    assert record.next_check_at - NOW == days(140) + timedelta(seconds=1)
    world.clock.at = record.next_check_at - timedelta(microseconds=1)
    assert passed(world) == {}
    world.clock.advance(timedelta(microseconds=1))
    assert passed(world) == {"soft_expired_unread": 1}
    assert [record for record in world.records() if preference in record.key.sk and record.key.sk[:4] != "aud#"] == []


def test_a_memory_retrieved_between_plan_and_apply_is_kept(world: World) -> None:
    preference = world.wrote("Prefers aisle seats", type=MemoryType.PREFERENCE).memory_id
    seen(world)
    world.clock.advance(days(130))
    plan = make_plan(world.services, OPERATOR, None)
    read(world, preference)
    report = apply_plan(world.services, OPERATOR, None, plan.plan_id)
    assert (report.applied, report.skipped, report.changed) == ({}, 1, (preference,))
    assert current(world, preference) is not None


def test_a_memory_retrieved_during_its_removal_is_kept(world: World) -> None:
    preference = world.wrote("Prefers aisle seats", type=MemoryType.PREFERENCE).memory_id
    seen(world)
    world.clock.advance(days(130))

    def at_once(change: Change) -> None:
        if any(key.sk.startswith("cur#") for key in change.removes):
            recording.before_commit = None
            read(world, preference)

    recording = RecordingRecords(world.stream, before_commit=at_once)
    report = run_pass(world.on(records=recording).services)
    assert (dict(report.applied), report.skipped) == ({}, 1)
    assert current(world, preference) is not None


def test_recall_queues_its_retrievals_and_does_not_depend_on_the_queue(world: World) -> None:
    queue = Heard()
    services = world.on(retrievals=queue).services
    fact = world.wrote("The office is on the third floor").memory_id
    world.index()
    query = RecallQuery("where is the office?", min_relevance=0.0)
    assert len(recall(services, a_caller(), query).hits) == 1
    assert [message.memories for message in queue.messages] == [((ANN.path, fact),)]
    queue.down = True
    assert len(recall(services, a_caller(), query).hits) == 1


def test_a_degraded_recall_is_queued_as_such_whether_it_finds_memories_or_not(world: World) -> None:
    queue = Heard()
    world.write("The office is on the third floor")
    world.index()
    services = world.on(retrievals=queue, search=Down()).services
    assert len(recall(services, a_caller(), RecallQuery("office floor", min_relevance=0.0)).hits) == 1
    assert not recall(services, a_caller("bob"), RecallQuery("office floor")).hits
    assert [(len(message.memories), message.degraded) for message in queue.messages] == [(1, ACME.path), (0, ACME.path)]
    recall(world.on(retrievals=queue).services, a_caller("bob"), RecallQuery("office floor"))
    assert len(queue.messages) == 2, "a whole answer without memories costs no message"


def test_retrievals_are_summed_by_memory_in_any_order_and_never_for_missing_memories(world: World) -> None:
    fact = world.wrote("The office is on the third floor").memory_id
    one, two = Retrieved(NOW + days(2), ((ANN.path, fact), (ANN.path, "gone"))), Retrieved(NOW, ((ANN.path, fact),))
    assert add_up(world.services, [one, two]) == []
    assert add_up(world.services, [two]) == []
    (record,) = world.records(prefix="acc#")
    assert record.attributes == {"count": 3, "last_at": (NOW + days(2)).isoformat()}


# --- Long plans


def test_a_plan_is_read_page_by_page_and_each_item_is_returned_once(world: World) -> None:
    for n in range(130):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}", type=MemoryType.TASK)
    world.clock.advance(days(365))
    plan = make_plan(world.services, OPERATOR, None)
    found: list[str] = []
    after: str | None = None
    while True:
        page = read_plan(world.services, OPERATOR, None, plan.plan_id, limit=40, after=after)
        found += [item.memory_id for item in page.items]
        assert page.counts == plan.counts == {"hard_expired": 130}
        after = page.next_cursor
        if after is None:
            break
    assert found == [item.memory_id for item in plan.items]
    other = make_plan(world.services, OPERATOR, None)
    first = read_plan(world.services, OPERATOR, None, plan.plan_id, limit=40, after=None)
    with pytest.raises(Malformed):
        read_plan(world.services, OPERATOR, None, other.plan_id, limit=40, after=first.next_cursor)


def test_an_apply_stops_when_its_time_is_used_and_the_next_goes_on(world: World) -> None:
    for n in range(7):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}", type=MemoryType.TASK)
    world.clock.advance(days(365))
    plan = make_plan(world.services, OPERATOR, None)

    def slowly(_: Change) -> None:
        world.clock.advance(plan_and_apply.APPLY_TIME / 4)

    slow = world.on(records=RecordingRecords(world.stream, before_commit=slowly)).services
    first = apply_plan(slow, OPERATOR, None, plan.plan_id)
    assert first.more
    assert 0 < sum(first.applied.values()) < 7
    assert first.by_this_call == first.applied
    counted = sum(first.by_this_call.values())
    for _ in range(7):
        report = apply_plan(slow, OPERATOR, None, plan.plan_id)
        counted += sum(report.by_this_call.values())
    assert counted == 7
    assert (report.applied, report.skipped, report.more) == ({"hard_expired": 7}, 0, False)


def test_of_two_simultaneous_applies_one_works_and_the_other_is_refused(world: World) -> None:
    for n in range(3):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}", type=MemoryType.TASK)
    world.clock.advance(days(365))
    plan = make_plan(world.services, OPERATOR, None)
    refused = []

    def another(change: Change) -> None:
        if any(key.sk.startswith("cur#") for key in change.removes):
            with pytest.raises(AlreadyClaimed) as raised:
                apply_plan(world.services, OPERATOR, None, plan.plan_id)
            refused.append(raised.value.extra["claimed_until"])

    first = world.on(records=RecordingRecords(world.stream, before_commit=another)).services
    report = apply_plan(first, OPERATOR, None, plan.plan_id)
    assert report.applied == {"hard_expired": 3}
    assert len(refused) == 3
    assert apply_plan(world.services, OPERATOR, None, plan.plan_id) == report


def test_an_apply_that_lost_its_lease_does_nothing_more(world: World) -> None:
    """Two minutes asleep in the middle: another call takes over and ends the plan, and the first finds its report."""
    for n in range(3):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}", type=MemoryType.TASK)
    world.clock.advance(days(365))
    plan = make_plan(world.services, OPERATOR, None)

    def asleep(change: Change) -> None:
        if any(key.sk.startswith("cur#") for key in change.removes):
            recording.before_commit = None
            world.clock.advance(2 * plan_and_apply.LEASE)
            assert apply_plan(world.services, OPERATOR, None, plan.plan_id).applied == {"hard_expired": 3}

    recording = RecordingRecords(world.stream, before_commit=asleep)
    report = apply_plan(world.on(records=recording).services, OPERATOR, None, plan.plan_id)
    assert (report.applied, report.skipped) == ({"hard_expired": 3}, 0)
    assert len(world.records(prefix="aud#")) == 6  # each was created and expired once


# --- The schedule's pass


def test_a_pass_goes_on_until_its_time_is_used_and_the_next_ends_it(world: World) -> None:
    for n in range(6):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}", type=MemoryType.TASK)
    world.clock.advance(days(365))
    slow = RecordingRecords(world.stream, before_commit=lambda _: world.clock.advance(timedelta(minutes=3)))
    first = run_pass(world.on(records=slow).services)
    assert first.more
    assert 0 < first.applied["hard_expired"] < 6
    second = run_pass(world.services)
    assert first.applied["hard_expired"] + second.applied["hard_expired"] == 6
    assert not second.more


def test_after_a_pass_no_record_is_due(world: World) -> None:
    for n, type in enumerate(MemoryType):
        if type is not MemoryType.PROFILE:
            world.write(f"Statement {n} stands by itself", type=type, key="one")
            world.write(f"Statement {n} was replaced", type=type, key="one")
    for _ in range(12):
        world.clock.advance(days(45))
        passed(world)
        assert world.store.due(world.clock.now()).items == ()
    assert intact(world)


def test_with_search_down_the_scan_waits_and_the_rules_do_not(world: World) -> None:
    world.write("The office is on the third floor")
    world.write("Carry the boxes upstairs", type=MemoryType.TASK)
    world.clock.advance(days(100))

    report = run_pass(world.on(search=Down()).services)
    assert (dict(report.applied), report.unscanned) == ({"hard_expired": 1}, 1)
    world.index()
    assert run_pass(world.services).scanned == {"nothing": 1}


def test_a_subject_that_is_being_deleted_is_left_to_its_deletion(world: World) -> None:
    from shared.domain.deletion.barrier import Selector, SelectorKind
    from shared.usecases.deletion.request_deletion import request_deletion

    world.write("The office is on the third floor", confidence=0.1)
    seen(world)
    world.clock.advance(days(61))
    request_deletion(world.services, a_caller(), None, "forget", Selector(SelectorKind.SUBJECT))
    before = world.records(prefix="cur#")
    run_pass(world.services)
    assert world.records(prefix="cur#") == before
