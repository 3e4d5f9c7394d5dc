"""A guard that was read before a record was removed never holds for the record that replaced it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import Target
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.reviews import rejection_key
from shared.records.store.reading import Reading
from shared.records.store.record import Change, CheckFailed, Key, Record, Table
from shared.runtime import bootstrap
from shared.usecases.deletion import run_deletion
from shared.usecases.hygiene.scheduled_pass import LEASE, run_pass
from tests.builders import ANN, ChangeLog, World, a_caller, a_world
from tests.contract.records.stores import STORES, opened
from tests.usecases.deletion.deletions import ask, of_memories

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_KEYS = {
    "a pointer by key": keys.key_pointer(ANN, "preference", "home"),
    "a pointer by text": keys.hash_pointer(ANN, "preference", "0" * 64),
    "a lease": keys.lease(Scope.GLOBAL, "scheduled-pass"),
    "a rejection": rejection_key(ANN, MemoryType.PREFERENCE, "0" * 64),
    "a session": keys.session(ANN, "s1"),
    "an answer to a repeated request": keys.idempotency("ann", "/v1/memories", "k"),
    "a barrier": keys.barrier(ANN),
}


@pytest.fixture(params=STORES)
def world(request: pytest.FixtureRequest, tmp_path: Path, moto_client: DynamoDBClient) -> Iterator[World]:
    with a_world() as made, opened(request.param, tmp_path, moto_client) as store:
        stream = ChangeLog(store)
        services = replace(made.services, records=stream)
        bootstrap.install(services)
        yield replace(made, services=services, stream=stream)


def _read(world: World, key: Key) -> Reading:
    return Reading.of([key], world.stream.get([key]))


@pytest.mark.parametrize("key", _KEYS.values(), ids=_KEYS)
def test_a_guard_does_not_hold_after_the_record_was_removed_and_created_again(world: World, key: Key) -> None:
    world.stream.commit(_read(world, key).put(key, {"by": "first"}))
    stale = _read(world, key)
    for _ in range(2):
        world.stream.commit(_read(world, key).remove(key))
        world.stream.commit(_read(world, key).put(key, {"by": "second"}))
        for change in (stale.put(key, {"by": "late"}), stale.remove(key), stale.unchanged(key)):
            with pytest.raises(CheckFailed):
                world.stream.commit(change | Change(puts=(Record(keys.salt(ANN), {}),)))
        world.stream.commit(_read(world, key).put(key, {"by": "second"}))
    (record,) = world.stream.get([key])
    assert record is not None
    assert record.attributes == {"by": "second"}


def test_a_revision_grows_with_each_write(world: World) -> None:
    key, seen = keys.session(ANN, "s1"), list[int]()
    for number in range(20):
        world.stream.commit(_read(world, key).put(key, {"number": number}))
        (record,) = world.stream.get([key])
        assert record is not None
        seen.append(record.revision)
    assert seen == sorted(set(seen))
    assert 0 < seen[0] < seen[-1] < 2**63


def _deleted(world: World, memory_id: str) -> Callable[[], None]:
    """Its deletion was accepted, and the workflow removes it."""
    ask(world, selector=of_memories(memory_id))

    def purge() -> None:
        run_deletion.begin(world.services, ANN, "r1")
        run_deletion.purge_page(world.services, ANN, "r1", Target.MEMORIES)

    return purge


def _expired(world: World, memory_id: str) -> Callable[[], None]:
    """It has expired, and the store's own time to live removes it."""
    world.clock.advance(timedelta(days=91))

    def remove() -> None:
        page = world.stream.page(Table.MEMORIES, keys.path(ANN))
        own = [r.key for r in page.records if r.attributes.get("memory_id") == memory_id and "#" in r.key.sk]
        world.stream.commit(Change(removes=tuple(own)))

    return remove


@pytest.mark.parametrize("removal", [_deleted, _expired])
@pytest.mark.parametrize("by", ["key", "text"])
def test_a_slow_writer_does_not_take_the_pointer_of_a_newer_memory(
    world: World, by: str, removal: Callable[[World, str], Callable[[], None]]
) -> None:
    fields: dict[str, Any] = {"type": MemoryType.TASK, "key": "seat" if by == "key" else None}
    texts = ("A seat by the window", "An aisle seat", "A seat in row twelve") if by == "key" else ("A window seat",) * 3
    first = world.wrote(texts[0], **fields)
    remove = removal(world, first.memory_id)
    slow = RecordingRecords(world.stream)

    def others_first(_: Change) -> None:
        slow.before_commit = None
        remove()
        world.wrote(texts[1], **fields)

    slow.before_commit = others_first
    world.on(records=slow).write(texts[2], a_caller(), **fields)
    page = world.stream.page(Table.MEMORIES, keys.path(ANN), sk_prefix=keys.current_prefix(ANN))
    assert [record.attributes["content"] for record in page.records] == [texts[2]]


def test_a_pass_that_outlived_its_lease_does_not_release_anothers(world: World) -> None:
    ran: list[bool] = []

    def pass_runs() -> None:
        ran.append(not run_pass(world.services).leased)

    key = keys.lease(Scope.GLOBAL, "scheduled-pass")
    slow = RecordingRecords(world.stream)
    commits = 0

    def count(_: Change) -> None:
        nonlocal commits
        commits += 1
        if commits == 2:  # its end: what it gives back has run out meanwhile
            world.clock.advance(LEASE + timedelta(minutes=1))
            pass_runs()
            world.stream.commit(_read(world, key).put(key, {}, expires_at=world.clock.now() + LEASE))

    slow.before_commit = count
    assert not run_pass(world.on(records=slow).services).leased
    pass_runs()
    assert ran == [True, False]
