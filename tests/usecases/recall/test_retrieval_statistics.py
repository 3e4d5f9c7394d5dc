"""Statistics of retrievals under redelivery, crashes, competing consumers and deletions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.errors import StoreUnavailable
from shared.ports import Retrieved
from shared.records.memories import retrievals
from shared.records.memories.retrievals import MOST_SEEN, Counted, Retrieval, added
from shared.records.store.record import Change, RevisionIs
from shared.usecases.deletion.request_deletion import delete_memory
from shared.usecases.recall.retrieval_stats import add_up
from tests.builders import ANN, NOW, World, a_caller, a_world
from tests.contract.records.stores import sealed_over

BATCH = 20


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


def some_memories(world: World, count: int) -> list[str]:
    return [world.wrote(f"Reading list entry {n}: book {n * 7}", key=f"k{n}").memory_id for n in range(count)]


def message(number: int, *memory_ids: str) -> Retrieved:
    return Retrieved(NOW, tuple((ANN.path, one) for one in memory_ids), f"message-{number}")


def counts(world: World) -> Counter[str]:
    found = world.records(prefix="acc#")
    return Counter({r.key.sk.removeprefix("acc#"): retrievals.counted(r).stats.count for r in found})


def before_each(world: World, act: Callable[[Change], None]) -> World:
    return world.on(records=RecordingRecords(world.stream, before_commit=act))


def test_counts_are_exact_when_a_fifth_of_the_messages_comes_again_in_other_batches_and_consumers_crash(
    world: World,
) -> None:
    rolls, memories = random.Random(7), some_memories(world, 12)
    weights = [1 / (rank + 1) for rank in range(len(memories))]
    sent = [message(n, *dict.fromkeys(rolls.choices(memories, weights, k=5))) for n in range(600)]
    truth = Counter(memory_id for one in sent for _, memory_id in one.memories)

    def crashes(_: Change) -> None:
        if rolls.random() < 0.02:
            raise StoreUnavailable("down")

    services, waiting = before_each(world, crashes).services, list(sent)
    again, rounds = 0, 0
    while waiting:
        batch = [waiting.pop(0 if rolls.random() < 0.9 else rolls.randrange(len(waiting))) for _ in waiting[:BATCH]]
        failed = [batch[number] for number in add_up(services, batch)]
        twice = [one for one in batch if rolls.random() < 0.2]
        again += len(failed) + len(twice) if rounds < 60 else 0
        waiting[BATCH:BATCH] = failed + (twice if rounds < 60 else [])
        rounds += 1
    assert again > 100
    assert counts(world) == truth


def test_a_batch_that_comes_again_as_a_whole_writes_nothing(world: World) -> None:
    memories = some_memories(world, 3)
    batch = [message(n, *memories) for n in range(BATCH)]
    assert add_up(world.services, batch) == []
    recording = RecordingRecords(world.stream)
    assert add_up(world.on(records=recording).services, batch) == []
    assert recording.calls == ["get"]
    assert set(counts(world).values()) == {BATCH}


def test_with_a_duplicate_in_a_thousand_messages_a_much_read_memory_is_counted_within_one_percent(world: World) -> None:
    """Beyond the marks that a record keeps: the queue's own duplicates come minutes later, after thousands of reads."""
    rolls, (memory,) = random.Random(3), some_memories(world, 1)
    sent = [message(n, memory) for n in range(4000)]
    late = [one for one in sent if rolls.random() < 0.001]
    delivered = sent + late
    for start in range(0, len(delivered), BATCH):
        assert add_up(world.services, delivered[start : start + BATCH]) == []
    assert late
    assert abs(counts(world)[memory] - len(sent)) <= 0.01 * len(sent)


def test_a_memory_that_is_removed_meanwhile_gets_no_statistics_back(world: World) -> None:
    known, new = some_memories(world, 2)
    assert add_up(world.services, [message(1, known)]) == []

    def removed(change: Change) -> None:
        recording.before_commit = None
        for memory_id in (known, new):
            delete_memory(world.services, a_caller(), None, memory_id)
        world.deletions.run_all()

    recording = RecordingRecords(world.stream, before_commit=removed)
    assert add_up(world.on(records=recording).services, [message(2, known, new)]) == []
    assert add_up(world.services, [message(3, known, new)]) == []
    assert counts(world) == Counter()


def test_consumers_that_meet_at_a_memory_both_count(world: World) -> None:
    (memory,) = some_memories(world, 1)
    assert add_up(world.services, [message(0, memory)]) == []

    def another(_: Change) -> None:
        recording.before_commit = None
        assert add_up(world.services, [message(1, memory)]) == []

    recording = RecordingRecords(world.stream, before_commit=another)
    assert add_up(world.on(records=recording).services, [message(2, memory)]) == []
    assert counts(world)[memory] == 3


def test_a_memory_that_others_always_count_first_is_tried_again_later(world: World) -> None:
    (memory,) = some_memories(world, 1)
    assert add_up(world.services, [message(0, memory)]) == []
    number = iter(range(100, 200))

    def another(_: Change) -> None:
        assert add_up(world.services, [message(next(number), memory)]) == []

    late = message(1, memory)
    assert add_up(before_each(world, another).services, [late]) == [0]
    before = counts(world)[memory]
    assert add_up(world.services, [late]) == []
    assert counts(world)[memory] == before + 1


def test_a_count_is_one_conditional_write_without_a_transaction_also_on_sealed_records() -> None:
    with a_world() as world:
        inner = RecordingRecords(world.stream)
        sealed = world.on(records=sealed_over(inner))
        (memory,) = some_memories(sealed, 1)
        assert add_up(sealed.services, [message(0, memory)]) == []
        inner.commits.clear()
        assert add_up(sealed.services, [message(1, memory)]) == []
        (change,) = inner.commits
        (put,) = change.puts
        assert put.key.sk == f"acc#{memory}"
        assert [type(check) for check in change.checks] == [RevisionIs]
        assert {check.key for check in change.checks} == {put.key}


def test_marks_stay_bounded_and_a_message_without_an_id_always_counts() -> None:
    value: Counted | None = None
    for n in range(5 * MOST_SEEN):
        value = added(value, [Retrieval(NOW, f"m{n}")])
    assert value is not None
    assert value.stats.count == 5 * MOST_SEEN
    assert len(value.seen) == 6 * MOST_SEEN
    assert added(value, [Retrieval(NOW, f"m{5 * MOST_SEEN - 1}")]) is None
    after = added(value, [Retrieval(NOW), Retrieval(NOW)])
    assert after == Counted(replace(value.stats, count=value.stats.count + 2), value.seen)
