"""Token buckets: those in DynamoDB (moto) and those of one process behave alike."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest

from local.aws.rate_buckets import ProcessRateBuckets
from shared.adapters.dynamodb.rate_buckets import DynamoRateBuckets
from shared.domain.errors import StoreUnavailable
from shared.records.keys import EXPIRES_AT
from shared.records.store.record import Table
from tests.builders import NOW
from tests.contract.records.dynamodb_tables import tables_for_tests
from tests.contract.records.faults import Faults

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

    from shared.ports import RateBuckets

SECOND = timedelta(seconds=1)
ANN = ("acme", "ann")


@pytest.fixture
def ledger(moto_client: DynamoDBClient) -> str:
    return tables_for_tests(moto_client, prefix=f"{uuid.uuid4().hex}-")[Table.LEDGER]


@pytest.fixture
def stored(moto_client: DynamoDBClient, ledger: str) -> DynamoRateBuckets:
    return DynamoRateBuckets(moto_client, ledger)


@pytest.fixture(params=["dynamodb", "process"])
def buckets(request: pytest.FixtureRequest) -> RateBuckets:
    if request.param == "process":
        return ProcessRateBuckets()
    made: RateBuckets = request.getfixturevalue("stored")
    return made


@pytest.fixture
def faults(moto_client: DynamoDBClient, ledger: str) -> Iterator[Faults]:
    it = Faults(moto_client)
    yield it
    it.withdraw()


def test_a_bucket_is_full_again_after_what_was_taken_from_it(buckets: RateBuckets) -> None:
    assert buckets.take(ANN, 3 * SECOND, NOW) == NOW + 3 * SECOND
    assert buckets.take(ANN, 2 * SECOND, NOW + SECOND) == NOW + 5 * SECOND


def test_a_full_bucket_holds_no_more(buckets: RateBuckets) -> None:
    buckets.take(ANN, SECOND, NOW)
    assert buckets.take(ANN, SECOND, NOW + 60 * SECOND) == NOW + 61 * SECOND


def test_a_clock_that_is_behind_takes_as_much(buckets: RateBuckets) -> None:
    buckets.take(ANN, SECOND, NOW)
    assert buckets.take(ANN, SECOND, NOW - SECOND) == NOW + 2 * SECOND


def test_tenants_and_users_have_buckets_of_their_own(buckets: RateBuckets) -> None:
    for ids in (("acme",), ANN, ("acme", "bob"), ("ann", "acme"), ("acmeann",)):
        assert buckets.take(ids, SECOND, NOW) == NOW + SECOND


def test_both_agree_to_the_microsecond(stored: DynamoRateBuckets) -> None:
    random, other, now = Random(12), ProcessRateBuckets(), NOW
    for _ in range(60):
        now += timedelta(microseconds=random.randint(0, 3_000_000))
        refill = timedelta(microseconds=random.randint(1, 3_000_000))
        assert stored.take(ANN, refill, now) == other.take(ANN, refill, now)


def test_it_is_one_call_and_two_while_the_bucket_is_not_full(stored: DynamoRateBuckets, faults: Faults) -> None:
    stored.take(ANN, SECOND, NOW)
    assert faults.operations == ["UpdateItem"]
    stored.take(ANN, SECOND, NOW)
    assert faults.operations == ["UpdateItem"] * 3
    stored.take(ANN, SECOND, NOW + 9 * SECOND)
    assert faults.operations == ["UpdateItem"] * 4


def test_a_bucket_that_left_the_table_between_the_two_calls_is_a_full_one(
    stored: DynamoRateBuckets, faults: Faults
) -> None:
    faults.error("ConditionalCheckFailedException")
    assert stored.take(ANN, SECOND, NOW) == NOW + SECOND


@pytest.mark.parametrize("code", ["ThrottlingException", "AccessDeniedException", "InternalServerError"])
def test_an_outage_is_not_tried_again(stored: DynamoRateBuckets, faults: Faults, code: str) -> None:
    faults.error(code)
    with pytest.raises(StoreUnavailable):
        stored.take(ANN, SECOND, NOW)
    faults.error("ConditionalCheckFailedException")
    faults.no_answer()
    with pytest.raises(StoreUnavailable):
        stored.take(ANN, SECOND, NOW)
    assert faults.operations == ["UpdateItem"] * 3


def test_an_item_names_nobody_and_leaves_the_table(
    stored: DynamoRateBuckets, moto_client: DynamoDBClient, ledger: str
) -> None:
    stored.take(ANN, SECOND, NOW)
    (item,) = moto_client.scan(TableName=ledger)["Items"]
    assert "ann" not in json.dumps(item)
    assert "acme" not in json.dumps(item)
    assert int(item[EXPIRES_AT]["N"]) == int((NOW + timedelta(hours=1, seconds=1)).timestamp())
