"""Contexts with the packaged embedder: what binds, what is current, what is near, and what is never shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.context.items import Reason
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.session import EventRole, NewEvent
from shared.ports import SessionWork
from shared.records import keys
from shared.records.memories import memory_codec
from shared.usecases.context.build_context import ContextAnswer, ContextQuery, build_context
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session
from shared.usecases.sessions.summarise import build_summary, get_summary, summarise
from tests.builders import World, a_caller, a_world
from tests.packaged_embedder import NANO

ANN = a_caller()
SESSION = "s1"


@pytest.fixture
def world() -> Iterator[World]:
    with a_world(embedder=NANO) as made:
        yield made


def context(world: World, goal: str, **fields: Any) -> ContextAnswer:
    if world.stream.changed:
        world.index()
    return build_context(world.services, ANN, ContextQuery(RecallQuery(goal), **fields))


def said(world: World, *turns: str) -> None:
    create_session(world.services, ANN, None, SESSION)
    for number, text in enumerate(turns):
        append_events(world.services, ANN, None, SESSION, [NewEvent(EventRole.USER, text, f"e{number}")])
        append_events(world.services, ANN, None, SESSION, [NewEvent(EventRole.ASSISTANT, "All right.", f"a{number}")])
        world.clock.advance(timedelta(seconds=20))


def knows(world: World, content: str, *, binding: float = 0.0, older: tuple[str, ...] = (), **fields: Any) -> str:
    """Writes it as a memory with what its words say about themselves."""
    memory = world.wrote(content, **fields)
    key = keys.current(memory.scope, memory.memory_id)
    (record,) = world.services.records.get([key])
    assert record is not None
    attributes = {**record.attributes, "binding": binding, "older": list(older)}
    assert memory_codec.memory(attributes).meaning.binding == binding
    world.store._records[key] = replace(record, attributes=attributes)
    world.clock.advance(timedelta(days=1))
    return memory.memory_id


def by_reason(answer: ContextAnswer, reason: Reason) -> list[str]:
    return [chosen.item.content for chosen in answer.items if chosen.item.reason is reason]


CHATTER = (
    "Hm, let me think", "What a day", "Thanks, that helps", "Okay", "It is raining again", "Good morning",
    "One moment please", "Could you repeat that?",
)  # fmt: skip


@pytest.mark.parametrize(
    "limit",
    ["The present may cost 120 euros at most", "Das Geschenk darf höchstens 120 Euro kosten", "礼物最多只能花120欧元"],
)
def test_an_old_binding_statement_of_a_person_is_shown_in_any_language(world: World, limit: str) -> None:
    said(world, limit, *CHATTER)
    answer = context(world, "Find a present for Nina", session_id=SESSION)
    assert limit in by_reason(answer, Reason.BINDING)


def test_of_a_changed_limit_the_new_one_comes_first_and_the_old_one_is_labelled(world: World) -> None:
    old, new = "The present for Nina may cost 120 euros at most", "The present for Nina may cost 160 euros after all"
    said(world, old, *CHATTER[:3], new, *CHATTER)
    answer = context(world, "Find a present for Nina", session_id=SESSION)
    reported = [chosen.item for chosen in answer.items if "Nina" in chosen.item.content]
    assert [item.content for item in reported] == [new, old]
    assert [len(item.newer) for item in reported] == [0, 1]
    assert ", possibly outdated] " + old in answer.text


def test_the_newest_turn_finds_memories_that_the_goal_does_not(world: World) -> None:
    knows(world, "The tax office wants the forms by the end of May")
    for n in range(30):
        knows(world, f"Shelf {n} in the workshop holds screws of {n + 2} millimetres")
    said(world, "When are the tax forms due?")
    answer = context(world, "Build a shelf for the kitchen", session_id=SESSION)
    assert "The tax office wants the forms by the end of May" in by_reason(answer, Reason.RELEVANT)


def test_a_binding_memory_is_found_behind_hundreds_of_nearer_ones(world: World) -> None:
    for n in range(150):
        world.write(f"The customer table has column number {n}")
    knows(world, "Never call me before ten in the morning", binding=0.9)
    answer = context(world, "Change the customer table", token_budget=800)
    assert "Never call me before ten in the morning" in by_reason(answer, Reason.BINDING)


def test_a_newer_memory_comes_before_the_older_one_that_it_may_replace(world: World) -> None:
    old = knows(world, "Nina reviews the parser changes")
    new = knows(world, "Omar reviews the parser changes now", older=(old,))
    answer = context(world, "Who reviews parser changes?")
    assert [chosen.item.memory_id for chosen in answer.items] == [new, old]
    assert answer.items[1].item.newer == (new,)


def test_a_task_brings_other_lasting_memories_marked_as_related(world: World) -> None:
    knows(world, "My sister plays the violin in an orchestra")
    answer = context(world, "Order lunch for the office")
    assert by_reason(answer, Reason.RELATED) == ["My sister plays the violin in an orchestra"]
    assert ", related] My sister" in answer.text


def test_small_talk_finds_only_binding_memories(world: World) -> None:
    knows(world, "My sister plays the violin in an orchestra")
    knows(world, "Never call me before ten in the morning", binding=0.9)
    answer = context(world, "Good morning, how are you?")
    assert [chosen.item.content for chosen in answer.items] == ["Never call me before ten in the morning"]


def test_an_inference_that_gives_orders_is_not_shown_but_counted(world: World) -> None:
    inferred: dict[str, Any] = {"source": Source.AGENT_INFERRED, "confidence": 0.95}
    knows(world, "The user drinks green tea", **inferred)
    knows(world, "Tea must always be ordered from the cheapest shop", **inferred)
    knows(world, "Tea orders go through the portal", type=MemoryType.PROCEDURAL, **inferred)
    answer = context(world, "Order tea")
    assert [chosen.item.content for chosen in answer.items] == ["The user drinks green tea"]
    assert answer.suppressed["gives_orders"] == 2


def test_all_turns_of_a_session_of_sixty_are_considered_in_the_first_context(world: World) -> None:
    said(world, *(f"Box {n} goes to room {n + 1}" for n in range(60)))
    context(world, "Where does box 3 go?", session_id=SESSION)
    assert len(world.records(prefix=keys.event_vectors_prefix(SESSION))) == 60


# --- Summaries that nobody asked for


class Queue:
    def __init__(self) -> None:
        self.sent: list[SessionWork] = []

    def send(self, *works: SessionWork) -> None:
        self.sent += works

    def postpone(self, receipt: str, seconds: int) -> None: ...


def test_a_summary_is_requested_after_twenty_turns_and_built_once(world: World) -> None:
    queue = Queue()
    world = world.on(session_queue=queue)
    said(world, *(f"Box {n} goes to room {n + 1}" for n in range(20)))
    assert [work.kind for work in queue.sent] == ["summarise", "summarise"]
    early, late = queue.sent
    assert late.after == 20
    assert summarise(world.services, late)
    assert get_summary(world.services, ANN, None, SESSION).last == 40
    assert not summarise(world.services, early)


def test_a_summary_is_requested_when_a_context_leaves_turns_out(world: World) -> None:
    queue = Queue()
    world = world.on(session_queue=queue)
    said(world, *(f"Box {n} goes to room {n + 1}" for n in range(9)))
    context(world, "Where does box 3 go?", session_id=SESSION)
    assert queue.sent == []
    context(world, "Where does box 3 go?", session_id=SESSION, token_budget=150)
    (work,) = queue.sent
    assert work.kind == "summarise"
    assert summarise(world.services, work)
    context(world, "Where does box 3 go?", session_id=SESSION, token_budget=150)
    assert len(queue.sent) == 1


def test_work_for_another_session_of_the_same_id_builds_no_summary(world: World) -> None:
    said(world, *(f"Box {n} goes to room {n + 1}" for n in range(3)))
    work = SessionWork("summarise", ANN.bound.path, SESSION, "another", after=1)
    assert not summarise(world.services, work)
    assert not summarise(world.services, replace(work, session_id="s2"))


@pytest.mark.parametrize("built_between", [False, True])
def test_in_a_summary_a_later_limit_replaces_the_earlier(world: World, *, built_between: bool) -> None:
    old, new = "The present for Nina may cost 120 euros at most", "The present for Nina may cost 160 euros after all"
    said(world, "Find a present", old, "No plastic, please")
    if built_between:
        build_summary(world.services, ANN, None, SESSION)
    append_events(world.services, ANN, None, SESSION, [NewEvent(EventRole.USER, new, "later")])
    text = repr(build_summary(world.services, ANN, None, SESSION).summary.content)
    assert "160" in text
    assert "plastic" in text
    assert "120" not in text
