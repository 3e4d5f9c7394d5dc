from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.curves import Curve
from shared.domain.meaning.relevance import AskedQuery
from shared.language.text.scripts import Writing, is_cjk

RISING = Curve(((0.2, 0.0), (0.4, 0.3), (0.5, 0.75), (0.9, 1.0)))


def test_a_curve_goes_through_its_points_and_is_level_outside() -> None:
    assert [RISING(x) for x in (0.2, 0.4, 0.5, 0.9)] == [0.0, 0.3, 0.75, 1.0]
    assert RISING(-1.0) == 0.0
    assert RISING(1.0) == 1.0
    assert RISING(0.45) == pytest.approx(0.525)


@given(st.floats(-2, 2), st.floats(-2, 2))
def test_a_curve_never_falls_and_stays_in_range(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert 0 <= RISING(low) <= RISING(high) <= 1


@pytest.mark.parametrize(
    "points",
    [
        ((0.0, 0.0),),
        ((0.0, 0.0), (0.0, 1.0)),
        ((0.5, 0.0), (0.2, 1.0)),
        ((0.0, 0.8), (1.0, 0.2)),
        ((0.0, -0.1), (1.0, 1.0)),
        ((0.0, 0.0), (1.0, 1.1)),
        ((0.0, 0.0), (float("nan"), 1.0)),
    ],
)
def test_a_curve_that_does_not_rise_within_the_unit_interval_is_refused(
    points: tuple[tuple[float, float], ...],
) -> None:
    with pytest.raises(ValueError):
        Curve(points)


def asked(text: str, **weights: float) -> AskedQuery:
    return AskedQuery.of(text, (1.0,), Calibration("m", relevance_curve=RISING, **weights))  # type: ignore[arg-type]


def test_words_in_common_raise_the_measure_and_never_lower_it() -> None:
    query = asked("gate code of the garage")
    assert query.x(0.4, 0, spaced=True) < query.x(0.4, 1, spaced=True) < query.x(0.4, 2, spaced=True)


def test_a_question_of_one_word_does_not_get_everything_for_that_word() -> None:
    assert asked("rent").x(0.0, 1, spaced=True) == pytest.approx(0.2)


def test_without_a_vector_the_words_decide() -> None:
    query = asked("gate code")
    assert query.x(None, 2, spaced=True) == pytest.approx(2 / 3)


def test_without_a_measured_embedder_words_alone_say_that_a_query_is_small_talk() -> None:
    assert asked("Good night!").is_small_talk
    query = asked("order a taxi to the station")
    assert not query.is_small_talk
    assert not query.is_task
    assert query.kind_adds(push=True) == 0.0


@pytest.mark.parametrize(
    ("text", "cjk"),
    [
        ("The port is 5432", False),
        ("Müller wohnt in Köln", False),
        ("用户喜欢深色模式", True),
        ("用 docker compose up 启动", True),
        ("We met at a place called 港口 in the old town", False),
        ("緑茶が好き", True),
        ("채식주의자", True),
        ("", False),
        ("🦊", False),
    ],
)
def test_a_text_is_cjk_when_it_is_mainly_so(text: str, cjk: bool) -> None:
    assert is_cjk(text) is cjk


def test_two_texts_of_unlike_writing_are_mixed() -> None:
    assert Writing.of("什么颜色", "用户喜欢蓝色") is Writing.CJK
    assert Writing.of("what colour", "the user likes blue") is Writing.SPACED
    assert Writing.of("what colour", "用户喜欢蓝色") is Writing.of("什么颜色", "blue") is Writing.MIXED
