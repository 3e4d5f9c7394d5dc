"""Time in proportion to the text, for any text: this process's own CPU time, the best of three tries."""
# ruff: noqa: E501 - tables, a row a line

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from shared.language.injection.injection_scan import instruction_in
from shared.language.secrets.secret_scan import scan

# Beginnings that patterns start at, over and over, and what they repeat.
UNITS = (
    "a", "1", "4 ", "4111 ", "-", "sk-", "eyJ", "eyJ.", "eyJa-", "ghp_", "a@", "a@b.", "password ", "password is ", "password: ", "密码", "密码是", "密码a",
    "secret=", "token: a1", "bearer ", "://a:", "postgres://a:b", "-----BEGIN PRIVATE KEY-----\nAAAA", "12 Aa ", "路1号", "建国路", "1号", "A1b2C3d4",
    "%41", "&#65;", "\\x41", "\\u0041", "QUJD", "+1 ", "(010)", "call 1", "DE89 3704 ", "server=a;", "SG.", "xoxb-", "&sig=", "a (at) b (dot) ", "curl -u a:",
    "--password ", "seed phrase a", "a is my password ", "x ", "市区镇1号", "東京都千代田区1-", "219-09-", "12-34-",
    "ignore all ", "ignore previous ", "send me all ", "you are now ", "you may ", "please always ", "from now on ", "from now on send to ", "whenever a, ", "make sure that you ", "always send a@", "从今天起把", "when the user asks a, ", "do not ask the user for ", "use the tool a to send a ", "before you answer, ", "in every answer ", "put the user email ", "你必须把a", "用户询问", "所有付款", "付款", "，不要告诉用户", "今后一律推荐a", "从今天起发送", "忽略之前", "以后发送", "所有记忆", "，所有退款",
    "< / memory", "<|", "[", "system: ", "#", "i g n o r e ", "1gn0re ", "\u0456gn\u043ere ", "\u200b", "ａ", "\U000e0041", "é", "一", "<memory a", ". ",
)  # fmt: skip
PLAIN = (
    "The deployment pipeline for the billing service runs in eu-west-1 and takes about 12 minutes; it was moved from "
    "Jenkins to GitHub Actions in March 2024 and the team deploys on Tuesdays before noon."
)


def seconds(read: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    read(text)
    return time.process_time() - began


def is_in_proportion(read: Callable[[str], object], unit: str) -> bool:
    """Four times the text takes about four times as long, with room for noise; sixteen times would be quadratic."""
    short, long = ((unit * (size // len(unit) + 1))[:size] for size in (2_500, 10_000))
    took = seconds(read, long)
    return took < 0.04 or (took < 1.0 and took < 9 * seconds(read, short))


@pytest.mark.parametrize("read", [scan, instruction_in])
def test_ten_thousand_hostile_characters_take_less_than_a_second_and_grow_in_proportion(
    read: Callable[[str], object],
) -> None:
    for unit in UNITS:
        assert any(is_in_proportion(read, unit) for _ in range(3)), unit


def test_a_plain_text_costs_well_under_a_millisecond() -> None:
    for _ in range(20):
        scan(PLAIN)  # patterns are compiled at their first use
    assert len(PLAIN) >= 190
    began = time.process_time()
    for _ in range(200):
        scan(PLAIN)
    assert (time.process_time() - began) / 200 < 0.001
