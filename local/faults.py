"""Outages for tests: wrappers around the ports that fail or delay calls on request."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from shared.domain.errors import EmbedderUnavailable, SearchUnavailable, StoreUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Embedder, EmbeddingModel, RecordStore, Remove, SearchIndex, Upsert
from shared.records.store.record import Change, DuePage, Key, Page, Record, Table

# Long enough for a caller with a deadline to notice, short enough for a suite of cases.
SLOW_S = 1.5


class Part(StrEnum):
    SEARCH = "search"
    EMBEDDER = "embedder"
    STORE = "store"


class Health(StrEnum):
    OK = "ok"
    SLOW = "slow"
    DOWN = "down"


class Faults:
    """The present faults: none until `set`."""

    def __init__(self, sleep: Callable[[float], object]) -> None:
        self._sleep = sleep
        self._lock = threading.Lock()
        self._health = dict.fromkeys(Part, Health.OK)

    def set(self, faults: Mapping[Part, Health]) -> None:
        with self._lock:
            self._health = {**self._health, **faults}

    def health(self, part: Part) -> Health:
        return self._health[part]

    @property
    def any_down(self) -> bool:
        return Health.DOWN in self._health.values()

    def meet(self, part: Part, outage: Callable[[], Exception]) -> None:
        """Passes, passes late, or raises the outage."""
        match self.health(part):
            case Health.DOWN:
                raise outage()
            case Health.SLOW:
                self._sleep(SLOW_S)
            case Health.OK:
                pass


class FaultyRecords:
    def __init__(self, inner: RecordStore, faults: Faults) -> None:
        self._inner = inner
        self._faults = faults

    def _meet(self) -> None:
        self._faults.meet(Part.STORE, lambda: StoreUnavailable("the store is down (by request)"))

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        self._meet()
        return self._inner.get(keys, consistent=consistent)

    def page(
        self, table: Table, pk: str, *, sk_prefix: str = "", after: str | None = None, limit: int = 100,
        newest_first: bool = False,
    ) -> Page:  # fmt: skip
        self._meet()
        return self._inner.page(table, pk, sk_prefix=sk_prefix, after=after, limit=limit, newest_first=newest_first)

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        self._meet()
        return self._inner.due(before, after=after, limit=limit)

    def commit(self, change: Change) -> None:
        self._meet()
        self._inner.commit(change)


class FaultySearch:
    def __init__(self, inner: SearchIndex, faults: Faults) -> None:
        self._inner = inner
        self._faults = faults

    def _meet(self) -> None:
        self._faults.meet(Part.SEARCH, lambda: SearchUnavailable("search is down (by request)"))

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        self._meet()
        return self._inner.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        self._meet()
        return self._inner.apply(actions)

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        self._meet()
        return self._inner.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        self._meet()
        self._inner.refresh()


class FaultyEmbedder:
    def __init__(self, inner: Embedder, faults: Faults) -> None:
        self._inner = inner
        self._faults = faults

    def _meet(self) -> None:
        self._faults.meet(Part.EMBEDDER, lambda: EmbedderUnavailable("the embedder is down (by request)"))

    @property
    def model(self) -> EmbeddingModel:
        return self._inner.model

    def query(self, text: str) -> Vector:
        self._meet()
        return self._inner.query(text)

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        self._meet()
        return self._inner.memories(texts)
