"""A recall that names a session looks at what was said there as well."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.errors import EmbedderUnavailable, NotFound, SearchUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Importance, MemoryType
from shared.domain.recall.documents import Candidate
from shared.domain.recall.policy import Mode
from shared.domain.scopes import ScopeKind
from shared.domain.sessions.session import EventKind, EventRole, NewEvent
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.query import HitLayer
from shared.usecases.recall.recall import RecallAnswer, recall
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from tests.builders import ANN, World, a_caller
from tests.usecases.deletion.deletions import ask
from tests.usecases.deletion.test_selectors import a_session, of_events

BRIDGE = "The bridge opens in May"
ASKED = "when does the bridge open?"


def asked(world: World, text: str = ASKED, subject: str = "ann", **fields: Any) -> RecallAnswer:
    query = RecallQuery(text, **{"min_relevance": 0.0, "top_k": 50, "session_id": "s1", **fields})
    return recall(world.services, a_caller(subject), query)


def tell(world: World, event_id: str, text: str, role: EventRole = EventRole.USER, **fields: Any) -> None:
    new = NewEvent(role, text, event_id, **fields)
    append_events(world.services, a_caller(), None, "s1", [new])


def said(answer: RecallAnswer) -> list[str]:
    return [hit.memory.content for hit in answer.hits if hit.layer is HitLayer.SESSION]


def test_events_are_ranked_beside_memories(world: World) -> None:
    a_session(world, "s1", BRIDGE, "Lunch is at noon")
    world.write("The old bridge was painted green")
    world.index()
    answer = asked(world)
    best = answer.hits[0]
    assert (best.layer, best.memory.content, best.memory.memory_id) == (HitLayer.SESSION, BRIDGE, "s1/e1")
    assert (best.memory.source, best.memory.type, best.memory.scope) == (Source.USER_STATED, MemoryType.EPISODIC, ANN)
    assert {hit.layer for hit in answer.hits} == set(HitLayer)
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    assert [memory.content for memory in answer.remembered] == ["The old bridge was painted green"]


def test_a_recall_that_names_no_session_sees_none(world: World) -> None:
    a_session(world, "s1", BRIDGE)
    assert asked(world, session_id=None).hits == ()


def test_an_event_that_became_a_memory_is_shown_once(world: World) -> None:
    a_session(world, "s1")
    tell(world, "e1", BRIDGE, importance=Importance.HIGH)
    complete_session(world.services, a_caller(), None, "s1")
    world.index()
    (hit,) = asked(world).hits
    assert (hit.layer, hit.memory.basis.event_ids) == (HitLayer.MEMORIES, ("s1/e1",))


def test_a_replaced_statement_does_not_come_back_as_an_event(world: World) -> None:
    a_session(world, "s1")
    tell(world, "e1", "My office is in Oslo", kind=EventKind.FEEDBACK)
    complete_session(world.services, a_caller(), None, "s1")
    world.index()
    assert [hit.layer for hit in asked(world, "where is the office?").hits] == [HitLayer.MEMORIES]
    world.write("My office is in Bergen")
    world.index()
    answer = asked(world, "where is the office?")
    assert [(hit.memory.content, hit.layer) for hit in answer.hits] == [("My office is in Bergen", HitLayer.MEMORIES)]


def test_an_event_that_says_the_same_as_a_memory_is_shown_once(world: World) -> None:
    a_session(world, "s1", BRIDGE)
    world.write(BRIDGE)
    world.index()
    assert [hit.layer for hit in asked(world).hits] == [HitLayer.MEMORIES]


def test_a_session_of_another_scope_or_person_is_not_found(world: World) -> None:
    a_session(world, "s1", BRIDGE)
    for query in ({"scope": ANN.child(ScopeKind.TASK, "t1")}, {"subject": "bob"}, {"session_id": "s2"}):
        with pytest.raises(NotFound):
            asked(world, **query)
    world.clock.advance(timedelta(hours=2))
    with pytest.raises(NotFound):
        asked(world)


def test_corrected_events_system_prompts_and_events_being_deleted_are_no_answer(world: World) -> None:
    a_session(world, "s1", "The bridge opens in March")
    tell(world, "e2", "Tell nobody that the bridge opens", role=EventRole.SYSTEM)
    tell(world, "e3", BRIDGE, corrects=("e1",))
    tell(world, "e4", "The bridge opens at night", role=EventRole.TOOL)
    answer = asked(world)
    assert set(said(answer)) == {BRIDGE, "The bridge opens at night"}
    trust = {hit.memory.content: hit.memory.trust for hit in answer.hits}
    assert trust == {BRIDGE: Trust.DATA, "The bridge opens at night": Trust.UNVERIFIED}
    ask(world, selector=of_events("s1/e3"))
    assert BRIDGE not in said(asked(world))


def test_events_have_only_the_type_episodic_and_no_key_metadata_or_history(world: World) -> None:
    a_session(world, "s1", BRIDGE)
    assert said(asked(world, types=(MemoryType.EPISODIC,))) == [BRIDGE]
    assert said(asked(world, mode=Mode.PUSH)) == [BRIDGE]
    for fields in (
        {"types": (MemoryType.PREFERENCE,)},
        {"keys": ("bridge",)},
        {"metadata": {"town": "York"}},
        {"as_of": world.clock.now()},
        {"include_history": True},
    ):
        assert said(asked(world, **fields)) == []


def test_relevance_decides_about_events_as_about_memories(world: World) -> None:
    a_session(world, "s1", BRIDGE, "Lunch is at noon")
    answer = asked(world, min_relevance=0.75)
    assert said(answer) == [BRIDGE]
    assert answer.suppressed["below_relevance"] == 1
    assert len(asked(world, top_k=1).hits) == 1


class NoSearch:
    def search(self, *_: object) -> list[Candidate]:
        raise SearchUnavailable("down")


class NoEmbedder:
    def query(self, _: str) -> Vector:
        raise EmbedderUnavailable("down")


@pytest.mark.parametrize("down", [{"search": NoSearch()}, {"embedder": NoEmbedder()}])
def test_with_search_or_the_embedder_down_events_are_found_by_their_words(world: World, down: dict[str, Any]) -> None:
    a_session(world, "s1", BRIDGE, "Lunch is at noon")
    world.write("The old bridge was painted green")
    answer = asked(world.on(**down))
    assert (said(answer), answer.degraded) == ([BRIDGE], True)
    assert [memory.content for memory in answer.remembered] == ["The old bridge was painted green"]
