"""A walk over a whole table: one suite over the in-memory store, SQLite, and DynamoDB in moto."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.dynamodb.walk import DynamoWalk
from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.sqlite.walk import SqliteWalk
from shared.adapters.testing.in_memory import InMemoryRecords, InMemoryWalk
from shared.domain.errors import StoreUnavailable
from shared.ports import RecordStore, RecordWalk
from shared.records.store.record import Change, Key, Record, Table
from tests.contract.records.stores import PLAIN_STORES, opened

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(params=PLAIN_STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path, moto_client: DynamoDBClient) -> Iterator[RecordStore]:
    with opened(request.param, tmp_path, moto_client) as it:
        yield it


@pytest.fixture
def walk(store: RecordStore, tmp_path: Path, moto_client: DynamoDBClient) -> Iterator[RecordWalk]:
    if isinstance(store, InMemoryRecords):
        yield InMemoryWalk(store)
    elif isinstance(store, SqliteRecords):
        sqlite = SqliteWalk(tmp_path / "records.db")
        yield sqlite
        sqlite.close()
    else:
        assert isinstance(store, DynamoRecords)
        yield DynamoWalk(moto_client, store._tables, Backoff(sleep=lambda _: None))


def owner(number: int) -> str:
    return f"/org/acme/user/u{number}"


def fill(store: RecordStore, owners: int = 6, each: int = 3) -> set[Key]:
    """Memories of some owners, each beside a record that is none, and a namesake in another table."""
    made = {Key(Table.MEMORIES, owner(n), f"cur##{m}") for n in range(owners) for m in range(each)}
    others = {Key(Table.MEMORIES, owner(n), sk) for n in range(owners) for sk in ("barrier", "vec#0", "dur#x")}
    namesakes = {Key(Table.LEDGER, owner(0), "cur##0")}
    for key in made | others | namesakes:
        store.commit(Change(puts=(Record(key, {"some": "text"}),)))
    return made


def walked(walk: RecordWalk, limit: int = 100, between: Callable[[], None] = lambda: None, **more: Any) -> list[Key]:
    found: list[Key] = []
    after = None
    while True:
        page = walk.walk(Table.MEMORIES, sk_prefixes=("cur#",), after=after, limit=limit, **more)
        assert len(page.keys) <= limit
        found += page.keys
        after = page.next_after
        if after is None:
            return found
        between()


@pytest.mark.parametrize("limit", [1, 4, 7, 1000])
def test_a_walk_returns_every_record_with_the_prefix_once(store: RecordStore, walk: RecordWalk, limit: int) -> None:
    made = fill(store)
    found = walked(walk, limit)
    assert len(found) == len(made)
    assert set(found) == made


def test_a_walk_over_an_empty_table_ends_at_once(walk: RecordWalk) -> None:
    assert walked(walk) == []


def test_without_a_prefix_it_returns_every_record_of_the_table(store: RecordStore, walk: RecordWalk) -> None:
    made = fill(store, owners=2)
    page = walk.walk(Table.MEMORIES, limit=100)
    assert len(page.keys) == len(made) + 6
    assert {key.table for key in page.keys} == {Table.MEMORIES}


@pytest.mark.parametrize("segments", [2, 5])
def test_the_segments_together_return_every_record_once(store: RecordStore, walk: RecordWalk, segments: int) -> None:
    made = fill(store)
    parts = [walked(walk, 4, segment=n, segments=segments) for n in range(segments)]
    assert sum(map(len, parts)) == len(made)
    assert set().union(*parts) == made


def test_lasting_records_are_returned_while_others_are_added_and_removed(store: RecordStore, walk: RecordWalk) -> None:
    made = sorted(fill(store))
    absent, numbers = made[::4], iter(range(1000))

    def change() -> None:
        number = next(numbers)
        come = Record(Key(Table.MEMORIES, owner(number % 6), f"cur##new{number}"), {})
        removed = (absent[number],) if number < len(absent) else ()
        if number < 20:
            store.commit(Change(puts=(come,), removes=removed))

    found = walked(walk, 5, change)
    assert len(found) == len(set(found))
    assert set(made) - set(absent) <= set(found)


def test_a_position_whose_record_was_removed_is_still_valid(store: RecordStore, walk: RecordWalk) -> None:
    made = fill(store)
    first = walk.walk(Table.MEMORIES, limit=5)
    for key in first.keys:
        store.commit(Change(removes=(key,)))
    rest: list[Key] = []
    after = first.next_after
    while after is not None:
        page = walk.walk(Table.MEMORIES, after=after, limit=5)
        rest += page.keys
        after = page.next_after
    assert made - set(first.keys) <= set(rest)


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"segment": 1}, {"segment": -1}, {"segment": 2, "segments": 2}])
def test_a_walk_with_impossible_arguments_is_refused(walk: RecordWalk, wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a walk looks at"):
        walk.walk(Table.MEMORIES, **wrong)  # type: ignore[arg-type]


class Throttled:
    def __init__(self, failures: int) -> None:
        self.failures = failures

    def scan(self, **_: object) -> dict[str, Any]:
        if self.failures:
            self.failures -= 1
            raise ClientError({"Error": {"Code": "ProvisionedThroughputExceededException", "Message": ""}}, "Scan")
        return {"Items": []}


def test_throttling_is_retried_and_at_last_an_outage() -> None:
    backoff = Backoff(tries=3, sleep=lambda _: None)
    tables = {Table.MEMORIES: "memories"}
    assert walked(DynamoWalk(Throttled(2), tables, backoff)) == []  # type: ignore[arg-type]
    with pytest.raises(StoreUnavailable):
        walked(DynamoWalk(Throttled(3), tables, backoff))  # type: ignore[arg-type]
