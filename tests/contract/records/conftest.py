"""One moto for all tests here: making a client takes half a second, making three tables a few milliseconds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.contract.records.dynamodb_tables import moto_for_dynamodb

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(scope="package")
def moto_client() -> Iterator[DynamoDBClient]:
    with moto_for_dynamodb() as client:
        yield client
