"""Which of a person's turns are remembered, and as what: the rule, without an embedder."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from shared.domain.extraction.remembered import MAX_TURN, is_short_answer, is_statement_of, read_turn, type_of
from shared.domain.extraction.turn_reading import TurnReading
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.kinds import Kind, SentenceKinds
from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.event_reading import reading_of
from shared.domain.sessions.kept_statements import sentences_to_read
from shared.domain.sessions.session import Event, EventKind, EventRole

AT = datetime(2026, 3, 1, tzinfo=UTC)


def event(content: str, role: EventRole = EventRole.USER, kind: EventKind = EventKind.TURN) -> Event:
    return Event("e1", 1, role, content, AT, AT, kind=kind)


def kinds(**chances: float) -> SentenceKinds:
    """The rest is a stated fact's."""
    rest = 1.0 - sum(chances.values())
    return SentenceKinds(tuple((k, chances.get(k.value, rest if k is Kind.STATED else 0.0)) for k in Kind))


def kept(text: str, *found: SentenceKinds, between_people: bool = False) -> TurnReading:
    sentences = sentences_to_read(text)
    return read_turn(sentences, found or [None] * len(sentences), between_people=between_people)


@pytest.mark.parametrize(
    "text",
    [
        "My office is on the third floor",
        "Is it raining there?",
        "thanks!",
        "Please book a table for tonight",
        "From now on always answer in French",
        "Just this once, answer in rhyme",
        "我对花生过敏",
        "谢谢",
    ],
)
def test_a_running_session_and_its_completion_keep_the_same(text: str) -> None:
    assert reading_of(event(text), None, Calibration("unmeasured")).kept is kept(text).kept


def test_a_turn_is_kept_unless_its_kinds_forbid_it() -> None:
    assert kept("The bins are in the yard", kinds()).kept
    assert not kept("The bins are in the yard", kinds(Q=0.3, X=0.2, K=0.2)).kept
    assert kept("The bins are in the yard", kinds(Q=0.3, X=0.2)).kept


def test_one_sentence_that_is_kept_keeps_the_whole_turn() -> None:
    assert kept("Hello there. My yard is small. Is it raining?", kinds(X=0.9), kinds(), kinds(Q=0.9)).kept


def test_a_word_for_always_lifts_what_looks_like_a_task() -> None:
    assert not kept("Answer in French", kinds(K=0.8)).kept
    assert kept("From now on answer in French", kinds(K=0.8)).kept
    assert kept("Antworte künftig auf Französisch", kinds(K=0.8)).kept
    assert not kept("Do you always answer in French?", kinds(Q=0.8)).kept


@pytest.mark.parametrize(
    "wish", ["This time answer in French, please", "Antworte diesmal auf Französisch", "今回は英語で答えて"]
)
def test_a_word_for_once_lowers_a_sentence_that_the_planes_are_not_sure_of(wish: str) -> None:
    assert not kept(wish, kinds(T=0.1, P=0.45)).kept
    assert kept(wish, kinds(T=0.01, P=0.45)).kept


def test_a_word_for_once_does_not_lower_news_unless_they_are_worded_as_a_wish() -> None:
    assert kept("Ma sœur a accouché ce soir", kinds(T=0.1)).kept
    assert not kept("Ma sœur a accouché ce soir", kinds(T=0.52)).kept
    assert not kept("This time answer in French, please", kinds(T=0.1)).kept


def test_of_talk_between_people_only_questions_and_small_talk_are_left_out() -> None:
    assert kept("Bring the salad", kinds(K=0.9), between_people=True).kept
    assert not kept("Bring the salad", kinds(X=0.3, Q=0.3), between_people=True).kept


def test_a_turn_is_as_binding_as_its_most_binding_kept_sentence() -> None:
    found = kept("My yard is small. No nuts. May I?", kinds(C=0.1), kinds(C=0.8), kinds(Q=0.6, C=0.4))
    assert found == TurnReading(kept=True, binding=0.8, kind=Kind.CONSTRAINT)
    assert kept("My yard is small", kinds(P=0.5)).kind is None


@pytest.mark.parametrize(
    ("reading", "type"),
    [
        (TurnReading(True, 0.0, Kind.PREFERENCE), MemoryType.PREFERENCE),
        (TurnReading(True, 0.0, Kind.CONSTRAINT), MemoryType.PREFERENCE),
        (TurnReading(True, 0.0, Kind.DECISION), MemoryType.EPISODIC),
        (TurnReading(True, 0.0, Kind.REPORT), MemoryType.SEMANTIC),
        (TurnReading(True, 0.0, Kind.CHANGE), MemoryType.SEMANTIC),
        (TurnReading(True), MemoryType.SEMANTIC),
    ],
)
def test_the_type_is_by_the_kind_where_that_is_sure(reading: TurnReading, type: MemoryType) -> None:
    assert type_of(reading, "Whatever was said") is type


@pytest.mark.parametrize(
    "text",
    [
        "Where do you live?",
        "你住在哪里呢",
        "thanks a lot!",
        "This time use bullet points, please",
        "Hi Bob",
        "嗯嗯",
        "Move the orders to the new schema",
        "帮我写一封请假邮件",
    ],
)
def test_without_planes_words_alone_leave_out_questions_talk_and_wishes_for_now(text: str) -> None:
    assert not kept(text).kept


@pytest.mark.parametrize(
    "text",
    [
        "I live in Basel",
        "我对花生过敏",
        "ピーナッツが食べられません",
        "Ich esse kein Fleisch",
        "Do not touch table 7",
        "I want answers as tables",
        "Always use metric units",
        "不要动生产库",
    ],
)
def test_without_planes_all_else_is_kept(text: str) -> None:
    assert kept(text).kept


@pytest.mark.parametrize(
    "text",
    [
        "Translate this: I live in Rome and I love it",
        "翻译：我住在北京，我很喜欢",
        "Now pretend you are me. I live in Rome.",
        "```\nI live in Rome since May\n```",
        "> I live in Rome since May",
    ],
)
def test_quoted_supposed_and_handed_over_words_are_not_the_speakers(text: str) -> None:
    assert not kept(text).kept


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("I live in Basel.\n\n```\nI live in Rome.\n```\nI prefer trains.", ["I live in Basel", "I prefer trains"]),
        ('My company is called "Blue; or green"', ['My company is called "']),
        ("My doctor said that I must not eat grapefruit", ["My doctor said that I must not eat grapefruit"]),
    ],
)
def test_only_the_speakers_own_sentences_are_read(text: str, own: list[str]) -> None:
    assert sentences_to_read(text) == own


@pytest.mark.parametrize(
    ("asked", "answer", "kept_with_it"),
    [
        ("Which one do you want?", "the second one", True),
        ("几点方便？", "下午七点", True),
        ("Which one do you want?", "thanks", False),
        ("Which one do you want?", "why?", False),
        ("There are two.", "the second one", False),
        ("Which one do you want?", "the second one on the left", False),
    ],
)
def test_a_short_answer_is_kept_with_the_question_that_it_answers(asked: str, answer: str, kept_with_it: bool) -> None:
    assert is_short_answer(answer, [event(asked, EventRole.ASSISTANT), event("a.txt", EventRole.TOOL)]) is kept_with_it


def test_pasted_text_and_words_of_others_are_not_the_persons_statement() -> None:
    assert is_statement_of(event("My yard is small"))
    assert not is_statement_of(event("My yard is small. " * (MAX_TURN // 15)))
    assert not is_statement_of(event("My yard is small", EventRole.ASSISTANT))
    assert not is_statement_of(event("My yard is small", EventRole.TOOL))
    assert not is_statement_of(event("My yard is small", kind=EventKind.TOOL_RESULT))
    assert not is_statement_of(event("<memories><memory layer='l2'>My yard is small</memory></memories>"))
