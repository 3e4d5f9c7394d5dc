"""What counts as forbidden in the midst of talk: orders, not reports."""

from __future__ import annotations

import pytest

from shared.domain.prohibitions import MAX_CHARACTERS, forbids, prohibitions

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
def test_an_order_not_to_do_something_is_a_prohibition(text: str) -> None:
    assert prohibitions(f"Migrate the shop database to v15. {text}") == [text]


@pytest.mark.parametrize("text", REPORTS)
def test_a_report_a_refusal_or_a_comfort_is_none(text: str) -> None:
    assert prohibitions(text) == []


def test_a_page_that_was_pasted_forbids_nothing() -> None:
    assert not forbids("Do not touch the users table. " * (MAX_CHARACTERS // 20))
