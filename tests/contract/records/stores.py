"""The three stores of the contract, opened one way, and each of them sealed."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.sealing.data_keys import DataKeys
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.ports import RecordStore
from tests.ciphers import ShiftingCipher
from tests.contract.records.dynamodb_tables import tables_for_tests

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

PLAIN_STORES = ("in_memory", "sqlite", "dynamodb")
STORES = (*PLAIN_STORES, *(f"sealed_{kind}" for kind in PLAIN_STORES))


@contextmanager
def opened(kind: str, folder: Path, client: DynamoDBClient | None) -> Iterator[RecordStore]:
    """A store with nothing in it. `client`: of `moto_for_dynamodb`, used for DynamoDB only."""
    if kind.startswith("sealed_"):
        with opened(kind.removeprefix("sealed_"), folder, client) as inner:
            yield sealed_over(inner)
    elif kind == "in_memory":
        yield InMemoryRecords()
    elif kind == "sqlite":
        sqlite = SqliteRecords(folder / "records.db")
        yield sqlite
        sqlite.close()
    else:
        if client is None:
            raise ValueError("DynamoDB needs a client")
        tables = tables_for_tests(client, prefix=f"{uuid.uuid4().hex}-")
        yield DynamoRecords(client, tables, Backoff(sleep=lambda _: None))
        for name in tables.values():
            client.delete_table(TableName=name)


def sealed_over(inner: RecordStore) -> SealedRecords:
    return SealedRecords(inner, DataKeys(ShiftingCipher(), os.urandom), os.urandom)
