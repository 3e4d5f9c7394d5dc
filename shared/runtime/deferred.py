"""Ports made on first use: a function pays in its cold start only for the clients that it calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Remove, SearchIndex, Upsert


class DeferredSearch:
    def __init__(self, make: Callable[[], SearchIndex]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> SearchIndex:
        return self._make()

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        return self._made.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        return self._made.apply(actions)

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        return self._made.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        self._made.refresh()
