"""What a statement says of its own time: in 2024, until May, used to, 以前. The clock begins on 1 March 2026."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.acceptance.time.person import Person

PAST = [
    ("The user lived in Oslo in 2024", "2024-01-01", "2025-01-01", "Where do I live?"),
    ("用户在 2024 年住在奥斯陆", "2024-01-01", "2025-01-01", "我住在哪里？"),
    ("The user worked in Rome from 2019 to 2022", "2019-01-01", "2023-01-01", "Where do I work?"),
]
ENDING = [
    ("The change window is open until May", "2026-06-01"),
    ("The change window is open until 20 March 2026", "2026-03-21"),
    ("变更窗口开放到五月为止", "2026-06-01"),
    ("变更窗口开放到 2026 年 3 月 20 日", "2026-03-21"),
]


def day(instant: str) -> str:
    return datetime.fromisoformat(instant).date().isoformat()


@pytest.mark.parametrize(("fact", "begins", "ends", "question"), PAST)
def test_what_was_in_a_year_ends_with_it_and_is_recalled_as_past(
    ann: Person, fact: str, begins: str, ends: str, question: str
) -> None:
    memory = ann.said(fact)["memory"]
    assert (day(memory["valid_from"]), day(memory["valid_to"])) == (begins, ends)
    assert ann.recalled(question) == [fact]
    assert [one["status"] for one in ann.memories()] == ["active"]
    (line,) = [line for line in ann.context(question)["text"].splitlines() if fact in line]
    assert "in the past" in line
    assert ann.recalled(question, as_of=f"{begins[:4]}-06-01T00:00:00Z") == [fact]
    assert ann.recalled(question, as_of="2025-06-01T00:00:00Z") == []


@pytest.mark.parametrize(
    "fact", ["The user used to live in Oslo", "用户以前住在奥斯陆", "Früher habe ich in Oslo gewohnt"]
)
def test_what_used_to_be_was_over_when_it_was_said(ann: Person, fact: str) -> None:
    observed = ann.after(days=-10)
    memory = ann.said(fact, observed_at=observed)["memory"]
    assert datetime.fromisoformat(memory["valid_to"]) == datetime.fromisoformat(observed).replace(microsecond=0)
    assert ann.recalled("Oslo 奥斯陆") == [fact]


@pytest.mark.parametrize(("fact", "ends"), ENDING)
def test_what_names_its_end_holds_until_then(ann: Person, fact: str, ends: str) -> None:
    memory = ann.said(fact)["memory"]
    assert day(memory["valid_to"]) == ends
    assert ann.recalled("change window 变更窗口") == [fact]
    ann.wait(days=100)
    assert ann.recalled("change window 变更窗口") == []
    assert [one["status"] for one in ann.memories()] == ["ended"]


@pytest.mark.parametrize(
    "fact",
    [
        "The user lives in Shanghai",
        "The user plans to move to Beijing in 2027",
        "The shop is closed from November until May every year",
        "The release does not ship until May",
        "The budget covers everything until approval",
        "The user has worked at Acme since 2019",
        "The plan of 2024 names Bob as its owner",
        "The user hopes to work for Acme in 2027",
        "用户希望回复简短",
        "报告要在五月以前提交",
        "每年十一月到五月花园关闭",
        "用户计划 2027 年搬到北京",
        "用户从 2019 年起在 Acme 工作",
    ],
)
def test_what_names_no_end_has_none(ann: Person, fact: str) -> None:
    assert ann.said(fact)["memory"]["valid_to"] is None


def test_the_callers_own_time_goes_before_the_words(ann: Person) -> None:
    end = ann.after(days=3)
    memory = ann.said("The change window is open until May", valid_to=end)["memory"]
    assert day(memory["valid_to"]) == day(end)


def test_what_was_does_not_replace_what_is_under_one_key(ann: Person) -> None:
    ann.said("The user lives in Shanghai", key="home")
    ann.said("The user lived in Oslo in 2024", key="home")
    assert [memory["content"] for memory in ann.memories()] == ["The user lives in Shanghai"]
    assert ann.recalled("Where do I live?", as_of="2024-06-01T00:00:00Z") == ["The user lived in Oslo in 2024"]
