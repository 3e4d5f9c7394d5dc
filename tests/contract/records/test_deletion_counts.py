"""What a receipt counts when DynamoDB's answers get lost beside another branch of the same deletion."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ReadTimeoutError

from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.dynamodb.records import DynamoRecords
from shared.domain.deletion.barrier import Target
from shared.records.store.record import Table
from shared.runtime import bootstrap
from shared.usecases.deletion import run_deletion
from tests.builders import ANN, ChangeLog, World, a_world
from tests.contract.records.dynamodb_tables import tables_for_tests
from tests.usecases.deletion.deletions import ask

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class Losing:
    """A client that does what it is asked and loses the answer to its n-th write, after `beside` has acted."""

    def __init__(self, client: DynamoDBClient, number: int, beside: Callable[[], None]) -> None:
        self._client, self.number, self._beside = client, number, beside

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._client, name)
        return self._losing(call) if name in ("put_item", "delete_item", "transact_write_items") else call

    def _losing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def lost(**arguments: Any) -> Any:
            answer = call(**arguments)
            self.number -= 1
            if self.number == 0:
                self._beside()
                raise ReadTimeoutError(endpoint_url="https://dynamodb.test")
            return answer

        return lost


@pytest.fixture
def tables(moto_client: DynamoDBClient) -> Iterator[dict[Table, str]]:
    made = tables_for_tests(moto_client, prefix=f"{uuid.uuid4().hex}-")
    yield made
    for name in made.values():
        moto_client.delete_table(TableName=name)


def test_five_memories_are_five_whichever_answer_was_lost(
    moto_client: DynamoDBClient, tables: dict[Table, str]
) -> None:
    number = 0
    with a_world() as made:
        store = DynamoRecords(moto_client, tables, Backoff(sleep=lambda _: None))
        stream = ChangeLog(store)
        world = replace(made, services=replace(made.services, records=stream), stream=stream)
        bootstrap.install(world.services)
        while True:
            number += 1
            request_id = f"r{number}"
            for count in range(5):
                world.write(f"The ferry number {count} of {number} leaves at {count + 8}")
            world.index()
            ask(world, request_id)
            run_deletion.begin(world.services, ANN, request_id)

            def beside(id: str = request_id) -> None:
                run_deletion.purge_page(world.services, ANN, id, Target.SESSIONS)

            client = Losing(moto_client, number, beside)
            records: Any = DynamoRecords(client, tables, Backoff(sleep=lambda _: None))  # type: ignore[arg-type]
            while run_deletion.purge_page(replace(world.services, records=records), ANN, request_id, Target.MEMORIES)[
                1
            ]:
                pass
            _ended(world, request_id)
            if client.number > 0:
                break
    assert number > 2


def _ended(world: World, request_id: str) -> None:
    for target in Target:
        while run_deletion.purge_page(world.services, ANN, request_id, target)[1]:
            pass
    assert run_deletion.verify(world.services, ANN, request_id) == 0
    receipt = run_deletion.finish(world.services, ANN, request_id).receipt
    assert receipt is not None
    assert {store: removed for store, removed, _, _ in receipt.stores} == {"sessions": 0, "memories": 5, "index": 5}
