"""What each operation asks of AWS, counted: the real use cases and handlers over DynamoDB in moto, every item measured.

Records are sealed, and the owners' data keys known, as in a process that is in use. Memories have about 100 characters
and vectors of 1,024 dimensions; four owners of one organisation, ten seconds between the writes of one.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from bench.cost.capacity import MeteredClient, Units, item_bytes
from bench.gc import NoDeletions, moto_tables
from functions.events.feed import handler as feed
from functions.events.index import handler as index
from functions.events.retrieved import handler as retrieved
from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.queues.sqs import to_message
from shared.adapters.sealing.data_keys import DataKeys
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.system import UuidV7Ids
from shared.domain.access.caller import Caller
from shared.domain.meaning.centring import Vector
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import Scope
from shared.domain.sessions.session import EventRole, NewEvent
from shared.ports import EmbeddingModel, Retrieved
from shared.records.keys import CURRENT_PREFIX, FOLLOWED_PREFIXES
from shared.runtime import bootstrap
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.services import Services
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import write_memory

DIMENSION = 1024
TOP_K = 5
RECALLS_A_BATCH = 20
CHANGES_A_BATCH = 10  # of the stream
CHANGE, CHANGE_OF_MANY = "change into the feed", "change, one of ten into it"
_PLACES = "Oslo Bergen Turku Graz Lyon Porto Gdansk Utrecht Leipzig Malmo".split()
_THINGS = "invoice dentist garden violin printer passport bakery scooter archive balcony".split()


class WideEmbedder:
    """The deterministic embedder in as many dimensions as Titan has."""

    def __init__(self) -> None:
        self._inner = DeterministicEmbedder()
        self.model: EmbeddingModel = replace(self._inner.model, dimension=DIMENSION)
        self.texts = 0

    def query(self, text: str) -> Vector:
        return self._wide(self._inner.query(text))

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        return [self._wide(vector) for vector in self._inner.memories(texts)]

    def _wide(self, vector: Vector) -> Vector:
        self.texts += 1
        times = DIMENSION // len(vector)
        return tuple(value / times**0.5 for value in vector) * times


@dataclass(slots=True)
class Clock:
    at: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


@dataclass(slots=True)
class Heard:
    messages: list[Retrieved] = field(default_factory=list)

    def record(self, retrieved: Retrieved) -> None:
        self.messages.append(retrieved)


@dataclass(frozen=True, slots=True)
class Operation:
    """Of one: request units, texts embedded, messages sent. `stored_bytes`: what it adds to the tables. `invocations`:
    of the feed's function, where that is the operation."""

    writes: float
    reads: float
    calls: float
    embedded: float = 0.0
    stored_bytes: float = 0.0
    by_record: dict[str, float] = field(default_factory=dict)
    invocations: float = 0.0


@dataclass(slots=True)
class Bench:
    services: Services
    units: Units
    clock: Clock
    embedder: WideEmbedder
    queue: Heard
    table_bytes: Callable[[], int]
    changed: Callable[[], list[dict[str, Any]]]
    made: Callable[[], list[dict[str, Any]]]

    def of(self, act: Callable[[int], object], count: int) -> Operation:
        """The mean over `count` acts, numbered from 0."""
        self.units.clear()
        texts, size = self.embedder.texts, self.table_bytes()
        for number in range(count):
            self.clock.at += timedelta(seconds=4)
            act(number)
        return Operation(
            self.units.writes / count,
            self.units.reads / count,
            sum(self.units.calls.values()) / count,
            (self.embedder.texts - texts) / count,
            (self.table_bytes() - size) / count,
            {name: units / count for name, units in sorted(self.units.by_record.items())},
        )


def caller(number: int) -> Caller:
    user = f"user-{number % 4}"
    return Caller("bench", user, Scope.user("bench", user))


def text(number: int) -> str:
    place, thing = _PLACES[number % 10], _THINGS[number * 7 // 10 % 10]
    return (
        f"The {thing} number {number} that was ordered in {place} is delivered on weekday {number % 5} by the side door"
    )


def counted(writes: int = 40) -> dict[str, Operation]:
    """Each operation by its name."""
    with _bench() as bench:
        return _counted(bench, writes)


def _counted(bench: Bench, writes: int) -> dict[str, Operation]:
    services = bench.services

    def write(content: str, by: int, key: str | None = None) -> None:
        write_memory(
            services, caller(by), WriteCommand(content, MemoryType.SEMANTIC, key=key, source=Source.USER_STATED)
        )

    def index_batches(count: int) -> Operation:
        changes = bench.changed()
        batches = [changes[start : start + CHANGES_A_BATCH] for start in range(0, len(changes), CHANGES_A_BATCH)]
        whole = bench.of(lambda n: index({"Records": batches[n]}, None), len(batches))
        services.search.refresh()
        return _shared_by(whole, len(batches), count)

    for owner in range(4):  # the first of an owner makes its salt, key, directory and count
        write(f"Prefers tea of kind {owner} in the morning", owner)
    index_batches(1)
    _enter(bench, CHANGES_A_BATCH)  # the first of an owner makes its feed's head
    found = {"write": bench.of(lambda n: write(text(n), n), writes)}
    found["index"] = index_batches(writes)
    found[CHANGE] = _enter(bench, 1)
    found["duplicate"] = bench.of(lambda n: write(text(n), n), writes // 2)
    bench.changed()
    found["keyed write"] = bench.of(lambda n: write(text(1000 + n), n, f"key-{n}"), writes // 2)
    index_batches(1)
    found[CHANGE_OF_MANY] = _enter(bench, CHANGES_A_BATCH)
    found["update"] = bench.of(lambda n: write(text(2000 + n), n, f"key-{n}"), writes // 2)
    index_batches(1)
    bench.queue.messages.clear()
    query = [RecallQuery(text(n), top_k=TOP_K, min_relevance=0.0) for n in range(writes)]
    found["recall"] = bench.of(lambda n: recall(services, caller(n), query[n]), writes)
    recalls = bench.queue.messages.copy()
    if min(len(message.memories) for message in recalls) < TOP_K:
        raise AssertionError("a recall found fewer memories than it was asked for")
    named = len({place for message in recalls for place in message.memories})
    first = _count(bench, recalls, "first")
    alone = [replace(message, memories=(place,)) for message in recalls for place in message.memories]
    apart = list({message.memories: message for message in alone}.values())
    again = _count(bench, apart, "again")  # no two of them in one batch: the dearest case
    one = Operation(again.writes, again.reads, again.calls)
    found["count a retrieval"] = one
    found["first retrieval of a memory"] = Operation(
        (first.writes * len(recalls)) / named, (first.reads * len(recalls)) / named, first.calls
    )
    create_session(services, caller(0), None, "session")
    found["event"] = bench.of(
        lambda n: append_events(
            services, caller(0), None, "session", [NewEvent(EventRole.USER, text(n), f"e{n}", id_is_new=True)]
        ),
        writes,
    )
    return found


def _enter(bench: Bench, at_once: int) -> Operation:
    """Of one of the changes that were made since, in batches of so many of one owner."""
    by_owner = defaultdict[str, list[dict[str, Any]]](list)
    for record in bench.made():
        by_owner[record["dynamodb"]["Keys"]["pk"]["S"]].append(record)
    batches = [of[start : start + at_once] for of in by_owner.values() for start in range(0, len(of), at_once)]

    def deliver(number: int) -> None:
        with redirect_stdout(None):  # its metrics
            answer = feed({"Records": batches[number]}, None)
        if answer["batchItemFailures"]:
            raise AssertionError("a change did not enter the feed")

    changes = sum(map(len, batches))
    whole = bench.of(deliver, len(batches))
    share = len(batches) / changes
    stored = whole.stored_bytes * share
    return replace(_shared_by(whole, len(batches), changes), stored_bytes=stored, invocations=share)


def _count(bench: Bench, messages: Sequence[Retrieved], name: str) -> Operation:
    """Of one message, in batches as the queue delivers them."""
    batches = [messages[start : start + RECALLS_A_BATCH] for start in range(0, len(messages), RECALLS_A_BATCH)]

    def deliver(number: int) -> None:
        bodies = [to_message(message) for message in batches[number]]
        records = [{"messageId": f"{name}-{number}-{n}", "body": body} for n, body in enumerate(bodies)]
        if retrieved({"Records": records}, None)["batchItemFailures"]:
            raise AssertionError("a retrieval was not counted")

    return _shared_by(bench.of(deliver, len(batches)), len(batches), len(messages))


def _shared_by(whole: Operation, times: int, by: int) -> Operation:
    share = times / by
    return Operation(whole.writes * share, whole.reads * share, whole.calls * share)


@contextmanager
def _bench() -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as name, moto_tables() as (client, tables):
        folder, units, clock, embedder, queue = Path(name), Units(), Clock(), WideEmbedder(), Heard()
        stored = DynamoRecords(cast("Any", MeteredClient(client, units)), tables)
        services = Services(
            records=SealedRecords(stored, DataKeys(FileCipher(folder / "field.key"), os.urandom), os.urandom),
            search=SqliteSearch(folder / "search.db"),
            embedder=embedder,
            calibration=calibration_for(embedder.model.id),
            clock=clock,
            ids=UuidV7Ids(clock),
            deletions=NoDeletions(),
            cipher=FileCipher(folder / "field.key"),
            randomness=os.urandom,
            retrievals=queue,
        )
        seen, followed = set[str](), set[str]()

        def all_items() -> list[dict[str, Any]]:
            return [item for table in tables.values() for item in _scanned(client, table)]

        def table_bytes() -> int:
            return sum(map(item_bytes, all_items()))

        def changed() -> list[dict[str, Any]]:
            """The current records that have changed since, as the stream reports them."""
            new = {
                f"{i['sk']['S']} {i['revision']['N']}": i
                for i in all_items()
                if i["sk"]["S"].startswith(CURRENT_PREFIX)
            }
            found = [item for sk, item in new.items() if sk not in seen]
            seen.update(new)
            return [_stream_record(number, item) for number, item in enumerate(found)]

        def made() -> list[dict[str, Any]]:
            """The ledger's records that the feed of changes follows, new since, as the stream reports them."""
            new = {f"{i['pk']['S']} {sk}": i for i in all_items() if (sk := i["sk"]["S"]).startswith(FOLLOWED_PREFIXES)}
            found = [new[key] for key in sorted(new.keys() - followed)]
            followed.update(new)
            return [_stream_record(number, item) for number, item in enumerate(found)]

        bootstrap.install(services)
        try:
            yield Bench(services, units, clock, embedder, queue, table_bytes, changed, made)
        finally:
            bootstrap.install(None)


def _scanned(client: Any, table: str) -> Iterator[dict[str, Any]]:
    for page in client.get_paginator("scan").paginate(TableName=table):
        yield from page["Items"]


def _stream_record(number: int, item: dict[str, Any]) -> dict[str, Any]:
    keys = {name: item[name] for name in ("pk", "sk")}
    at = {"ApproximateCreationDateTime": Clock().at.timestamp()}
    change = {"Keys": keys, "SequenceNumber": str(number), "StreamViewType": "KEYS_ONLY", **at}
    return {"eventID": str(number), "eventName": "INSERT", "eventSource": "aws:dynamodb", "dynamodb": change}


if __name__ == "__main__":
    print(
        json.dumps({name: {s: getattr(o, s) for s in Operation.__slots__} for name, o in counted().items()}, indent=1)
    )
