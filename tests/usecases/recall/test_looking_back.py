"""Recall of another time: each version is found by what it says itself, however much of today is a better match."""

from __future__ import annotations

from typing import Any

import pytest

from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind, Target
from shared.domain.errors import SearchUnavailable
from shared.domain.memories.memory import Memory
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.domain.recall.policy import TimeKind
from shared.domain.writing.correction import Correction
from shared.records import keys
from shared.records.memories.vectors import own_vectors
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.verify import residue_of
from shared.usecases.indexing.index_memories import index_memories, views
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer, recall
from tests.builders import ANN, NOW, World, a_caller, days
from tests.usecases.deletion.deletions import ask, of_memories, state

PARIS, BERLIN = "Lives in Paris, near the canal", "Lives in Berlin, by the park"


def moved(world: World, **fields: Any) -> Memory:
    """Paris until ten days ago, Berlin since; both were recorded on these days."""
    world.clock.at = NOW - days(40)
    made = world.wrote(PARIS, key="home", **fields)
    world.clock.at = NOW - days(10)
    world.write(BERLIN, key="home")
    world.clock.at = NOW
    world.index()
    return made


def crowded(world: World, count: int = 120) -> None:
    for number in range(count):
        world.write(f"Which canal was near Paris, asked guide number {number}")
    world.index()


def recalled(world: World, text: str = "which canal was near Paris", **fields: object) -> RecallAnswer:
    wanted = {"min_relevance": 0.0, "top_k": 5, **fields}
    return recall(world.services, a_caller(), RecallQuery(text, **wanted))  # type: ignore[arg-type]


def reported(answer: RecallAnswer) -> list[str]:
    return [hit.memory.content for hit in answer.hits]


@pytest.mark.parametrize("kind", TimeKind)
def test_a_version_that_held_or_was_believed_is_found_behind_any_number_of_better_matches(
    world: World, kind: TimeKind
) -> None:
    moved(world)
    crowded(world)
    assert reported(recalled(world, as_of=NOW - days(20), as_of_kind=kind, top_k=1)) == [PARIS]
    assert reported(recalled(world, as_of=NOW - days(5), as_of_kind=kind, top_k=1)) == [BERLIN]
    assert reported(recalled(world, as_of=NOW - days(50), as_of_kind=kind)) == []
    assert PARIS not in reported(recalled(world, top_k=100))


def test_a_version_that_ended_is_found_by_its_meaning_alone(world: World) -> None:
    """Its vector is kept with it: no word of the question is among its own."""
    made = moved(world)
    (version,) = world.records(pk=ANN.path, prefix="ver#")
    assert len(own_vectors(version)) == 1
    (hit,) = recalled(world, "zzz", as_of=NOW - days(20)).hits
    assert (hit.memory.memory_id, hit.memory.version, hit.memory.content) == (made.memory_id, 1, PARIS)


def test_filters_apply_to_the_version_that_is_shown(world: World) -> None:
    world.clock.at = NOW - days(40)
    world.write(PARIS, key="home", metadata={"floor": 1}, consent_scope="ads")
    world.clock.at = NOW - days(10)
    world.write(BERLIN, key="home", metadata={"floor": True}, consent_scope="own")
    world.clock.at = NOW
    world.index()
    then = NOW - days(20)
    assert reported(recalled(world, as_of=then, metadata={"floor": 1}, consent_scope="ads")) == [PARIS]
    assert reported(recalled(world, as_of=then, metadata={"floor": True})) == []
    assert reported(recalled(world, as_of=then, consent_scope="own")) == []
    assert reported(recalled(world, metadata={"floor": True})) == [BERLIN]


def test_a_purpose_that_the_memory_needs_today_hides_its_history_too(world: World) -> None:
    world.clock.at = NOW - days(40)
    world.write(PARIS, key="home")
    world.clock.at = NOW - days(10)
    world.write(BERLIN, key="home", purposes=("support",))
    world.clock.at = NOW
    world.index()
    assert reported(recalled(world, as_of=NOW - days(20))) == []
    assert reported(recalled(world, as_of=NOW - days(20), purpose="support")) == [PARIS]


def test_of_a_fact_and_its_correction_the_correction_held(world: World) -> None:
    made = moved(world)
    correct_memory(world.services, a_caller(), None, made.memory_id, Correction(metadata={"floor": 3}))
    world.index()
    (hit,) = recalled(world, as_of=NOW - days(5)).hits
    assert (hit.memory.content, dict(hit.memory.metadata), hit.memory.version) == (BERLIN, {"floor": 3}, 3)
    (before,) = recalled(world, as_of=NOW - days(5), as_of_kind=TimeKind.RECORDED).hits
    assert (before.memory.content, dict(before.memory.metadata), before.memory.version) == (BERLIN, {}, 2)


def test_a_view_that_lags_behind_still_finds_ended_versions(world: World) -> None:
    world.clock.at = NOW - days(40)
    world.write(PARIS, key="home")
    world.index()
    world.clock.at = NOW - days(10)
    world.write(BERLIN, key="home")
    world.clock.at = NOW
    assert reported(recalled(world, as_of=NOW - days(20))) == [PARIS]
    assert reported(recalled(world)) == [BERLIN]  # its document is of the text before, and the truth says what it is


def test_a_rejected_memory_is_found_at_no_time(world: World) -> None:
    world.write(BERLIN, key="home")
    world.write(PARIS, key="home", observed_at=NOW - days(400))
    world.index()
    assert world.indexed_now() == world.indexed()
    assert PARIS not in reported(recalled(world, include_history=True))


def test_with_search_down_a_query_of_another_time_does_not_get_todays_facts(world: World) -> None:
    class Down:
        def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
            raise SearchUnavailable("down")

    moved(world)
    answer = recalled(world.on(search=Down()), as_of=NOW - days(20))
    assert (answer.degraded, reported(answer)) == (True, [])


def test_a_deletion_removes_the_documents_of_every_version(world: World) -> None:
    made = moved(world)
    assert len(world.indexed()) == 2
    ask(world, selector=of_memories(made.memory_id))
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert (world.indexed(), reported(recalled(world, as_of=NOW - days(20)))) == ([], [])


def test_a_deletion_hides_every_version_at_once(world: World) -> None:
    made = moved(world)
    ask(world, selector=of_memories(made.memory_id))
    assert reported(recalled(world, as_of=NOW - days(20))) == reported(recalled(world, include_history=True)) == []


def test_a_deleted_event_removes_the_document_of_its_version_although_the_stream_is_behind(
    world: World,
) -> None:
    moved(world, source_event_ids=("s1/e1",))
    ask(world, selector=Selector(SelectorKind.EVENT, ("e1",), "s1"))
    world.deletions.run_all()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.indexed() == world.indexed_now() != []
    assert world.holds("canal") == []


def test_a_remaining_document_of_a_version_is_residue(world: World) -> None:
    made = moved(world)
    version = keys.version(ANN, made.memory_id, 1)
    services = world.services
    view = views(world.store, services.calibration, services.embedder.model, NOW, [version])[version]
    ask(world, selector=of_memories(made.memory_id))
    world.deletions.run_all()
    assert residue_of(world.services, state(world))[Target.INDEX] == 0
    world.services.search.apply(view.actions)
    assert residue_of(world.services, state(world))[Target.INDEX] == 1


def test_a_version_that_the_store_removes_leaves_the_index(world: World) -> None:
    moved(world)
    (version,) = world.records(pk=ANN.path, prefix="ver#")
    world.store._remove(version.key)
    assert index_memories(world.services, [version.key]) == []
    assert world.indexed() == world.indexed_now() != []
