"""What becomes current in a memory that is there, in other words or again after it was over, is checked against what is
stored under other keys or none, as a new memory is."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import SearchUnavailable
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, Status
from shared.domain.writing.decisions import Outcome
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.curation.review_queue import ReviewQuery, list_reviews
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.writing.write_memory import WriteAnswer
from tests.builders import ACME, NOW, World, a_caller, a_world, days
from tests.usecases.curation.reviewing import stored
from tests.usecases.deletion.deletions import of_memories
from tests.usecases.deletion.test_selectors import deleted, of_sessions
from tests.usecases.writing.test_scheduled_facts import recalled, reported
from tests.usecases.writing.test_writing_memories import pointers_agree

OSLO, BERGEN, TROMSO = (f"My home city is {city}" for city in ("Oslo", "Bergen", "Tromso"))
DAY = NOW + days(30)
WEAK: dict[str, Any] = {"source": Source.TASK_OUTCOME}


def write(world: World, content: str, **fields: Any) -> WriteAnswer:
    world.clock.advance(days(1))
    answer = world.write(content, **fields)
    world.index()
    return answer


def wrote(world: World, content: str, **fields: Any) -> Memory:
    memory = write(world, content, **fields).memory
    assert memory is not None
    return memory


def holding(world: World, at: datetime | None = None) -> list[str]:
    """What is recalled as true of that instant, now by default; the truth and its pointers agree."""
    pointers_agree(world)
    assert verify_audit(world.services, a_caller("aud", Role.AUDITOR, bound=ACME), None).first_break is None
    found = recalled(world, "which is the home city?", **({} if at is None else {"as_of": at}))
    return sorted(reported(found))


def test_an_ended_statement_that_is_repeated_supersedes_its_contradiction(world: World) -> None:
    wrote(world, OSLO, valid_from=NOW - days(900), valid_to=NOW - days(300))
    bergen = wrote(world, BERGEN)
    again = write(world, OSLO)
    assert (again.outcome, holding(world)) == (Outcome.UPDATED, [OSLO])
    assert again.memory is not None
    assert (stored(world, bergen).status, stored(world, bergen).ending.superseded_by) == (
        Status.SUPERSEDED, again.memory.memory_id,
    )  # fmt: skip


def test_a_superseded_memory_is_reinstated_when_the_only_source_of_the_repetition_is_deleted(world: World) -> None:
    wrote(world, OSLO, valid_from=NOW - days(900), valid_to=NOW - days(300))
    bergen = wrote(world, BERGEN)
    wrote(world, OSLO, source_event_ids=("s1/e1",))
    assert holding(world) == [OSLO]
    deleted(world, of_sessions("s1"))
    assert holding(world) == [BERGEN]
    assert (stored(world, bergen).valid_to, stored(world, bergen).ending.superseded_by) == (None, None)
    assert holding(world, NOW - days(400)) == [OSLO]


def test_a_statement_repeated_after_a_scheduled_one_took_over_is_current_again(world: World) -> None:
    wrote(world, OSLO)
    wrote(world, BERGEN, valid_from=DAY)
    world.clock.at = DAY + days(1)
    assert holding(world) == [BERGEN]
    assert (write(world, OSLO).outcome, holding(world)) == (Outcome.UPDATED, [OSLO])


def test_a_statement_said_to_have_held_on_is_current_again(world: World) -> None:
    """Its validity is joined: no version is made, and the other one falls all the same."""
    wrote(world, OSLO, valid_from=NOW - days(900), valid_to=NOW - days(300))
    wrote(world, BERGEN)
    again = write(world, OSLO, valid_from=NOW - days(400))
    assert (again.outcome, holding(world)) == (Outcome.DUPLICATE, [OSLO])


def test_an_update_under_its_key_replaces_what_it_contradicts_elsewhere(world: World) -> None:
    wrote(world, "The rack limit is 40 units", key="rack")
    other = wrote(world, "The shelf is made of oak", key="shelf")
    elsewhere = wrote(world, "My home city is Bergen", key="city")
    updated = write(world, OSLO, key="rack")
    assert (updated.outcome, holding(world).count(BERGEN), holding(world).count(OSLO)) == (Outcome.UPDATED, 0, 1)
    assert stored(world, elsewhere).status is Status.SUPERSEDED
    assert stored(world, other).status is Status.ACTIVE


def test_an_update_that_loses_against_another_key_becomes_rejected_history_there(world: World) -> None:
    mine = wrote(world, "My office is in Rome", key="a", **WEAK)
    better = wrote(world, BERGEN, key="b")
    answer = write(world, OSLO, key="a", **WEAK)
    assert (answer.outcome, stored(world, mine).content) == (Outcome.KEPT_EXISTING, mine.content)
    assert answer.memory is not None
    assert answer.memory.memory_id == better.memory_id
    assert BERGEN in holding(world)


def test_an_undecided_update_waits_for_a_person_with_its_contradiction(world: World) -> None:
    mine = wrote(world, "My office is in Rome", key="a", **WEAK)
    rival = wrote(world, BERGEN, key="b", **WEAK)
    answer = write(world, OSLO, key="a", **WEAK)
    assert (answer.outcome, answer.conflicts_with) == (Outcome.CONFLICT, (rival.memory_id,))
    for one, other in ((mine, rival), (rival, mine)):
        assert (stored(world, one).status, stored(world, one).conflicts_with) == (
            Status.PENDING_REVIEW, (other.memory_id,),
        )  # fmt: skip
    reviewer = a_caller("rev", Role.REVIEWER, bound=ACME)
    (review,) = list_reviews(world.services, reviewer, ReviewQuery()).items
    assert {member.memory_id for member in review.members} == {mine.memory_id, rival.memory_id}
    # Another word settles it, and both are under one roof again.
    assert write(world, OSLO, key="a").outcome in (Outcome.DUPLICATE, Outcome.UPDATED)
    assert holding(world) == [OSLO]


def test_with_search_down_an_update_is_written_all_the_same(world: World) -> None:
    wrote(world, BERGEN, key="b")
    mine = wrote(world, "My office is in Rome", key="a")

    class Down:
        def search(self, *_: object) -> object:
            raise SearchUnavailable("down")

    down = world.on(search=Down())
    down.clock.advance()
    assert down.write(OSLO, key="a").outcome is Outcome.UPDATED
    assert stored(world, mine).content == OSLO


@pytest.mark.parametrize("word", [OSLO, TROMSO])
def test_a_statement_of_today_ends_when_the_scheduled_version_begins(world: World, word: str) -> None:
    wrote(world, OSLO)
    wrote(world, BERGEN, valid_from=DAY)
    write(world, word)
    assert (holding(world), holding(world, DAY + days(1))) == ([word], [BERGEN])


@pytest.mark.parametrize("scheduled_first", [False, True])
def test_a_version_scheduled_after_another_keeps_its_day(world: World, scheduled_first: bool) -> None:
    oslo = wrote(world, OSLO)
    words = [(BERGEN, DAY), (TROMSO, DAY + days(30))]
    made = {
        text: wrote(world, text, valid_from=day) for text, day in (words if scheduled_first else reversed(words))
    }  # fmt: skip
    assert [holding(world, at) for at in (None, DAY + days(1), DAY + days(31))] == [[OSLO], [BERGEN], [TROMSO]]
    deleted(world, of_memories(made[BERGEN].memory_id))
    assert [holding(world, at) for at in (None, DAY + days(1), DAY + days(31))] == [[OSLO], [OSLO], [TROMSO]]
    deleted(world, of_memories(made[TROMSO].memory_id), "r2")
    assert (stored(world, oslo).valid_to, stored(world, oslo).ending.superseded_by) == (None, None)


def test_a_statement_of_better_evidence_without_an_end_cancels_a_scheduled_version(world: World) -> None:
    wrote(world, OSLO)
    bergen = wrote(world, BERGEN, valid_from=DAY)
    write(world, TROMSO, source=Source.HUMAN_CONFIRMED)
    assert (holding(world), holding(world, DAY + days(1))) == ([TROMSO], [TROMSO])
    assert stored(world, bergen).status is Status.SUPERSEDED


def test_an_update_under_a_key_leaves_a_scheduled_memory_without_a_key(world: World) -> None:
    wrote(world, OSLO, key="city")
    wrote(world, BERGEN, valid_from=DAY)
    write(world, TROMSO, key="city")
    assert (holding(world), holding(world, DAY + days(1))) == ([TROMSO], [BERGEN])


@pytest.mark.parametrize("selector", ["memory", "consent", "session"])
@pytest.mark.parametrize("again", [False, True])
def test_a_scheduled_version_that_is_deleted_ends_nothing(world: World, selector: str, again: bool) -> None:
    oslo = wrote(world, OSLO)
    made = wrote(world, BERGEN, valid_from=DAY, consent_scope="c", source_event_ids=("s1/e1",))
    if again:
        write(world, OSLO)
    deleted(
        world,
        {
            "memory": of_memories(made.memory_id),
            "consent": Selector(SelectorKind.CONSENT, ("c",)),
            "session": of_sessions("s1"),
        }[selector],
    )
    assert (holding(world), holding(world, DAY + days(1))) == ([OSLO], [OSLO])
    assert (stored(world, oslo).valid_to, stored(world, oslo).ending.superseded_by) == (None, None)


def test_deleting_a_scheduled_memory_by_name_after_its_day_reinstates_nothing(world: World) -> None:
    wrote(world, OSLO)
    made = wrote(world, BERGEN, valid_from=DAY)
    world.clock.at = DAY + days(1)
    deleted(world, of_memories(made.memory_id))
    assert holding(world) == []


def test_a_scheduled_statement_that_is_said_of_today_holds_alone_from_today(world: World) -> None:
    wrote(world, OSLO)
    wrote(world, BERGEN, valid_from=DAY)
    write(world, BERGEN)
    assert (holding(world), holding(world, DAY + days(1))) == ([BERGEN], [BERGEN])


@pytest.mark.parametrize("source", [Source.AGENT_INFERRED, Source.CONFIG_CHANGE, Source.TASK_OUTCOME])
@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("The timeout is 30 s", "The timeout is now 60 s"),
        ("The user drinks coffee", "The user no longer drinks coffee"),
        ("用户住在北京", "用户现在住在上海"),
    ],
)
def test_a_statement_of_the_present_state_updates_whatever_its_source(
    world: World, source: Source, was: str, now: str
) -> None:
    wrote(world, was, source=source, confidence=0.9)
    assert write(world, now, source=source, confidence=0.9).outcome is Outcome.UPDATED
    items = list_memories(world.services, a_caller(), ListQuery()).items
    assert [m.content for m in items if m.status is Status.ACTIVE] == [now]


def test_an_inferred_update_supersedes_no_persons_statement(world: World) -> None:
    wrote(world, "The timeout is 30 s")
    answer = write(world, "The timeout is now 60 s", source=Source.AGENT_INFERRED, confidence=0.9)
    assert answer.outcome is Outcome.KEPT_EXISTING


def test_a_scheduled_statement_is_known_although_nothing_holds_yet(world: World) -> None:
    wrote(world, BERGEN, valid_from=DAY)
    wrote(world, TROMSO, valid_from=DAY + days(30))
    wrote(world, OSLO, valid_from=DAY - days(9))
    asked = [None, DAY - days(8), DAY + days(1), DAY + days(31)]
    assert [holding(world, at) for at in asked] == [[], [OSLO], [BERGEN], [TROMSO]]


def test_a_version_scheduled_under_a_key_ends_its_contradiction_elsewhere_on_its_day(world: World) -> None:
    wrote(world, "My office is in Rome", key="a")
    bergen = wrote(world, BERGEN)
    scheduled = write(world, OSLO, key="a", valid_from=DAY, source_event_ids=("s1/e1",))
    assert scheduled.outcome is Outcome.UPDATED
    assert (stored(world, bergen).status, stored(world, bergen).valid_to) == (Status.ACTIVE, DAY)
    assert BERGEN in holding(world)
    assert BERGEN not in holding(world, DAY + days(1))
    deleted(world, of_sessions("s1"))
    assert (stored(world, bergen).valid_to, stored(world, bergen).ending.superseded_by) == (None, None)
    assert BERGEN in holding(world, DAY + days(1))


CITIES = ("Oslo", "Bergen", "Tromso", "Bodo", "Narvik")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.permutations(CITIES), st.lists(st.integers(-3, 4), min_size=1, max_size=5), st.sampled_from((0, 7, 30)))
def test_at_any_instant_exactly_one_of_them_holds_under_whatever_key(
    cities: list[str], starts: list[int], gap: int
) -> None:
    """Against the model of one key (`test_scheduled_facts`): a word takes the place of what is said otherwise of now,
    or of the very same day."""
    with a_world() as world:
        said: list[tuple[datetime, str]] = []
        for offset, city in zip(starts, cities, strict=False):
            world.clock.advance(timedelta(hours=gap))
            now = world.clock.at + timedelta(seconds=1)  # what `write` makes of it
            start = now + days(offset)
            said = [(s, c) for s, c in said if (s > now if start <= now else s != start)]
            said = sorted([*said, (start, f"My home city is {city}")])
            world.write(f"My home city is {city}", valid_from=start)
            world.index()
        first = world.clock.at
        for hours in range(0, 24 * 8, 6):
            world.clock.at = first + timedelta(hours=hours)
            begun = [content for start, content in said if start <= world.clock.at]
            items = list_memories(world.services, a_caller(), ListQuery()).items
            held = [m.content for m in items if m.status is Status.ACTIVE and m.holds_at(world.clock.at)]
            assert held == begun[-1:]


@pytest.mark.parametrize(
    "words", [((BERGEN, 30), (TROMSO, 0)), ((TROMSO, 0), (BERGEN, 30)), ((OSLO, 30), (BERGEN, 60))]
)
def test_the_daily_scan_orders_two_writes_that_did_not_see_each_other(
    world: World, words: tuple[tuple[str, int], ...]
) -> None:
    for text, offset in words:  # the index lags behind
        world.write(text, valid_from=NOW + days(offset))
    world.index()
    world.clock.advance(days(1))
    run_pass(world.services)
    world.index()
    for text, offset in words:
        assert holding(world, NOW + days(offset + 5)) == [text]


def test_a_dispute_that_continues_with_another_text_is_put_before_a_person_once(world: World) -> None:
    wrote(world, BERGEN, key="b", **WEAK)
    mine = wrote(world, OSLO, key="a", **WEAK)
    assert stored(world, mine).status is Status.PENDING_REVIEW
    answer = write(world, TROMSO, key="a", **WEAK)
    assert (answer.outcome, stored(world, mine).status) == (Outcome.CONFLICT, Status.PENDING_REVIEW)
    reviewer = a_caller("rev", Role.REVIEWER, bound=ACME)
    (review,) = list_reviews(world.services, reviewer, ReviewQuery()).items
    assert {member.content for member in review.members} == {BERGEN, TROMSO}
