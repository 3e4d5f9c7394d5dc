"""Does the work of maintenance follow what is due, and not what is stored?

The same due items in a store of 1x and of 10x: a plan, its apply, and the schedule's pass over the rest, with every
call to the store and every item that it answers counted. On DynamoDB (in moto, in which large tables are slow: small
stores) the calls are AWS calls; on SQLite, with 100,000 memories, they are those of the record store's port, with the
time. Ends with 1 when ten times the store costs more than 1.1 times the work.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.system import UuidV7Ids
from shared.adapters.testing.recording import AwsCalls
from shared.domain.access.caller import Caller, Role
from shared.domain.memories.evidence import Source, trust_of
from shared.domain.memories.lifetimes import ExpiryPolicy
from shared.domain.memories.memory import (
    Ending,
    Expiry,
    Head,
    Importance,
    Memory,
    MemoryType,
    Status,
    Upkeep,
    content_hash,
)
from shared.domain.scopes import Scope
from shared.ports import RecordStore
from shared.records import keys
from shared.records.memories.memory_change import Free, put_current, put_ended
from shared.records.store.reading import Reading
from shared.records.store.record import MAX_ACTIONS, Change, DuePage, Key, Page, Record, Table
from shared.usecases.hygiene.plan_and_apply import apply_plan, make_plan
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.services import Services

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ALLOWED = 1.1
POLICY = ExpiryPolicy()
A_USER = 10  # memories of one user
OPERATOR = Caller("bench", "operator", Scope.org("bench"), frozenset((Role.OPERATOR,)))


class StandingClock:
    def now(self) -> datetime:
        return NOW


class NoDeletions:
    def start(self, owner: str, request_id: str, attempt: int) -> None:
        raise AssertionError("no deletion waits here")


class NoCipher:
    def __getattr__(self, name: str) -> Any:
        raise AssertionError("nothing is sealed here")


@dataclass(slots=True)
class Work:
    calls: int = 0
    items: int = 0
    seconds: float = 0.0


class Counted:
    """A record store whose calls and answered records are counted."""

    def __init__(self, inner: RecordStore, work: Work) -> None:
        self._inner = inner
        self._work = work

    def get(self, wanted: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        found = self._inner.get(wanted, consistent=consistent)
        self._count(sum(record is not None for record in found))
        return found

    def page(self, table: Table, pk: str, **options: Any) -> Page:
        found = self._inner.page(table, pk, **options)
        self._count(len(found.records))
        return found

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        found = self._inner.due(before, after=after, limit=limit)
        self._count(len(found.items))
        return found

    def commit(self, change: Change) -> None:
        self._count(0)
        self._inner.commit(change)

    def _count(self, items: int) -> None:
        self._work.calls += 1
        self._work.items += items


def a_memory(number: int, content: str, age: timedelta, **changes: Any) -> Memory:
    """A fact of one of the users that was scanned when it was written."""
    recorded = NOW - age
    ordinary = Memory(
        memory_id=f"memory-{number:07d}",
        scope=Scope.user("bench", f"user-{number // A_USER}"),
        type=MemoryType.SEMANTIC,
        key=None,
        content=content,
        content_hash=content_hash(content),
        source=Source.USER_STATED,
        confidence=1.0,
        importance=Importance.NORMAL,
        trust=trust_of(Source.USER_STATED),
        status=Status.ACTIVE,
        observed_at=recorded,
        valid_from=recorded,
        valid_to=None,
        created_at=recorded,
        updated_at=recorded,
        upkeep=Upkeep(scanned_at=recorded),
    )
    return replace(ordinary, **changes)


def due_memory(number: int) -> tuple[Memory, Memory | None]:
    """A due record of one of four kinds, with the ended version of the last kind."""
    day = timedelta(days=1)
    match number % 4:
        case 0:
            expired = {"type": MemoryType.TASK, "expiry": Expiry(NOW - 61 * day, NOW - day)}
            return a_memory(number, f"A task's learning {number}", 91 * day, **expired), None
        case 1:
            return a_memory(number, f"An unread fact {number}", 200 * day), None
        case 2:
            return a_memory(number, f"A weak statement {number}", 70 * day, confidence=0.2), None
        case _:
            fact = a_memory(number, f"A fact that was replaced {number}", 95 * day, version=2, head=Head(versions=2))
            ended = a_memory(
                number,
                f"What it was before {number}",
                100 * day,
                status=Status.SUPERSEDED,
                ending=Ending(at=NOW - 95 * day, because="same_tier_and_no_less_confident"),
            )
            return fact, ended


def filled(store: RecordStore, stored: int, due: int, at_once: int) -> None:
    """`stored` memories, the first `due` of which are due; `at_once` records in one transaction."""
    users = range(-(-stored // A_USER))
    records = [Record(keys.salt(Scope.user("bench", f"user-{n}")), {"salt": b"\x07" * 32}) for n in users]
    for number in range(stored):
        memory, ended = a_memory(number, f"A fact that was read {number}", timedelta(days=10)), None
        if number < due:
            memory, ended = due_memory(number)
        key = keys.current(memory.scope, memory.memory_id)
        pointer = keys.hash_pointer(memory.scope, memory.type, memory.content_hash)
        written = memory.updated_at
        records += put_current(memory, Reading({key: None, pointer: None}), POLICY, Free(written)).puts
        records += () if ended is None else put_ended(ended, POLICY).puts
    for start in range(0, len(records), at_once):
        store.commit(Change(puts=tuple(records[start : start + at_once])))


def services_over(records: RecordStore, folder: Path) -> Services:
    embedder = DeterministicEmbedder()
    clock = StandingClock()
    return Services(
        records=records,
        search=SqliteSearch(folder / "search.db"),
        embedder=embedder,
        calibration=calibration_for(embedder.model.id),
        clock=clock,
        ids=UuidV7Ids(clock),
        deletions=NoDeletions(),
        cipher=NoCipher(),
        randomness=lambda count: b"\x07" * count,
    )


def maintained(services: Services, due: int, work: Work) -> None:
    """One user's plan and its apply, and the pass over all the rest. Raises when not all that was due was done."""
    began = time.perf_counter()
    plan = make_plan(services, OPERATOR, Scope.user("bench", "user-0"))
    report = apply_plan(services, OPERATOR, None, plan.plan_id)
    rest = run_pass(services)
    work.seconds = time.perf_counter() - began
    done = sum(report.applied.values()) + sum(rest.applied.values())
    if done != due or report.skipped or rest.skipped or rest.more:
        raise AssertionError(f"{due} were due, {done} were done")


def on_sqlite(stored: int, due: int) -> Work:
    with tempfile.TemporaryDirectory() as name:
        folder, work = Path(name), Work()
        store = SqliteRecords(folder / "records.db")
        filled(store, stored, due, at_once=MAX_ACTIONS)
        maintained(services_over(Counted(store, work), folder), due, work)
        store.close()
        return work


def on_dynamodb(stored: int, due: int) -> Work:
    from shared.adapters.dynamodb.records import DynamoRecords

    with tempfile.TemporaryDirectory() as name, moto_tables() as (client, tables):
        work, calls = Work(), AwsCalls()
        store = DynamoRecords(client, tables)
        filled(store, stored, due, at_once=1)
        calls.watch(client)
        client.meta.events.register("after-call", lambda parsed, **_: _count_items(work, parsed))
        maintained(services_over(store, Path(name)), due, work)
        work.calls = calls.count()
        return work


def _count_items(work: Work, parsed: Any) -> None:
    work.items += int(parsed.get("ScannedCount", 0)) + sum(len(items) for items in parsed.get("Responses", {}).values())


@contextmanager
def moto_tables() -> Iterator[tuple[DynamoDBClient, dict[Table, str]]]:
    """Three tables in moto, with the index of due records."""
    import boto3
    from moto import mock_aws

    from shared.adapters.dynamodb.client import client_config
    from tests.contract.records.moto_answers import answers_at_their_own_price
    from tests.contract.records.moto_transactions import transactions_at_their_own_price

    with mock_aws(), transactions_at_their_own_price(), answers_at_their_own_price():
        client = boto3.client(
            "dynamodb",
            region_name="eu-central-1",
            aws_access_key_id="testing",
            aws_secret_access_key="testing",  # noqa: S106 - moto's, and nobody's  # nosec B106
            config=client_config(),
        )
        for table in Table:
            due = [keys.CHECK_BUCKET, keys.NEXT_CHECK_AT]
            names = [keys.PK, keys.SK, *(due if table is Table.MEMORIES else ())]
            index: Any = {
                "IndexName": keys.DUE_INDEX,
                "KeySchema": _schema(*due),
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
            extra: dict[str, Any] = {"GlobalSecondaryIndexes": [index]} if table is Table.MEMORIES else {}
            client.create_table(
                TableName=table.value,
                AttributeDefinitions=[{"AttributeName": n, "AttributeType": "S"} for n in names],
                KeySchema=_schema(keys.PK, keys.SK),
                BillingMode="PAY_PER_REQUEST",
                **extra,
            )
        yield client, {table: table.value for table in Table}


def _schema(partition: str, sort: str) -> Any:
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]


def compared(name: str, measure: Callable[[int, int], Work], stored: int, due: int) -> bool:
    """Prints both sizes; whether the work grew by no more than allowed."""
    small, large = measure(stored, due), measure(stored * 10, due)
    calls, items = large.calls / small.calls, large.items / small.items
    print(f"{name}, {due} due")
    for size, work in ((stored, small), (stored * 10, large)):
        print(f"  {size:>9,} stored  {work.calls:>6,} calls  {work.items:>6,} items read  {work.seconds:8.3f} s")
    print(f"  ten times the store: {calls:.2f} x the calls, {items:.2f} x the items read")
    return max(calls, items) <= ALLOWED


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.gc", description=__doc__)
    parser.add_argument("--dynamodb", type=int, default=300, help="memories of the smaller store in moto; 0: none")
    parser.add_argument("--sqlite", type=int, default=10_000, help="memories of the smaller store in SQLite")
    parser.add_argument("--due", type=int, default=40, help="how many of them are due in SQLite, twelve in moto")
    asked = parser.parse_args()
    well = compared("SQLite", on_sqlite, asked.sqlite, asked.due)
    if asked.dynamodb:
        well &= compared("DynamoDB in moto", on_dynamodb, asked.dynamodb, min(asked.due, 12))
    print("the work follows what is due" if well else f"more than {ALLOWED} x: the work follows what is stored")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
