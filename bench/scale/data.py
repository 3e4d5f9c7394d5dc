"""Made-up memories of skewed tenants, the same for one seed: no text is embedded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate

import numpy as np

from bench.search_documents import document_of
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import SearchDocument
from shared.domain.scopes import Scope

AT = datetime(2026, 11, 30, tzinfo=UTC)
_LARGEST = 50_000
_TOPICS = 200
_VOCABULARY, _OF_A_TOPIC = 20_000, 60  # words
_SMALL_WORDS = (
    "the of and to in is are was that this it for with on we you not be has have from will by our a an at as but or "
    "she he they her his their which when so if can do about after before"
).split()
_SYLLABLES = (
    "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si "
    "so su ta te ti to tu va ve vi vo"
).split()
_LENGTHS = range(8, 31)  # words of a memory
_ASKED = range(6, 13)  # of a question


@dataclass(frozen=True, slots=True)
class Place:
    """A user or a project of a tenant, and how likely the next memory is one of it."""

    scope: Scope
    weight: float


@dataclass(frozen=True, slots=True)
class Question:
    scope: Scope
    text: str
    vector: Vector


class Data:
    """`calibration`: of the embedder whose vectors these stand in for. `made`: scopes and texts of
    the documents so far, in order."""

    def __init__(self, count: int, calibration: Calibration, dimension: int, seed: int = 1) -> None:
        self._random = random.Random(seed)  # data # nosec B311
        self._numbers = np.random.default_rng(seed)
        self._topics = self._numbers.standard_normal((_TOPICS, dimension))
        self._calibration = calibration
        self._words = sorted({"".join(self._random.choices(_SYLLABLES, k=3)) for _ in range(2 * _VOCABULARY)})
        self._random.shuffle(self._words)
        del self._words[_VOCABULARY:]
        self._often = list(accumulate(1 / rank for rank in range(1, len(self._words) + 1)))
        self._of_topic = [self._random.sample(self._words, _OF_A_TOPIC) for _ in range(_TOPICS)]
        self.places = _places(min(_LARGEST / count, 0.5))
        self._weights = [place.weight for place in self.places]
        self.made: list[tuple[Scope, str]] = []

    def documents(self) -> Iterator[SearchDocument]:
        while True:
            yield self.document()

    def document(self) -> SearchDocument:
        (place,) = self._random.choices(self.places, self._weights)
        topic = self._random.randrange(_TOPICS)
        number = len(self.made)
        text = self._text(topic, self._random.choice(_LENGTHS))
        self.made.append((place.scope, text))
        return document_of(
            f"m-{number:08d}", text, self._vector(topic), self._calibration,
            scope=place.scope, observed_at=AT,
        )  # fmt: skip

    def question(self) -> Question:
        (place,) = self._random.choices(self.places, self._weights)
        topic = self._random.randrange(_TOPICS)
        return Question(place.scope, self._text(topic, self._random.choice(_ASKED)), self._vector(topic))

    def _vector(self, topic: int) -> Vector:
        near = self._topics[topic] + self._numbers.standard_normal(self._topics.shape[1])
        return tuple((near / np.linalg.norm(near)).tolist())

    def _text(self, topic: int, length: int) -> str:
        """Half small words, a third words of the topic, the rest as often as words of a language are: each
        by one over its rank."""
        small, topical = length // 2, length // 3
        words = [
            *self._random.choices(_SMALL_WORDS, k=small),
            *self._random.choices(self._of_topic[topic], k=topical),
            *self._random.choices(self._words, cum_weights=self._often, k=length - small - topical),
        ]
        self._random.shuffle(words)
        return " ".join(words).capitalize() + "."


def _places(largest: float) -> list[Place]:
    """100 tenants whose sizes fall as 1/rank behind the largest; half of a tenant lies in one project, the rest with
    20 users whose sizes fall likewise."""
    shares = [1 / rank for rank in range(1, 100)]
    tenants = [largest, *((1 - largest) * share / sum(shares) for share in shares)]
    users = [1 / rank for rank in range(1, 21)]
    places = []
    for number, tenant in enumerate(tenants):
        org = f"tenant-{number}"
        places.append(Place(Scope.parse(f"/org/{org}/project/main"), tenant / 2))
        places += [
            Place(Scope.user(org, f"user-{n}"), tenant / 2 * share / sum(users)) for n, share in enumerate(users)
        ]
    return places
