from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.recall.calibration import Calibration, Curve, RelevanceScale
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
def test_what_is_no_rising_curve_into_the_unit_interval_is_refused(points: tuple[tuple[float, float], ...]) -> None:
    with pytest.raises(ValueError):
        Curve(points)


def test_words_in_common_raise_the_relevance_and_never_lower_it() -> None:
    scale = RelevanceScale(RISING, 0.2)
    assert scale(0.4, 0.0) < scale(0.4, 0.5) < scale(0.4, 1.0)


def test_each_writing_is_read_on_its_own_scale() -> None:
    scales = {
        w: RelevanceScale(Curve(((0.0, 0.0), (top, 1.0))), 0.0) for w, top in zip(Writing, (1, 2, 4), strict=True)
    }
    calibration = Calibration("m", scales, dict.fromkeys(Writing, RISING), measured=True)
    assert [calibration.relevance(0.8, 0.0, writing) for writing in Writing] == pytest.approx([0.8, 0.4, 0.2])


def test_without_a_vector_the_words_decide_the_relevance() -> None:
    scales = dict.fromkeys(Writing, RelevanceScale(RISING, 0.0))
    calibration = Calibration("m", scales, dict.fromkeys(Writing, RISING), measured=True)
    assert calibration.relevance(None, 0.6) == 0.6


def test_a_calibration_without_a_scale_for_some_writing_is_refused() -> None:
    with pytest.raises(ValueError):
        Calibration("m", {}, dict.fromkeys(Writing, RISING), measured=True)


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
