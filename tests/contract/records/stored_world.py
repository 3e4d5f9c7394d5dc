"""A world over one of the stores of the contract, in which a test looks at what that store holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.dynamodb.walk import DynamoWalk
from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.sqlite.walk import SqliteWalk
from shared.adapters.testing.in_memory import InMemoryRecords, InMemoryWalk
from shared.ports import RecordStore, RecordWalk
from shared.records.store.record import Key, Record, Table
from shared.runtime import bootstrap
from tests.builders import ChangeLog, World, a_world
from tests.contract.records.stores import opened

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@dataclass(slots=True)
class StoredWorld(World):
    """`store` is the opened store, and `walk` goes over all of it."""

    store: Any
    walk: RecordWalk = field(kw_only=True)

    def records(self, *, pk: str | None = None, prefix: str = "") -> list[Record]:
        met = sorted(key for table in Table for key in self._keys(table))
        chosen = [key for key in met if (pk is None or key.pk == pk) and key.sk.startswith(prefix)]
        return [record for record in self.store.get(chosen) if record is not None]

    def _keys(self, table: Table) -> list[Key]:
        found: list[Key] = []
        after: str | None = None
        while True:
            page = self.walk.walk(table, after=after, limit=1000)
            found += page.keys
            after = page.next_after
            if after is None:
                return found


@contextmanager
def a_stored_world(kind: str, folder: Path, client: DynamoDBClient | None = None) -> Iterator[StoredWorld]:
    """`kind` of `PLAIN_STORES`; installed for the handlers while it lasts. `client`: as for `opened`."""
    with opened(kind, folder, client) as store, a_world() as plain, ExitStack() as closed:
        stream = ChangeLog(store)
        made = StoredWorld(
            services=plain.on(records=stream).services,
            store=store,
            stream=stream,
            clock=plain.clock,
            deletions=plain.deletions,
            folder=plain.folder,
            walk=_walk(store, folder, client, closed),
        )
        bootstrap.install(made.services)
        yield made


def _walk(store: RecordStore, folder: Path, client: DynamoDBClient | None, closed: ExitStack) -> RecordWalk:
    if isinstance(store, InMemoryRecords):
        return InMemoryWalk(store)
    if isinstance(store, SqliteRecords):
        walk = SqliteWalk(folder / "records.db")
        closed.callback(walk.close)
        return walk
    if isinstance(store, DynamoRecords) and client is not None:
        return DynamoWalk(client, store._tables, Backoff(sleep=lambda _: None))
    raise ValueError(f"no walk over {type(store).__name__}")
