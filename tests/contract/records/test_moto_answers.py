"""The shorter way to moto's answers leads to the same answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import pytest
from moto import mock_aws

from tests.contract.records.dynamodb_tables import client_in_moto
from tests.contract.records.moto_answers import answers_at_their_own_price

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TABLE = "answers"
ITEM: dict[str, Any] = {
    "pk": {"S": "a"},
    "empty": {"S": ""},
    "number": {"N": "1.50"},
    "bytes": {"B": b"\x00\xff"},
    "strings": {"SS": ["x", "y"]},
    "numbers": {"NS": ["1", "2"]},
    "set of bytes": {"BS": [b"1", b"2"]},
    "map": {"M": {"S": {"S": "a key like a kind"}, "deeper": {"L": [{"N": "1"}, {"M": {}}]}}},
    "list": {"L": []},
    "nothing": {"NULL": True},
    "no": {"BOOL": False},
}


def answered(way: Callable[[], AbstractContextManager[None]]) -> list[Any]:
    """An item as each of the reads returns it, and the bodies as they were received."""
    with mock_aws(), way():
        return _answered(client_in_moto())


def _answered(client: DynamoDBClient) -> list[Any]:
    bodies: list[bytes] = []
    client.meta.events.register("after-call", lambda http_response, **_: bodies.append(http_response.content))
    key = {"AttributeName": "pk", "KeyType": "HASH"}
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[key],  # type: ignore[list-item]
        BillingMode="PAY_PER_REQUEST",
    )
    client.put_item(TableName=TABLE, Item=ITEM)
    bodies.clear()
    found = [
        client.get_item(TableName=TABLE, Key={"pk": {"S": "a"}})["Item"],
        *client.scan(TableName=TABLE)["Items"],
        *client.batch_get_item(RequestItems={TABLE: {"Keys": [{"pk": {"S": "a"}}]}})["Responses"][TABLE],
    ]
    client.delete_table(TableName=TABLE)  # another test's moto may be around
    return [found, bodies[:3]]


@pytest.mark.parametrize("way", [nullcontext, answers_at_their_own_price])
def test_an_item_of_every_kind_of_value_is_returned_as_it_was_put(
    way: Callable[[], AbstractContextManager[None]],
) -> None:
    found, _ = answered(way)
    assert found == [ITEM] * 3


def test_the_bytes_of_an_answer_are_the_same() -> None:
    _, whole = answered(nullcontext)
    _, short = answered(answers_at_their_own_price)
    assert whole
    assert short == whole
