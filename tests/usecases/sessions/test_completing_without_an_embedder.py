"""A session completes while the embedder does not answer; the vectors of what it left follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.sqlite.records import SqliteRecords
from shared.domain.errors import EmbedderUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.memories.memory import NOT_YET, Memory
from shared.domain.sessions.session import EventKind, EventRole, NewEvent
from shared.ports import Comparison, RecordStore
from shared.records import keys
from shared.records.memories.vectors import stored_vector
from shared.runtime import bootstrap
from shared.usecases.hygiene.consolidation import consolidate
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import Completed, complete_session
from shared.usecases.sessions.open_session import create_session
from tests.builders import ChangeLog, World, a_caller, a_world
from tests.contract.records.dynamodb_tables import moto_for_dynamodb, tables_for_tests


class Sometimes(DeterministicEmbedder):
    down = True

    def query(self, text: str) -> Vector:
        return self.memories([text])[0]

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        if self.down:
            raise EmbedderUnavailable("the embedder did not answer")
        return super().memories(texts)


@pytest.fixture(params=["sqlite", "dynamodb"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    with ExitStack() as opened:
        if request.param == "sqlite":
            store: RecordStore = SqliteRecords(tmp_path / "records.db")
        else:
            client = opened.enter_context(moto_for_dynamodb())
            store = DynamoRecords(client, tables_for_tests(client, "without-embedder-"))
        made = opened.enter_context(a_world(embedder=Sometimes()))
        stream = ChangeLog(store)
        services = replace(made.services, records=stream)
        bootstrap.install(services)
        yield replace(made, stream=stream, services=services)


def completed(world: World) -> Completed:
    create_session(world.services, a_caller(), None, "s1")
    said = [
        NewEvent(EventRole.USER, "My dentist is Dr Bell in Oslo", "e1"),
        NewEvent(EventRole.ASSISTANT, "We decided to fly on Monday", "e2", kind=EventKind.DECISION),
        NewEvent(EventRole.USER, "Please remember that I prefer green tea", "e3", kind=EventKind.FEEDBACK),
    ]
    append_events(world.services, a_caller(), None, "s1", said)
    world.clock.advance()
    done = complete_session(world.services, a_caller(), None, "s1", lesson="Check the ferry before booking the hotel")
    world.index()
    return done


def remembered(world: World) -> list[Memory]:
    return list(list_memories(world.services, a_caller(), ListQuery(newest_first=False)).items)


def vectors(world: World) -> list[int]:
    """The lengths of the stored vectors."""
    at = [keys.vector(memory.scope, memory.memory_id) for memory in remembered(world)]
    return [0 if record is None else len(stored_vector(record).vector) for record in world.services.records.get(at)]


def found(world: World, query: str) -> list[str]:
    answer = recall(world.services, a_caller(), RecallQuery(query, min_relevance=0.0))
    return [hit.memory.content for hit in answer.hits]


def test_a_session_completes_and_its_memories_are_found_by_their_words(world: World) -> None:
    done = completed(world)
    assert len(done.promoted) == 4
    assert done.refused == ()
    assert [memory.embedding for memory in remembered(world)] == [NOT_YET] * 4
    assert vectors(world) == [0] * 4
    assert "My dentist is Dr Bell in Oslo" in found(world, "dentist")


def test_the_vectors_follow_when_the_embedder_answers_again(world: World) -> None:
    completed(world)
    world.clock.advance(timedelta(hours=2))
    run_pass(world.services)
    assert vectors(world) == [0] * 4
    cast("Sometimes", world.services.embedder).down = False
    for _ in range(2):
        run_pass(world.services)
        world.index()
    model = world.services.embedder.model
    assert vectors(world) == [model.dimension] * 4
    assert {memory.embedding.model for memory in remembered(world)} == {model.id}
    assert [memory.version for memory in remembered(world)] == [1] * 4
    assert "Please remember that I prefer green tea" in found(world, "a hot drink of green leaves, preferably")


def test_the_comparison_that_is_queued_fails_until_the_embedder_answers(world: World) -> None:
    completed(world)
    comparison = Comparison(tuple((memory.scope.path, memory.memory_id) for memory in remembered(world)))
    with pytest.raises(EmbedderUnavailable):
        consolidate(world.services, comparison)
    cast("Sometimes", world.services.embedder).down = False
    consolidate(world.services, comparison)
    assert vectors(world) == [world.services.embedder.model.dimension] * 4


def test_a_write_still_refuses_without_the_embedder(world: World) -> None:
    with pytest.raises(EmbedderUnavailable):
        world.write("My dentist is Dr Bell in Oslo")
