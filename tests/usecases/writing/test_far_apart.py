"""What contradicts something that it is not near to in meaning: one attribute, or a change, found by its words.

The embedder puts every two texts at a right angle, so nothing but the words can find anything here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import pytest

from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.domain.meaning.centring import Vector
from shared.domain.memories.memory import MemoryType, Status
from shared.domain.writing.decisions import Outcome
from shared.language.comparison.relation import Related, relate
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.writing import compared
from tests.builders import World, a_world, days
from tests.usecases.curation.reviewing import stored


class RightAngles(DeterministicEmbedder):
    def _vector(self, text: str) -> Vector:
        place = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") % self.model.dimension
        return tuple(float(at == place) for at in range(self.model.dimension))

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        return [self._vector(text) for text in texts]


@pytest.fixture
def apart() -> Iterator[World]:
    with a_world(embedder=RightAngles()) as world:
        yield world


UPDATES = [
    ("Lives in Oslo", "The user now lives in Bergen"),
    ("The user lives in Oslo", "The user moved to Bergen"),
    ("Works at Acme", "I left Acme and now work at Globex"),
    ("I smoke", "I quit smoking"),
    ("The timeout is 30 s", "The timeout was raised to 60 s"),
    ("住在北京", "用户现在住在上海"),
    ("用户住在北京", "我现在住在上海"),
    ("会议在周二", "会议改到周四了"),
    ("我抽烟", "我戒烟了"),
]


@pytest.mark.parametrize(("one", "other"), UPDATES)
def test_statements_that_contradict_each_other_by_their_words_are_an_update(apart: World, one: str, other: str) -> None:
    before = apart.wrote(one)
    apart.index()
    assert apart.write(other).outcome is Outcome.UPDATED
    assert stored(apart, before).status is Status.SUPERSEDED


@pytest.mark.parametrize(("one", "other"), UPDATES)
def test_the_daily_scan_finds_them_too(apart: World, one: str, other: str) -> None:
    apart.simultaneous = True
    before = apart.wrote(one)
    apart.write(other)
    apart.index()
    apart.clock.advance(days(1))
    assert dict(run_pass(apart.services).scanned) == {"nothing": 1, "superseded": 1}
    assert stored(apart, before).status is Status.SUPERSEDED


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The user likes hiking", "I enjoy hiking"),
        ("The user lives in Oslo", "Ann lives in Bergen"),
        ("The rack limit is 40 units", "The quota limit is 42 units"),
        ("用户住在北京", "用户的妹妹搬到上海了"),
    ],
)
def test_words_alone_merge_nothing_and_another_matter_stays(apart: World, one: str, other: str) -> None:
    before = apart.wrote(one)
    apart.index()
    assert apart.write(other).outcome is Outcome.CREATED
    assert stored(apart, before).status is Status.ACTIVE


def test_an_episode_is_not_compared_with_distant_memories(apart: World) -> None:
    before = apart.wrote("The user lives in Oslo", type=MemoryType.EPISODIC)
    apart.index()
    assert apart.write("The user moved to Bergen", type=MemoryType.EPISODIC).outcome is Outcome.CREATED
    assert stored(apart, before).status is Status.ACTIVE


def test_few_memories_are_compared_however_many_share_words(apart: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(12):
        apart.write(f"Shelf {n} of the cellar holds crate {n + 40}")
    apart.index()
    reported: list[str] = []

    def noted(stored: str, incoming: str, similarity: float) -> Related:
        reported.append(stored)
        return relate(stored, incoming, similarity)

    monkeypatch.setattr(compared, "relate", noted)
    apart.write("Shelf 50 of the cellar holds crate 99")
    assert 0 < len(reported) <= 3
