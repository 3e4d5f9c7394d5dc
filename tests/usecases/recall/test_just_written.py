"""What was acknowledged is found at once, although the search index learns of it later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.memories.memory import MemoryType
from shared.domain.writing.correction import Correction
from shared.ports import RecordStore
from shared.records import keys
from shared.records.memories.latest_writes import KEPT, MOST
from shared.records.store.record import Change, Key, Record
from shared.usecases.context.build_context import ContextQuery, build_context
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from tests.builders import ANN, World, a_caller, days

BOAT = "A rowing boat lies at the mooring"


class Reads:
    """A store that notes which keys are read."""

    def __init__(self, inner: RecordStore) -> None:
        self._inner = inner
        self.read: list[Key] = []

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        self.read += keys
        return self._inner.get(keys, consistent=consistent)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


def found(world: World, text: str = "rowing boat", subject: str = "ann", **fields: Any) -> list[str]:
    query = RecallQuery(text, min_relevance=0.0, **fields)
    return [hit.memory.content for hit in recall(world.services, a_caller(subject), query).hits]


def test_a_write_is_found_by_the_very_next_recall(world: World) -> None:
    world.write(BOAT)
    assert found(world) == [BOAT]


def test_a_new_memory_is_ranked_by_its_words_among_hundreds_of_indexed_ones(world: World) -> None:
    for n in range(60):
        world.write(f"Ferry {n} leaves the pier at minute {n}")
    world.index()
    world.clock.advance(KEPT * 2)
    world.write(BOAT)
    assert found(world, "where does the rowing boat lie?")[0] == BOAT


@pytest.mark.parametrize(
    ("written", "asked", "other"),
    [
        ({"metadata": {"site": "south"}}, {"metadata": {"site": "south"}}, {"metadata": {"site": "north"}}),
        ({"consent_scope": "research"}, {"consent_scope": "research"}, {"consent_scope": "service"}),
        ({"key": "boat"}, {"keys": ("boat",)}, {"keys": ("ferry",)}),
        ({"type": MemoryType.EPISODIC}, {"types": (MemoryType.EPISODIC,)}, {"types": (MemoryType.SEMANTIC,)}),
    ],
)
def test_filters_apply_to_new_memories_as_to_indexed_ones(
    world: World, written: dict[str, Any], asked: dict[str, Any], other: dict[str, Any]
) -> None:
    world.write(BOAT, **written)
    assert (found(world, **asked), found(world, **other)) == ([BOAT], [])


def test_a_version_of_another_time_is_found_at_once(world: World) -> None:
    now = world.clock.now()
    world.write(BOAT, valid_from=now - days(700), valid_to=now - days(300))
    assert (found(world), found(world, as_of=now - days(500))) == ([], [BOAT])


def test_a_new_text_is_found_and_the_old_one_is_not(world: World) -> None:
    world.write("The office is in Lyon", key="office")
    world.index()
    world.write("Headquarters lie at the harbour of Genoa", key="office")
    assert found(world, "harbour of Genoa") == ["Headquarters lie at the harbour of Genoa"]
    assert "The office is in Lyon" not in found(world, "office in Lyon")


def test_a_correction_is_found_at_once(world: World) -> None:
    memory = world.wrote("The office is in Lyon")
    world.index()
    world.clock.advance(KEPT * 2)
    correct_memory(world.services, a_caller(), None, memory.memory_id, Correction("A harbour office in Genoa"))
    assert found(world, "harbour Genoa") == ["A harbour office in Genoa"]


def test_a_deleted_memory_is_not_found_although_it_was_written_last(world: World) -> None:
    memory = world.wrote(BOAT)
    request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.MEMORY, (memory.memory_id,)))
    assert found(world) == []
    world.deletions.run_all()
    assert found(world) == []


def test_no_other_user_finds_it(world: World) -> None:
    world.write(BOAT)
    assert found(world, subject="bob") == []


def test_a_context_shows_it(world: World) -> None:
    world.write(BOAT)
    answer = build_context(world.services, a_caller(), ContextQuery(RecallQuery("where is the rowing boat?")))
    assert BOAT in answer.text


def test_after_some_seconds_only_the_index_is_asked(world: World) -> None:
    world.write(BOAT)
    world.clock.advance(KEPT + timedelta(milliseconds=1))
    assert found(world) == []


def test_two_simultaneous_writes_are_both_found(world: World) -> None:
    inner = world.stream.commit
    raced: list[bool] = []

    def slower(change: Change) -> None:
        if not raced:
            raced.append(True)
            world.write("The ferry is painted red")
        inner(change)

    world.stream.commit = slower  # type: ignore[method-assign]
    world.write(BOAT)
    world.stream.commit = inner  # type: ignore[method-assign]
    assert (found(world)[0], found(world, "red ferry")[0]) == (BOAT, "The ferry is painted red")


def test_the_list_holds_the_newest_writes_and_no_content(world: World) -> None:
    for n in range(MOST + 5):
        world.clock.advance(timedelta(milliseconds=-900))
        world.write(f"Ferry {n} leaves the pier at minute {n}")
    (listed,) = world.records(prefix="latest")
    assert len(listed.attributes["writes"]) == MOST  # type: ignore[arg-type]
    assert "Ferry" not in repr(listed)


def test_a_deleted_subject_leaves_no_list(world: World) -> None:
    world.write(BOAT)
    request_deletion(world.services, a_caller(), ANN, "r1", Selector(SelectorKind.SUBJECT))
    world.deletions.run_all()
    assert world.records(prefix="latest") == []


def test_a_write_is_compared_with_what_another_process_wrote_a_moment_ago(world: World) -> None:
    assert world.services.just_written is None
    world.write("I live in Oslo")
    world.write("I live in Bergen")
    assert found(world, "where do I live?") == ["I live in Bergen"]


def test_a_vector_that_was_read_is_not_read_again_while_its_memory_is_what_it_was(world: World) -> None:
    memory = world.wrote(BOAT)
    vector = keys.vector(ANN, memory.memory_id)
    records = Reads(world.services.records)
    services = replace(world.services, records=records)
    query = RecallQuery("rowing boat", min_relevance=0.0)
    first = recall(services, a_caller(), query)
    assert vector in records.read
    records.read.clear()
    again = recall(services, a_caller(), query)
    assert vector not in records.read
    assert [(h.memory, h.score) for h in again.hits] == [(h.memory, h.score) for h in first.hits]


def test_what_was_read_of_a_new_memory_does_not_outlive_its_change_or_its_deletion(world: World) -> None:
    memory = world.wrote("The office is in Lyon", key="office")
    assert found(world, "office in Lyon") == ["The office is in Lyon"]
    world.write("Headquarters lie at the harbour of Genoa", key="office")
    assert found(world, "harbour of Genoa") == ["Headquarters lie at the harbour of Genoa"]
    request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.MEMORY, (memory.memory_id,)))
    assert found(world, "harbour of Genoa") == []
