"""An embedder that embeds each text of a run once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shared.domain.meaning.centring import Vector
from shared.ports import Embedder, EmbeddingModel
from shared.usecases.services import Services


class KnownVectors:
    """For one request or one message with few texts: no vector is dropped. `may_follow`: where the embedder does not
    answer, a memory is stored without its vector, which follows."""

    def __init__(self, embedder: Embedder, *, may_follow: bool = False) -> None:
        self._embedder = embedder
        self.may_follow = may_follow
        self._known: dict[str, Vector] = {}

    @property
    def model(self) -> EmbeddingModel:
        return self._embedder.model

    def query(self, text: str) -> Vector:
        return self._embedder.query(text)

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        """Asks for the unknown ones, each once."""
        wanted = [text for text in dict.fromkeys(texts) if text not in self._known]
        if wanted:
            self._known.update(zip(wanted, self._embedder.memories(wanted), strict=True))
        return [self._known[text] for text in texts]

    def note(self, text: str, vector: Vector) -> None:
        self._known[text] = vector


def knowing_vectors(services: Services) -> Services:
    """The same embedder, which embeds no text twice."""
    if isinstance(services.embedder, KnownVectors):
        return services
    return replace(services, embedder=KnownVectors(services.embedder))


def letting_vectors_follow(services: Services) -> Services:
    """The same, for a caller that does not fail when the embedder does."""
    return replace(services, embedder=KnownVectors(services.embedder, may_follow=True))


def may_follow(services: Services) -> bool:
    return isinstance(services.embedder, KnownVectors) and services.embedder.may_follow
