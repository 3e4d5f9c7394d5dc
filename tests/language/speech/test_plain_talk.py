"""Words that say nothing, in the languages of the packs, and what a tool printed: told without an embedder."""

from __future__ import annotations

import pytest

from shared.domain.sessions.kept_statements import is_kept, sentences_to_read
from shared.language.comparison.updates import changes_the_matter_of, matter_terms
from shared.language.speech.small_talk import is_small_talk, without_small_talk
from shared.language.speech.tool_output import is_data, is_tool_output
from shared.language.speech.witnesses import says_guess, says_some_day


@pytest.mark.parametrize(
    "text",
    [
        "kkkk", "ㅋㅋㅋ", "算了,不用了", "jaja", "www", "哈哈哈", "555", "wkwkwk", "mdr", "هههه", "חחח", "हाहा",
        "déjalo, da igual", "laisse tomber", "Ach egal, vergiss es", "boş ver", "ช่างมันเถอะ", "ولش کن", "छोड़ो",
    ],
)  # fmt: skip
def test_laughter_and_never_mind_are_small_talk(text: str) -> None:
    assert is_small_talk(text)
    assert not is_kept(text, None)


@pytest.mark.parametrize("text", ["vegano", "Bilbao", "555 baht", "咖啡", "Mia"])
def test_an_answer_is_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("gracias, vivo en Bilbao", "vivo en Bilbao"),
        ("haha, ok, ich wohne in Rostock", "ich wohne in Rostock"),
        ("谢谢，我住在成都", "我住在成都"),
        ("No, I don't have a dog", "No, I don't have a dog"),
        ("ok, thanks", "ok, thanks"),
        ("Bilbao, en el norte", "Bilbao, en el norte"),
    ],
)
def test_thanks_before_a_fact_are_set_aside_and_a_denial_is_not(said: str, left: str) -> None:
    assert without_small_talk(said) == left
    assert sentences_to_read(said) == [left]


@pytest.mark.parametrize(
    "text",
    [
        "HTTP/1.1 200 OK\nContent-Type: text/html",
        "May  3 09:41:22 web01 sshd[2211]: Accepted publickey for deploy",
        '10.0.0.7 - - [03/May/2024:09:41:22 +0000] "GET / HTTP/1.1" 200 153 "-" "curl/8.1.2"',
        "  PID TTY          TIME CMD\n 2211 pts/0    00:00:00 bash",
        "diff --git a/a.py b/a.py\n-rate = 1\n+rate = 2",
        "TypeError: x is undefined\n    at render (App.jsx:31:18)",
        "=========== test session starts ===========\ncollected 12 items",
    ],
)
def test_what_a_tool_printed_is_recognised_by_its_form(text: str) -> None:
    assert is_tool_output(text)
    assert sentences_to_read(text) == []


def test_data_in_a_turn_is_nobodys_word_and_may_still_be_written() -> None:
    for text in ('{"status": "ok", "items": [1, 2]}', "id,name,qty\n1,bolt,20\n2,nut,35"):
        assert is_data(text)
        assert sentences_to_read(text) == []
        assert not is_tool_output(text)


@pytest.mark.parametrize(
    "text",
    [
        "HTTP 200 is what our API answers, even for errors",
        "GET /users is the slowest route we have",
        "I keep {curly braces} on their own line",
        "Apples, pears, plums\nare what I grow",
    ],
)
def test_a_sentence_about_tools_and_data_is_neither(text: str) -> None:
    assert not is_tool_output(text)
    assert not is_data(text)


def test_a_guess_about_some_day_is_no_plan() -> None:
    for text in ("maybe I'll go to Iceland some day", "나중에 제주도에 갈지도 몰라요", "也许我以后会去西藏"):
        assert says_guess(text)
        assert says_some_day(text)
    assert not says_some_day("I may go to Iceland in May")


@pytest.mark.parametrize(
    ("older", "newer", "changed"),
    [
        ("Vivo em Coimbra.", "Me mudei pra Braga faz duas semanas.", True),
        ("저는 인천에 살아요.", "지난달에 광주로 이사했어요.", True),
        ("Bursa'da oturuyorum.", "Geçen ay Eskişehir'e taşındım.", True),
        ("Ich wohne in Kassel.", "Der Shop ist auf Postgres umgezogen.", False),
        ("我住在杭州。", "我们把项目迁到 PostgreSQL 了。", False),
        ("Vivo em Coimbra.", "Talvez eu me mude? Me mudei?", False),
        ("Trabalho em Coimbra.", "Me mudei pra Braga.", False),
    ],
)
def test_moving_house_is_a_change_of_the_home_and_of_nothing_else(older: str, newer: str, changed: bool) -> None:
    assert changes_the_matter_of(newer, older) is changed


def test_a_move_is_searched_by_the_words_for_living() -> None:
    assert "moro" in matter_terms("Me mudei pra Braga")
