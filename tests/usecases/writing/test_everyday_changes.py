"""Another value of what has one at a time, and a denial, said in everyday words and without a key.

The embedder puts every two texts at a right angle, so nothing but the words can find anything here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shared.domain.errors import RejectedBefore
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.writing.decisions import DuplicateBy, Outcome
from tests.builders import World, a_world, days
from tests.usecases.curation.reviewing import stored
from tests.usecases.writing.test_far_apart import RightAngles

CHANGES = pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Hi, I'm Zoe and I live in Bergen", "Actually I moved to Oslo last month"),
        ("We have a budget of 2,500 euros", "My budget is now 3,000 euros"),
        ("I weigh 82 kg", "I am down to 78 kg"),
        ("My wife is called Anna", "My wife's name is Marta"),
        ("房租每月900欧元", "房租涨到每月1050欧元"),
        ("我的手机号是13800000001", "我的手机号换成13900000002了"),
    ],
)


@pytest.fixture
def apart() -> Iterator[World]:
    with a_world(embedder=RightAngles()) as world:
        yield world


def test_everyday_changes_need_no_model(apart: World) -> None:
    assert sum(map(abs, apart.services.embedder.memories(["a"])[0])) == 1.0


def _tell(world: World, older: str, newer: str, **fields: Any) -> tuple[Memory, Outcome]:
    first = world.wrote(older)
    world.index()
    world.clock.advance(days(3))
    return first, world.write(newer, **fields).outcome


@CHANGES
def test_a_persons_later_statement_supersedes_the_earlier_one(apart: World, older: str, newer: str) -> None:
    first, outcome = _tell(apart, older, newer)
    assert outcome is Outcome.UPDATED
    ended = stored(apart, first)
    assert (ended.status, ended.ending.because) == (Status.SUPERSEDED, "a_persons_later_word")


@CHANGES
def test_an_inference_supersedes_no_persons_statement(apart: World, older: str, newer: str) -> None:
    first, outcome = _tell(apart, older, newer, source=Source.AGENT_INFERRED, confidence=0.9)
    assert outcome is Outcome.KEPT_EXISTING
    assert stored(apart, first).status is Status.ACTIVE


@CHANGES
def test_two_episodes_are_both_kept(apart: World, older: str, newer: str) -> None:
    first = apart.wrote(older, type=MemoryType.EPISODIC)
    apart.index()
    assert apart.write(newer, type=MemoryType.EPISODIC).outcome is Outcome.CREATED
    assert stored(apart, first).status is Status.ACTIVE


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I work at Acme", "I also work at Globex"),
        ("I have a dog called Rex", "I have a cat called Mia"),
        ("My sister lives in Porto", "My sister lives in Lyon"),
        ("我会说德语", "我会说意大利语"),
    ],
)
def test_an_additional_statement_supersedes_nothing(apart: World, older: str, newer: str) -> None:
    first, outcome = _tell(apart, older, newer)
    assert outcome is Outcome.CREATED
    assert stored(apart, first).status is Status.ACTIVE


@pytest.mark.parametrize(
    ("inferred", "denial", "again"),
    [
        ("The user smokes heavily", "No, I don't smoke", "The user smokes"),
        ("The user owns a red car", "I don't own a car", "The user owns a car"),
        ("我对核桃严重过敏", "我对核桃不过敏", "用户对核桃过敏"),
    ],
)
def test_a_denial_ends_an_inference_and_repeating_it_revives_nothing(
    apart: World, inferred: str, denial: str, again: str
) -> None:
    guess = apart.wrote(inferred, source=Source.AGENT_INFERRED, confidence=0.85)
    apart.index()
    assert apart.write(denial).outcome is Outcome.UPDATED
    ended = stored(apart, guess)
    assert (ended.status, ended.ending.because) == (Status.SUPERSEDED, "higher_tier")
    apart.index()
    for text in (inferred, again):
        try:
            outcome = apart.write(text, source=Source.AGENT_INFERRED, confidence=0.95).outcome
        except RejectedBefore:
            continue
        assert outcome is Outcome.KEPT_EXISTING
    assert stored(apart, guess).status is Status.SUPERSEDED


def test_texts_that_differ_by_a_sign_or_a_spelling_are_two_memories() -> None:
    with a_world() as world:
        for one, other in (("Ignore *.log", "Ignore .log"), ("The wifi is homenet", "The wifi is HomeNet")):
            world.wrote(one)
            world.index()
            assert world.write(other).outcome is Outcome.CREATED
            world.index()
            again = world.write(other)
            assert again.outcome is Outcome.DUPLICATE
            assert again.memory is not None
            assert again.memory.content == other


def test_the_second_of_two_spellings_is_recognised_by_its_meaning() -> None:
    with a_world() as world:
        world.wrote("The wifi is homenet")
        second = world.wrote("The wifi is HomeNet")
        world.index()
        again = world.write("The wifi is HomeNet")
        assert (again.outcome, again.duplicate_by) == (Outcome.DUPLICATE, DuplicateBy.MEANING)
        assert again.memory is not None
        assert again.memory.memory_id == second.memory_id
