"""What enters a context, step by step, and what holds for any offer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.context.items import Considered, ContextItem, Layer, Offer, Reason
from shared.domain.context.neighbours import beside
from shared.domain.context.selection import Selection, select
from shared.domain.context.shares import ContextPolicy

AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
POLICY = ContextPolicy()


@dataclass(frozen=True, slots=True)
class Flat:
    """Each item costs what its text says it costs (`20: text`), else 10; the frame of a layer 5."""

    def item(self, item: ContextItem) -> int:
        cost, colon, _ = item.content.partition(":")
        return int(cost) if colon and cost.isdigit() else 10

    def layer(self, layer: Layer) -> int:
        return 5


def an_item(content: str, at: float = 0, **fields: Any) -> ContextItem:
    """`at`: hours after the first."""
    layer = fields.pop("layer", Layer.LONG_TERM)
    return ContextItem(layer, "semantic", content, "user_stated", AT + timedelta(hours=at), 1.0, **fields)


def a_memory(content: str, x: float = 0.0, at: float = 0, **fields: Any) -> Considered:
    item = an_item(content, at, memory_id=content, layer=fields.pop("layer", Layer.LONG_TERM))
    return Considered(content, item, x, **{"relevance": max(0.0, min(1.0, x)), **fields})


def a_turn(content: str, place: int, x: float = 0.0, **fields: Any) -> Considered:
    """What the user said in the session."""
    item = replace(an_item(content, place, layer=Layer.SESSION, event_id=content), source="user")
    return Considered(content, item, x, of_session=True, place=place, **fields)


def chosen(offer: Offer, budget: int = 1_000) -> Selection:
    return select(offer, budget, Flat(), POLICY)


def shown(selection: Selection, *reasons: Reason) -> list[str]:
    return [c.item.content for c in selection.chosen if not reasons or c.item.reason in reasons]


# --- What bears on a task beside its nearness


def test_where_there_is_no_room_for_all_what_bears_on_the_task_comes_before_what_is_only_as_near() -> None:
    pool = [a_memory("20: near", 0.32), a_memory("20: bears", 0.24, bears=0.2), a_memory("20: nearest", 0.5)]
    assert set(shown(chosen(Offer(pool), 46))) == {"20: nearest", "20: bears"}


def test_what_bears_on_the_task_is_no_more_relevant_for_it() -> None:
    [only] = chosen(Offer([a_memory("far", 0.1, bears=0.9)])).chosen
    assert only.item.reason is Reason.RELATED


# --- 1: the newest turns


def the_talk(turns: int) -> Offer:
    """Newest first, each a question and its answer."""
    reported = [
        [
            an_item(f"question {n}", n, layer=Layer.SESSION, event_id=f"question {n}"),
            an_item(f"answer {n}", n + 0.1, layer=Layer.SESSION, event_id=f"answer {n}"),
        ]
        for n in range(turns)
    ]
    return Offer(turns=reported[::-1])


def test_the_newest_five_turns_come_with_their_answers_in_the_order_in_which_they_were_said() -> None:
    expected = [text for n in range(3, 8) for text in (f"question {n}", f"answer {n}")]
    assert shown(chosen(the_talk(8)), Reason.RECENT) == expected


def test_the_newest_turns_take_a_quarter_of_the_budget() -> None:
    assert shown(chosen(the_talk(8), 100)) == ["question 7", "answer 7"]


def test_what_the_prompt_holds_is_not_repeated_and_its_answer_is() -> None:
    talk = the_talk(3)
    pool = [a_turn(f"question {n}", n, 0.5) for n in range(3)]
    selection = chosen(replace(talk, pool=pool, held={"question 2": "question 2"}))
    assert shown(selection) == ["question 0", "answer 0", "question 1", "answer 1", "answer 2"]
    assert (sum(selection.omitted.values()), selection.repeated) == (0, 1)


def test_what_the_prompt_holds_still_marks_what_it_replaces() -> None:
    pool = [a_turn("by train", 1, 0.5, newer=("by car",)), a_turn("by car", 2, 0.5)]
    (item,) = [c.item for c in chosen(Offer(pool=pool, held={"by car": "by car"})).chosen]
    assert (item.content, item.newer) == ("by train", ("by car",))


def test_what_binds_is_shown_though_the_prompt_holds_it() -> None:
    pool = [a_turn("160 at most", 1, binding=0.9)]
    assert shown(chosen(Offer(pool=pool, held={"160 at most": "160 at most"})), Reason.BINDING) == ["160 at most"]


def test_a_line_of_the_summary_that_the_prompt_holds_is_left_out() -> None:
    line = an_item("Plan the trip", layer=Layer.SESSION, reason=Reason.SUMMARY)
    assert shown(chosen(Offer(summary=[line], held={"goal": "Plan the trip to Rome"}))) == []


def test_an_answer_is_never_shown_without_its_question() -> None:
    long = [
        [an_item("500: a paste", 1, layer=Layer.SESSION, event_id="q"), an_item("fine", 2, event_id="a")],
        [an_item("question", 0, layer=Layer.SESSION, event_id="q0")],
    ]
    assert shown(chosen(Offer(turns=long))) == ["question"]


# --- 2: constraints


def test_a_constraint_is_shown_however_far_it_is_from_the_query() -> None:
    pool = [a_memory("never by night", -0.4, binding=0.9), a_memory("hardly", -0.4, binding=0.01)]
    assert shown(chosen(Offer(pool=pool)), Reason.BINDING) == ["never by night"]


def test_constraints_take_a_quarter_of_the_budget_nearest_and_surest_first() -> None:
    pool = [a_memory(f"limit {n}", n / 100, binding=0.5) for n in range(20)]
    pool += [a_memory("surest", 0.0, binding=1.0), *(a_memory(f"relevant {n}", 0.9) for n in range(20))]
    taken = shown(chosen(Offer(pool=pool), 160), Reason.BINDING)
    assert set(taken) == {"surest", "limit 19", "limit 18"}


def test_the_first_constraint_is_always_shown_and_the_others_before_small_talk() -> None:
    assert shown(chosen(Offer(pool=[a_memory("80: never by night", binding=1.0)]), 100)) == ["80: never by night"]
    idle = [a_turn(f"20: idle {n}", n, lasting=False) for n in range(9)]
    pool = [*(a_turn(f"20: limit {n}", n, binding=0.5) for n in range(5)), *idle]
    assert sum("limit" in text for text in shown(chosen(Offer(pool=pool), 110))) == 5


def test_of_a_limit_that_changed_the_current_one_comes_first_and_the_older_is_labelled() -> None:
    old = a_memory("120 at most", 0.3, 0, binding=0.9, newer=("160 is fine",))
    offer = Offer(pool=[old, a_memory("160 is fine", 0.0, 5, binding=0.1)])
    selection = chosen(offer)
    assert shown(selection) == ["160 is fine", "120 at most"]
    assert [c.item.newer for c in selection.chosen] == [(), ("160 is fine",)]


def test_a_limit_is_not_stated_where_its_later_value_has_no_room() -> None:
    old = a_memory("120 at most", 0.5, 0, binding=0.9, newer=("900: 160 is fine, and why",))
    assert shown(chosen(Offer(pool=[old, a_memory("900: 160 is fine, and why", 0.4, 5, binding=0.9)]), 200)) == []


# --- 3: what is relevant


def test_what_is_near_the_goal_and_not_far_below_the_best_is_relevant() -> None:
    pool = [a_memory("best", 0.6), a_memory("near", 0.35), a_memory("below the best", 0.29), a_memory("far", 0.21)]
    assert set(shown(chosen(Offer(pool=pool)), Reason.RELEVANT)) == {"best", "near"}
    assert shown(chosen(Offer(pool=pool[3:])), Reason.RELEVANT) == []


def test_what_is_near_the_newest_turn_is_relevant_by_its_own_best() -> None:
    pool = [a_memory("for the goal", 0.9), a_memory("for the turn", 0.0, x_newest=0.3)]
    assert set(shown(chosen(Offer(pool=pool)), Reason.RELEVANT)) == {"for the goal", "for the turn"}


def test_the_query_itself_does_not_measure_the_best_answer() -> None:
    pool = [a_turn("the question itself", 3, 1.0), a_memory("its answer", 0.4)]
    offer = Offer(pool=pool, asked=frozenset(("the question itself",)))
    assert shown(chosen(offer), Reason.RELEVANT) == ["its answer"]


def test_a_callers_own_threshold_is_kept_and_nothing_comes_as_related_below_it() -> None:
    pool = [a_memory("above", 0.9), a_memory("below", 0.4), a_memory("binds", 0.1, binding=1.0)]
    assert shown(chosen(Offer(pool=pool, least_relevance=0.8))) == ["above"]
    all_of_them = chosen(Offer(pool=pool, least_relevance=0.0))
    assert sorted(shown(all_of_them)) == ["above", "below", "binds"]
    assert shown(all_of_them, Reason.RELATED) == []


# --- 4: what is related


def test_other_lasting_memories_come_as_related_in_a_quarter_of_the_budget() -> None:
    pool = [a_memory(f"fact {n}", n / 1000) for n in range(30)]
    selection = chosen(Offer(pool=pool), 200)
    assert set(shown(selection, Reason.RELATED)) == {f"fact {n}" for n in range(26, 30)}
    assert selection.omitted[Layer.LONG_TERM] == 26


def test_small_talk_gets_the_constraints_of_memory_and_nothing_else() -> None:
    pool = [a_memory("relevant", 0.9), a_memory("binds", 0.0, binding=0.5), a_memory("p", 0.5, layer=Layer.PROFILE)]
    assert shown(chosen(Offer(pool=pool, quiet=True))) == ["binds"]


# --- 5: the rest of the session


def test_what_else_was_said_in_the_session_follows_lasting_first_newest_first() -> None:
    pool = [
        a_turn("lasts", 1),
        a_turn("idle", 2, lasting=False),
        a_turn("lasts too", 3),
        a_turn("idle too", 4, lasting=False),
    ]
    taken = chosen(Offer(pool=pool), 35)
    assert shown(taken, Reason.SESSION) == ["idle too", "lasts too", "lasts"]
    assert shown(chosen(Offer(pool=pool))) == ["idle too", "lasts too", "idle", "lasts"]


def a_summary(*texts: str) -> list[ContextItem]:
    return [an_item(text, layer=Layer.SESSION, reason=Reason.SUMMARY, part="constraint") for text in texts]


def test_lines_of_the_summary_replace_turns_that_have_no_room() -> None:
    pool = [a_turn(f"30: turn {n} says this and that", n) for n in range(9)]
    selection = chosen(Offer(pool=pool, summary=a_summary("8: turn 0 in short", "turn 8 says this")), 160)
    assert shown(selection, Reason.SUMMARY) == ["8: turn 0 in short"]
    assert len(shown(selection, Reason.SESSION)) == 4


def test_a_line_of_the_summary_that_a_later_statement_replaced_is_not_shown() -> None:
    pool = [a_turn("120 at most", 1, newer=("160 is fine",)), a_turn("160 is fine", 2)]
    assert shown(chosen(Offer(pool=pool, summary=a_summary("120 at most"))), Reason.SUMMARY) == []


# --- Around them


def test_layers_are_shown_in_their_order_and_the_state_before_the_rest_of_its_layer() -> None:
    offer = Offer(
        pool=[a_memory("fact", 0.5), a_memory("Ann", 0.0, layer=Layer.PROFILE), a_turn("said", 1)],
        state=an_item("step 3", layer=Layer.SESSION, reason=Reason.STATE),
        external=[an_item("a page", layer=Layer.EXTERNAL, reason=Reason.EXTERNAL)],
    )
    assert shown(chosen(offer)) == ["Ann", "step 3", "said", "fact", "a page"]


def test_within_a_part_the_newest_is_first_and_before_what_it_may_replace_at_any_times() -> None:
    pool = [
        a_memory("a", 0.5, 1), a_memory("b", 0.4, 3), a_memory("c", 0.45, 2),
        a_memory("later by its clock", 0.5, 9, newer=("a",)),
    ]  # fmt: skip
    assert shown(chosen(Offer(pool=pool))) == ["b", "c", "a", "later by its clock"]


def test_two_that_name_each_other_are_both_stated() -> None:
    pool = [a_memory("a", 0.5, 1, newer=("b",)), a_memory("b", 0.5, 2, newer=("a",))]
    assert sorted(shown(chosen(Offer(pool=pool)))) == ["a", "b"]


def test_what_only_looks_like_a_change_takes_no_room() -> None:
    """It is not relevant by itself, or far less so than what it would replace."""
    pool = [a_memory("lives in Kyiv", 0.6, 1, newer=("moved a chair",)), a_memory("moved a chair", 0.1, 2)]
    selection = chosen(Offer(pool=pool), 30)
    assert shown(selection) == ["lives in Kyiv"]


def test_what_the_session_says_again_is_stated_once_where_it_was_said() -> None:
    same_turn = replace(a_turn("Likes tea", 5, 0.5), id="s1/e5")
    selection = chosen(Offer(pool=[a_memory("Likes tea", 0.6, newer=("gone",)), same_turn]))
    assert [c.item.layer for c in selection.chosen] == [Layer.SESSION]
    assert selection.repeated == 1


def test_a_stale_memory_comes_after_a_fresh_one_that_is_nearly_as_near() -> None:
    stale = a_memory("stale", 0.20)
    stale = replace(stale, item=replace(stale.item, stale=True))
    assert shown(chosen(Offer(pool=[stale, a_memory("fresh", 0.15)]), 60)) == ["fresh"]


def test_a_turn_shares_what_the_better_of_its_neighbours_has() -> None:
    assert beside([0.5, 0.1, 0.3, 0.0], POLICY) == pytest.approx([0.5, 0.148, 0.3, 0.018])


# --- Any offer

texts = st.builds(lambda cost, word: f"{cost}: {word}", st.integers(1, 60), st.text("abcdef", min_size=1, max_size=3))


@st.composite
def offers(draw: st.DrawFn) -> Offer:
    words = draw(st.lists(texts, max_size=25, unique=True))
    pool = []
    for place, word in enumerate(words):
        make = draw(st.sampled_from((a_memory, a_turn)))
        rest = words[place + 1 :]
        later = st.lists(st.sampled_from(rest), max_size=2, unique=True) if rest else st.just(list[str]())
        fields = {
            "binding": draw(st.sampled_from((0.0, 0.04, 0.3, 1.0))),
            "lasting": draw(st.booleans()),
            "newer": tuple(draw(later)),
        }
        pool.append(make(word, place, draw(st.floats(-0.5, 1)), **fields))
    turns = [[replace(e.item)] for e in pool if e.of_session][::-1]
    return Offer(
        pool=pool, turns=turns, quiet=draw(st.booleans()), summary=a_summary(*draw(st.lists(texts, max_size=3)))
    )


@given(offers(), st.integers(0, 400))
def test_the_budget_is_never_exceeded_and_nothing_comes_twice(offer: Offer, budget: int) -> None:
    selection = chosen(offer, budget)
    layers = {c.item.layer for c in selection.chosen}
    assert sum(Flat().item(c.item) for c in selection.chosen) + 5 * len(layers) <= budget
    contents = shown(selection)
    assert len(contents) == len(set(contents))


@given(offers(), st.integers(0, 400))
def test_a_replaced_constraint_never_comes_alone(offer: Offer, budget: int) -> None:
    by_id = {entry.id: entry for entry in offer.pool}
    selection = chosen(offer, budget)
    reported = set(shown(selection))
    for item in (c.item for c in selection.chosen if c.item.reason is Reason.BINDING):
        entry = by_id[item.content]
        if any(by_id[id].binding >= 0.05 for id in entry.newer):
            assert reported.intersection(entry.newer)
            assert item.newer


@given(offers())
def test_no_constraint_is_left_out_while_there_is_room(offer: Offer) -> None:
    reported = shown(chosen(offer, 20_000))
    assert {entry.id for entry in offer.pool if entry.binding >= 0.05} <= set(reported)


@given(offers(), st.integers(0, 400))
def test_all_of_a_pool_is_shown_or_counted(offer: Offer, budget: int) -> None:
    selection = chosen(offer, budget)
    there = {entry.id for entry in offer.pool}
    reported = [text for text in shown(selection) if text in there]
    assert len(reported) + sum(selection.omitted.values()) + selection.repeated == len(offer.pool)
