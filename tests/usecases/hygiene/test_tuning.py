"""Thresholds at work: from feedback to the next recall, the audit of every move, and the way back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.access.caller import Caller
from shared.domain.audit.chain import ChainFault
from shared.domain.errors import ForbiddenRole, ForbiddenScope, StoreUnavailable
from shared.domain.memories.memory import MemoryType
from shared.domain.recall.policy import Mode
from shared.domain.recall.threshold_tuning import Thresholds, TuningPolicy
from shared.domain.scopes import Scope
from shared.ports import Retrieved
from shared.records.ledger.thresholds import tuning, tuning_key
from shared.records.memories.latest_writes import KEPT
from shared.records.store.record import Change, Record
from shared.usecases.audit.metrics import TuningView, read_metrics
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.caches import KnownThresholds
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.hygiene.tune_thresholds import count_recalled, reset_thresholds
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer, recall
from shared.usecases.recall.record_feedback import give_feedback
from tests.builders import ACME, ANN, NOW, World, a_caller, a_world, days

OPERATOR = a_caller("ops", "operator", "auditor", bound=ACME)
DEFAULT = Thresholds(0.75, 0.8)
USELESS: dict[str, Any] = {"used": (), "wrong": ()}
WRONG: dict[str, Any] = {"used": (), "wrong": ("m1",)}
GOOD: dict[str, Any] = {"used": ("m1",), "wrong": ()}


def said(world: World, times: int, what: dict[str, Any], caller: Caller | None = None) -> None:
    who = caller or a_caller()
    for _ in range(times):
        world.clock.advance()
        answer = recall(world.services, who, RecallQuery("anything at all"))
        assert give_feedback(world.services, who, None, answer.recall_id, **what).is_first


def view(world: World, caller: Caller = OPERATOR) -> TuningView:
    seen = read_metrics(world.services, caller, None, 7).tuning
    assert seen is not None
    return seen


def passed(world: World) -> dict[str, int]:
    return dict(run_pass(world.services).tuned)


def audited(world: World) -> list[Any]:
    return [record.attributes["action"] for record in world.records(prefix="aud#tuning")]


def broken(world: World) -> ChainFault | None:
    found = verify_audit(world.services, OPERATOR, None).first_break
    return None if found is None else found.fault


def test_recalls_without_a_used_memory_lower_the_thresholds_at_the_next_pass(world: World) -> None:
    said(world, 20, USELESS)
    assert view(world) == TuningView(DEFAULT, DEFAULT)
    assert passed(world) == {"low_hit_rate": 1}
    seen = view(world)
    assert (seen.standing, seen.default) == (Thresholds(0.7, 0.75), DEFAULT)
    (move,) = seen.moves
    assert (move.by, move.reason, move.before, move.after) == (
        "hygiene", "low_hit_rate", DEFAULT, Thresholds(0.7, 0.75),
    )  # fmt: skip
    assert audited(world) == ["thresholds_moved"]
    assert broken(world) is None


def test_wrong_memories_raise_the_thresholds(world: World) -> None:
    said(world, 12, GOOD)
    said(world, 9, WRONG)
    assert passed(world) == {"false_positives": 1}
    assert view(world).standing == Thresholds(0.8, 0.85)


def test_the_same_feedback_moves_them_once(world: World) -> None:
    said(world, 30, USELESS)
    assert passed(world) == {"low_hit_rate": 1}
    said(world, 1, USELESS)
    assert passed(world) == {}
    world.clock.advance(days(1))
    assert passed(world) == {}
    said(world, 19, USELESS)
    assert passed(world) == {"low_hit_rate": 1}
    assert view(world).standing == Thresholds(0.65, 0.7)


def test_too_little_feedback_moves_nothing_and_feedback_older_than_a_week_is_ignored(world: World) -> None:
    said(world, 15, USELESS)
    assert passed(world) == {}
    world.clock.advance(days(6))
    said(world, 5, USELESS)
    assert passed(world) == {"low_hit_rate": 1}
    said(world, 15, USELESS)
    world.clock.advance(days(7))
    said(world, 5, USELESS)
    assert passed(world) == {}


def test_a_threshold_moves_to_its_bound_and_no_further(world: World) -> None:
    for _ in range(8):
        said(world, 20, USELESS)
        passed(world)
    assert view(world).standing == Thresholds(0.5, 0.5)
    assert len(view(world).moves) == 6
    assert broken(world) is None


def test_an_organisation_moves_only_its_own_thresholds(world: World) -> None:
    said(world, 20, USELESS, a_caller("eve", org="umbrella"))
    assert passed(world) == {"low_hit_rate": 1}
    assert view(world).standing == DEFAULT
    other = a_caller("ops", "operator", bound=Scope.org("umbrella"), org="umbrella")
    assert view(world, other).standing == Thresholds(0.7, 0.75)


def test_repeated_feedback_on_one_recall_counts_once(world: World) -> None:
    id = recall(world.services, a_caller(), RecallQuery("anything")).recall_id
    for _ in range(30):
        give_feedback(world.services, a_caller(), None, id, **USELESS)
    assert read_metrics(world.services, OPERATOR, None, 1).daily[0].counts == {
        "feedback_given": 1, "feedback_hits": 0, "memories_used": 0, "memories_wrong": 0,
    }  # fmt: skip
    assert passed(world) == {}


def test_a_memory_called_both_used_and_wrong_is_wrong(world: World) -> None:
    said(world, 1, {"used": ("m1", "m2"), "wrong": ("m1",)})
    counts = read_metrics(world.services, OPERATOR, None, 1).daily[0].counts
    assert (counts["memories_used"], counts["memories_wrong"]) == (1, 1)


def test_maintenance_looks_only_at_organisations_with_feedback(world: World) -> None:
    said(world, 20, GOOD)
    assert list(world.store.due(world.clock.now()).items)
    passed(world)
    assert [k for k, _ in world.store.due(world.clock.now() + days(1000)).items if k.sk == "tune"] == []


# --- The way back


def test_an_operator_resets_to_the_defaults_and_old_feedback_is_ignored(world: World) -> None:
    said(world, 20, USELESS)
    passed(world)
    said(world, 19, USELESS)
    assert reset_thresholds(world.services, OPERATOR, None).thresholds == DEFAULT
    assert view(world).standing == DEFAULT
    assert [move.reason for move in view(world).moves] == ["low_hit_rate", "reset"]
    assert view(world).moves[-1].by == OPERATOR.principal
    said(world, 1, USELESS)
    assert passed(world) == {}
    assert audited(world) == ["thresholds_moved", "thresholds_reset"]
    assert broken(world) is None


def test_resetting_default_thresholds_changes_nothing(world: World) -> None:
    before = world.records()
    assert reset_thresholds(world.services, OPERATOR, None).thresholds == DEFAULT
    assert world.records() == before
    said(world, 20, USELESS)
    passed(world)
    for _ in range(2):
        reset_thresholds(world.services, OPERATOR, None)
    assert audited(world) == ["thresholds_moved", "thresholds_reset"]


def test_only_an_operator_of_the_organisation_resets(world: World) -> None:
    with pytest.raises(ForbiddenRole):
        reset_thresholds(world.services, a_caller("aud", "auditor", bound=ACME), None)
    for caller, scope in (
        (a_caller("ann", "operator"), None),
        (a_caller("ann", "operator"), ACME),
        (OPERATOR, ANN),
        (OPERATOR, Scope.org("umbrella")),
        (OPERATOR, Scope.GLOBAL),
    ):
        with pytest.raises(ForbiddenScope):
            reset_thresholds(world.services, caller, scope)


# --- What a recall goes by


def relevance(world: World, text: str) -> float:
    (hit,) = recall(world.services, a_caller(), RecallQuery(text, min_relevance=0.0)).hits
    return hit.relevance


QUESTION = "where is the printer of floor two?"


@pytest.fixture
def printer(world: World) -> World:
    """With the deployment's thresholds set just above what the one memory reaches, and room for a step below."""
    world.wrote("The printer is on floor two", type=MemoryType.SEMANTIC)
    world.index()
    reached = relevance(world, QUESTION)
    policy = replace(world.services.recall_policy, pull_relevance=reached + 0.01, push_relevance=reached + 0.02)
    return world.on(recall_policy=policy, tuning_policy=TuningPolicy(lowest=0.0))


def asked(world: World, mode: Mode = Mode.PULL) -> RecallAnswer:
    return recall(world.services, a_caller(), RecallQuery(QUESTION, mode=mode))


def test_other_processes_use_moved_thresholds_within_a_minute(printer: World) -> None:
    elsewhere = printer.on(thresholds=KnownThresholds())
    said(printer, 20, USELESS)
    for place in (printer, elsewhere):
        assert (asked(place).hits, asked(place).suppressed) == ((), {"below_relevance": 1})
    assert passed(printer) == {"low_hit_rate": 1}
    for mode in Mode:
        assert len(asked(printer, mode).hits) == 1
        assert asked(elsewhere, mode).hits == ()
    printer.clock.advance(timedelta(minutes=1))
    assert len(asked(elsewhere).hits) == 1
    reset_thresholds(printer.services, OPERATOR, None)
    assert asked(printer).hits == ()
    assert len(asked(elsewhere).hits) == 1
    printer.clock.advance(timedelta(minutes=1))
    assert asked(elsewhere).hits == ()


def test_an_explicit_threshold_is_used_unchanged(printer: World) -> None:
    assert len(recall(printer.services, a_caller(), RecallQuery(QUESTION, min_relevance=0.01)).hits) == 1
    assert recall(printer.services, a_caller(), RecallQuery(QUESTION, min_relevance=1.0)).hits == ()


@pytest.mark.parametrize("stored", [0, 1, 12, 60])
def test_the_threshold_in_force_costs_a_recall_no_read_of_its_own(world: World, stored: int) -> None:
    for n in range(stored):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}")
    world.index()
    world.clock.advance(2 * KEPT)
    recording = RecordingRecords(world.stream)
    here = world.on(records=recording, recall_policy=replace(world.services.recall_policy, pull_relevance=0.0))
    counts = []
    for _ in range(2):  # unknown to the process, then remembered
        recording.calls.clear()
        answer = recall(here.services, a_caller(), RecallQuery("reading list entry book"))
        assert len(answer.hits) == min(stored, 5)
        counts.append(recording.calls.count("get"))
    assert counts == [1, 1]


def test_a_recall_is_the_same_whether_or_not_the_process_knew_the_thresholds(world: World) -> None:
    for n in range(30):
        world.write(f"Reading list entry {n}: book {n * 7} about printers on floor {n % 4}", key=f"k{n}")
    world.index()
    here = world.on(recall_policy=replace(world.services.recall_policy, pull_relevance=0.4))
    first, second = (recall(here.services, a_caller(), RecallQuery("printers on floor 2", top_k=k)) for k in (7, 7))
    assert first.hits
    assert (first.hits, first.suppressed) == (second.hits, second.suppressed)


# --- Races, outages


def test_feedback_during_the_evaluation_counts_in_the_next_pass(world: World) -> None:
    said(world, 20, USELESS)
    (before,) = world.store.get([tuning_key(ACME)])
    assert before is not None

    def at_once(change: Change) -> None:
        if any(record.key == tuning_key(ACME) for record in change.puts):
            recording.before_commit = None
            world.store.commit(Change(puts=(replace(before, revision=before.revision + 1),)))

    recording = RecordingRecords(world.stream, before_commit=at_once)
    assert passed(world.on(records=recording)) == {}
    assert audited(world) == []
    assert passed(world) == {"low_hit_rate": 1}
    assert broken(world) is None


def test_with_the_ledger_down_retrievals_are_not_counted_twice_and_nothing_fails(world: World) -> None:
    def down(_: Change) -> None:
        raise StoreUnavailable("down")

    message = Retrieved(NOW, ((ANN.path, "m1"),))
    count_recalled(world.on(records=RecordingRecords(world.stream, before_commit=down)).services, [message])
    assert world.records() == []


def test_answered_recalls_are_counted_for_their_organisation_and_day(world: World) -> None:
    two = Retrieved(NOW, ((Scope.GLOBAL.path, "g"), (ANN.path, "m1")))
    yesterday = Retrieved(NOW - days(1), ((ANN.path, "m1"),))
    nobodys = Retrieved(NOW, ((Scope.GLOBAL.path, "g"),))
    other = Retrieved(NOW, (("/org/umbrella/user/ann", "x"),))
    count_recalled(world.services, [two, yesterday, nobodys, two, other])
    daily = read_metrics(world.services, OPERATOR, None, 2).daily
    assert [day.counts for day in daily] == [
        {"memories_recalled": 1, "recalls_answered": 1},
        {"memories_recalled": 4, "recalls_answered": 2},
    ]


def test_degraded_recalls_are_counted_for_the_callers_organisation_with_memories_or_without(world: World) -> None:
    whole = Retrieved(NOW, ((ANN.path, "m1"),))
    found = Retrieved(NOW, ((ANN.path, "m1"),), degraded=ACME.path)
    empty = Retrieved(NOW, (), degraded=ACME.path)
    count_recalled(world.services, [whole, found, empty])
    (today,) = read_metrics(world.services, OPERATOR, None, 1).daily
    assert today.counts == {"memories_recalled": 2, "recalls_answered": 2, "recalls_degraded": 2}


# --- The audit finds what was done behind its back


def changed(record: Record, **attributes: Any) -> Change:
    return Change(puts=(replace(record, attributes={**record.attributes, **attributes}),))


def test_thresholds_changed_without_an_audit_record_are_found(world: World) -> None:
    said(world, 20, USELESS)
    passed(world)
    (record,) = world.records(prefix="tune")
    world.store.commit(changed(record, thresholds=[0.5, 0.5]))
    assert broken(world) is ChainFault.HEAD_DIFFERS
    move = dict(tuning_moves(record)[0], after=[0.5, 0.5])
    world.store.commit(changed(record, thresholds=[0.5, 0.5], moves=[move]))
    assert broken(world) is ChainFault.HEAD_DIFFERS
    world.store.commit(changed(record))
    assert broken(world) is None


def tuning_moves(record: Record) -> list[Any]:
    moves: Any = record.attributes["moves"]
    assert len(tuning(record).moves) == len(moves)
    return list(moves)


def test_removed_records_of_moves_are_found(world: World) -> None:
    for _ in range(2):
        said(world, 20, USELESS)
        passed(world)
    one, two = world.records(prefix="aud#tuning")
    world.store.commit(Change(removes=(two.key,)))
    assert broken(world) is ChainFault.MISSING
    world.store.commit(Change(removes=(one.key,)))
    assert broken(world) is ChainFault.MISSING
    world.store.commit(Change(puts=(one, two)))
    assert broken(world) is None
    (record,) = world.records(prefix="tune")
    world.store.commit(Change(removes=(record.key,)))
    assert broken(world) is ChainFault.UNFINISHED


# --- Whatever the sequence


_ACTS = st.sampled_from(["useless", "wrong", "good", "pass", "reset", "day"])


@given(st.lists(_ACTS, max_size=25))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_thresholds_stay_within_their_bounds_and_every_move_is_in_the_audit(acts: list[str]) -> None:
    with a_world(tuning_policy=TuningPolicy(least_sample=2)) as world:
        for act in acts:
            match act:
                case "pass":
                    passed(world)
                case "reset":
                    reset_thresholds(world.services, OPERATOR, None)
                case "day":
                    world.clock.advance(days(1))
                case _:
                    said(world, 2, {"useless": USELESS, "wrong": WRONG, "good": GOOD}[act])
            seen = view(world)
            assert 0.5 <= seen.standing.pull <= seen.standing.push <= 0.95
            last = seen.moves[-1].after if seen.moves else seen.default
            assert seen.standing == last
        assert len(audited(world)) == len(view(world).moves)
        assert broken(world) is None
