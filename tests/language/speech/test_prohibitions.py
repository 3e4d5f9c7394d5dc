"""What is a lasting constraint although it was said in the middle of talk: orders and limits, not reports."""

from __future__ import annotations

import pytest

from shared.language.speech.obligations import is_obligation, is_veto
from shared.language.speech.spoken_constraints import MAX_CHARACTERS, spoken_constraints
from tests.language.speech.binding_phrases import HELD_OUT, HELD_OUT_REPORTS, LIMITS, SOUNDS_LIKE_IT

ORDERS = (
    "Do not touch the users table", "Please don't deploy on Fridays", "Never email the customer directly",
    "Fix the bug, but don't change the API", "You must not restart the gateway", "The users table is off-limits",
    "Leave the users table alone", "Nobody may merge into release", "No deploys during the freeze", "Hands off billing",
    "Keep the schema unchanged", "Don't spend more than 500 euros without my approval", "Do not proceed before noon",
    "Under no circumstances share the key", "Plan the trip; no phone calls before 9", "Stay out of production",
    "The report must never leave the company", "不要动用户表", "别碰生产环境", "严禁在周五上线",
    "未经我同意不得发布", "谁都不许删日志",
    "ユーザー表には触らないでください",
    "users 테이블은 건드리지 마세요", "Bitte nicht neu starten",
)  # fmt: skip
REPORTS = (
    "I don't know", "It can't connect", "I can't log in, please help", "Don't worry about it", "Never mind",
    "I have never been to Oslo", "Never been there before", "Why don't we try Oslo?", "We did not find it",
    "It may not work", "He didn't call", "I don't like tea", "The build does not pass", "No changes were found",
    "No problem", "Don't you think so?", "I never eat meat", "Don't forget to send the report", "Never give up!",
    "That isn't what I meant", "There is no email yet", "You never know", "It doesn't matter", "Never saw this coming",
    "我不知道", "要不要加糖？", "不要紧", "不要担心", "我不要了", "他不能来", "我们不能登录", "别的办法", "特别好",
)  # fmt: skip


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_not_to_do_something_is_a_constraint(text: str) -> None:
    assert spoken_constraints(f"Migrate the shop database to v15. {text}") == (text,)


@pytest.mark.parametrize("text", LIMITS)
def test_a_limit_an_obligation_or_an_exception_is_one_too(text: str) -> None:
    assert spoken_constraints(text) == (text,)
    assert is_veto(text) or is_obligation(text)  # all that a context shows of a turn, a summary shows too


@pytest.mark.parametrize("text", [*REPORTS, *SOUNDS_LIKE_IT])
def test_a_report_a_refusal_a_guess_or_a_comfort_is_none(text: str) -> None:
    assert spoken_constraints(text) == ()


def test_most_held_out_limits_are_found_and_almost_no_report_is_mistaken_for_one() -> None:
    assert sum(bool(spoken_constraints(text)) for text in HELD_OUT) >= len(HELD_OUT) - 4
    assert sum(bool(spoken_constraints(text)) for text in HELD_OUT_REPORTS) <= 1


def test_a_pasted_page_gives_a_few_constraints_from_its_beginning_and_end() -> None:
    page = "\n".join(f"Do not touch table {n}." for n in range(MAX_CHARACTERS // 20))
    bound = spoken_constraints(page)
    assert bound[0] == "Do not touch table 0"
    assert bound[-1] == f"Do not touch table {MAX_CHARACTERS // 20 - 1}"
    assert len(bound) == 4


def test_a_prohibition_far_back_in_a_paste_is_found() -> None:
    rows = "row of output\n" * 3_000
    assert spoken_constraints(f"Here is the log.\n{rows}Do not touch the users table.\n{rows}") == (
        "Do not touch the users table",
    )


def test_a_message_gives_a_limited_number_of_constraints_and_none_of_great_length() -> None:
    many = ". ".join(f"Never touch t{n}" for n in range(60))
    assert len(spoken_constraints(many)) == 20
    assert spoken_constraints("Never touch " + "the users table and " * 60) == ()
