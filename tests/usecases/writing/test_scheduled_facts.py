"""A fact that holds only from a later day on: until then the one that holds is served, from that second on the new one,
with no pass and whatever the index knows."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.contracts.export import LEFT_ASIDE, ExportLine, ImportLine
from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import DeletedBefore, SearchUnavailable, VersionConflict
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.recall.policy import TimeKind
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Record, Table
from shared.runtime.mapping import memories
from shared.runtime.mapping.transfer.export import export_line, import_item
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.reading.export import export
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer, recall
from shared.usecases.writing.import_memories import ImportItem, import_memories
from shared.usecases.writing.write_memory import WriteAnswer
from tests.builders import ACME, ANN, NOW, World, a_caller, a_world, days
from tests.usecases.deletion.deletions import ask

PARIS, BERLIN, ROME = "Lives in Paris, near the canal", "Lives in Berlin, by the park", "Lives in Rome, on a hill"
MOVE = NOW + days(30)
LATER = NOW + days(60)


def at(world: World, instant: datetime) -> None:
    world.clock.at = instant


def moving(world: World, **fields: Any) -> WriteAnswer:
    world.write(PARIS, key="home", valid_from=NOW - days(9))
    world.index()
    answer = world.write(BERLIN, key="home", valid_from=MOVE, **fields)
    world.index()
    return answer


def recalled(world: World, text: str = "where does the user live", **fields: object) -> RecallAnswer:
    query = RecallQuery(text, **{"min_relevance": 0.0, "top_k": 50, **fields})  # type: ignore[arg-type]
    return recall(world.services, a_caller(), query)


def reported(answer: RecallAnswer) -> list[str]:
    return [hit.memory.content for hit in answer.hits]


def current(world: World) -> Memory:
    (memory,) = list_memories(world.services, a_caller(), ListQuery(key="home")).items
    assert get_memory(world.services, a_caller(), None, memory.memory_id) == memory
    return memory


def history(world: World) -> list[Memory]:
    page = memory_history(world.services, a_caller(), None, current(world).memory_id, limit=100, after=None)
    return list(page.items)


def record(world: World) -> Record:
    (found,) = world.records(prefix=keys.CURRENT_PREFIX)
    return found


def test_todays_version_is_current_until_the_day_and_shows_the_day(world: World) -> None:
    answer = moving(world)
    assert answer.outcome is Outcome.UPDATED
    for memory in (answer.memory, current(world), recalled(world).hits[0].memory):
        assert memory is not None
        assert (memory.content, memory.status, memory.version, memory.valid_to) == (PARIS, Status.ACTIVE, 1, MOVE)
        assert [(one.version, one.valid_from, one.valid_to) for one in memory.schedule.upcoming] == [(2, MOVE, None)]
    shown = memories.memory(current(world)).model_dump(mode="json")["scheduled"]
    assert shown == [{"version": 2, "valid_from": "2026-03-31T12:00:00Z", "valid_to": None}]
    assert reported(recalled(world)) == [PARIS]
    assert [(one.version, one.content) for one in history(world)] == [(2, BERLIN), (1, PARIS)]
    assert not recalled(world).suppressed


def test_from_that_second_on_the_scheduled_version_is_current_although_no_pass_ran(world: World) -> None:
    moving(world)
    before = record(world)
    at(world, MOVE - timedelta(microseconds=1))
    assert (reported(recalled(world)), current(world).content) == ([PARIS], PARIS)
    at(world, MOVE)
    assert (reported(recalled(world)), current(world).content) == ([BERLIN], BERLIN)
    assert record(world) == before
    assert (current(world).version, current(world).status, current(world).schedule.upcoming) == (2, Status.ACTIVE, ())
    old = history(world)[1]
    assert (old.content, old.status, old.ending.at, old.ending.because) == (
        PARIS, Status.SUPERSEDED, MOVE, "successor_began",
    )  # fmt: skip


def test_each_version_is_found_by_its_own_words_in_its_own_time(world: World) -> None:
    moving(world)
    words = {PARIS: "near the canal in Paris", BERLIN: "by the park in Berlin"}
    found = {text: recalled(world, query).hits[0] for text, query in words.items()}
    assert {hit.memory.content for hit in found.values()} == {PARIS}
    assert found[PARIS].relevance > found[BERLIN].relevance
    at(world, MOVE)
    found = {text: recalled(world, query).hits[0] for text, query in words.items()}
    assert {hit.memory.content for hit in found.values()} == {BERLIN}
    assert found[BERLIN].relevance > found[PARIS].relevance


def test_an_index_that_knows_nothing_of_the_scheduled_version_still_serves_the_truth(world: World) -> None:
    world.write(PARIS, key="home", valid_from=NOW - days(9))
    world.index()
    world.write(BERLIN, key="home", valid_from=MOVE)
    assert reported(recalled(world)) == [PARIS]
    at(world, MOVE)
    assert reported(recalled(world)) == [BERLIN]


def test_as_of_is_right_on_both_sides_of_the_day_before_and_after_it(world: World) -> None:
    moving(world)
    scheduled_at = world.clock.at
    for today in (NOW + days(1), MOVE + days(1)):
        at(world, today)
        assert reported(recalled(world, as_of=MOVE - days(1))) == [PARIS]
        assert reported(recalled(world, as_of=MOVE + days(2))) == [BERLIN]
    for materialised in (False, True):
        if materialised:
            run_pass(world.services)
            world.index()
        for instant, text in ((scheduled_at, PARIS), (MOVE - days(1), PARIS), (MOVE, BERLIN)):
            assert reported(recalled(world, as_of=instant, as_of_kind=TimeKind.RECORDED)) == [text]


def test_a_recall_with_history_shows_a_scheduled_version_once(world: World) -> None:
    moving(world)
    assert sorted(reported(recalled(world, include_history=True))) == sorted([PARIS, BERLIN])


def test_without_the_index_the_answers_are_the_same(world: World) -> None:
    moving(world)

    class Down:
        def __getattr__(self, name: str) -> object:
            raise SearchUnavailable("down")

    dark = world.on(search=Down())
    assert (reported(recalled(dark)), recalled(dark).degraded) == ([PARIS], True)
    at(world, MOVE)
    assert reported(recalled(dark)) == [BERLIN]


def test_a_new_memory_that_holds_only_later_is_hidden_until_then(world: World) -> None:
    world.write(BERLIN, key="home", valid_from=MOVE)
    world.index()
    assert reported(recalled(world)) == []
    assert (current(world).content, current(world).schedule.upcoming) == (BERLIN, ())
    at(world, MOVE)
    assert reported(recalled(world)) == [BERLIN]


# --- A second word while one is scheduled


def test_another_value_for_today_replaces_todays_and_leaves_the_scheduled_version(world: World) -> None:
    moving(world)
    answer = world.write(ROME, key="home")
    world.index()
    assert (answer.outcome, reported(recalled(world))) == (Outcome.UPDATED, [ROME])
    assert (current(world).version, current(world).valid_to) == (3, MOVE)
    at(world, MOVE)
    assert reported(recalled(world)) == [BERLIN]
    assert reported(recalled(world, "on a hill in Rome")) == [BERLIN]


def test_another_value_for_a_later_day_is_scheduled_too(world: World) -> None:
    moving(world)
    world.write(ROME, key="home", valid_from=LATER)
    world.index()
    assert [one.content for one in current(world).schedule.upcoming] == [BERLIN, ROME]
    for instant, text in ((NOW + days(1), PARIS), (MOVE, BERLIN), (LATER - days(1), BERLIN), (LATER, ROME)):
        at(world, instant)
        assert (reported(recalled(world)), current(world).content) == ([text], text)


def test_another_value_for_the_same_day_replaces_the_scheduled_one(world: World) -> None:
    moving(world)
    world.write(ROME, key="home", valid_from=MOVE)
    world.index()
    assert [one.content for one in current(world).schedule.upcoming] == [ROME]
    (withdrawn,) = [one for one in history(world) if one.content == BERLIN]
    assert (withdrawn.status, withdrawn.valid_from, withdrawn.valid_to) == (Status.SUPERSEDED, MOVE, MOVE)
    at(world, MOVE)
    assert reported(recalled(world)) == [ROME]


def test_a_repetition_of_today_is_a_duplicate_and_cancels_nothing(world: World) -> None:
    moving(world)
    for key in ("home", None):
        answer = world.write(PARIS, key=key)
        assert answer.outcome is Outcome.DUPLICATE
        assert (current(world).valid_to, [one.content for one in current(world).schedule.upcoming]) == (MOVE, [BERLIN])


def test_a_repetition_of_the_scheduled_version_is_a_duplicate(world: World) -> None:
    moving(world)
    for key in ("home", None):
        answer = world.write(BERLIN, key=key, valid_from=MOVE, source_event_ids=(f"s/{key}",))
        assert answer.outcome is Outcome.DUPLICATE
        assert current(world).content == PARIS
    (scheduled,) = current(world).schedule.upcoming
    assert scheduled.basis.event_ids == ("s/home", "s/None")


def test_a_scheduled_version_may_be_moved_to_an_earlier_day(world: World) -> None:
    moving(world)
    world.write(BERLIN, key="home", valid_from=NOW + days(10))
    assert [(one.content, one.valid_from) for one in current(world).schedule.upcoming] == [(BERLIN, NOW + days(10))]
    world.write(BERLIN, key="home")
    world.index()
    assert (current(world).content, current(world).schedule.upcoming, current(world).valid_to) == (BERLIN, (), None)
    assert reported(recalled(world)) == [BERLIN]


def test_a_scheduled_version_is_cancelled_by_stating_todays_value_for_that_day(world: World) -> None:
    moving(world)
    world.write(PARIS, key="home", valid_from=MOVE)
    world.index()
    assert (current(world).content, current(world).valid_to, current(world).schedule.upcoming) == (PARIS, None, ())
    at(world, MOVE + days(1))
    assert reported(recalled(world)) == [PARIS]
    assert world.indexed_now() == [current(world).memory_id]


def test_a_weaker_scheduled_version_becomes_history_and_stronger_evidence_cancels_one(
    world: World,
) -> None:
    moving(world)
    weak = world.write(ROME, key="home", valid_from=LATER, source=Source.AGENT_INFERRED, confidence=0.9)
    assert weak.outcome is Outcome.KEPT_EXISTING
    assert [one.content for one in current(world).schedule.upcoming] == [BERLIN]
    world.write(ROME, a_caller("ann", Role.SYSTEM_OF_RECORD), key="home", source=Source.SYSTEM_OF_RECORD)
    assert (current(world).content, current(world).schedule.upcoming, current(world).valid_to) == (ROME, (), None)


def test_a_statement_that_needs_a_person_schedules_nothing(world: World) -> None:
    world.write(PARIS, key="home")
    answer = world.write(BERLIN, a_caller("ann", Role.SPECIALIST), key="home", valid_from=MOVE)
    assert answer.outcome is Outcome.CANDIDATE
    world.index()
    at(world, MOVE + days(1))
    assert reported(recalled(world)) == [PARIS]


def test_late_evidence_is_late_for_the_time_that_it_claims(world: World) -> None:
    moving(world)
    late = world.write(ROME, key="home", valid_from=LATER, observed_at=NOW - days(1))
    assert late.outcome is Outcome.KEPT_EXISTING


def test_no_more_than_four_changes_are_known_in_advance(world: World) -> None:
    world.write(PARIS, key="home")
    outcomes = [world.write(f"Lives at number {n}", key="home", valid_from=MOVE + days(n)).outcome for n in range(5)]
    assert outcomes == [Outcome.UPDATED] * 4 + [Outcome.KEPT_EXISTING]
    assert history(world)[0].ending.because == "too_many_announced"


def test_a_clock_ahead_of_the_services_schedules_nothing(world: World) -> None:
    world.write(PARIS, key="home")
    world.write(BERLIN, key="home", observed_at=world.clock.at + timedelta(minutes=5))
    assert (current(world).content, current(world).schedule.upcoming) == (BERLIN, ())


def test_the_expected_version_is_the_shown_version(world: World) -> None:
    moving(world)
    with pytest.raises(VersionConflict) as refused:
        world.write(ROME, key="home", expected_version=2)
    assert refused.value.extra["current_version"] == 1
    at(world, MOVE)
    world.write(ROME, key="home", expected_version=2)
    assert [(one.version, one.content) for one in history(world)] == [(3, ROME), (2, BERLIN), (1, PARIS)]
    assert {one.status for one in history(world)[1:]} == {Status.SUPERSEDED}


def test_a_correction_changes_the_current_version_and_leaves_the_scheduled_one(world: World) -> None:
    memory = moving(world).memory
    assert memory is not None
    corrected = correct_memory(
        world.services, a_caller(), None, memory.memory_id, Correction(content="Lives in Paris, near the river")
    ).memory
    world.index()
    assert corrected is not None
    assert (corrected.valid_to, [one.content for one in corrected.schedule.upcoming]) == (MOVE, [BERLIN])
    at(world, MOVE)
    assert reported(recalled(world, "by the park in Berlin")) == [BERLIN]
    correct_memory(world.services, a_caller(), None, memory.memory_id, Correction(content="Lives in Berlin, uptown"))
    assert [one.version for one in history(world)] == [4, 3, 2, 1]


def test_after_the_day_the_old_words_are_free_and_the_new_ones_are_known(world: World) -> None:
    moving(world)
    at(world, MOVE + days(1))
    assert world.write(BERLIN).outcome is Outcome.DUPLICATE
    other = world.write("The canal is frozen", key="canal")
    assert other.outcome is Outcome.CREATED
    again = world.write(PARIS, key="second_home")
    assert again.outcome is Outcome.CREATED
    assert world.write(PARIS, key="second_home").outcome is Outcome.DUPLICATE


def test_a_later_contradiction_without_a_key_hides_it_only_from_its_day_on(world: World) -> None:
    old, new = "The rack limit is 40 units", "The rack limit is 42 units"
    world.write(old, key="rack")
    world.index()
    answer = world.write(new, valid_from=MOVE)
    world.index()
    assert (answer.outcome, reported(recalled(world, "what is the rack limit"))) == (Outcome.UPDATED, [old])
    (kept,) = list_memories(world.services, a_caller(), ListQuery(key="rack")).items
    assert answer.memory is not None
    assert (kept.status, kept.valid_to, kept.ending.superseded_by) == (Status.ACTIVE, MOVE, answer.memory.memory_id)
    at(world, MOVE)
    assert reported(recalled(world, "what is the rack limit")) == [new]


def test_a_dispute_about_a_later_day_is_not_open_today(world: World) -> None:
    old, new = "The rack limit is 40 units", "The rack limit is 42 units"
    weak: dict[str, Any] = {"source": Source.TASK_OUTCOME}
    world.write(old, **weak)
    world.index()
    assert world.write(new, valid_from=MOVE, **weak).outcome is Outcome.CONFLICT
    world.index()
    assert reported(recalled(world, "what is the rack limit")) == [old]
    at(world, MOVE)
    assert recalled(world, "what is the rack limit").conflicts


def test_a_memory_that_ends_loses_its_scheduled_versions(world: World) -> None:
    """Another memory has taken its place: what was said under its key of a later day is history with it."""
    old, later, new = "The rack limit is 40 units", "The rack limit is 44 units", "The rack limit is 42 units"
    world.write(old, key="rack")
    world.write(later, key="rack", valid_from=LATER)
    world.index()
    assert world.write(new).outcome is Outcome.UPDATED
    world.index()
    assert sorted(world.indexed_now()) == [memory.memory_id for memory in _by_content(world, new, old)]
    at(world, LATER + days(1))
    assert reported(recalled(world, "what is the rack limit")) == [new]
    (ended,) = _by_content(world, old)
    stated_of = {version.content: version for version in _all(world, ended)}
    assert (stated_of[later].status, stated_of[later].valid_to) == (Status.SUPERSEDED, LATER)


def _by_content(world: World, *contents: str) -> list[Memory]:
    found = list_memories(world.services, a_caller(), ListQuery()).items
    return sorted((memory for memory in found if memory.content in contents), key=lambda memory: memory.memory_id)


# --- Upkeep, audit, export, deletion


def test_the_pass_after_the_day_records_the_change(world: World) -> None:
    moving(world)
    at(world, MOVE + days(1))
    before = history(world)
    run_pass(world.services)
    world.index()
    assert history(world)[0].content == before[0].content == BERLIN
    assert memory_codec.memory(record(world).attributes).schedule.upcoming == ()
    assert [one.content for one in history(world)] == [BERLIN, PARIS]
    assert world.indexed_now() == [current(world).memory_id]
    assert reported(recalled(world, "by the park in Berlin")) == [BERLIN]


def test_a_scheduled_version_outlives_the_maintenance_of_the_present_one(world: World) -> None:
    world.write("Prefers the aisle", key="seat", type=MemoryType.PREFERENCE)
    begins = NOW + days(200)
    world.write("Prefers the window", key="seat", type=MemoryType.PREFERENCE, valid_from=begins)
    for day in range(0, 200, 20):
        at(world, NOW + days(day))
        run_pass(world.services)
    at(world, begins)
    (memory,) = list_memories(world.services, a_caller(), ListQuery(key="seat")).items
    assert memory.content == "Prefers the window"


@pytest.mark.parametrize("after", [0, 40])
def test_the_audit_chain_is_intact_before_and_after_the_day(world: World, after: int) -> None:
    moving(world)
    at(world, NOW + days(after))
    auditor = a_caller("ann", Role.AUDITOR)
    assert verify_audit(world.services, auditor, ANN).first_break is None
    run_pass(world.services)
    world.write(ROME, key="home")
    assert verify_audit(world.services, auditor, ANN).first_break is None


def test_an_export_has_scheduled_versions_and_an_import_schedules_them_again(world: World) -> None:
    moving(world)
    world.write(ROME, key="home")
    lines = [export_line(one) for one in export(world.services, a_caller(), None)]
    assert [(line.version, line.of.current) for line in lines] == [(1, False), (2, False), (3, True)]
    items = [_item(number, line) for number, line in enumerate(lines, 1)]
    again = import_memories(world.services, a_caller(), None, items)
    assert (again.imported, again.duplicates, again.refused) == (0, 3, [])
    with a_world() as other:
        at(other, world.clock.at)
        assert import_memories(other.services, a_caller(), None, items).refused == []
        assert (current(other).content, current(other).valid_to) == (ROME, MOVE)
        at(other, MOVE)
        assert current(other).content == BERLIN


def _item(number: int, line: ExportLine) -> ImportItem:
    reported = line.model_dump_json(exclude=set(LEFT_ASIDE))
    return import_item(number, ImportLine.model_validate_json(reported))


def test_a_deletion_of_the_memory_removes_all_its_scheduled_versions(world: World) -> None:
    memory = moving(world).memory
    assert memory is not None
    assert len(world.indexed()) == 2
    ask(world, selector=Selector(SelectorKind.MEMORY, (memory.memory_id,)))
    assert reported(recalled(world)) == []
    world.drain()
    assert world.holds("Berlin") == world.holds("Paris") == []
    assert world.indexed() == []
    prefixes = ("cur#", "ver#", "vec#", "hash#", "key#", "edge#")
    assert [r.key.sk for r in world.records() if r.key.table is Table.MEMORIES and r.key.sk.startswith(prefixes)] == []


def test_a_deletion_of_the_subject_leaves_no_document_of_scheduled_versions(world: World) -> None:
    moving(world)
    ask(world)
    world.drain()
    assert world.indexed() == []
    assert world.holds("Berlin") == []


@pytest.mark.parametrize("when", [NOW + days(1), MOVE + days(1)])
def test_a_scheduled_version_is_removed_with_its_source_and_the_present_one_goes_on(
    world: World, when: datetime
) -> None:
    moving(world, source_event_ids=("s1/e1",))
    at(world, when)
    ask(world, selector=Selector(SelectorKind.EVENT, ("e1",), "s1"))
    world.drain()
    assert world.holds("Berlin") == []
    assert (current(world).content, current(world).valid_to, current(world).schedule.upcoming) == (PARIS, None, ())
    assert reported(recalled(world)) == [PARIS]
    assert world.indexed_now() == [current(world).memory_id]
    (vector,) = world.records(prefix="vec#")
    assert "scheduled" not in vector.attributes


def test_the_present_version_is_removed_with_its_source_and_the_scheduled_one_stays(world: World) -> None:
    world.write(PARIS, key="home", source_event_ids=("s1/e1",))
    world.write(BERLIN, key="home", valid_from=MOVE)
    world.index()
    ask(world, selector=Selector(SelectorKind.EVENT, ("e1",), "s1"))
    world.drain()
    assert world.holds("Paris") == []
    assert reported(recalled(world)) == []
    at(world, MOVE)
    assert reported(recalled(world)) == [BERLIN]
    with pytest.raises(DeletedBefore):
        world.write(PARIS, observed_at=NOW)


@pytest.mark.parametrize("when", [NOW + days(1), MOVE + days(1)])
def test_the_copy_of_a_version_is_removed_with_its_source_whichever_version_holds_by_then(
    world: World, when: datetime
) -> None:
    manager = a_caller("ann", Role.ORG_WRITER)
    world.write(PARIS, key="home", source_event_ids=("s1/e1",))
    memory = world.wrote(BERLIN, key="home", valid_from=MOVE)
    promote_memory(world.services, manager, None, memory.memory_id, ACME)
    world.index()
    at(world, when)
    ask(world, selector=Selector(SelectorKind.EVENT, ("e1",), "s1"))
    world.drain()
    assert world.holds("Paris") == []
    assert list_memories(world.services, manager, ListQuery(scope=ACME)).items == ()


# --- At any instant exactly the version that covers it


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(-3, 4), min_size=1, max_size=5), st.sampled_from((0, 7, 30)))
def test_at_any_instant_exactly_the_version_that_covers_it_is_served(starts: list[int], gap: int) -> None:
    """Against a model: each word takes the place of what it says otherwise of now, or of the very same day."""
    with a_world() as world:
        said: list[tuple[datetime, str]] = []
        for number, offset in enumerate(starts):
            content = f"Lives at number {number}"
            world.clock.advance(timedelta(hours=gap))
            now = world.clock.at + timedelta(seconds=1)  # what `write` makes of it
            start = now + days(offset)
            said = [(s, c) for s, c in said if (s > now if start <= now else s != start)]
            said = sorted([*said, (start, content)])
            outcome = Outcome.UPDATED if number else Outcome.CREATED
            assert world.write(content, key="home", valid_from=start).outcome is outcome
        first = world.clock.at
        for hours in range(0, 24 * 8, 6):
            world.clock.at = first + timedelta(hours=hours)
            begun = [content for start, content in said if start <= world.clock.at]
            (memory,) = list_memories(world.services, a_caller(), ListQuery(key="home")).items
            held = [memory.content] if memory.holds_at(world.clock.at) else []
            assert held == begun[-1:]
            assert [version.content for version in _all(world, memory) if version.holds_at(world.clock.at)] == held


def _all(world: World, memory: Memory) -> list[Memory]:
    return list(memory_history(world.services, a_caller(), None, memory.memory_id, limit=100, after=None).items)


def test_the_order_in_which_versions_are_stated_does_not_matter(world: World) -> None:
    line = [(PARIS, NOW - days(1)), (BERLIN, MOVE), (ROME, LATER)]
    for stated_in_turn in permutations(line):
        with a_world() as other:
            for content, start in stated_in_turn:
                other.write(content, key="home", valid_from=start)
            for instant, content in ((NOW + days(1), PARIS), (MOVE, BERLIN), (LATER, ROME)):
                at(other, instant)
                assert current(other).content == content
                assert current(other).holds_at(instant)
