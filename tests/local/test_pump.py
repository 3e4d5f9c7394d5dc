"""The change log's way to the index handler."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from local.aws import pump as pump_module
from local.aws.pump import READER, Pump
from local.clock import MovableClock
from shared.adapters.sqlite.records import SqliteRecords
from shared.domain.errors import SearchUnavailable
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.record import Change, Key, Record

ANN = Scope.user("acme", "ann")


class Index:
    """An index handler that notes the sort keys that it took; a test may have it fail."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.taken: list[str] = []
        self.fails: Callable[[str], bool] = lambda sk: False
        self.raises: Exception | None = None
        self.answer: Any = None

    def __call__(self, event: dict[str, Any], context: Any) -> Any:
        self.events.append(event)
        if self.raises:
            raise self.raises
        failures = []
        for record in event["Records"]:
            sk = record["dynamodb"]["Keys"]["sk"]["S"]
            if self.fails(sk):
                failures.append({"itemIdentifier": record["dynamodb"]["SequenceNumber"]})
            else:
                self.taken.append(sk)
        return {"batchItemFailures": failures} if self.answer is None else self.answer


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pump_module, "WAIT_S", 0.05)


@pytest.fixture
def records(tmp_path: Path) -> Iterator[SqliteRecords]:
    store = SqliteRecords(tmp_path / "records.db")
    yield store
    store.close()


@pytest.fixture
def index() -> Index:
    return Index()


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    return tmp_path / "dead-letters.jsonl"


@pytest.fixture
def pump(records: SqliteRecords, index: Index, clock: MovableClock, letters: Path) -> Iterator[Pump]:
    made = Pump(records, index, clock, letters)
    made.start()
    yield made
    made.stop(5)


def put(records: SqliteRecords, *ids: str, **more: Any) -> None:
    for id in ids:
        records.commit(Change(puts=(Record(keys.current(ANN, id), {"n": 1}, **more),)))


def sort_key(id: str) -> str:
    return keys.current(ANN, id).sk


def until(true: Callable[[], bool], patience_s: float = 5.0) -> bool:
    end = time.monotonic() + patience_s
    while not true() and time.monotonic() < end:
        time.sleep(0.002)
    return true()


def test_a_change_arrives_at_once_in_the_form_of_a_dynamodb_stream(
    pump: Pump, records: SqliteRecords, index: Index
) -> None:
    started = time.monotonic()
    put(records, "m1")
    assert until(lambda: index.taken == [sort_key("m1")])
    assert time.monotonic() - started < 0.5
    (record,) = index.events[0]["Records"]
    assert record["eventSource"] == "aws:dynamodb"
    assert record["eventName"] == "INSERT"
    assert record["dynamodb"]["StreamViewType"] == "KEYS_ONLY"
    assert record["dynamodb"]["Keys"] == {"pk": {"S": ANN.path}, "sk": {"S": sort_key("m1")}}
    assert not {"NewImage", "OldImage"} & record["dynamodb"].keys()


def test_only_current_memories_are_reported(pump: Pump, records: SqliteRecords, index: Index) -> None:
    records.commit(
        Change(puts=(Record(keys.vector(ANN, "m1"), {}), Record(Key(keys.barrier(ANN).table, ANN.path, "x"), {})))
    )
    put(records, "m1")
    assert until(lambda: index.taken == [sort_key("m1")])


def test_order_is_kept_and_no_change_is_delivered_twice_without_failures(
    pump: Pump, records: SqliteRecords, index: Index
) -> None:
    ids = [f"m{n:03}" for n in range(250)]
    put(records, *ids)
    assert until(lambda: not pump.progress().pending)
    assert index.taken == [sort_key(id) for id in ids]
    assert max(len(event["Records"]) for event in index.events) <= pump_module.BATCH


def test_a_failed_change_is_tried_again_before_later_ones(pump: Pump, records: SqliteRecords, index: Index) -> None:
    remaining = iter([True, True])
    index.fails = lambda sk: sk == sort_key("m2") and next(remaining, False)
    put(records, "m1", "m2", "m3")
    assert until(lambda: not pump.progress().pending)
    assert index.taken.index(sort_key("m2")) < len(index.taken)
    assert set(index.taken) == {sort_key("m1"), sort_key("m2"), sort_key("m3")}
    assert next(remaining, None) is None


def test_an_outage_loses_nothing_however_long_it_lasts(
    pump: Pump, records: SqliteRecords, index: Index, letters: Path
) -> None:
    index.raises = SearchUnavailable("down")
    put(records, "m1", "m2")
    with pump.hurried():
        assert until(lambda: pump.progress().failures > pump_module.POISON_ATTEMPTS + 2)
        index.raises = None
        assert until(lambda: not pump.progress().pending)
    assert index.taken == [sort_key("m1"), sort_key("m2")]
    assert not letters.exists()


def test_retries_during_an_outage_wait_longer_each_time(pump: Pump, records: SqliteRecords, index: Index) -> None:
    index.raises = SearchUnavailable("down")
    put(records, "m1")
    time.sleep(1.0)
    assert 2 <= len(index.events) <= 5


def test_the_age_of_the_oldest_change_grows_during_an_outage_and_ends_with_it(
    pump: Pump, records: SqliteRecords, index: Index
) -> None:
    assert pump.oldest_s() == 0
    index.raises = SearchUnavailable("down")
    put(records, "one")
    assert until(lambda: pump.oldest_s() > 0.1)
    put(records, "two")
    assert pump.oldest_s() > 0.1
    index.raises = None
    assert until(lambda: pump.oldest_s() == 0)


def test_a_record_that_fails_alone_becomes_a_dead_letter_and_blocks_no_other(
    pump: Pump, records: SqliteRecords, index: Index, letters: Path
) -> None:
    index.fails = lambda sk: sk == sort_key("poison")
    put(records, "m1", "poison", "m2", "m3")
    with pump.hurried():
        assert until(lambda: not pump.progress().pending)
    assert {sort_key("m1"), sort_key("m2"), sort_key("m3")} <= set(index.taken)
    (letter,) = [json.loads(line) for line in letters.read_text().splitlines()]
    assert (letter["pk"], letter["sk"]) == (ANN.path, sort_key("poison"))


def test_a_handler_that_breaks_on_one_record_does_not_lose_the_others(
    pump: Pump, records: SqliteRecords, index: Index, letters: Path
) -> None:
    def fails(sk: str) -> bool:
        if sk == sort_key("poison"):
            raise KeyError(sk)
        return False

    index.fails = fails
    put(records, "m1", "m2", "poison", "m3")
    with pump.hurried():
        assert until(lambda: not pump.progress().pending)
    assert {sort_key("m1"), sort_key("m2"), sort_key("m3")} <= set(index.taken)
    assert len(letters.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"batchItemFailures": []},
        {"batchItemFailures": None},
        "nonsense",
        {"batchItemFailures": [{"itemIdentifier": "999999"}]},
    ],
)
def test_a_malformed_answer_is_success_as_in_lambda(
    pump: Pump, records: SqliteRecords, index: Index, answer: Any
) -> None:
    index.answer = answer
    put(records, "m1")
    assert until(lambda: not pump.progress().pending and bool(index.taken))
    assert len(index.events) == 1


def test_the_next_start_goes_on_where_the_last_one_stopped(
    records: SqliteRecords, index: Index, clock: MovableClock, letters: Path
) -> None:
    first = Pump(records, index, clock, letters)
    first.start()
    put(records, "m1")
    assert until(lambda: not first.progress().pending)
    first.stop(5)
    put(records, "m2")
    second = Pump(records, index, clock, letters)
    second.start()
    assert until(lambda: not second.progress().pending)
    second.stop(5)
    assert index.taken == [sort_key("m1"), sort_key("m2")]


def test_delivered_entries_are_trimmed_and_expired_ones_removed_and_reported(
    records: SqliteRecords, index: Index, clock: MovableClock, letters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pump_module, "TRIM_EVERY_S", 0.05)
    monkeypatch.setattr(pump_module, "REAP_EVERY_S", 0.05)
    put(records, "m1", expires_at=clock.now() + timedelta(hours=1))
    put(records, "m2")
    made = Pump(records, index, clock, letters)
    made.start()
    assert until(lambda: not records.stream(0))
    assert records.get([keys.current(ANN, "m1")])[0] is not None
    clock.advance(7200)
    assert until(lambda: records.get([keys.current(ANN, "m1")])[0] is None)
    assert until(lambda: any(r["eventName"] == "REMOVE" for e in index.events for r in e["Records"]))
    assert until(lambda: not records.stream(0) and not made.progress().pending)
    assert records.get([keys.current(ANN, "m2")])[0] is not None
    assert records.position(READER) > 0
    made.stop(5)


def test_a_log_that_cannot_be_read_for_a_while_is_read_later(
    records: SqliteRecords, index: Index, clock: MovableClock, letters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from shared.domain.errors import StoreUnavailable

    broken = threading.Event()
    broken.set()
    real = records.stream

    def stream(after: int, limit: int = 100) -> Any:
        if broken.is_set():
            raise StoreUnavailable("locked")
        return real(after, limit)

    monkeypatch.setattr(records, "stream", stream)
    made = Pump(records, index, clock, letters)
    made.start()
    put(records, "m1")
    time.sleep(0.2)
    broken.clear()
    assert until(lambda: index.taken == [sort_key("m1")])
    made.stop(5)
