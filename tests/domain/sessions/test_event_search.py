"""Words and meaning in one score: nothing that is said is lost, nothing that is meant is noise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.curves import Curve
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.sessions.event_search import Likeness, SessionSearchPolicy, best_matches, fused, likenesses

POLICY = SessionSearchPolicy()
TEXTS = ("the red gate", "the red mill", "a heron by the mill", "rain until monday")
share = st.floats(0, 1)
likeness = st.builds(Likeness, share, st.floats(-5, 20), st.integers(0, 100))
CURVE = Curve(((0.0, 0.0), (1.0, 1.0)))
ASKED = AskedQuery.of("q", (1.0,), Calibration("m", relevance_curve=CURVE))


def like(relevance: float, lead: float = 0.0, others: int = 50) -> Likeness:
    return Likeness(relevance, lead, others)


@given(st.floats(1e-6, 1), st.floats(1e-6, 1), st.none() | likeness)
def test_a_hit_by_words_is_a_hit_with_any_meaning(keyword: float, strength: float, meaning: Likeness | None) -> None:
    assert fused(keyword, strength, meaning, POLICY) >= keyword * strength > 0


@given(share, share, share, likeness)
def test_the_score_never_falls_when_one_of_its_parts_rises(
    one: float, other: float, strength: float, meaning: Likeness
) -> None:
    low, high = sorted((one, other))
    assert fused(low, strength, meaning, POLICY) <= fused(high, strength, meaning, POLICY) + 1e-12
    dim, bright = replace(meaning, relevance=low), replace(meaning, relevance=high)
    assert fused(0.5, strength, dim, POLICY) <= fused(0.5, strength, bright, POLICY) + 1e-12
    assert fused(0.0, strength, dim, POLICY) <= fused(0.0, strength, bright, POLICY) + 1e-12
    assert 0 <= fused(one, strength, meaning, POLICY) <= 1


@pytest.mark.parametrize(
    ("meaning", "is_hit"),
    [
        (like(0.8), True),
        (like(0.79), False),
        (like(0.5, lead=2.75), True),
        (like(0.79, lead=2.7), False),
        (like(0.49, lead=9.0), False),
        (like(0.75, others=2), True),
        (like(0.74, lead=9.0, others=2), False),
    ],
)
def test_by_meaning_alone_it_is_near_by_itself_or_stands_out(meaning: Likeness, is_hit: bool) -> None:
    assert (fused(0.0, 0.0, meaning, POLICY) > 0) is is_hit


def test_without_likeness_it_is_a_search_by_words() -> None:
    found = best_matches("red mill", TEXTS, 5)
    assert [place for place, _ in found] == [1, 0, 2]
    assert found == best_matches("red mill", TEXTS, 5, likeness=(None,) * 4)
    assert found[0][1] == 1.0
    assert best_matches("zebra", TEXTS, 5) == []
    assert best_matches("red", [], 5) == []


def test_one_name_of_the_question_weighs_less_than_its_answer_in_other_words() -> None:
    texts = ("Ann likes tea", "She takes the bicycle every day", "Rain", "A parcel")
    found = best_matches("How does Ann commute to her office?", texts, 5, likeness=(None, like(0.85), None, None))
    assert [place for place, _ in found] == [1, 0]


def test_an_identifier_that_is_there_stays_first() -> None:
    texts = ("Ticket ERR-4711 is open", "The fault in the payment page", "Rain")
    found = best_matches("ERR-4711", texts, 5, likeness=(like(0.1), like(0.95), None))
    assert [place for place, _ in found] == [0, 1]


def test_the_best_match_by_words_always_has_a_place() -> None:
    texts = ("Ann likes tea", *(f"line {n}" for n in range(9)))
    near = (None, *(like(0.9) for _ in range(9)))
    found = best_matches("commuting habits of Ann", texts, 3, likeness=near)
    assert len(found) == 3
    assert found[-1][0] == 0


def test_lead_is_stated_by_the_others_and_widened_for_few() -> None:
    texts = ["x"] * 5
    (first, *_) = likenesses(ASKED, texts, [(0.9,), (0.1,), (0.2,), (0.1,), (0.2,)])
    assert first is not None
    assert (first.others, first.relevance) == (4, 0.9)
    assert first.lead == pytest.approx((0.9 - 0.15) / (0.057735 * 1.25**0.5), rel=1e-3)
    assert [found and found.lead for found in likenesses(ASKED, texts, [(0.5,)] * 5)] == [0.0] * 5
    assert [found and found.lead for found in likenesses(ASKED, ["x", "y"], [(0.9,), None])] == [0.0, None]
