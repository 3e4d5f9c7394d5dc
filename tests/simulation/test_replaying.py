"""A plan plays the same each time, can be made smaller, and its history can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.simulation.engine.injections import Injection, Injections
from tests.simulation.engine.scheduler import Scheduler, Style
from tests.simulation.model import tokens_in
from tests.simulation.one_seed import simulate
from tests.simulation.plan import Act, Part, Plan, plan_of
from tests.simulation.planted.patching import planted
from tests.simulation.planted.search import FAULTS
from tests.simulation.shrink import shrink

FAULT = {fault.name: fault for fault in FAULTS}


@pytest.mark.parametrize("seed", [3, 14])
def test_the_same_plan_has_the_same_history(seed: int) -> None:
    first, second = simulate(plan_of(seed)), simulate(plan_of(seed))
    assert list(first.history.lines()) == list(second.history.lines())
    assert (first.violations, first.met) == (second.violations, second.met)
    assert first.steps > 100


def test_two_seeds_are_two_plans() -> None:
    assert len({plan_of(seed) for seed in range(50)}) == 50


def test_a_failing_plan_is_made_smaller_and_fails_in_the_same_way() -> None:
    with planted(FAULT["audit-left-out"]):
        whole = simulate(plan_of(0))
        less = shrink(whole, "change without audit")
        assert "change without audit" in less.kinds
        assert less.plan.size < whole.plan.size
        again = simulate(less.plan)
    assert list(again.history.lines()) == list(less.history.lines())


def test_a_history_has_each_actor_request_and_answer() -> None:
    lines = list(simulate(Plan(1, Style.EVEN, 0.0, 0.0, False, ())).history.lines(reads=False))
    asked = [line for line in lines if "asks" in line]
    assert "ann: POST /v1/sessions" in asked[0]
    assert any("answered" in line and "201" in line for line in lines)
    assert any("commit" in line and "cur#" in line for line in lines)


def test_only_listed_injections_happen() -> None:
    drawn = Injections(7, 0.5)
    for _ in range(40):
        drawn.next("writer")
    assert drawn.met
    listed = Injections(7, 0.5, drawn.met)
    for _ in range(40):
        listed.next("writer")
        listed.next("somebody else")
    assert listed.met == drawn.met


def test_an_omitted_injection_does_not_happen() -> None:
    plan = next(plan for plan in map(plan_of, range(40)) if plan.rate == 0.03 and simulate(plan).met)
    met = dict(simulate(plan).met)
    place = next(iter(met))
    less = {at: what for at, what in met.items() if at != place}
    assert set(simulate(replace(plan, listed=less)).met) <= set(less)


@pytest.mark.parametrize("style", list(Style))
def test_one_actor_at_a_time_and_each_to_its_end(style: Style) -> None:
    scheduler = Scheduler(5, style, lambda _: None)
    order: list[str] = []
    inside: set[str] = set()

    def work(name: str) -> None:
        for _ in range(20):
            inside.add(name)
            assert inside == {name}
            order.append(name)
            inside.remove(name)
            scheduler.point()

    for name in "abc":
        scheduler.spawn(name, lambda name=name: work(name))  # type: ignore[misc]
    scheduler.run()
    assert scheduler.failures == []
    assert sorted(order) == sorted("abc" * 20)
    assert order != sorted(order)


def test_a_deletion_whose_answer_and_start_were_lost_is_carried_out_before_the_rest_is_judged() -> None:
    """The service names a deletion by path, so nobody knows its id; its memory's words were written again since."""
    deleting = Part("deleter-4", "ann", (Act("delete memory", 19, 5),))
    resending = Part("resender-3", "ann", (Act("write_again", 17, 120),))
    lost = {("deleter-4", 5): Injection.CRASH_BEFORE}
    result = simulate(Plan(5354, Style.HELD, 0.03, 0.0, False, (resending, deleting), (), lost))
    did = [(actor, what, str(detail)) for _, actor, what, detail in result.history.entries]
    assert any(what == "! died" and "DELETE /v1/memories/" in detail for _, what, detail in did)
    assert any(actor.startswith("workflow-") and what == "apply" for actor, what, _ in did)
    assert not result.violations


def test_words_are_recognised_in_any_case() -> None:
    assert tokens_in("The TOK017x lamp, tok018x and token") == {"tok017x", "tok018x"}
    assert {one.value for one in Injection} > {"crash_before", "unacknowledged"}
