"""A memory loses a source, or what had superseded it: the same in memory, in SQLite, and on DynamoDB in moto."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType, Status
from shared.records import keys
from shared.records.store.record import Record, Table
from shared.runtime import bootstrap
from tests.builders import ANN, ChangeLog, World, a_world
from tests.contract.records.stores import STORES, opened
from tests.usecases.curation.reviewing import now_of, stored
from tests.usecases.deletion.deletions import ask, state
from tests.usecases.removal.test_what_sources_gave import HOME, stated_twice

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SESSION = Selector(SelectorKind.EVENT, ("e1",), "s1")


@pytest.fixture(params=STORES)
def world(request: pytest.FixtureRequest, tmp_path: Path, moto_client: DynamoDBClient) -> Iterator[World]:
    with a_world() as made, opened(request.param, tmp_path, moto_client) as store:
        stream = ChangeLog(store)
        services = replace(made.services, records=stream)
        bootstrap.install(services)
        yield replace(made, services=services, stream=stream)


def everything(world: World) -> list[Record]:
    found: list[Record] = []
    for table in Table:
        after: str | None = None
        while True:
            page = world.services.records.page(table, keys.path(ANN), after=after)
            found += page.records
            after = page.next_after
            if after is None:
                break
    return found


def test_data_that_only_the_deleted_source_gave_is_in_no_record(world: World) -> None:
    memory = stated_twice(world)
    again = {"source": Source.AGENT_INFERRED, "confidence": 0.75, "metadata": {"room": 1.5, "empty": ""}}
    reported = world.wrote(HOME, key="home", source_event_ids=("s1/e3",), **again)  # type: ignore[arg-type]
    assert len(reported.basis.contributions) == 3
    assert stored(world, memory).basis.contributions == reported.basis.contributions
    ask(world, selector=SESSION)
    world.drain()
    assert state(world).residue == 0
    remaining = stored(world, memory)
    assert (remaining.source, remaining.confidence, remaining.metadata) == (
        Source.AGENT_INFERRED,
        0.9,
        {"room": 1.5, "empty": ""},
    )
    assert remaining.basis.contributions == reported.basis.contributions[1:]
    assert not [record.key for record in everything(world) if "zebra42" in repr(record)]


def test_a_memory_that_the_deleted_one_superseded_is_current_again(world: World) -> None:
    blue = world.wrote("My favourite colour is blue", type=MemoryType.PREFERENCE)
    world.index()
    red = world.wrote("My favourite colour is red", type=MemoryType.PREFERENCE, source_event_ids=("s1/e1",))
    world.index()
    assert stored(world, blue).ending.cut_from == (None,)
    ask(world, selector=SESSION)
    world.drain()
    assert now_of(world, red) is None
    now = stored(world, blue)
    assert (now.status, now.valid_to, now.ending.superseded_by) == (Status.ACTIVE, None, None)
