"""Writers of one owner meet in DynamoDB on the items that all their transactions touch (docs/decisions/contention.md).

Virtual time: the seconds are those of the model, and the runs are the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories.latest_writes import MOST, latest_writes
from shared.records.store.record import Change, Table
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.services import Services
from shared.usecases.writing.write_memory import write_memory
from tests.builders import ANN, World, a_caller, a_command
from tests.contract.records.dynamodb_tables import moto_for_dynamodb
from tests.usecases.contention.conflicts import Latencies
from tests.usecases.contention.writers import PROJECT, write_side_by_side

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

WRITERS = 50


@pytest.fixture(scope="module")
def client() -> Iterator[DynamoDBClient]:
    with moto_for_dynamodb() as made:
        yield made


@pytest.mark.parametrize("held_s", [0.008, 0.016])
def test_fifty_writers_of_one_project_are_all_acknowledged(client: DynamoDBClient, held_s: float) -> None:
    result, services = write_side_by_side(client, WRITERS, 1, latencies=Latencies(held_s=held_s))
    assert (result.refused, len(result.answers)) == (0, WRITERS)
    written = {answer.memory.memory_id for answer in result.answers if answer.memory is not None}
    assert len(written) == WRITERS == len(_stored(services))
    assert result.tries < 8
    assert max(result.seconds) < 5


def test_the_model_refuses_writers_who_do_not_try_again_often_enough(client: DynamoDBClient) -> None:
    result, services = write_side_by_side(client, WRITERS, 1, backoff=Backoff(conflict_tries=4))
    assert result.refused > 5
    assert len(result.answers) + result.refused == WRITERS
    assert len(_stored(services)) == len(result.answers)


def test_all_writers_of_a_project_are_in_the_list_of_the_latest_writes(client: DynamoDBClient) -> None:
    result, services = write_side_by_side(client, MOST - 1, 1)
    (record,) = services.records.get([keys.latest(PROJECT)])
    noted = {one.place.sk for one in latest_writes(record, services.clock.now())}
    written = {keys.current(PROJECT, answer.memory.memory_id).sk for answer in result.answers if answer.memory}
    assert len(written) == MOST - 1
    assert written <= noted


@pytest.mark.parametrize(("owner", "shared"), [(PROJECT, {"barrier"}), (ANN, {"barrier", "latest"})])
def test_two_writers_of_an_owner_share_the_items_that_the_decision_page_lists(
    client: DynamoDBClient, owner: Scope, shared: set[str]
) -> None:
    result, _ = write_side_by_side(client, 1, 2, owner=owner)
    one, other = result.client.done
    assert {sk for _, _, sk in one & other} == shared


def test_ten_writers_of_one_user_are_all_acknowledged(client: DynamoDBClient) -> None:
    result, _ = write_side_by_side(client, 10, 1, owner=ANN)
    assert (result.refused, len(result.answers)) == (0, 10)


def test_a_deletion_between_a_change_and_its_note_leaves_nothing(world: World) -> None:
    member = a_caller("ann", bound=PROJECT)
    write_memory(world.services, member, a_command("The canal was inspected", scope=PROJECT))
    commits = 0

    def delete_before_the_note(_: Change) -> None:
        nonlocal commits
        commits += 1
        if commits == 2:
            world.clock.advance()
            request_deletion(world.services, member, PROJECT, "r1", Selector(SelectorKind.SUBJECT))
            world.drain()

    raced = replace(world.services, records=RecordingRecords(world.stream, before_commit=delete_before_the_note))
    write_memory(raced, member, a_command("The garden was inspected", scope=PROJECT))
    assert commits >= 2
    assert [r.key.sk for r in world.records(pk=keys.path(PROJECT)) if r.key.table is Table.MEMORIES] == ["barrier"]


def _stored(services: Services) -> list[str]:
    """The memories of the project, without the one that was there before the writers began."""
    page = services.records.page(Table.MEMORIES, keys.path(PROJECT), sk_prefix=keys.CURRENT_PREFIX, limit=1000)
    return [record.key.sk for record in page.records][1:]
