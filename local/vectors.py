"""A vector cache that a deletion can empty, because a vector reveals much of its text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shared.adapters.embedders.cached import MemoryVectorCache, VectorKey
from shared.domain.meaning.centring import Vector


class ForgettableVectors:
    def __init__(self) -> None:
        self._cache = MemoryVectorCache()

    def get(self, keys: Sequence[VectorKey]) -> Mapping[VectorKey, Vector]:
        return self._cache.get(keys)

    def put(self, vectors: Mapping[VectorKey, Vector]) -> None:
        self._cache.put(vectors)

    def forget(self) -> None:
        """All of them: the keys are digests, and do not say whose text it was."""
        self._cache = MemoryVectorCache()
