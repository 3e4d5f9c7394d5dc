"""The product's order of a store's memories for a question, and the simple ones that it must not fall below."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from bench.languages.sets import Store
from bench.search_documents import document_of
from shared.adapters.sqlite.search import SqliteSearch
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import dot
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.memories.embedding_text import query_for_embedding, text_for_embedding
from shared.domain.recall.documents import SearchFilter, SearchQuery
from shared.domain.recall.policy import RecallPolicy
from shared.domain.recall.ranking import PROFILES, rank
from shared.domain.scopes import Scope
from shared.language.text.terms import keyword_terms
from shared.ports import Embedder, Upsert

# Numbers of the store's memories, best first.
Order: TypeAlias = Sequence[int]

_K1, _B = 1.2, 0.75  # the textbook's
_SCOPE = Scope.user("languages", "listener")
_AT = datetime(2026, 1, 1, tzinfo=UTC)


class Orders:
    """One store, filled. `CENTRED` is the product's order, `RAW` the same over raw cosines."""

    def __init__(self, store: Store, embedder: Embedder, calibration: Calibration, index: SqliteSearch) -> None:
        self._embedder, self._calibration, self._index = embedder, calibration, index
        self._words = _Bm25([keyword_terms(text) for text in store.memories])
        self._vectors = embedder.memories([text_for_embedding(text) for text in store.memories])
        failed = index.apply(
            [
                Upsert(document_of(str(n), text, vector, calibration, scope=_SCOPE, observed_at=_AT))
                for n, (text, vector) in enumerate(zip(store.memories, self._vectors, strict=True))
            ]
        )
        if failed:
            raise ValueError(f"{len(failed)} memories could not be indexed")

    def of(self, text: str) -> Mapping[str, Order]:
        """Each order by its name."""
        vector = self._embedder.query(query_for_embedding(text))
        asked = AskedQuery.of(text, vector, self._calibration)
        words = self._words.scores(keyword_terms(text))
        raw = [dot(vector, memory) for memory in self._vectors]
        both = [a + b for a, b in zip(_stretched(raw), _stretched(words), strict=True)]
        return {
            "default": self._ranked(asked),
            "raw cosines": self._ranked(AskedQuery.of(text, vector, Calibration(self._calibration.model))),
            "BM25": _by(words),
            "min-max": _by(both),
            "vector alone": _by([asked.cosine_of(memory) for memory in self._vectors]),
        }

    def _ranked(self, asked: AskedQuery) -> Order:
        now = datetime.now(UTC)
        filter = SearchFilter(org=_SCOPE.org_id or "", scopes=(_SCOPE.path,), statuses=("active",), at=now)
        vector = self._embedder.query(query_for_embedding(asked.text))
        search = SearchQuery(
            asked.text, vector, self._calibration.model, RecallPolicy().candidates, compared=asked.centred
        )
        found = self._index.search(search, filter)
        return [int(r.candidate.document.memory_id) for r in rank(asked, found, PROFILES["default"], now)]


@contextmanager
def opened(embedder: Embedder, calibration: Calibration) -> Iterator[Callable[[Store], Orders]]:
    """Fills a store; the stores are removed afterwards."""
    with TemporaryDirectory() as folder:
        indexes: list[SqliteSearch] = []

        def filled(store: Store) -> Orders:
            indexes.append(SqliteSearch(Path(folder) / f"{len(indexes)}.db"))
            return Orders(store, embedder, calibration, indexes[-1])

        try:
            yield filled
        finally:
            for index in indexes:
                index.close()


class _Bm25:
    """Over the words of a text, and the overlapping pairs of characters of what has no spaces between them."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self._counts = [Counter(terms) for terms in texts]
        self._lengths = [len(terms) for terms in texts]
        self._mean = sum(self._lengths) / len(texts)
        self._holding = Counter(term for terms in texts for term in set(terms))

    def scores(self, terms: Sequence[str]) -> list[float]:
        return [self._score(set(terms), n) for n in range(len(self._counts))]

    def _score(self, terms: set[str], n: int) -> float:
        counts = self._counts[n]
        norm = _K1 * (1 - _B + _B * self._lengths[n] / self._mean)
        return math.fsum(
            self._weight(term) * counts[term] * (_K1 + 1) / (counts[term] + norm) for term in terms if term in counts
        )

    def _weight(self, term: str) -> float:
        held = self._holding[term]
        return math.log1p((len(self._counts) - held + 0.5) / (held + 0.5))


def _stretched(values: Sequence[float]) -> list[float]:
    least, most = min(values), max(values)
    return [(value - least) / (most - least) if most > least else 0.0 for value in values]


def _by(scores: Sequence[float]) -> Order:
    return sorted(range(len(scores)), key=lambda n: (-scores[n], n))
