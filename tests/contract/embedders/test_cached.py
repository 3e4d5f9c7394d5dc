from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from shared.adapters.embedders.cached import (
    CachedEmbedder,
    MemoryVectorCache,
    SqliteVectorCache,
    TextKind,
    VectorCache,
    VectorKey,
)
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.domain.meaning.centring import Vector
from shared.ports import EmbeddingModel


class CountingEmbedder:
    """Remembers which texts it was asked for."""

    def __init__(self, model_id: str = "deterministic-1") -> None:
        self._inner = DeterministicEmbedder()
        self.model = EmbeddingModel(model_id, self._inner.model.dimension, 1_000)
        self.asked: list[str] = []

    def query(self, text: str) -> Vector:
        self.asked.append(f"? {text}")
        return self._inner.query(text)

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return self._inner.memories(texts)


@pytest.fixture(params=["memory", "file"])
def cache(request: pytest.FixtureRequest, tmp_path: Path) -> VectorCache:
    return MemoryVectorCache() if request.param == "memory" else SqliteVectorCache(tmp_path / "deep" / "vectors.db")


def test_a_text_is_embedded_once(cache: VectorCache) -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, cache)
    first = embedder.memories(["a", "b", "a"])
    again = embedder.memories(["b", "c", "a"])
    assert inner.asked == ["a", "b", "c"]
    assert again[0] == pytest.approx(first[1], abs=1e-6)
    assert first[0] == first[2]


def test_a_question_and_a_memory_of_the_same_words_are_kept_apart(cache: VectorCache) -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, cache)
    embedder.memories(["a"])
    embedder.query("a")
    embedder.query("a")
    assert inner.asked == ["a", "? a"]


def test_vectors_of_another_model_are_never_returned(cache: VectorCache) -> None:
    CachedEmbedder(CountingEmbedder(), cache).memories(["a"])
    other = CountingEmbedder("another-model")
    CachedEmbedder(other, cache).memories(["a"])
    assert other.asked == ["a"]


def test_the_least_recently_used_vector_is_forgotten_first() -> None:
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, MemoryVectorCache(capacity=2))
    for text in ("a", "b", "a", "c", "a", "b"):
        embedder.memories([text])
    assert inner.asked == ["a", "b", "c", "b"]


def test_a_file_is_read_again_after_a_restart_and_holds_no_text(tmp_path: Path) -> None:
    path = tmp_path / "vectors.db"
    cache = SqliteVectorCache(path)
    CachedEmbedder(CountingEmbedder(), cache).memories(["the secret plan of the otters"])
    cache.close()
    assert b"otters" not in path.read_bytes()
    inner = CountingEmbedder()
    CachedEmbedder(inner, SqliteVectorCache(path)).memories(["the secret plan of the otters"])
    assert inner.asked == []


def test_a_key_holds_a_digest_and_the_space() -> None:
    small, large = EmbeddingModel("m", 256, 10), EmbeddingModel("m", 1024, 10)
    assert VectorKey.of(small, TextKind.QUERY, "x") != VectorKey.of(large, TextKind.QUERY, "x")
    assert VectorKey.of(small, TextKind.QUERY, "x") != VectorKey.of(small, TextKind.MEMORY, "x")
    assert VectorKey.of(small, TextKind.QUERY, "\ud83d").digest
