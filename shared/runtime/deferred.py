"""Ports made on first use: a function pays in its cold start only for the clients that it calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeVar, cast

from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Remove, SearchIndex, Upsert

_T = TypeVar("_T")


class _Deferred:
    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def made(self) -> Any:
        return self._make()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.made, name)


def deferred(make: Callable[[], _T]) -> _T:
    """What `make` returns, made when an attribute of it is first asked for."""
    return cast("_T", _Deferred(make))


class DeferredSearch:
    def __init__(self, make: Callable[[], SearchIndex]) -> None:
        self._make = make

    @cached_property
    def made(self) -> SearchIndex:
        return self._make()

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        return self.made.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        return self.made.apply(actions)

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        return self.made.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        self.made.refresh()
