"""The ports of one host: each call is a point of the scheduler, and something may happen to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.queues.sqs import to_comparison_message, to_message, to_work_message
from shared.domain.errors import (
    EmbedderUnavailable,
    MemoryServiceError,
    SearchUnavailable,
    StoreUnavailable,
    Unavailable,
)
from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.ports import Comparison, EmbeddingModel, RecordStore, Remove, Retrieved, SessionWork, Upsert
from shared.records.store.record import Change, DuePage, Key, Page, Record, Table

if TYPE_CHECKING:
    from tests.simulation.engine.deliveries import Deliveries
    from tests.simulation.engine.lagging_search import LaggingSearch

_T = TypeVar("_T")


class Calls(Protocol):
    """What every port is called through: the place where the scheduler switches and injections strike."""

    def call(
        self, what: str, detail: object, effect: Callable[[], _T], outage: Callable[[], MemoryServiceError],
        *, changes: bool = False,
    ) -> _T: ...  # fmt: skip


def _store_down() -> MemoryServiceError:
    return StoreUnavailable("the store did not answer")


def _search_down() -> MemoryServiceError:
    return SearchUnavailable("the search index did not answer")


def _embedder_down() -> MemoryServiceError:
    return EmbedderUnavailable("the embedder did not answer")


def _queue_down() -> MemoryServiceError:
    return Unavailable("the queue did not answer")


class SimulatedRecords:
    """`committed` is called after each commit that took effect, by the actor that made it."""

    def __init__(self, calls: Calls, inner: RecordStore, committed: Callable[[Change], None]) -> None:
        self._calls = calls
        self._inner = inner
        self._committed = committed

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        return self._calls.call("get", keys, lambda: self._inner.get(keys, consistent=consistent), _store_down)

    def page(self, table: Table, pk: str, **options: Any) -> Page:
        detail = f"{table.value} {pk.rpartition('/')[2]}:{options.get('sk_prefix', '')}"
        return self._calls.call("page", detail, lambda: self._inner.page(table, pk, **options), _store_down)

    def due(self, before: datetime, **options: Any) -> DuePage:
        return self._calls.call("due", "", lambda: self._inner.due(before, **options), _store_down)

    def commit(self, change: Change) -> None:
        def effect() -> None:
            self._inner.commit(change)
            self._committed(change)

        detail = ("put", [r.key for r in change.puts], "remove", change.removes) if change.removes else [
            r.key for r in change.puts
        ]  # fmt: skip
        self._calls.call("commit", detail, effect, _store_down, changes=True)


class SimulatedSearch:
    def __init__(self, calls: Calls, inner: LaggingSearch) -> None:
        self._calls = calls
        self._inner = inner

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        return self._calls.call("search", "", lambda: self._inner.search(query, filter), _search_down)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        detail = [
            f"{a.document.memory_id[-6:]} revision {a.document.revision}" if isinstance(a, Upsert)
            else f"remove {a.memory_id[-6:]}"
            for a in actions
        ]  # fmt: skip
        return self._calls.call("apply", detail, lambda: self._inner.apply(actions), _search_down, changes=True)

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        def effect() -> list[str]:
            return self._inner.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

        return self._calls.call("ids_within", scope, effect, _search_down)

    def refresh(self) -> None:
        self._calls.call("refresh", "", self._inner.refresh, _search_down)


_EMBEDDER = DeterministicEmbedder()


@lru_cache(maxsize=20_000)
def _vector(text: str) -> Vector:
    return _EMBEDDER.query(text)


class SimulatedEmbedder:
    """The deterministic embedder: the same text has the same vector, for every caller."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    @property
    def model(self) -> EmbeddingModel:
        return _EMBEDDER.model

    def query(self, text: str) -> Vector:
        return self._calls.call("embed", "", lambda: _vector(text), _embedder_down)

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        return self._calls.call("embed", "", lambda: [_vector(text) for text in texts], _embedder_down)


class SimulatedQueues:
    """Both queues of messages, the log of retrievals, and the workflow's starts."""

    def __init__(self, calls: Calls, deliveries: Deliveries) -> None:
        self._calls = calls
        self._to = deliveries

    def _send(self, what: str, queue: list[str], body: str) -> None:
        self._calls.call(what, body, lambda: queue.append(body), _queue_down, changes=True)

    def record(self, retrieved: Retrieved) -> None:
        self._send("retrieved", self._to.retrieved, to_message(retrieved))

    def start(self, owner: str, request_id: str, attempt: int) -> None:
        def effect() -> None:
            self._to.start(owner, request_id, attempt)

        self._calls.call("start", f"{request_id} attempt {attempt}", effect, _queue_down, changes=True)


class SimulatedSessionQueue(SimulatedQueues):
    def send(self, *works: SessionWork) -> None:
        def effect() -> None:
            self._to.work += [to_work_message(work) for work in works]

        self._calls.call("send", [to_work_message(work) for work in works], effect, _queue_down, changes=True)

    def postpone(self, receipt: str, seconds: int) -> None:
        """Messages that failed come again in any order anyway."""


class SimulatedComparisons(SimulatedQueues):
    def send(self, comparisons: Sequence[Comparison]) -> None:
        for one in comparisons:
            self._send("send", self._to.work, to_comparison_message(one))
