from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.language.text.named_dates import NamedDate, named_dates, nearness


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("What did Ann do on 7 May 2023?", [(2023, 5, 7)]),
        ("on May 7th, 2023", [(2023, 5, 7)]),
        ("the 3rd of June", [(None, 6, 3)]),
        ("during March 2022", [(2022, 3, None)]),
        ("since 2023-05-07 or 2022/12/01", [(2023, 5, 7), (2022, 12, 1)]),
        ("in 2021 and 2022?", [(2021, None, None), (2022, None, None)]),
        ("What did they plan in May?", [(None, 5, None)]),
        ("2023年5月7日去了哪里", [(2023, 5, 7)]),
        ("五月三号见了谁", [(None, 5, 3)]),
        ("二〇二六年十一月的会议", [(2026, 11, None)]),
        ("十二月三十一日", [(None, 12, 31)]),
    ],
)
def test_dates_are_read_in_english_and_chinese(
    text: str, named: list[tuple[int | None, int | None, int | None]]
) -> None:
    assert [(d.year, d.month, d.day) for d in named_dates(text)] == named


@pytest.mark.parametrize(
    "text",
    [
        "May I march in?",
        "they march on",
        "port 2022:80",
        "version 1.2023",
        "ticket A-2023-x",
        "31 of 40",
        "一个月前",
        "2023-13-45",
    ],
)
def test_what_only_looks_like_a_date_is_none(text: str) -> None:
    assert named_dates(text) == ()


def test_a_day_that_no_calendar_has_keeps_what_is_left_of_it() -> None:
    assert named_dates("31 June 2020") == (NamedDate(2020, 6, None),)


@pytest.mark.parametrize(
    ("reported", "value"),
    [
        (date(2023, 5, 7), 1.0),
        (date(2023, 5, 6), 1.0),
        (date(2023, 5, 8), 1.0),
        (date(2023, 5, 14), 0.75),
        (date(2023, 5, 15), 0.5),
        (date(2023, 5, 1), 0.5),
        (date(2023, 6, 3), 0.25),
        (date(2023, 12, 1), 0.25),
        (date(2022, 5, 7), 0.0),
    ],
)
def test_what_was_stated_near_a_named_day_counts_by_its_distance(reported: date, value: float) -> None:
    assert nearness(reported, [NamedDate(2023, 5, 7)]) == value


def test_a_day_without_a_year_is_meant_in_the_year_around_the_turn() -> None:
    assert nearness(date(2022, 12, 31), [NamedDate(None, 1, 1)]) == 1.0
    assert nearness(date(2030, 6, 2), [NamedDate(None, 6, 1)]) == 1.0


@given(
    st.text(alphabet="0123456789年月日号十二三 MayJune,-/.th", max_size=30), st.dates(date(1, 1, 3), date(9989, 12, 31))
)
def test_any_text_and_day_give_a_nearness_in_range(text: str, on: date) -> None:
    assert 0 <= nearness(on, named_dates(text)) <= 1
