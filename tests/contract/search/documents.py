"""Builders of documents and questions, and a write context that indexes the ones and asks the others."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import Candidate, SearchDocument, SearchFilter, SearchQuery
from shared.ports import Remove, SearchIndex, Upsert

DIMENSION = 8
MODEL = "test-model"
NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
ORG = "acme"
ANN = "/org/acme/user/ann"
ASKED: Vector = (1.0, *[0.0] * (DIMENSION - 1))

NOWHERE: Vector = (0.0,) * DIMENSION  # near nothing: only words are asked for


def at_cosine(cosine: float) -> Vector:
    """A unit vector with this cosine to the one that questions ask with."""
    return (cosine, math.sqrt(1 - cosine * cosine), *[0.0] * (DIMENSION - 2))


_ORDINARY = SearchDocument(
    memory_id="m", revision=1, org=ORG, scope=ANN, type="semantic", key=None, status="active", purposes=(),
    valid_from=NOW - timedelta(days=30), valid_to=None, soft_expires_at=None, hard_expires_at=None, tier=5,
    confidence=1.0, importance="normal", observed_at=NOW - timedelta(days=30), content="Something to remember",
    before="", speaker=None, session_id=None, position=None, tokens=(), vector=at_cosine(0.5), model=MODEL,
)  # fmt: skip


def a_document(memory_id: str, content: str = "Something to remember", **changes: Any) -> SearchDocument:
    return replace(_ORDINARY, memory_id=memory_id, content=content, **changes)


def a_filter(**changes: Any) -> SearchFilter:
    return replace(SearchFilter(org=ORG, scopes=(ANN,), statuses=("active",), at=NOW), **changes)


@dataclass(frozen=True, slots=True)
class Harness:
    index: SearchIndex

    def keeps(self, *documents: SearchDocument) -> None:
        assert self.index.apply([Upsert(d) for d in documents]) == []
        self.index.refresh()

    def forgets(self, *memory_ids: str, org: str = ORG) -> None:
        assert self.index.apply([Remove(id, org) for id in memory_ids]) == []
        self.index.refresh()

    def finds(
        self,
        text: str = "",
        *,
        limit: int = 50,
        model: str = MODEL,
        vector: Vector = ASKED,
        context: bool = True,
        **filter: Any,
    ) -> dict[str, Candidate]:
        found = self.index.search(SearchQuery(text, vector, model, limit, context), a_filter(**filter))
        assert len({c.document.memory_id for c in found}) == len(found)
        return {c.document.memory_id: c for c in found}

    def finds_by_word(self, text: str, **filter: Any) -> dict[str, float]:
        """Only what a word found, with its score."""
        return {id: c.keyword for id, c in self.finds(text, **filter).items() if c.keyword > 0}
