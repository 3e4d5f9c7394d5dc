"""The same actors over the adapter of DynamoDB, in moto."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest

from shared.adapters.dynamodb.items import from_item
from shared.adapters.dynamodb.records import DynamoRecords
from shared.records.store.record import Record, Table
from tests.contract.records.dynamodb_tables import moto_for_dynamodb, tables_for_tests
from tests.simulation.one_seed import simulate
from tests.simulation.plan import Plan, plan_of
from tests.simulation.plan_of_duties import plan_of_duties

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class ScannedRecords(DynamoRecords):
    """With a look at everything, for the checks at rest."""

    def __init__(self, client: DynamoDBClient, tables: Mapping[Table, str]) -> None:
        super().__init__(client, tables)
        self._scanned = (client, dict(tables))

    def everything(self) -> list[Record]:
        client, tables = self._scanned
        found = [
            from_item(table, item)
            for table, name in tables.items()
            for page in client.get_paginator("scan").paginate(TableName=name)
            for item in page["Items"]
        ]
        return sorted(found, key=lambda record: record.key)


@pytest.fixture(scope="module")
def client() -> Iterator[DynamoDBClient]:
    with moto_for_dynamodb() as made:
        yield made


def some_plans() -> list[Plan]:
    """The first plan in which nothing is deleted, the first of each kind of deletion, and of each duty."""
    plans = [plan for plan in map(plan_of, range(120)) if not plan.days]
    first: dict[str, Plan] = {}
    for plan in plans:
        kinds = [act.kind for part in plan.parts for act in part.acts if act.kind.startswith("delete ")]
        first.setdefault(kinds[0] if kinds else "nothing", plan)
    of_duties = [plan for plan in map(plan_of_duties, range(60)) if not plan.days]
    for act in ("place_hold", "complete_task", "import_sessions"):
        first[act] = next(plan for plan in of_duties if any(act == one.kind for p in plan.parts for one in p.acts))
    first["limit"] = next(plan for plan in of_duties if plan.duties.limit is not None)
    return list(dict.fromkeys(first[kind] for kind in sorted(first)))


def name_of(plan: Plan) -> str:
    return f"{'duties' if plan.duties.feed else 'seed'}-{plan.seed}"


@pytest.mark.parametrize("plan", some_plans(), ids=name_of)
def test_a_seed_ends_as_over_the_store_in_memory(client: DynamoDBClient, plan: Plan) -> None:
    tables = tables_for_tests(client, f"simulation-{name_of(plan)}-")
    over_moto = simulate(plan, ScannedRecords(client, tables))
    in_memory = simulate(plan)
    assert over_moto.violations == in_memory.violations == ()
    assert list(over_moto.history.lines(reads=False)) == list(in_memory.history.lines(reads=False))
