from __future__ import annotations

from datetime import date

from shared.domain.recall.asking import asked_part, cues_of, is_long
from shared.domain.recall.ranking import PROFILES, rank
from tests.ranking_builders import NOW, a_candidate, asked

TODAY = date(2026, 3, 1)
TALK = (
    "I was just talking with somebody on the train about all kinds of things, the weather, the new bakery around the "
    "corner, how quickly the year has gone by again, and then something came up that I could not answer."
)


def test_a_short_query_is_asked_whole() -> None:
    assert (
        asked_part("We are late. When does the train leave? Hurry.") == "We are late. When does the train leave? Hurry."
    )


def test_of_a_long_query_its_questions_are_asked() -> None:
    assert asked_part(f"{TALK} Where does my sister live? Thank you.") == "Where does my sister live?"


def test_a_long_query_without_a_question_is_asked_whole() -> None:
    assert asked_part(TALK) == TALK


def test_chinese_is_long_by_its_characters() -> None:
    talk = (
        "刚才在火车上跟人聊了半天，天气、街角新开的面包店、怎么一年又这么快就过去了，什么都说了，"
        "后来说到一件事，我竟然答不上来。"
    )
    assert is_long(talk + "我姐姐住在哪儿？")
    assert asked_part(talk + "我姐姐住在哪儿？") == "我姐姐住在哪儿？"
    assert not is_long("我姐姐住在哪儿？")


def test_words_that_only_ask_are_not_terms() -> None:
    assert cues_of("Where does my sister live?", TODAY).terms == cues_of("sister live", TODAY).terms


def test_days_and_people_may_be_named_anywhere_in_a_long_query() -> None:
    cues = cues_of(f"{TALK} It was Ann, yesterday. Where does my sister live?", TODAY)
    assert cues.days
    assert cues.names("Ann")
    assert "bakeri" not in cues.terms


def test_talk_around_a_question_does_not_outrank_its_answer() -> None:
    memories = [
        a_candidate("There is a new bakery around the corner of the station", id="bakery", cosine=0.5, keyword=9.0),
        a_candidate("My sister lives in Lisbon", id="sister", cosine=0.5, keyword=2.0),
    ]
    order = rank(asked(f"{TALK} Where does my sister live?"), memories, PROFILES["default"], NOW)
    assert order[0].candidate.document.memory_id == "sister"


def test_the_best_match_of_words_counts_by_how_much_of_the_question_it_holds() -> None:
    memories = [
        a_candidate("我晚上十一点以后不看工作消息", id="weak", keyword=3.0),
        a_candidate("我在一家公司写代码", id="other"),
    ]
    weak = rank(asked("我工作上用什么编程语言？"), memories, PROFILES["default"], NOW)
    part = next(item.parts["keyword"] for item in weak if item.candidate.document.memory_id == "weak")
    assert 0 < part < 0.5


def test_a_match_that_only_the_engine_sees_keeps_its_weight() -> None:
    memories = [a_candidate("我每天喝绿茶", id="tea", keyword=2.0), a_candidate("我每天跑步", id="run")]
    assert rank(asked("茶"), memories, PROFILES["default"], NOW)[0].parts["keyword"] == 1.0


def test_names_distinguish_turns_but_not_single_statements() -> None:
    texts = ("we met in Lisbon", "we met in a bar")
    for session, first in ((None, "b"), ("s1", "a")):
        memories = [
            a_candidate(text, id=id, session=session, position=n * 50, confidence=confidence)
            for n, (text, id, confidence) in enumerate(zip(texts, "ab", (0.8, 0.9), strict=True))
        ]
        order = rank(asked("Where did we meet?"), memories, PROFILES["default"], NOW)
        assert order[0].candidate.document.memory_id == first
