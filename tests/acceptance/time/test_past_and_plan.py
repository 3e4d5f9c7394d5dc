"""Past, present and plan: what was never comes before what is, and both are labelled as what they are."""

from __future__ import annotations

import itertools

import pytest

from tests.acceptance.time.person import Person

# How it is, how it was, what is planned, and the question.
STORIES = [
    ("用户住在上海", "用户在 2024 年住在奥斯陆", "用户计划搬到北京", "我现在住在哪里？"),
    ("我住在上海", "我以前住在奥斯陆", "我打算明年搬到北京", "我住哪？"),
    (
        "The user lives in Shanghai",
        "The user lived in Oslo in 2024",
        "The user plans to move to Beijing",
        "Where do I live now?",
    ),
    ("I live in Shanghai", "I used to live in Oslo", "I'm going to move to Beijing next year", "Where do I live?"),
    ("Ich wohne in Berlin", "Früher habe ich in Oslo gewohnt", "Ich habe vor, nach Wien zu ziehen", "Wo wohne ich?"),
]


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_what_was_and_what_is_planned_never_come_before_what_is(
    ann: Person, story: tuple[str, ...], order: tuple[int, ...]
) -> None:
    for place in order:
        assert ann.said(story[place])["outcome"] == "created"
    assert ann.recalled(story[3])[0] == story[0]
    assert all(memory["status"] == "active" for memory in ann.memories())
    text = ann.context(story[3])["text"]
    (present,) = [line for line in text.splitlines() if line.endswith(story[0])]
    assert "outdated" not in present


@pytest.mark.parametrize("story", STORIES)
def test_past_and_plan_are_labelled_as_such(ann: Person, story: tuple[str, ...]) -> None:
    for said in story[:3]:
        ann.said(said)
    lines = {said: line for line in ann.context(story[3])["text"].splitlines() for said in story[:3] if said in line}
    assert [word in lines[story[1]] for word in ("in the past", "planned")] == [True, False]
    assert [word in lines[story[2]] for word in ("in the past", "planned")] == [False, True]
    assert "in the past" not in lines[story[0]]
    assert "planned" not in lines[story[0]]


@pytest.mark.parametrize(
    ("past", "question"),
    [("The user lived in Oslo in 2024", "Where do I live?"), ("用户以前住在奥斯陆", "我住在哪里？")],
)
def test_with_nothing_newer_known_the_past_is_recalled_and_labelled(ann: Person, past: str, question: str) -> None:
    ann.said(past)
    assert ann.recalled(question) == [past]
    assert f"in the past] {past}" in ann.context(question)["text"]
