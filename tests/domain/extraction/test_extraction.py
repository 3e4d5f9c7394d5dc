"""What the rules take for a statement, and what they leave."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from shared.domain.extraction.extraction_rules import statements_in
from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.session import Event, EventKind, EventRole
from tests.domain.extraction.extraction_texts import (
    NOT_STATED,
    NOT_STATED_IN_TALK,
    NOT_STATED_LAST,
    NOT_STATED_LATER,
    NOT_STATED_PLAINLY,
    NOT_STATED_PLAINLY_HELD_OUT,
    NOT_STATED_PLAINLY_LATER,
    STATED,
    STATED_LAST,
    STATED_LATER,
    STATED_PLAINLY,
    STATED_PLAINLY_HELD_OUT,
    STATED_PLAINLY_LATER,
)

AT = datetime(2026, 3, 1, tzinfo=UTC)


def found(text: str, role: EventRole = EventRole.USER) -> list[tuple[str, MemoryType]]:
    return [(s.text, s.type) for s in statements_in(Event("e1", 1, role, text, AT, AT))]


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("I prefer window seats", MemoryType.PREFERENCE),
        ("I really don't like early meetings", MemoryType.PREFERENCE),
        ("From now on please answer in French", MemoryType.PREFERENCE),
        ("我比较喜欢靠窗的座位", MemoryType.PREFERENCE),
        ("我不太喜欢早上开会", MemoryType.PREFERENCE),
        ("以后请用表格回答", MemoryType.PREFERENCE),
        ("My sister's name is Mara", MemoryType.SEMANTIC),
        ("I am allergic to peanuts", MemoryType.SEMANTIC),
        ("Please remember that the gate code changes weekly", MemoryType.SEMANTIC),
        ("我对花生过敏", MemoryType.SEMANTIC),
        ("我在杭州工作", MemoryType.SEMANTIC),
        ("我现在住在上海", MemoryType.SEMANTIC),
        ("我目前在阿里工作", MemoryType.SEMANTIC),
        ("记住周五不发布", MemoryType.SEMANTIC),
        ("We decided to use PostgreSQL for billing", MemoryType.EPISODIC),
        ("我们最终决定采用方案B", MemoryType.EPISODIC),
        ("We switched the timeout from 30 to 60 seconds", MemoryType.SEMANTIC),
        ("已把超时时间从30秒改为60秒", MemoryType.SEMANTIC),
    ],
)
def test_what_is_stated_outright_is_found(text: str, type: MemoryType) -> None:
    assert found(text) == [(text, type)]


@pytest.mark.parametrize(
    "text",
    [
        "Do you prefer window seats?",
        "What would I like?",
        "If I lived in Rome, I would like it",
        "你喜欢靠窗的座位吗",
        "如果我住在罗马就好了",
        "This time I prefer English",
        "这次请用英文回答",
        "Just for today, call me boss",
        "I prefer English for this report",
        "我今天喜欢用英文",
        "这份报告我更喜欢用英文",
        "ok",
        "The weather is nice",
        "<memories><memory layer='l2'>I prefer tea</memory></memories>",
    ],
)
def test_questions_suppositions_and_wishes_for_now_are_left(text: str) -> None:
    assert found(text) == []


def test_only_the_sentences_that_state_something_are_taken_as_they_stand() -> None:
    text = "Thanks for that! I live in Basel, near the river. Can you book it? I prefer trains."
    assert [sentence for sentence, _ in found(text)] == ["I live in Basel, near the river", "I prefer trains"]


def test_prompts_and_tools_state_nothing_and_an_assistant_only_what_was_decided() -> None:
    assert found("I prefer window seats", EventRole.SYSTEM) == []
    assert found("I prefer window seats", EventRole.TOOL) == []
    assert found("I prefer window seats", EventRole.ASSISTANT) == []
    assert len(found("We decided to use PostgreSQL", EventRole.ASSISTANT)) == 1


def test_what_a_tool_returned_is_nobodys_word_whoever_sends_it_on() -> None:
    for role in EventRole:
        event = Event("e1", 1, role, "I live in Oslo. We decided to use Kafka.", AT, AT, kind=EventKind.TOOL_RESULT)
        assert statements_in(event) == []


@pytest.mark.parametrize("text", [*STATED, *STATED_LATER, *STATED_PLAINLY])
def test_every_form_of_a_lasting_statement_is_found(text: str) -> None:
    assert [sentence for sentence, _ in found(text)] == [text]


@pytest.mark.parametrize(
    "text", [*NOT_STATED, *NOT_STATED_LATER, *NOT_STATED_IN_TALK, *NOT_STATED_PLAINLY, *NOT_STATED_LAST]
)
def test_chatter_others_words_suppositions_and_material_state_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("I live in Basel.\n\n```\nI live in Rome.\n```\nI prefer trains.", ["I live in Basel", "I prefer trains"]),
        ("> I live in Rome.\nI live in Basel.", ["I live in Basel"]),
        ("I live in Basel.\n~~~\nI live in Rome.", ["I live in Basel"]),
        ("Notes:\n\n    I live in Rome\n\nI prefer trains", ["I prefer trains"]),
        ('I live in Basel. She said "I live in Rome."', ["I live in Basel"]),
        ("I live in Basel. Translate the following. I live in Rome.", ["I live in Basel"]),
        ("I live in Basel. Now pretend you are me. I live in Rome.", ["I live in Basel"]),
        ("我住在成都。翻译下面的话。我住在北京。", ["我住在成都"]),
        ("I named the repo “I prefer tea”. I prefer coffee.", ["I prefer coffee"]),
        ('My company is called "Blue; or green"', ['My company is called "Blue; or green"']),
    ],
)
def test_only_the_speakers_own_sentences_are_read(text: str, taken: list[str]) -> None:
    assert [sentence for sentence, _ in found(text)] == taken


def test_plain_statements_are_found_that_no_rule_was_written_for() -> None:
    assert len([t for t in STATED_PLAINLY_HELD_OUT if found(t)]) >= 0.8 * len(STATED_PLAINLY_HELD_OUT)
    assert len([t for t in STATED_PLAINLY_LATER if found(t)]) >= 0.7 * len(STATED_PLAINLY_LATER)


def test_what_resembles_material_or_a_choice_is_still_read() -> None:
    assert [t for t in STATED_LAST if not found(t)] == []


def test_what_only_sounds_like_a_plain_statement_is_left() -> None:
    assert [t for t in NOT_STATED_PLAINLY_HELD_OUT if found(t)] == []
    assert len([t for t in NOT_STATED_PLAINLY_LATER if found(t)]) <= 1  # "I use Template"


def test_a_letter_in_the_midst_of_a_text_is_anothers_and_alone_it_is_the_speakers() -> None:
    letter = "Hi Bob,\nI live in Lyon and I prefer calls.\nBest,\nCarl"
    assert found(f"{letter}\n\nCan you answer this for me?") == []
    assert [sentence for sentence, _ in found(f"I live in Basel.\n\n{letter}\n")] == ["I live in Basel"]
    assert [sentence for sentence, _ in found(letter)] == ["I live in Lyon and I prefer calls"]


def test_a_text_of_many_pages_is_a_document_and_nobodys_statement() -> None:
    assert found("I live in Basel. " + "Page after page. " * 1_500) == []


def test_a_long_text_is_read_in_time() -> None:
    """No text makes an expression try every way to cut it."""
    for piece in (
        "I prefer ",
        "we decided ",
        '"',
        "from 1 to ",
        "my my ",
        "把将从由",
        "always ",
        "> ",
        "this time ",
        "hi a,\n",
        "hi a,\nbest\n",
        "I use a ",
        "here is a mail ",
        "我用的是a",
        "test ",
    ):
        began = time.perf_counter()
        found(piece * (10_000 // len(piece)))
        assert time.perf_counter() - began < 1
