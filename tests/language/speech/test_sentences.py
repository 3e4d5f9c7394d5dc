"""Where a sentence ends, and where it does not: what is cut there would be lost, or say something else."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.sessions.kept_statements import sentences_to_read
from shared.language.speech.obligations import is_protected, is_veto
from shared.language.speech.sentences import sentences


@pytest.mark.parametrize(
    "whole",
    [
        "Do not deploy to e.g. prod or staging",
        "Ask the on-call, i.e. the platform team, before you restart",
        "Don't merge it, the docs, the tests etc. unless ops signs off",
        "My doctor is Dr. Weiss",
        "I live at 5 St. James Road",
        "J. R. Weiss signs the contract",
        "Take room No. 5 on the left",
        "See Fig. 3 and pp. 10",
        "It takes approx. 3 hours on v3.0 with 1.5 GB",
        "Meet at 5 p.m. sharp on Jan. 5",
        "1. Touch nothing",
        "Am 3. Mai wird nichts geändert",
        "Read https://a.example/?id=5!x and go on",
        "Never ... ever touch that",
        "不要……碰它",
        "Never do these: drop users; truncate orders; alter billing",
        "Do not drop users; do not truncate orders",
        "不要做以下事情：改用户表；清空订单",
        "严禁改用户表；清空订单",
        "We approve the move; the renaming; the new index",
        "Is that all right?!",
    ],
)
def test_what_belongs_together_is_one_sentence(whole: str) -> None:
    assert sentences(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We choose plan B. We start soon.", ["We choose plan B", "We start soon"]),
        ("No. I refuse.", ["No", "I refuse"]),
        ("The limit is 5. We start now", ["The limit is 5", "We start now"]),
        ("I like tea; I live in Oslo", ["I like tea", "I live in Oslo"]),
        ("我喜欢茶；我住在奥斯陆。真的", ["我喜欢茶", "我住在奥斯陆", "真的"]),
        ("可以吗?好的", ["可以吗?", "好的"]),
        ("他说“不要碰。”然后走了", ["他说“不要碰。”", "然后走了"]),
        ("We waited... Then it came", ["We waited", "Then it came"]),
    ],
)
def test_what_does_not_is_two(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Do not:\n- touch users\n- restart the queue", "Do not: - touch users - restart the queue"),
        ("Do not:\n\n1. touch users.\n2. restart it. Ever.", "Do not: 1. touch users. 2. restart it. Ever"),
        ("不要：\n- 改用户表。\n- 清空订单表。", "不要： - 改用户表。 - 清空订单表"),
        ("Rules:\n* No change\n  at all\n* Nobody writes", "Rules: * No change at all * Nobody writes"),
        ("Never touch:\nusers\norders", "Never touch: users orders"),
        ("You must not\n- drop users\n- drop orders", "You must not - drop users - drop orders"),
        ("Do not: - touch users\n- restart", "Do not: - touch users - restart"),
    ],
)  # fmt: skip
def test_a_list_stays_with_what_it_belongs_to(text: str, whole: str) -> None:
    assert sentences(text + "\n\nThanks") == [whole, "Thanks"]
    assert sentences("Move it. " + text) == ["Move it", whole]
    assert sentences(whole) == [whole]


def test_items_that_are_statements_of_their_own_stay_so() -> None:
    assert sentences("About me:\n- I live in Oslo\n- I like tea") == ["About me:", "- I live in Oslo", "- I like tea"]


@pytest.mark.parametrize(
    "said",
    [
        "My doctor is Dr. Weiss in Basel",
        "I live at 5 St. James Road",
        "My manager is J. Weiss of accounts",
        "I work for Acme Inc. in Oslo",
    ],
)
def test_no_fact_is_read_cut_at_an_abbreviation(said: str) -> None:
    assert sentences_to_read(f"{said}. See you.") == [said, "See you"]


_WORDS = st.sampled_from(
    "do not touch the users table 30 days 已 不要 碰 生产 环境 . 。 ! ? ; ； : ： approved done A-77 /api/v2 we "
    "decided must only will \n .env v3.0 ... … e.g. 1. 2) - * 三天 , ， before 1 June no never Dr. J. etc. No. "
    "St. a” ) ？」 I".split(" ")
)
TEXTS = st.lists(_WORDS, min_size=1, max_size=25).map(" ".join)


@given(TEXTS | st.text(alphabet='aB1 .:;!?…\n-*"”。；：不要\t\r\u2028', max_size=30))
def test_a_sentence_is_its_own_only_sentence(text: str) -> None:
    for sentence in sentences(text):
        assert sentences(sentence) == [sentence]


@given(TEXTS)
def test_no_letter_is_lost(text: str) -> None:
    kept = "".join(sentences(text))
    assert [c for c in kept if c.isalnum()] == [c for c in text if c.isalnum()]


@pytest.mark.parametrize(
    "text",
    [
        "." * 200_000 + "a",
        "!" * 200_000 + "a",
        "e.g. " * 50_000,
        "a" * 200_000,
        "a_" * 100_000,
        "a." * 100_000,
        "ne " + "a" * 200_000,
        "ne aaaa " * 30_000,
        "- a\n" * 50_000,
        "not:\n- a\n" * 25_000,
        "“" * 200_000,
        "do not; " * 25_000,
        " " * 200_000 + ".",
    ],
    ids=range(13),
)
def test_no_text_takes_long(text: str) -> None:
    began = process_time()
    for sentence in sentences(text):
        is_protected(sentence)
        is_veto(sentence)
    assert process_time() - began < 20  # what grows with the square of the length takes minutes
