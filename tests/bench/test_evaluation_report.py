"""The report: what is not measured never reads as green, and the page needs nothing beside itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bench.evaluate.page import page
from bench.evaluate.playing import Answered, Hit, Names, Played
from bench.evaluate.results import Bars, Curve, Figure, Measure, Plot, Reliability, Report, State
from bench.evaluate.scoring import measures_of
from bench.evaluate.sets import BOTH_HOLD, Question, Statement
from bench.peers.table import table
from bench.peers.work import Row, played


def _measure(*figures: Figure, **more: object) -> Measure:
    return Measure("m", "make m", "d", figures, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("measure", "state"),
    [
        (_measure(), State.NOT_MEASURED),
        (_measure(Figure("f", 0.5, "share")), State.MEASURED),
        (_measure(Figure("f", 0.0, "share", at_most=0.0)), State.HOLDS),
        (_measure(Figure("f", 0.1, "share", at_most=0.0), Figure("g", 1.0, "share", at_least=1.0)), State.MISSED),
        (_measure(Figure("f", None, "share", at_most=0.0)), State.MISSED),
        (_measure(Figure("f", 0.0, "share", at_most=0.0), failed=True), State.FAILED),
    ],
)
def test_a_measure_holds_only_with_a_figure_that_keeps_a_limit(measure: Measure, state: State) -> None:
    assert measure.state is state


def test_only_what_missed_or_broke_fails_the_run() -> None:
    missed, broken = _measure(Figure("f", 1.0, "share", at_most=0.0)), _measure(failed=True)
    assert Report({}, [_measure(), missed, broken, _measure(Figure("f", 1.0, "share"))]).bad == [missed, broken]


def test_the_page_refers_to_nothing_outside_and_shows_texts_inert() -> None:
    plots: list[Plot] = [
        Bars("<b>", {"<script>": 0.5}, "share", 1.0),
        Reliability("r", [(0.2, 0.1, 3), (0.9, 1.0, 9)]),
        Curve("c", {"recall": [1.0, 2.0, 4.0]}, "ms"),
    ]
    figures = [Figure("<img src=x>", 0.25, "share", 4, "test", at_most=0.5)]
    text = page(Report({"date": "today"}, [Measure("<i>", "make x", "d", figures, plots, output="</pre><script>")]))
    assert not re.search(r"https?://|<script|<img|<link|src=[^x]|url\(", text)
    assert text.count("<svg") == 3
    assert "at most 0.5: holds" in text


def test_the_halves_of_a_figure_stand_side_by_side_and_a_missed_one_at_the_head() -> None:
    good, bad = Figure("f", 0.5, "share", 4, "tune", at_most=0.6), Figure("f", 0.75, "share", 8, "test", at_most=0.6)
    text = page(Report({}, [_measure(Figure("other", 1.0, "share"), good, bad)]))
    assert "f, test: 0.75" in text
    assert "<td>f</td><td class=n>0.5</td><td class=n>4</td><td class=n>0.75</td><td class=n>8</td>" in text
    assert "at most 0.6: missed in test" in text


def test_a_measure_without_figures_is_shown_with_its_command() -> None:
    text = page(Report({}, [_measure(reason="no path to it was given")]))
    assert "not measured" in text
    assert "make m" in text
    assert "no path to it was given" in text
    assert 'class="state holds"' not in text


def _hit(relevance: float, *ids: str) -> Hit:
    return Hit(frozenset(ids), "text", relevance)


def _answered(half: str, evidence: Sequence[str], shown: Sequence[Hit], stale: Sequence[str] = ()) -> Answered:
    question = Question("q", "ann", "?", frozenset(evidence), frozenset(stale), "c", half)
    return Answered(question, shown, shown)


def test_the_halves_are_counted_apart() -> None:
    answered = [_answered("tune", ["1"], [_hit(0.9, "2")]), _answered("test", ["1"], [_hit(0.9, "1")])]
    figures = measures_of(Played(answered), "make", "d", limits=False)[0].figures
    assert {f.half: f.value for f in figures if f.name == "R@10"} == {"tune": 0.0, "test": 1.0}


def test_abstention_is_a_share_of_what_has_no_answer() -> None:
    answered = [_answered("test", [], []), _answered("test", [], [_hit(0.4, "3")]), _answered("test", ["1"], [])]
    values = {f.name: (f.value, f.of) for f in measures_of(Played(answered), "make", "d", limits=False)[1].figures}
    assert values["unanswerable, and nothing is shown (abstention)"] == (0.5, 2)
    assert values["answerable, and nothing is shown"] == (1.0, 1)


def test_a_stale_fact_behind_the_present_one_is_served_but_not_first() -> None:
    answered = [_answered("test", ["2"], [_hit(0.9, "2"), _hit(0.8, "1")], ["1"])]
    values = {f.name: f.value for f in measures_of(Played(answered), "make", "d", limits=False)[2].figures}
    assert values["stale served, c"] == values["stale after the current, unlabelled, c"] == 1.0
    assert values["stale before the current, c"] == values["stale alone, c"] == 0.0


OLD, NEW = _hit(0.9, "1"), _hit(0.8, "2")


@pytest.mark.parametrize(
    ("shown", "place"),
    [
        ([OLD], "alone"),
        ([OLD, NEW], "before the current"),
        ([NEW, OLD], "after the current, unlabelled"),
        ([NEW, replace(OLD, outdated=True)], "after the current, labelled as outdated"),
        ([NEW], None),
        ([], None),
    ],
)
def test_each_place_of_a_stale_fact_is_counted_apart(shown: list[Hit], place: str | None) -> None:
    answered = [_answered("test", ["2"], shown, ["1"])]
    figures = measures_of(Played(answered), "make", "d", limits=False)[2].figures
    counted = {f.name.removeprefix("stale ").removesuffix(", c"): f.value for f in figures if "served" not in f.name}
    places = [name for name, value in counted.items() if value and not name.startswith("current")]
    assert places == ([] if place is None else [place])


def test_a_fact_that_still_holds_must_not_end() -> None:
    question = Question("q", "ann", "?", frozenset({"1"}), frozenset(), BOTH_HOLD, "test")
    measure = measures_of(Played([Answered(question, [], [])]), "make", "d", limits=True)[2]
    assert measure.state is State.MISSED


def test_a_set_without_changes_has_no_currentness() -> None:
    measure = measures_of(Played([_answered("test", ["1"], [])]), "make", "d", limits=True)[2]
    assert measure.state is State.NOT_MEASURED


def test_relevance_that_is_always_right_is_off_by_what_it_claims_too_little() -> None:
    answered = [_answered("test", ["1"], [_hit(0.75, "1")]) for _ in range(4)]
    figures = measures_of(Played(answered), "make", "d", limits=False)[1].figures
    assert next(f.value for f in figures if f.name.startswith("expected calibration")) == pytest.approx(0.25)


def test_an_updated_memory_stands_for_its_last_statement() -> None:
    names = Names()
    names.written("m", "I live in Oslo", Statement("1", "ann", "I live in Oslo", "home"), "created")
    names.written("m", "I live in Graz", Statement("2", "ann", "I live in Graz", "home"), "updated")
    assert names.of("m", "I live in Graz") == {"2"}
    assert names.of("m", "I live in Oslo") == {"1"}


def test_merged_statements_are_one_memory() -> None:
    names = Names()
    names.written("m", "Ann likes tea", Statement("1", "ann", "Ann likes tea"), "created")
    names.written("m", "Ann likes tea", Statement("2", "ann", "ann likes tea"), "duplicate")
    assert "1" in names.of("m", "Ann likes tea")
    assert "2" in names.of("m", "Ann likes tea")


class _Forgetless:
    """A memory that answers with everything of everybody, and deletes nothing."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def add(self, statement: Statement) -> str:
        self._texts.append(statement.text)
        return statement.id

    def found(self, user: str, query: str) -> list[str]:
        return self._texts

    def ready(self) -> None: ...

    def without_filter(self, user: str, query: str) -> list[str] | None:
        return self._texts

    def forget(self, user: str, ids: Sequence[str]) -> None: ...

    def everything(self, user: str, ids: Sequence[str], query: str) -> str:
        return str(self._texts)


def test_a_memory_that_forgets_nothing_is_found_out() -> None:
    from bench.evaluate.built_in import built_in

    row = played(_Forgetless(), "all", "1", built_in(2), "")
    assert row.residue == row.found_after == 1.0
    assert row.foreign == 1.0
    assert set(row.stale.values()) == {1.0}


def test_a_memory_that_shows_the_earlier_fact_first_misleads() -> None:
    from bench.evaluate.built_in import changes

    class Latest(_Forgetless):
        def found(self, user: str, query: str) -> list[str]:
            return self._texts[::-1]

    earliest = played(_Forgetless(), "all", "1", changes(11), "")
    latest = played(Latest(), "all", "1", changes(11), "")
    assert set(earliest.stale.values()) == set(latest.stale.values()) == {1.0}
    assert set(earliest.misled.values()) == {1.0}
    assert set(latest.misled.values()) == {0.0}


def test_what_a_set_has_no_case_of_is_a_dash() -> None:
    row = Row("m", "1", "set", {"p50": 1.0, "p95": 2.0}, {"p50": 1.0, "p95": 2.0}, {"test": 0.5}, note="n")
    slower = Row("s", "2", "set", {"p50": 2.5, "p95": 3.0}, {"p50": 1.0, "p95": 2.0}, note="n")
    shown = table([row, slower])
    assert "| m | 1 | 1.0 / 2.0 (1.00) | 1.0 / 2.0 (1.00) | - | 0.500 | - | - | - | - | - | - |" in shown
    assert "| s | 2 | 2.5 / 3.0 (2.50) |" in shown
