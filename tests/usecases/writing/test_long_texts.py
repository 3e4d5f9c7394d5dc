"""Memories of long texts: the pointer by text names them and has no second copy of what they say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.memories.memory import Status
from shared.domain.writing.decisions import DuplicateBy, Outcome
from shared.records.memories.memory_change import MOST_COPIED, is_whole
from shared.records.store.record import Record
from shared.records.store.stored_form import record_bytes
from tests.builders import World, a_world

SENTENCE = "The handbook says that every visitor signs the book at the door and takes a badge from the drawer. "
LONG = (SENTENCE * 12).strip()


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


def pointer(world: World) -> Record:
    (found,) = world.records(prefix="hash#")
    return found


def test_a_short_text_is_copied_and_a_long_one_is_not(world: World) -> None:
    world.wrote("The office is on the third floor")
    assert is_whole(pointer(world))
    with a_world() as other:
        other.wrote(LONG, metadata={"page": "handbook " * 40})
        bare = pointer(other)
        (current,) = other.records(prefix="cur#")
        assert "handbook" not in repr(bare.attributes)
        assert record_bytes(bare) < MOST_COPIED + 400
        assert record_bytes(current) > record_bytes(bare) + len(LONG)


def test_a_bound_counts_bytes_and_not_characters(world: World) -> None:
    world.wrote("办公室在三楼。" * 60)
    assert not is_whole(pointer(world))


@pytest.mark.parametrize("key", [None, "handbook"])
def test_a_long_text_said_again_is_a_duplicate_after_one_read_more(world: World, key: str | None) -> None:
    first = world.wrote(LONG, key=key)
    recording = RecordingRecords(world.stream)
    answer = world.on(records=recording).write(LONG.upper().lower().replace("the handbook", "The handbook"), key=key)
    assert (answer.outcome, answer.duplicate_by) == (
        Outcome.DUPLICATE, DuplicateBy.KEY if key else DuplicateBy.HASH
    )  # fmt: skip
    assert recording.calls == ["get", "get", "commit"]
    assert answer.memory is not None
    assert answer.memory.memory_id == first.memory_id
    assert answer.memory.content == LONG


def test_a_long_text_in_another_spelling_of_a_value_is_another_memory(world: World) -> None:
    one = world.wrote(f"{LONG} The code of the door is x1Y.")
    other = world.wrote(f"{LONG} The code of the door is X1y.")
    assert one.memory_id != other.memory_id
    statuses = {r.attributes["memory_id"]: r.attributes["status"] for r in world.records(prefix="cur#")}
    assert statuses == {one.memory_id: Status.ACTIVE, other.memory_id: Status.ACTIVE}


def test_a_long_memory_that_is_confirmed_corrected_and_scheduled_keeps_its_pointers(world: World) -> None:
    world.wrote(LONG, key="handbook", source_event_ids=("s1/e1",))
    again = world.wrote(LONG, key="handbook", source_event_ids=("s1/e2",))
    assert again.basis.event_ids == ("s1/e1", "s1/e2")
    later = f"{LONG} From Monday on visitors also leave a phone number."
    world.write(later, key="handbook", valid_from=world.clock.now() + timedelta(days=3))
    found = {r.key.sk: r for r in world.records(prefix="hash#")}
    assert len(found) == 2
    assert not any(is_whole(record) or "handbook says" in repr(record) for record in found.values())
    world.clock.advance(timedelta(days=4))
    answer = world.write(later, key="handbook")
    assert answer.outcome is Outcome.DUPLICATE


def test_a_long_memory_that_was_removed_is_not_found_by_its_text(world: World) -> None:
    first = world.wrote(LONG)

    world.store._remove(next(r.key for r in world.records(prefix="cur#")))  # as if between the two reads
    answer = world.write(LONG)
    assert answer.outcome is Outcome.CREATED
    assert answer.memory is not None
    assert answer.memory.memory_id != first.memory_id
