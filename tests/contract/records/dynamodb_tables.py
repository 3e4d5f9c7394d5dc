"""The three tables as the template makes them, for tests against DynamoDB in moto."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import boto3
from moto import mock_aws
from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.table import StreamShard
from moto.dynamodb.responses import DynamoHandler

from shared.adapters.dynamodb.client import client_config
from shared.records.keys import CHECK_BUCKET, DUE_INDEX, EXPIRES_AT, NEXT_CHECK_AT, PK, SK
from shared.records.store.record import Table
from tests.contract.records.moto_answers import answers_at_their_own_price
from tests.contract.records.moto_transactions import transactions_at_their_own_price

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def tables_for_tests(client: DynamoDBClient, prefix: str = "test-") -> dict[Table, str]:
    """Makes the three tables and returns their names. Only the memories table has the due index and a stream."""
    names = {table: f"{prefix}{table}" for table in Table}
    for table, name in names.items():
        attributes = [PK, SK]
        extra: dict[str, Any] = {}
        if table is Table.MEMORIES:
            attributes += [CHECK_BUCKET, NEXT_CHECK_AT]
            extra = {
                "GlobalSecondaryIndexes": [
                    {
                        "IndexName": DUE_INDEX,
                        "KeySchema": [
                            {"AttributeName": CHECK_BUCKET, "KeyType": "HASH"},
                            {"AttributeName": NEXT_CHECK_AT, "KeyType": "RANGE"},
                        ],
                        "Projection": {"ProjectionType": "KEYS_ONLY"},
                    }
                ],
                # Keys only: no content lies in the stream for 24 hours after a deletion.
                "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"},
            }
        client.create_table(
            TableName=name,
            AttributeDefinitions=[{"AttributeName": a, "AttributeType": "S"} for a in attributes],
            KeySchema=[{"AttributeName": PK, "KeyType": "HASH"}, {"AttributeName": SK, "KeyType": "RANGE"}],
            BillingMode="PAY_PER_REQUEST",
            **extra,
        )
        client.update_time_to_live(
            TableName=name, TimeToLiveSpecification={"Enabled": True, "AttributeName": EXPIRES_AT}
        )
    return names


# Of each client, those that no test uses at the moment.
_UNUSED: WeakKeyDictionary[DynamoDBClient, list[dict[Table, str]]] = WeakKeyDictionary()


@contextmanager
def empty_tables(client: DynamoDBClient) -> Iterator[dict[Table, str]]:
    """The three tables, with nothing in them and in their streams: emptying takes moto a hundredth of making them."""
    unused = _UNUSED.setdefault(client, [])
    names = unused.pop() if unused else tables_for_tests(client, prefix=f"{uuid.uuid4().hex}-")
    yield names
    backend = dynamodb_backends[DEFAULT_ACCOUNT_ID][client.meta.region_name]
    for name in names.values():
        table = backend.get_table(name)
        table.items.clear()
        if table.stream_shard is not None:
            table.stream_shard = StreamShard(DEFAULT_ACCOUNT_ID, table)
    unused.append(names)


def client_in_moto() -> DynamoDBClient:
    """A client for use inside `mock_aws`, whatever the environment says."""
    return boto3.client(
        "dynamodb",
        region_name="eu-central-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
        config=client_config(),
    )


@contextmanager
def moto_one_call_at_a_time() -> Iterator[None]:
    """moto rolls a failed transaction back by putting a copy of the whole table back, and so undoes what other threads
    wrote meanwhile: under threads its calls must follow one another, as DynamoDB's transactions seem to."""
    lock = threading.Lock()
    original = DynamoHandler.call_action

    def one_at_a_time(self: Any) -> Any:
        with lock:
            return original(self)

    DynamoHandler.call_action = one_at_a_time  # type: ignore[method-assign]
    try:
        yield
    finally:
        DynamoHandler.call_action = original  # type: ignore[method-assign]


@contextmanager
def moto_for_dynamodb() -> Iterator[DynamoDBClient]:
    """A client of a DynamoDB without tables, safe to use from many threads."""
    with mock_aws(), moto_one_call_at_a_time(), transactions_at_their_own_price(), answers_at_their_own_price():
        yield client_in_moto()
