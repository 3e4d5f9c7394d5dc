"""The laptop's search engine, which shows what it has taken only some time later, as a cluster does."""

from __future__ import annotations

import random
from collections.abc import Sequence

from shared.adapters.sqlite.search import SqliteSearch
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Remove, Upsert


class LaggingSearch:
    """`lag` is the share of searches that do not see what was applied since the last refresh."""

    def __init__(self, inner: SqliteSearch, seed: int, lag: float) -> None:
        self.inner = inner
        self._random = random.Random(f"lag {seed}")
        self._lag = lag
        self._unseen: list[Upsert | Remove] = []

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        self._perhaps_refresh()
        return self.inner.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        self._unseen += actions
        return []

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        self._perhaps_refresh()
        return self.inner.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        """Shows everything. It does not clean the file of removed words, which costs more than all the rest."""
        if self._unseen:
            taken, self._unseen = self._unseen, []
            self.inner.apply(taken)

    def _perhaps_refresh(self) -> None:
        if self._unseen and self._random.random() >= self._lag:
            self.refresh()
