"""Made-up memories of skewed tenants, the same for one seed: no text is embedded."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from bench.search_documents import document_of
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import SearchDocument
from shared.domain.scopes import Scope

AT = datetime(2026, 11, 30, tzinfo=UTC)
_LARGEST = 50_000
_TOPICS = 200
_WORDS = (
    "printer server canal garden harbour ledger violin tunnel orchard kiln invoice allergy train flat office meeting "
    "key review parcel engine bridge library market kitchen lantern permit survey archive budget forecast"
).split()


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
        text = self._text(topic, number)
        self.made.append((place.scope, text))
        return document_of(
            f"m-{number:08d}", text, self._vector(topic), self._calibration,
            scope=place.scope, observed_at=AT,
        )  # fmt: skip

    def question(self) -> Question:
        (place,) = self._random.choices(self.places, self._weights)
        topic = self._random.randrange(_TOPICS)
        return Question(place.scope, self._text(topic, 0), self._vector(topic))

    def _vector(self, topic: int) -> Vector:
        near = self._topics[topic] + self._numbers.standard_normal(self._topics.shape[1])
        return tuple((near / np.linalg.norm(near)).tolist())

    def _text(self, topic: int, number: int) -> str:
        about, other = _WORDS[topic % len(_WORDS)], self._random.choice(_WORDS)
        day = self._random.randrange(365)
        return f"The {about} of team {topic} and the {other} numbered {number} were seen on day {day}"


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
