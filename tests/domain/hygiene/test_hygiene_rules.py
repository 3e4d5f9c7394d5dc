"""What maintenance does to a memory, and when it has to look again. The rules are written out a second time here, as
plainly as the specification has them, and the two are checked against each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.hygiene.maintenance_rules import (
    HygieneAction,
    HygieneRule,
    PlannedAction,
    RetrievalStats,
    next_check,
    next_check_of_version,
    planned,
    planned_for_version,
    scan_due_at,
    staleness_of,
)
from shared.domain.memories.lifetimes import ExpiryPolicy
from shared.domain.memories.memory import ENDED, Ending, Expiry, Memory, MemoryType, Status, Upkeep
from tests.builders import NOW, a_memory, days

POLICY = ExpiryPolicy()
TICK = timedelta(microseconds=1)
STATE_LIKE = (MemoryType.PREFERENCE, MemoryType.PROFILE, MemoryType.SEMANTIC, MemoryType.PROCEDURAL)
LASTING = (MemoryType.SEMANTIC, MemoryType.PROCEDURAL)
ACTIONS = {
    "hard_expired": "delete", "soft_expired_unread": "delete", "ended": "delete_version",
    "low_confidence": "mark_stale", "eviction": "review", "staleness": "mark_stale", "unread": "review",
    "soft_expired": "mark_stale",
}  # fmt: skip


def rule_of(memory: Memory, stats: RetrievalStats | None, now: datetime) -> str | None:
    """The specification's section 8, read aloud."""
    last = None if stats is None else stats.last_at
    used = memory.updated_at if last is None else max(last, memory.updated_at)
    asked = memory.upkeep.review_asked_at is not None and memory.upkeep.review_asked_at >= memory.updated_at
    if memory.expiry.hard_at is not None and memory.expiry.hard_at <= now:
        return "hard_expired"
    soft = memory.expiry.soft_at
    if soft is not None and soft + days(30) <= now and not (last is not None and last > now - days(30)):
        return "soft_expired_unread"
    if memory.status in ENDED:
        return "ended" if memory.ending.at is not None and memory.ending.at + days(90) <= now else None
    active = memory.status is Status.ACTIVE
    if active and memory.confidence < 0.3 and memory.updated_at + days(60) <= now:
        return "low_confidence"
    stale = staleness(memory, used, now)
    if memory.status is not Status.CANDIDATE and not asked and stale > Fraction(9, 10):
        return "eviction"
    if active and stale > Fraction(7, 10):
        return "staleness"
    if active and soft is not None and soft <= now:
        return "soft_expired"
    readable = memory.status in (Status.ACTIVE, Status.STALE)
    if readable and memory.type in LASTING and not asked and used + days(180) <= now:
        return "unread"
    return None


def staleness(memory: Memory, used: datetime, now: datetime) -> Fraction:
    span = {MemoryType.TASK: 90}.get(memory.type, 365)
    age = min(max(Fraction((now - memory.updated_at) // TICK, days(span) // TICK), Fraction(0)), Fraction(1))
    decay = min(max(Fraction((now - used) // TICK, days(30) // TICK), Fraction(0)), Fraction(1))
    conflict = 1 if memory.status is Status.PENDING_REVIEW else 0
    return Fraction(4, 10) * age + Fraction(3, 10) * decay + Fraction(3, 10) * conflict


def decided(memory: Memory, stats: RetrievalStats | None, now: datetime) -> str | None:
    action = planned(memory, stats, POLICY, now)
    return None if action is None else action.rule.value


offsets = st.integers(0, 500 * 86_400 * 1_000_000).map(lambda ticks: TICK * ticks)


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    type = draw(st.sampled_from(MemoryType))
    status = draw(st.sampled_from(Status))
    created = NOW - draw(offsets)
    updated = min(NOW, created + draw(offsets))
    recorded = draw(st.sampled_from([None, created, updated]))
    return a_memory(
        type=type,
        status=status,
        confidence=draw(st.sampled_from([0.0, 0.1, 0.29, 0.3, 0.5, 1.0])),
        created_at=created,
        updated_at=updated,
        recorded_at=recorded,
        expiry=POLICY.expiry_of(type, updated),
        ending=Ending(at=updated if status in ENDED else None),
        upkeep=Upkeep(draw(st.none() | st.just(updated)), draw(st.none() | st.just(created) | st.just(updated))),
    )


stats = st.none() | st.builds(RetrievalStats, st.integers(1, 9), st.just(NOW) | offsets.map(lambda ago: NOW - ago))


@given(memories(), stats, offsets)
def test_the_first_rule_that_matches_decides(memory: Memory, read: RetrievalStats | None, later: timedelta) -> None:
    now = NOW + later
    assert decided(memory, read, now) == rule_of(memory, read, now)
    action = planned(memory, read, POLICY, now)
    if action is not None:
        assert action.action.value == ACTIONS[action.rule.value]
        assert (action.memory_id, action.scope, action.version) == (
            memory.memory_id, memory.scope.path, memory.version,
        )  # fmt: skip


@given(memories(), stats, offsets)
def test_the_next_check_is_the_first_instant_at_which_anything_applies(
    memory: Memory, read: RetrievalStats | None, later: timedelta
) -> None:
    due = next_check(memory, read, POLICY, NOW)
    scan = scan_due_at(memory, POLICY)

    def applies(at: datetime) -> bool:
        return rule_of(memory, read, at) is not None or (scan is not None and scan <= at)

    if due is None:
        assert not applies(NOW + days(100_000))
        return
    assert due >= NOW
    assert applies(due)
    if due > NOW:
        assert not applies(due - TICK)
        assert not applies(NOW + (due - TICK - NOW) * min(later / days(500), 1.0))


@given(memories(), stats)
def test_a_retrieval_only_puts_the_next_check_off(memory: Memory, read: RetrievalStats | None) -> None:
    early, exact = next_check(memory, None, POLICY, NOW), next_check(memory, read, POLICY, NOW)
    assert (early is None) == (exact is None)
    assert early is None or exact is None or early <= exact


def acted(memory: Memory, action: PlannedAction, now: datetime) -> Memory | None:
    match action.action:
        case HygieneAction.DELETE | HygieneAction.DELETE_VERSION:
            return None
        case HygieneAction.MARK_STALE:
            return replace(memory, status=Status.STALE)
        case HygieneAction.REVIEW:
            return replace(memory, upkeep=replace(memory.upkeep, review_asked_at=now))


@given(memories(), stats, st.lists(st.sampled_from(["wait", "read", "confirm"]), max_size=6))
def test_an_action_moves_the_next_check_on_also_when_something_happens_in_between(
    memory: Memory, read: RetrievalStats | None, happenings: list[str]
) -> None:
    """Sleep until the next check, act on it, and so on: never is there a second round at one instant for nothing."""
    now, here = NOW, memory
    for happening in [*happenings, "wait"]:
        if happening == "read":
            read = RetrievalStats(1, now)
        if happening == "confirm" and here.status not in ENDED:
            expiry = POLICY.expiry_of(here.type, now)
            here = replace(here, status=Status.ACTIVE, updated_at=now, expiry=expiry)
        due = next_check(here, read, POLICY, now)
        if due is None:
            return
        now = max(now, due)
        for _ in range(len(HygieneRule) + 1):
            action = planned(here, read, POLICY, now)
            if action is not None:
                after = acted(here, action, now)
                if after is None:
                    return
                assert after != here
                here = after
            elif (scan := scan_due_at(here, POLICY)) is not None and scan <= now:
                here = replace(here, upkeep=replace(here.upkeep, scanned_at=now))
            else:
                break
        following = next_check(here, read, POLICY, now)
        assert following is None or following > now


@given(memories(), stats)
def test_staleness_is_reckoned_as_the_specification_has_it(memory: Memory, read: RetrievalStats | None) -> None:
    last = None if read is None else read.last_at
    used = memory.updated_at if last is None else max(last, memory.updated_at)
    shown = staleness_of(memory, read, POLICY).at(NOW)
    assert shown == pytest.approx(float(staleness(memory, used, NOW)))
    assert 0 <= shown <= 1


# --- The rules one by one


def a_preference(**changes: Any) -> Memory:
    expiry = Expiry(NOW + days(90), NOW + days(365))
    fresh: dict[str, Any] = {"expiry": expiry, "upkeep": Upkeep(scanned_at=NOW), **changes}
    return a_memory(type=MemoryType.PREFERENCE, age=days(0), **fresh)


def test_a_softly_expired_memory_is_removed_when_nobody_read_it_for_a_month() -> None:
    preference = a_preference()
    assert decided(preference, None, NOW + days(120) - TICK) == "soft_expired"
    assert decided(preference, None, NOW + days(120)) == "soft_expired_unread"
    read = RetrievalStats(1, NOW + days(100))
    assert decided(preference, read, NOW + days(120)) == "soft_expired"
    assert decided(preference, read, NOW + days(130)) == "soft_expired_unread"
    assert decided(preference, RetrievalStats(1, NOW + days(50)), NOW + days(120)) == "soft_expired_unread"


def test_hard_expiry_comes_before_every_other_rule() -> None:
    assert decided(a_preference(confidence=0.1), None, NOW + days(365)) == "hard_expired"


def test_a_weak_statement_is_marked_stale_and_not_twice() -> None:
    weak = a_memory(age=days(0), confidence=0.2)
    assert decided(weak, None, NOW + days(60) - TICK) is None
    assert decided(weak, None, NOW + days(60)) == "low_confidence"
    assert decided(replace(weak, confidence=0.3), None, NOW + days(60)) is None
    assert decided(replace(weak, updated_at=NOW + days(1)), None, NOW + days(60)) is None
    assert decided(replace(weak, status=Status.STALE), None, NOW + days(60)) is None


def test_a_candidate_never_becomes_a_fact_by_being_marked_stale() -> None:
    candidate = a_memory(age=days(0), confidence=0.1, status=Status.CANDIDATE)
    assert decided(candidate, None, NOW + days(10_000)) is None
    assert next_check(candidate, None, POLICY, NOW) is None


def test_what_is_in_dispute_stays_in_dispute_until_somebody_decides() -> None:
    """It is put up for eviction once it is old and unread, and never ranked down as if it were settled."""
    disputed = a_memory(age=days(0), status=Status.PENDING_REVIEW)
    assert decided(disputed, None, NOW + days(273)) is None
    assert decided(disputed, None, NOW + days(274)) == "eviction"
    assert (
        decided(
            replace(disputed, upkeep=replace(disputed.upkeep, review_asked_at=NOW + days(274))),
            None,
            NOW + days(10_000),
        )
        is None
    )


def test_an_unread_fact_is_put_before_a_person_every_half_year() -> None:
    fact = a_memory(age=days(0))
    assert decided(fact, None, NOW + days(180) - TICK) is None
    assert decided(fact, None, NOW + days(180)) == "unread"
    asked = replace(fact, upkeep=replace(fact.upkeep, review_asked_at=NOW + days(180)))
    assert decided(asked, None, NOW + days(365) - TICK) is None  # it waits already
    kept = replace(asked, updated_at=NOW + days(200))  # a person said that it still holds
    assert decided(kept, None, NOW + days(380) - TICK) is None
    assert decided(kept, None, NOW + days(380)) == "unread"
    assert decided(fact, RetrievalStats(1, NOW + days(179)), NOW + days(358)) is None


def test_episodes_profiles_and_tasks_are_not_asked_about() -> None:
    for type in (MemoryType.EPISODIC, MemoryType.PROFILE, MemoryType.TASK):
        assert decided(a_memory(age=days(0), type=type), None, NOW + days(200)) != "unread"


def test_a_softly_expired_memory_is_marked_stale_once() -> None:
    preference = a_preference()
    assert decided(preference, None, NOW + days(90) - TICK) is None
    assert decided(preference, None, NOW + days(90)) == "soft_expired"
    assert decided(replace(preference, status=Status.STALE), None, NOW + days(90)) is None


def test_what_is_old_and_unread_without_a_conflict_is_at_the_limit_of_staleness_and_never_above() -> None:
    profile = a_memory(age=days(0), type=MemoryType.PROFILE)
    assert staleness_of(profile, None, POLICY).at(NOW + days(10_000)) == pytest.approx(0.7)
    assert decided(profile, None, NOW + days(10_000)) is None
    lower = replace(POLICY, upkeep=replace(POLICY.upkeep, stale_at=69))
    action = planned(profile, None, lower, NOW + days(365))
    assert action is not None
    assert action.rule is HygieneRule.STALENESS


def test_a_fact_is_removed_a_month_after_it_ended() -> None:
    fact = a_memory(age=days(0), valid_to=NOW + days(10), upkeep=Upkeep(scanned_at=NOW))
    assert decided(fact, None, NOW + days(40) - TICK) is None
    assert decided(fact, None, NOW + days(40)) == "validity_ended"
    past = replace(fact, valid_from=NOW - days(20), valid_to=NOW - days(10))
    assert decided(past, None, NOW + days(100)) is None


def test_what_has_ended_is_history_for_a_quarter() -> None:
    for status in ENDED:
        ended = a_memory(age=days(0), status=status, ending=Ending(at=NOW), version=3)
        assert decided(ended, None, NOW + days(90) - TICK) is None
        assert decided(ended, None, NOW + days(90)) == "ended"
        assert planned_for_version(ended, POLICY, NOW + days(90) - TICK) is None
        action = planned_for_version(ended, POLICY, NOW + days(90))
        assert action is not None
        assert (action.version, action.action) == (3, HygieneAction.DELETE_VERSION)
        assert next_check_of_version(ended, POLICY) == NOW + days(90)


def test_a_memory_that_changed_is_scanned_once_within_a_day() -> None:
    for type in MemoryType:
        fresh = a_memory(age=days(0), type=type, recorded_at=NOW)
        assert scan_due_at(fresh, POLICY) == (NOW + timedelta(hours=1) if type in STATE_LIKE else None)
        assert scan_due_at(replace(fresh, upkeep=replace(fresh.upkeep, scanned_at=NOW + days(1))), POLICY) is None
    changed = a_memory(recorded_at=NOW, upkeep=Upkeep(scanned_at=NOW - days(1)))
    assert scan_due_at(changed, POLICY) == NOW + timedelta(hours=1)
    assert scan_due_at(replace(changed, status=Status.CANDIDATE), POLICY) is None
