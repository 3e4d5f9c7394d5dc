"""The three stores of the contract, opened one way, and each of them sealed."""

from __future__ import annotations

import os
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
from tests.contract.records.dynamodb_tables import empty_tables

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
        with empty_tables(client) as tables:
            yield DynamoRecords(client, tables, Backoff(sleep=lambda _: None))


def sealed_over(inner: RecordStore) -> SealedRecords:
    return SealedRecords(inner, DataKeys(ShiftingCipher(), os.urandom), os.urandom)
