"""How a writer who loops meets the limit: the stream counts, the queue makes room, and an outage loses no count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from functions.events.extract import handler as extract
from functions.events.index import handler as index
from shared.adapters.queues.sqs import from_comparison_message, to_comparison_message
from shared.domain.errors import StoreUnavailable
from shared.domain.writing.decisions import WritePolicy
from shared.ports import Comparison
from shared.records import keys
from shared.records.store.record import Change, Key
from shared.runtime import bootstrap
from shared.usecases.hygiene import evict
from shared.usecases.indexing.owner_counts import memories_of
from tests.builders import ANN, World, a_world
from tests.functions.test_workers import a_record
from tests.usecases.deletion.deletions import ask

LIMIT = 10
PK = keys.path(ANN)


@dataclass(slots=True)
class Queue:
    sent: list[Comparison] = field(default_factory=list)

    def send(self, comparisons: Sequence[Comparison]) -> None:
        self.sent += comparisons


@pytest.fixture
def queue() -> Queue:
    return Queue()


@pytest.fixture
def limited(queue: Queue) -> Iterator[World]:
    expiry = WritePolicy().expiry
    policy = replace(WritePolicy(), expiry=replace(expiry, upkeep=replace(expiry.upkeep, user_memories=LIMIT)))
    with a_world(write_policy=policy, comparisons=queue) as world:
        yield world


def written(world: World, count: int) -> list[Key]:
    made = [world.wrote(f"Reading list entry {number}: book {number * 7}", key=f"k{number}") for number in range(count)]
    return [keys.current(ANN, memory.memory_id) for memory in made]


def streamed(changed: Sequence[Key]) -> list[Any]:
    answer = index({"Records": [a_record(key, number) for number, key in enumerate(changed)]}, None)
    return answer["batchItemFailures"]


def test_an_owner_far_above_the_limit_is_brought_back_by_the_queue(limited: World, queue: Queue) -> None:
    assert streamed(written(limited, LIMIT)) == []
    assert [one.over_limit for one in queue.sent if one.over_limit] == []
    assert streamed(written(limited, LIMIT + 2)) == []
    (message,) = [one for one in queue.sent if one.over_limit]
    assert message.over_limit == (PK,)
    body = to_comparison_message(message)
    assert from_comparison_message(body) == message
    for _ in range(2):  # delivered again, it finds nothing to do
        assert extract({"Records": [{"messageId": "m", "body": body}]}, None) == {"batchItemFailures": []}
        assert len(limited.records(pk=PK, prefix=keys.CURRENT_PREFIX)) == memories_of(limited.services, PK) == LIMIT


def test_a_batch_that_cannot_be_counted_comes_again_and_is_counted_once(limited: World) -> None:
    changed = written(limited, 3)
    bootstrap.install(limited.on(records=Uncounted(limited.stream)).services)
    assert len(streamed(changed)) == 3
    assert memories_of(limited.services, PK) == 0
    bootstrap.install(limited.services)
    assert streamed(changed) == streamed(changed) == []
    assert memories_of(limited.services, PK) == 3


class Uncounted:
    """A store that takes everything but counts."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def commit(self, change: Change) -> None:
        if any(record.key.sk == keys.COUNT for record in change.puts):
            raise StoreUnavailable("the store is down")
        self._inner.commit(change)


def test_a_lease_that_another_holds_is_respected(limited: World, queue: Queue) -> None:
    streamed(written(limited, LIMIT + 2))
    with evict._leased(limited.services, PK) as mine:
        assert mine
        assert evict.make_room(limited.services, PK).done == 0
    assert evict.make_room(limited.services, PK).done == 2


def test_what_a_restore_brings_back_of_a_deleted_subject_is_not_counted_and_holds_nothing_up(limited: World) -> None:
    (key,) = written(limited, 1)
    assert streamed([key]) == []
    (backup,) = (record for record in limited.records(pk=PK) if record.key == key)
    ask(limited)
    limited.deletions.run_all()
    limited.store.commit(Change(puts=(backup,)))
    assert streamed([key]) == []
    assert memories_of(limited.services, PK) == 0
