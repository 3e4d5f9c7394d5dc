"""What is meant for this time only, and what lasts although it mentions now."""

from __future__ import annotations

import pytest

from shared.language.speech.feedback import is_verdict, mere_verdicts
from shared.language.speech.sentences import sentences
from shared.language.speech.temporary import is_asked_for_this_time, is_for_this_time, is_provisional, without
from tests.language.speech.occasion_phrases import (
    FOR_A_WHILE,
    FOR_A_WHILE_HELD_OUT,
    FOR_A_WHILE_LATER,
    FOR_THIS_TIME,
    FOR_THIS_TIME_HELD_OUT,
    LASTING,
    LASTING_CONDITIONS,
    LASTING_CONDITIONS_HELD_OUT,
    LASTING_HELD_OUT,
    LASTING_LATER,
    NO_VERDICTS,
    NO_VERDICTS_HELD_OUT,
    VERDICTS,
    VERDICTS_HELD_OUT,
)


def lasting_part(text: str) -> str:
    return without(text, frozenset(s for s in sentences(text) if is_for_this_time(s)))


@pytest.mark.parametrize("wish", [*FOR_THIS_TIME, *FOR_A_WHILE])
def test_a_wish_for_this_time_is_known_by_its_words(wish: str) -> None:
    assert is_for_this_time(wish)


@pytest.mark.parametrize("said", [*LASTING, *LASTING_CONDITIONS, *LASTING_LATER])
def test_a_wish_that_lasts_is_not_a_wish_for_this_time(said: str) -> None:
    assert not is_for_this_time(said)


def test_nine_of_ten_wishes_are_known_that_no_rule_was_written_for() -> None:
    known = [wish for wish in FOR_THIS_TIME_HELD_OUT if is_for_this_time(wish)]
    assert len(known) >= 0.9 * len(FOR_THIS_TIME_HELD_OUT)  # 36 of 40


def test_a_stretch_named_by_what_happens_in_it_bounds_a_wish() -> None:
    known = [wish for wish in FOR_A_WHILE_HELD_OUT if is_for_this_time(wish)]
    assert len(known) >= 0.9 * len(FOR_A_WHILE_HELD_OUT)  # 25 of 25; before the rules 1
    later = [wish for wish in FOR_A_WHILE_LATER if is_for_this_time(wish)]
    assert len(later) >= 0.7 * len(FOR_A_WHILE_LATER)  # at first contact 10 of 15


def test_nothing_lasting_is_lost_that_no_rule_was_written_for() -> None:
    held_out = (*LASTING_HELD_OUT, *LASTING_CONDITIONS_HELD_OUT)
    assert [said for said in held_out if is_for_this_time(said)] == []


@pytest.mark.parametrize(
    ("text", "remaining"),
    [
        ("I always want tables. This time use bullets.", "I always want tables."),
        ("This time use bullets. I always want tables.", "I always want tables."),
        ("Don't ever deploy on Friday; this time it broke production", None),
        ("以后都用表格。这次用列表。", "以后都用表格。"),
        ("Two  spaces\nand lines stay where all of it lasts", None),
        ("This time use bullets. Just for today, no jokes.", ""),
    ],
)
def test_a_text_is_judged_by_its_sentences(text: str, remaining: str | None) -> None:
    assert lasting_part(text) == (text if remaining is None else remaining)


@pytest.mark.parametrize(
    ("said", "provisional"),
    [
        ("Just this once, we use the staging database", True),
        ("这次先用测试库", True),
        ("For now the log level is debug", True),
        ("As an exception we ship on Friday", True),
        ("暂时关闭限流", True),
        ("For this release we decided to freeze the schema", False),
        ("Today we agreed to keep backups for 30 days", False),
        ("From now on we use the staging database", False),
        ("今天决定用方案B", False),
    ],
)
def test_a_decision_that_is_an_exception_is_known(said: str, provisional: bool) -> None:
    assert is_provisional(said) is provisional


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("That answer was wrong", True),
        ("No, that's not right!", True),
        ("这个答案不对", True),
        ("回答得很好", False),
        ("That answer was wrong: the limit is 40", False),
        ("The total is wrong in the March report", False),
        ("The total is 42 EUR", False),
    ],
)
def test_a_mere_verdict_on_an_answer_is_known(said: str, verdict: bool) -> None:
    assert is_verdict(said) is verdict


def test_a_verdict_names_what_it_is_about_and_not_what_is_right() -> None:
    assert [said for said in VERDICTS if not is_verdict(said)] == []
    assert len([said for said in VERDICTS_HELD_OUT if is_verdict(said)]) >= 0.8 * len(VERDICTS_HELD_OUT)
    assert [said for said in (*NO_VERDICTS, *NO_VERDICTS_HELD_OUT) if is_verdict(said)] == []


@pytest.mark.parametrize(
    ("said", "mere"),
    [
        (["You were wrong about the port"], ["You were wrong about the port"]),
        (["You were wrong about the port", "It is 8443"], []),
        (["You were wrong about the port", "I prefer tables"], ["You were wrong about the port"]),
        (["端口你说错了", "应该是8443"], []),
    ],
)
def test_feedback_to_which_the_next_sentence_refers_is_kept_with_it(said: list[str], mere: list[str]) -> None:
    assert mere_verdicts(said) == frozenset(mere)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Temporarily switch to dark mode", True),
        ("仅限今天用英文", True),
        ("Please answer in French today", True),
        ("The official opening night is tomorrow", False),
        ("Jon: The official opening night is tomorrow", False),
        ("Planning a trip there next month", False),
        ("Let's make some great memories tomorrow at the opening!", False),
        ("I've been working on this for a while now", False),
        ("Feels like just yesterday I put this dress on!", False),
        ("Same here!", False),
        ("明天开业", False),
        ("For now the log level is debug", False),
    ],
)
def test_what_was_marked_as_important_stays_behind_only_when_it_asks_for_something(said: str, asked: bool) -> None:
    assert is_asked_for_this_time(said) is asked
