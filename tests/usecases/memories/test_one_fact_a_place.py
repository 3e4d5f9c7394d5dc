"""Whatever is done in whatever order, a scope and type has one fact under a key, and one that says a text under keys
that go together: the property of the one function that makes versions current, over all who call it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import MemoryServiceError
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import ENDED, Memory, MemoryType, Status
from shared.domain.memories.places import share_a_place
from shared.domain.reviews.resolution import ReviewDecisionInput
from shared.domain.reviews.review import ReviewDecision
from shared.domain.scopes import ScopeKind
from shared.domain.writing.correction import Correction
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import memory_codec
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.barrier.check import visible
from shared.usecases.barrier.hidden_copies import without_hidden
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.curation.resolve_review import resolve_review
from shared.usecases.curation.review_queue import ReviewQuery, list_reviews
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.writing.import_memories import ExportedFrom, ImportItem, import_memories
from tests.builders import ACME, ANN, World, a_caller, a_command, a_world
from tests.usecases.writing.test_races import ahead_of_a_commit
from tests.usecases.writing.test_writing_memories import pointers_agree

TASK = ANN.child(ScopeKind.TASK, "t1")
ANYONE = a_caller("ann", Role.ORG_WRITER, Role.REVIEWER, Role.SYSTEM_OF_RECORD)
AUDITOR = a_caller("aud", Role.AUDITOR, bound=ACME)
TEXTS = ("alpha river", "bravo mountain", "Charlie desk")
KEYS = (None, "k", "l")
Step = Callable[[World], object]


def of_all(world: World) -> list[Memory]:
    return [memory_codec.memory(record.attributes) for record in world.records(prefix="cur#")]


def facts(world: World) -> list[Memory]:
    """What any reader is shown as a fact now."""
    now, shown = world.clock.now(), []
    for record in world.records(prefix="cur#"):
        scope = memory_codec.memory(record.attributes).scope
        (barrier,) = world.store.get([keys.barrier(scope)])
        memory = visible(record, deletion_codec.barrier(barrier), now)
        if memory is not None and memory.status not in ENDED and memory.status is not Status.CANDIDATE:
            shown.append(memory)
    return without_hidden(world.services, shown)


def holds(world: World) -> None:
    both = [(one, other) for one, other in combinations(facts(world), 2) if share_a_place(one, other)]
    assert both == [], [(m.content, m.key, m.status, m.scope.path) for pair in both for m in pair]
    pointers_agree(world)
    assert verify_audit(world.services, AUDITOR, None).first_break is None


def _picked(world: World, number: int) -> Memory:
    memories = of_all(world)
    return memories[number % len(memories)]


writes = st.builds(
    lambda text, key, source, confidence, event, consent, kind, scope, starts, late: (
        lambda world: world.write(
            text,
            ANYONE,
            key=key,
            source=source,
            confidence=confidence,
            source_event_ids=() if event is None else (f"s1/{event}",),
            consent_scope=consent,
            type=kind,
            scope=scope,
            valid_from=None if starts is None else world.clock.at + timedelta(days=starts),
            observed_at=None if late is None else world.clock.at - timedelta(hours=late),
        )
    ),
    st.sampled_from(TEXTS),
    st.sampled_from(KEYS),
    st.sampled_from((*Source,)),
    st.sampled_from((0.6, 0.9, 1.0)),
    st.sampled_from((None, "e1", "e2")),
    st.sampled_from((None, "trip")),
    st.sampled_from((MemoryType.PREFERENCE, MemoryType.TASK)),
    st.sampled_from((ANN, ANN, TASK)),
    st.sampled_from((None, None, None, 2, -2)),
    st.sampled_from((None, None, 1)),
)
corrections = st.builds(
    lambda number, text: (
        lambda world: correct_memory(
            world.services, ANYONE, (m := _picked(world, number)).scope, m.memory_id, Correction(content=text)
        )
    ),
    st.integers(0, 9),
    st.sampled_from((None, *TEXTS)),
)
promotions = st.builds(
    lambda number, up: (
        lambda world: promote_memory(
            world.services, ANYONE, (m := _picked(world, number)).scope, m.memory_id, ANN if m.scope == TASK else up
        )
    ),
    st.integers(0, 9),
    st.just(ACME),
)


def _decided(world: World, number: int, decision: ReviewDecision, text: str) -> object:
    waiting = list_reviews(world.services, a_caller("rev", Role.REVIEWER, bound=ACME), ReviewQuery()).items
    review = waiting[number % len(waiting)].review
    given_text = text if decision is ReviewDecision.EDIT else None
    keep = (review.members[0].memory_id,) if decision is not ReviewDecision.REJECT else ()
    return resolve_review(
        world.services,
        a_caller("rev", Role.REVIEWER, bound=ACME),
        None,
        review.review_id,
        ReviewDecisionInput(decision, keep, given_text),
    )


decisions = st.builds(
    lambda number, decision, text: lambda world: _decided(world, number, decision, text),
    st.integers(0, 5),
    st.sampled_from((ReviewDecision.ACCEPT, ReviewDecision.ACCEPT, ReviewDecision.EDIT, ReviewDecision.REJECT)),
    st.sampled_from(TEXTS),
)


def _imported(world: World, number: int, text: str, key: str | None) -> object:
    memory = _picked(world, number)
    origin = ExportedFrom(memory.memory_id, Status.ACTIVE, is_current=True, status=Status.ACTIVE)
    command = a_command(text, key=key, type=memory.type, scope=memory.scope)
    return import_memories(world.services, ANYONE, None, [ImportItem(1, command, origin)])


imports = st.builds(
    lambda number, text, key: lambda world: _imported(world, number, text, key),
    st.integers(0, 9),
    st.sampled_from(TEXTS),
    st.sampled_from(KEYS),
)


def _asked(world: World, selector: Selector) -> object:
    return request_deletion(world.services, ANYONE, None, f"r{len(world.deletions.started)}", selector)


def _of_one(world: World, number: int) -> object:
    own = [memory for memory in of_all(world) if memory.scope != ACME]
    return _asked(world, Selector(SelectorKind.MEMORY, (own[number % len(own)].memory_id,)))


deletions = st.one_of(
    st.sampled_from(
        (
            Selector(SelectorKind.EVENT, ("e1",), "s1"),
            Selector(SelectorKind.EVENT, ("e2",), "s1"),
            Selector(SelectorKind.SESSION, ("s1",)),
            Selector(SelectorKind.CONSENT, ("trip",)),
        )
    ).map(lambda selector: lambda world: _asked(world, selector)),
    st.integers(0, 9).map(lambda number: lambda world: _of_one(world, number)),
)
times = st.sampled_from(
    (
        lambda world: world.drain(),
        lambda world: world.drain(),
        lambda world: world.index(),
        lambda world: run_pass(world.services),
        lambda world: world.clock.advance(timedelta(days=1)),
        lambda world: world.clock.advance(timedelta(days=3)),
        lambda world: world.clock.advance(timedelta(days=40)),
    )
)
steps: st.SearchStrategy[Any] = st.one_of(
    writes, writes, writes, corrections, promotions, decisions, imports, deletions, times
)


def tried(world: World, step: Step) -> None:
    world.clock.advance()
    try:
        step(world)
    except (MemoryServiceError, ZeroDivisionError):
        return  # refused, or nothing there to do it to


first = st.lists(writes, min_size=2, max_size=5)


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(first, st.lists(steps, min_size=3, max_size=10))
def test_one_fact_a_place_after_each_step(written: list[Step], done: list[Step]) -> None:
    with a_world() as world:
        for step in (*written, *done):
            tried(world, step)
            holds(world)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(first, st.lists(steps, max_size=4), st.lists(st.tuples(steps, steps), min_size=1, max_size=4))
def test_one_fact_a_place_when_another_step_comes_right_before_a_commit(
    written: list[Step], done: list[Step], races: list[tuple[Step, Step]]
) -> None:
    with a_world() as world:
        for step in (*written, *done):
            tried(world, step)
        for step, other in races:
            tried(ahead_of_a_commit(world, lambda other=other: tried(world, other)), step)  # type: ignore[misc]
            holds(world)
        world.drain()
        holds(world)
