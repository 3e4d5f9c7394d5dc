"""The month's bill: the arithmetic by another computation, and the units by hand."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from typing import Any

from bench.cost.bill import Workload, agentcore, break_even, floor, total, use
from bench.cost.capacity import MeteredClient, Units, item_bytes
from bench.cost.counted import CHANGE, Operation
from bench.cost.prices import read_prices
from bench.gc import moto_tables
from shared.adapters.dynamodb.items import to_item
from shared.adapters.sealing.envelope import KEY_BYTES, KEY_ID_BYTES, DataKey, sealed
from shared.domain.scopes import Scope
from shared.records.memories.vectors import StoredVector, vector_record
from shared.records.store.record import Table
from shared.records.store.revisions import first_revision

PRICES = read_prices()
UNITS = {
    "write": Operation(19, 7, 2, embedded=1, stored_bytes=4000),
    "index": Operation(0.5, 3, 1),
    "recall": Operation(0, 11, 1, embedded=1),
    "count a retrieval": Operation(1, 1, 1),
    "first retrieval of a memory": Operation(8, 2, 1),
    "event": Operation(10, 2, 2),
    CHANGE: Operation(10, 5, 3, stored_bytes=500, invocations=0.5),
}


def test_the_bill_of_a_small_workload_is_what_another_computation_says() -> None:
    bill = total(use(Workload(writes=3000, recalls=5000, events=7000, kept=2000, first_retrieved=400), UNITS, PRICES))
    wru = 3000 * 19.5 + 5000 * 5 * 1 + 400 * 8 + 7000 * 10
    rru = 3000 * 10 + 5000 * (11 + 5 * 1) + 400 * 2 + 7000 * 2
    writing = 0.75 * (0.2 + 0.008 * (1769 / 768 - 1769 / 1024))
    gigabyte_seconds = 3000 * (writing + 0.01 * 0.5) + 5000 * (0.2 + (5 * 0.01 + 0.1 / 20) * 0.5) + 7000 * 0.05
    requests = 3000 + 5000 + 7000
    expected = (
        wru * 0.625e-6
        + rru * 0.125e-6
        + gigabyte_seconds * 0.0000133334
        + requests * (0.2e-6 + 1e-6 + 1200e-9 * 0.5 + 0.05 * 5e-6)
        + 5000 / 20 * 0.2e-6
        + 5000 * 1.4 * 0.4e-6
        + (3000 * 30 + 5000 * 15) * 0.02e-6
        + 2000 * 4000e-9 * (0.25 + 0.20)
    )
    assert math.isclose(bill, expected, rel_tol=1e-9)


def test_the_bill_of_changes_into_the_feed_is_what_another_computation_says() -> None:
    without = Workload(writes=3000, recalls=5000)
    of_the_feed = total(use(replace(without, changes=4000), UNITS, PRICES)) - total(use(without, UNITS, PRICES))
    expected = 4000 * (
        10 * 0.625e-6
        + 5 * 0.125e-6
        + 500e-9 * (0.25 + 0.20)
        + 0.5 * (0.2e-6 + 1200e-9 * 0.5 + 0.05 * 5e-6)
        + (0.5 * 0.1 + 0.01) * 0.5 * 0.0000133334
    )
    assert math.isclose(of_the_feed, expected, rel_tol=1e-9)


def test_the_price_of_agentcore_and_the_point_where_both_cost_the_same() -> None:
    work = Workload(writes=3000, recalls=5000, events=7000, kept=2000)
    assert math.isclose(total(agentcore(work, PRICES)), 10_000 * 0.25e-3 + 5000 * 0.5e-3 + 2000 * 0.75e-3)
    assert math.isclose(total(agentcore(work, PRICES, own_strategies=True)), 2.5 + 2.5 + 0.5)
    times = break_even(work, 100.0, UNITS, PRICES)
    assert times is not None
    here, there = total(use(work, UNITS, PRICES)), total(agentcore(work, PRICES))
    assert math.isclose(100.0 + times * here, times * there)
    dear = {name: Operation(1e6, 1e6, 1) for name in UNITS}
    assert break_even(work, 100.0, dear, PRICES) is None


def test_the_floor_is_counted_in_the_template() -> None:
    cluster = {
        "InstanceType": "r7g.large.search", "InstanceCount": 3, "DedicatedMasterType": "m7g.medium.search",
        "DedicatedMasterCount": 3,
    }  # fmt: skip
    template: dict[str, Any] = {
        "Resources": {
            "D": {
                "Type": "AWS::OpenSearchService::Domain",
                "Properties": {"ClusterConfig": cluster, "EBSOptions": {"VolumeSize": 100}},
            },
            "E": {
                "Type": "AWS::EC2::VPCEndpoint",
                "Properties": {"VpcEndpointType": "Interface", "SubnetIds": ["a", "b", "c"]},
            },
            "G": {"Type": "AWS::EC2::VPCEndpoint", "Properties": {"VpcEndpointType": "Gateway"}},
            "K": {"Type": "AWS::KMS::Key"},
            "A": {"Type": "AWS::CloudWatch::Alarm"},
        }
    }
    expected = 3 * 730 * (0.178 + 0.068) + 300 * 0.122 + 3 * 730 * 0.01 + 1.0 + 0.1
    assert math.isclose(total(floor(template, PRICES)), expected)


def test_a_size_is_that_of_names_and_values() -> None:
    assert item_bytes({"pk": {"S": "é"}, "n": {"N": "-12345"}, "b": {"B": b"123"}, "t": {"BOOL": True}}) == (
        (2 + 2) + (1 + 3 + 1 + 1) + (1 + 3) + (1 + 1)
    )
    assert item_bytes({"m": {"M": {"a": {"S": "xy"}, "l": {"L": [{"NULL": True}]}}}}) == 1 + 3 + (1 + 1 + 2) + (
        1 + 1 + 3 + 1 + 1
    )


def test_units_follow_sizes_transactions_checks_reads_and_the_index() -> None:
    with moto_tables() as (client, tables):
        units, table = Units(), tables[Table.MEMORIES]
        metered = MeteredClient(client, units)

        def item(sk: str, size: int, **more: Any) -> dict[str, Any]:
            return {"pk": {"S": "p"}, "sk": {"S": sk}, "body": {"B": b"x" * size}, **more}

        due = {"check_bucket": {"S": "due#1"}, "next_check_at": {"S": "2026"}}
        metered.put_item(TableName=table, Item=item("a", 1500))
        assert units.writes == 2
        metered.put_item(TableName=table, Item=item("a", 10))  # the larger of both counts
        assert units.writes == 4
        metered.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": table, "Item": item("b", 2500, **due)}},
                {
                    "ConditionCheck": {
                        "TableName": table,
                        "Key": {"pk": {"S": "p"}, "sk": {"S": "c"}},
                        "ConditionExpression": "attribute_not_exists(pk)",
                    }
                },
            ]
        )
        assert units.writes == 4 + 2 * 3 + 1 + 2 * 1
        metered.delete_item(TableName=table, Key={"pk": {"S": "p"}, "sk": {"S": "b"}})
        assert units.writes == 13 + 3 + 1
        wanted = {table: {"Keys": [{"pk": {"S": "p"}, "sk": {"S": s}} for s in "az"], "ConsistentRead": True}}
        metered.batch_get_item(RequestItems=wanted)
        assert units.reads == 2
        metered.batch_get_item(RequestItems={table: {"Keys": wanted[table]["Keys"]}})
        assert units.reads == 3


def test_a_record_of_1024_dimensions_stays_below_2_kb_under_long_names() -> None:
    """Sealed, in a user's own scope with ids of 36 characters; a write is billed by the KB."""
    scope = Scope.user("o" * 36, "u" * 36)
    vector = tuple(math.sin(number) / 23 for number in range(1024))
    stored = StoredVector(scope.path, "amazon.titan-embed-text-v2:0", "a" * 64, vector)
    key = DataKey(b"k" * KEY_ID_BYTES, b"s" * KEY_BYTES, first_revision())
    record = sealed(vector_record(scope, "0" * 36, stored), key, os.urandom)
    assert item_bytes(to_item(record)) <= 2048


def test_every_price_has_a_source() -> None:
    assert all(price.source and price.unit for price in PRICES.of.values())
