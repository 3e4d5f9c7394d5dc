"""From the moment a deletion is accepted no read shows the copies that it takes, in whose scope they may lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import DeletionPolicy, RequestStatus, Selector, SelectorKind
from shared.domain.errors import NotFound, SearchUnavailable
from shared.domain.memories.memory import Background, Head, Memory, MemoryType, Turn
from shared.domain.memories.provenance import origin_places
from shared.domain.recall.conflicts import Risk
from shared.domain.reviews.review import ReviewKind
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.usecases.context.build_context import ContextQuery, build_context
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.reading.export import export
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.removal.remove_memory import remove_memory
from tests.builders import ACME, ANN, World, a_caller
from tests.snapshots import snapshot
from tests.usecases.curation.reviewing import a_reviewer, queue, under_review
from tests.usecases.deletion.crashes import broken_off_at_each_commit
from tests.usecases.deletion.deletions import PRIVATE, SUBJECT, TASK, ask, of_memories, state
from tests.usecases.deletion.test_selectors import a_session, of_events, of_sessions
from tests.usecases.deletion.test_selectors_of_copies import FACT, NODE, of_acme, promoted

BOSS = a_caller("boss", Role.ORG_WRITER, bound=ACME)
ANN_AT_WORK = a_caller("ann", Role.ORG_WRITER)
SELECTORS: dict[str, Callable[[Memory], Selector]] = {
    "subject": lambda _: SUBJECT,
    "memory": lambda memory: of_memories(memory.memory_id),
    "event": lambda _: of_events("e1"),
    "session": lambda _: of_sessions("s1"),
    "type": lambda _: Selector(SelectorKind.TYPE, ("semantic",)),
    "consent": lambda _: Selector(SelectorKind.CONSENT, ("health",)),
}
every_selector = pytest.mark.parametrize("kind", list(SELECTORS))


def reported(world: World, **fields: Any) -> Memory:
    """Of a session, which says nothing of what is private itself."""
    a_session(world, "s1", "It was said", scope=fields.get("scope"))
    return world.wrote(FACT, source_event_ids=("s1/e1",), consent_scope="health", **fields)


def recalled(world: World, **fields: Any) -> list[str]:
    query = RecallQuery(FACT, ACME, min_relevance=0.0, **fields)
    return [hit.memory.content for hit in recall(world.services, BOSS, query).hits]


def in_context(world: World) -> str:
    query = ContextQuery(RecallQuery(FACT, ACME, min_relevance=0.0))
    return repr(build_context(world.services, BOSS, query))


def shown(world: World, copy: Memory) -> list[str]:
    """The reads of an organisation's memory, by name, that show it."""
    found = {
        "list": PRIVATE in repr(of_acme(world)),
        "recall": PRIVATE in repr(recalled(world)),
        "recall of the past": PRIVATE in repr(recalled(world, include_history=True)),
        "recall at high risk": PRIVATE in repr(recalled(world, risk=Risk.HIGH)),
        "context": PRIVATE in in_context(world),
        "export": PRIVATE in repr([item.version for item in export(world.services, BOSS, ACME)]),
        "reviews": any(PRIVATE in repr(view.members) for view in queue(world, a_reviewer())),
    }
    for name, read in (
        ("get", lambda: get_memory(world.services, BOSS, ACME, copy.memory_id)),
        ("history", lambda: memory_history(world.services, BOSS, ACME, copy.memory_id, limit=9, after=None)),
    ):
        try:
            found[name] = PRIVATE in repr(read())
        except NotFound:
            found[name] = False
    return [name for name, shows in found.items() if shows]


@every_selector
def test_no_read_shows_a_copy_of_a_memory_that_is_being_deleted(world: World, kind: str) -> None:
    memory = reported(world)
    copy = promoted(world, memory, ACME)
    under_review(world, ReviewKind.SENSITIVE, copy)
    assert len(shown(world, copy)) == 9
    ask(world, selector=SELECTORS[kind](memory))
    assert shown(world, copy) == []
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.holds(PRIVATE) == []


@every_selector
def test_a_recall_without_the_search_index_shows_no_such_copy_either(world: World, kind: str) -> None:
    class Down:
        def search(self, *_: object) -> None:
            raise SearchUnavailable("down")

    memory = reported(world)
    promoted(world, memory, ACME)
    down = world.on(search=Down())
    assert recalled(down) == [FACT]
    ask(world, selector=SELECTORS[kind](memory))
    assert recalled(down) == []


@every_selector
def test_a_copy_of_a_copy_of_a_copy_is_hidden_in_every_scope(world: World, kind: str) -> None:
    memory = reported(world, scope=NODE)
    in_task = promoted(world, memory, TASK)
    at_home = promoted(world, in_task, ANN)
    above = promoted(world, at_home, ACME)
    scope = ANN if kind == "subject" else NODE
    ask(world, selector=SELECTORS[kind](memory), scope=scope)
    assert shown(world, above) == []
    for copy in (in_task, at_home):
        with pytest.raises(NotFound):
            get_memory(world.services, ANN_AT_WORK, copy.scope, copy.memory_id)
    below = ListQuery(scope=ANN, include_descendants=True)
    assert list_memories(world.services, ANN_AT_WORK, below).items == ()
    world.drain()
    assert world.holds(PRIVATE) == []


def test_a_copy_from_a_project_is_hidden_too(world: World) -> None:
    project = ACME.child(ScopeKind.PROJECT, "p1")
    lead = a_caller("lead", Role.ORG_WRITER, bound=project)
    memory = world.wrote(FACT, lead)
    copy = promote_memory(world.services, lead, project, memory.memory_id, ACME).memory
    assert copy is not None
    world.index()
    ask(world, caller=lead)
    assert shown(world, copy) == []


@every_selector
def test_a_copy_with_another_source_stays_visible_without_the_deleted_part(world: World, kind: str) -> None:
    memory = reported(world, background=Background("Ann", "s1", 1, (Turn("Psst", "e0"),)))
    bobs = world.wrote(FACT, a_caller("bob"), source_event_ids=("s9/e9",))
    promoted(world, memory, ACME)
    copy = promoted(world, bobs, ACME, "bob")
    ask(world, selector=SELECTORS[kind](memory))
    seen = get_memory(world.services, BOSS, ACME, copy.memory_id)
    assert seen.basis.event_ids == ("s9/e9",)
    assert "Psst" not in repr(seen)
    assert memory.memory_id not in repr(seen)
    assert recalled(world) == [FACT]
    world.drain()
    (remaining,) = of_acme(world)
    unwritten = replace(seen, updated_at=remaining.updated_at, head=Head(seen.head.versions))
    assert unwritten == replace(remaining, head=Head(remaining.head.versions))


@pytest.mark.parametrize("first", ["ann", "bob"])
def test_a_copy_is_hidden_with_the_last_of_its_sources(world: World, first: str) -> None:
    promoted(world, reported(world), ACME)
    bobs = world.wrote(FACT, a_caller("bob"))
    copy = promoted(world, bobs, ACME, "bob")
    second = "bob" if first == "ann" else "ann"
    ask(world, "r1", caller=a_caller(first))
    assert [m.memory_id for m in of_acme(world)] == [copy.memory_id]
    ask(world, "r2", caller=a_caller(second))
    assert shown(world, copy) == []
    world.drain()
    assert world.holds(PRIVATE) == []


def test_a_memory_that_was_also_stated_above_stays_visible(world: World) -> None:
    copy = promoted(world, world.wrote(FACT), ACME)
    world.write(FACT, ANN_AT_WORK, scope=ACME)
    ask(world)
    assert get_memory(world.services, BOSS, ACME, copy.memory_id).content == FACT
    assert recalled(world) == [FACT]


def test_a_copy_of_an_unselected_memory_stays_visible(world: World) -> None:
    copy = promoted(world, reported(world), ACME)
    other = world.wrote("The bus stops at the mill", source_event_ids=("s2/e1",), type=MemoryType.EPISODIC)
    for request_id, selector in (
        ("r1", of_memories(other.memory_id)),
        ("r2", of_sessions("s2")),
        ("r3", of_events("e7")),
        ("r4", Selector(SelectorKind.TYPE, ("episodic",))),
        ("r5", Selector(SelectorKind.CONSENT, ("birds",))),
    ):
        ask(world, request_id, selector)
    assert len(shown(world, copy)) == 8  # it is in no review
    ask(world, "r6", caller=a_caller("bob"))
    assert len(shown(world, copy)) == 8


def test_any_number_of_copies_is_hidden(world: World) -> None:
    for number in range(130):
        memory = world.wrote(f"{FACT} number {number}", key=f"k{number}")
        promote_memory(world.services, ANN_AT_WORK, ANN, memory.memory_id, ACME)
    world.index()
    assert len(of_acme(world)) > 40
    ask(world)
    assert of_acme(world) == []
    assert recalled(world, top_k=20) == []


def test_a_copy_is_hidden_even_if_the_view_does_not_know_its_origin(world: World) -> None:
    copy = promoted(world, reported(world), ACME)

    class Older:
        def search(self, query: Any, filter: Any) -> Any:
            found = world.services.search.search(query, filter)
            return [replace(c, document=replace(c.document, origin_owners=())) for c in found]

    ask(world)
    assert shown(world.on(search=Older()), copy) == []


def test_a_write_does_not_find_a_copy_that_is_being_deleted(world: World) -> None:
    memory = world.wrote(FACT, key="drawer")
    copy = promoted(world, memory, ACME)
    ask(world)
    said = world.write("The third drawer is empty", BOSS, scope=ACME, key="drawer")
    assert said.outcome is Outcome.CREATED
    again = world.write(FACT, BOSS, scope=ACME)
    assert again.outcome is Outcome.CREATED
    assert again.memory is not None
    with pytest.raises(NotFound):
        correct_memory(world.services, BOSS, ACME, copy.memory_id, Correction("The fourth drawer"))
    world.drain()
    assert {m.content for m in of_acme(world)} == {"The third drawer is empty", FACT}
    assert copy.memory_id not in repr(world.records(pk=ACME.path, prefix="cur#"))


def test_a_hidden_copy_is_not_promoted_further(world: World) -> None:
    memory = reported(world, scope=TASK)
    at_home = promoted(world, memory, ANN)
    ask(world, selector=of_memories(memory.memory_id))
    with pytest.raises(NotFound):
        promote_memory(world.services, ANN_AT_WORK, ANN, at_home.memory_id, ACME)


@pytest.mark.parametrize("kind", ["subject", "memory", "session", "type"])
def test_a_copy_stays_hidden_wherever_the_workflow_breaks_off(kind: str) -> None:

    def asked_for(world: World) -> Memory:
        memory = reported(world, scope=TASK)
        at_home = promoted(world, memory, ANN)
        above = promoted(world, at_home, ACME)
        world.wrote("The bus stops at the mill", BOSS, scope=ACME)
        ask(world, selector=SELECTORS[kind](memory), scope=ANN if kind == "subject" else TASK)
        return above

    begun = snapshot(asked_for, deletion_policy=DeletionPolicy(page=3))
    above = begun.made
    for world, ended in broken_off_at_each_commit(begun, after=True, more_than=8):
        assert shown(world, above) == []
        world.index()
        assert shown(world, above) == []
        if ended:
            assert world.holds(PRIVATE) == []


@pytest.mark.parametrize("kind", ["event", "session", "consent", "memory", "subject"])
def test_a_copy_of_an_earlier_version_is_removed_with_that_version(world: World, kind: str) -> None:
    memory = reported(world, key="drawer")
    copy = promoted(world, memory, ACME)
    world.write("It lies in the kitchen now", key="drawer", source_event_ids=("s2/e7",))
    ask(world, selector=SELECTORS[kind](memory))
    assert shown(world, copy) == []
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert of_acme(world) == []
    assert world.holds(PRIVATE) == []
    remaining = list_memories(world.services, ANN_AT_WORK, ListQuery(scope=ANN)).items
    assert [m.content for m in remaining] == ([] if kind in ("memory", "subject") else ["It lies in the kitchen now"])


@pytest.mark.parametrize("kind", ["event", "session"])
def test_a_copy_of_the_version_that_is_current_again_stays(world: World, kind: str) -> None:
    memory = world.wrote("It lies in the kitchen", key="drawer", source_event_ids=("s2/e7",))
    copy = promoted(world, memory, ACME)
    reported(world, key="drawer")
    ask(world, selector=SELECTORS[kind](memory))
    assert [m.memory_id for m in of_acme(world)] == [copy.memory_id]
    world.drain()
    (remaining,) = of_acme(world)
    assert (remaining.memory_id, remaining.basis.provenance) == (copy.memory_id, copy.basis.provenance)


@pytest.mark.parametrize("kind", ["event", "session", "consent"])
def test_a_copy_of_a_later_version_stays(world: World, kind: str) -> None:
    memory = reported(world, key="drawer")
    world.write("It lies in the kitchen now", key="drawer", source_event_ids=("s2/e7",))
    copy = promoted(world, get_memory(world.services, ANN_AT_WORK, ANN, memory.memory_id), ACME)
    ask(world, selector=SELECTORS[kind](memory))
    assert [m.content for m in of_acme(world)] == ["It lies in the kitchen now"]
    world.drain()
    assert [m.memory_id for m in of_acme(world)] == [copy.memory_id]


def test_a_copy_is_removed_with_its_subject_although_its_origin_has_expired(world: World) -> None:
    memory = reported(world, type=MemoryType.PREFERENCE)
    copy = promoted(world, memory, ACME)
    remove_memory(world.services, ANN, memory.memory_id)
    world.index()
    assert [m.memory_id for m in of_acme(world)] == [copy.memory_id]
    ask(world)
    assert shown(world, copy) == []
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.holds(PRIVATE) == []


def test_a_path_that_is_no_scope_names_no_origin(world: World) -> None:
    """What a provenance says is only followed downwards."""
    copy = promoted(world, reported(world), ACME)
    elsewhere = Scope.user("acme2", "ann").path
    strange = replace(
        copy, basis=replace(copy.basis, provenance={"promoted_from": {"scope": elsewhere, "id": "m1", "version": 1}})
    )
    assert origin_places(strange) == {}
