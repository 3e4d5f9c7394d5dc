"""Narrow deletions broken off at any commit and taken up again: nothing that they select is left, all else is."""

from __future__ import annotations

from typing import Any

import pytest

from functions.events.deletion_step import handler as step
from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import DeletionPolicy, RequestStatus, Selector, SelectorKind, Target
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Background, MemoryType, Turn
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion.verify_again import verify_deletion
from tests.builders import ACME, ANN, World, a_caller, a_world, run_workflow
from tests.snapshots import snapshot
from tests.usecases.deletion.crashes import REQUEST, broken_off_at_each_commit
from tests.usecases.deletion.deletions import ask, state
from tests.usecases.deletion.test_interrupted_deletions import receipts
from tests.usecases.deletion.test_selectors import a_session, events, of_events, of_sessions, said
from tests.usecases.writing.test_writing_memories import pointers_agree

SECRET = "heron"


def a_life(world: World) -> None:
    """Memories that rest on the secret event alone, on another one too, that quote it, that had or have its words in
    one of their versions, a copy above; and what has nothing to do with it. The secret is of one type and consent."""
    secret: dict[str, Any] = {"type": MemoryType.PREFERENCE, "consent_scope": "birds"}
    a_session(world, "s1", f"The {SECRET} nests by the mill")
    a_session(world, "s2", "The mill turns slowly")
    only = world.wrote(f"A {SECRET} nests by the mill", source_event_ids=("s1/e1",), **secret)
    world.write(f"Likes the {SECRET}", source_event_ids=("e1",), background=Background(session_id="s1"), **secret)
    world.write("Walks on Mondays", key="day", source_event_ids=("s2/e1",))
    world.write("The house is green", source_event_ids=("s1/e1",))
    world.write("The house is green", source_event_ids=("s2/e1",))
    world.write(f"Feeds the {SECRET} daily", key="food", source_event_ids=("s1/e1",), **secret)
    world.write(f"Feeds the {SECRET} weekly", key="food", source_event_ids=("s1/e1",), **secret)
    world.write(
        f"Maybe feeds the {SECRET} monthly", key="food", source=Source.AGENT_INFERRED, confidence=0.9,
        source_event_ids=("s1/e1",), **secret,
    )  # fmt: skip
    promote_memory(world.services, a_caller("ann", Role.ORG_WRITER), only.scope, only.memory_id, ACME)
    world.index()


def quoting(world: World) -> None:
    quote = Background("Ann", "s1", 2, (Turn(f"The {SECRET} nests by the mill", "e1"),))
    world.write("It is noisy there", source_event_ids=("s2/e1",), background=quote)
    world.write("The gate is red", key="gate", source_event_ids=("s2/e1",))
    world.write("The gate is blue", key="gate", source_event_ids=("s1/e1",))
    world.index()


SELECTORS = {
    "event": of_events("e1", session_id="s1"),
    "session": of_sessions("s1"),
    "type": Selector(SelectorKind.TYPE, ("preference",)),
    "consent": Selector(SelectorKind.CONSENT, ("birds",)),
}


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kind", list(SELECTORS))
def test_broken_off_at_any_commit_and_continued_it_removes_all_that_is_selected_and_nothing_else(
    kind: str, after: bool
) -> None:
    linked = kind in ("event", "session")

    def asked_for(world: World) -> None:
        a_life(world)
        if linked:
            quoting(world)
        ask(world, selector=SELECTORS[kind])

    begun = snapshot(asked_for, deletion_policy=DeletionPolicy(page=4))
    for world, ended in broken_off_at_each_commit(begun, after=after, more_than=10):
        if not ended:
            assert SECRET not in " ".join(said(world))
            assert run_workflow(REQUEST) == "completed"
        world.index()
        _is_done(world, kind)
        kept = ["Walks on Mondays", "The house is green"]
        assert said(world) == kept + (["It is noisy there", "The gate is red"] if linked else [])


def _is_done(world: World, kind: str) -> None:
    done = state(world)
    assert (done.status, done.residue) == (RequestStatus.COMPLETED, 0)
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0
    assert len(receipts(world)) == 1
    (barrier,) = world.records(pk=ANN.path, prefix=keys.BARRIER)
    assert (deletion_codec.barrier(barrier).marks, deletion_codec.barrier(barrier).requests) == ((), ())
    pointers_agree(world)
    # The event that it was said in is no memory: it has neither type nor consent.
    assert {sk.partition("#")[0] for sk in world.holds(SECRET)} == (set() if kind in ("event", "session") else {"evt"})
    assert events(world, "s2") == ["e1"]
    if kind == "session":
        assert world.records(prefix=keys.edge_prefix("session:s1")) == []


def test_a_repeated_step_counts_nothing_twice() -> None:
    for selector in SELECTORS.values():
        with a_world() as world:
            a_life(world)
            ask(world, selector=selector)
            world.drain()
            once = {target: found.removed for target, found in state(world).targets}
        with a_world() as world:
            a_life(world)
            ask(world, selector=selector)
            for target in (*Target, *Target):
                run_step({**REQUEST, "step": "purge", "target": target.value, "round": 0})
            assert {target: found.removed for target, found in state(world).targets} == once


def run_step(event: dict[str, object]) -> None:
    from functions.events.deletion_step import handler

    while handler(event, None)["more"]:
        pass


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_broken_off_at_any_commit_it_finds_the_copies_of_selected_memories_again(after: bool) -> None:

    def asked_for(world: World) -> None:
        a_session(world, "s1", "Something was said")
        memory = world.wrote(f"The {SECRET} is under a pot", source_event_ids=("s1/e1",))
        promote_memory(world.services, a_caller("ann", "org-writer"), None, memory.memory_id, ACME)
        ask(world, selector=Selector(SelectorKind.MEMORY, (memory.memory_id,)))

    begun = snapshot(asked_for)
    for world, ended in broken_off_at_each_commit(begun, after=after, more_than=5):
        if not ended:
            assert run_workflow(REQUEST) == "completed"
        world.index()
        assert world.holds(SECRET) == []
        assert [r.key.sk for r in world.records(prefix="edge#")] == []


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_memory_found_by_a_bare_event_id_is_found_by_it_again_when_the_other_walk_changed_it_meanwhile(
    after: bool,
) -> None:
    """Sessions and memories are gone through at once. Only the walk of the sessions knows whose event a bare id is: if
    it is broken off, the memory that the other walk has left on that id keeps the edge that leads to it."""

    def asked_for(world: World) -> None:
        a_session(world, "s1", "The mill turns slowly", f"The {SECRET} nests by the mill")
        world.write("The nest is empty", key="nest", source_event_ids=("s1/e1",))
        rejected: dict[str, Any] = {"source": Source.EXTERNAL_UNVERIFIED, "source_event_ids": ("e2", "s1/e2")}
        world.write(f"The nest is a {SECRET}'s", key="nest", **rejected)
        world.index()
        ask(world, selector=of_sessions("s1"))

    def purged() -> None:
        step({**REQUEST, "step": "begin"}, None)
        _purge(Target.SESSIONS)

    for world, ended in broken_off_at_each_commit(snapshot(asked_for), after=after, more_than=5, run=purged):
        if not ended:
            step({**REQUEST, "step": "begin"}, None)
        _purge(Target.MEMORIES)
        assert run_workflow(REQUEST) == "completed"
        assert world.holds(SECRET) == []


def _purge(target: Target) -> None:
    while step({**REQUEST, "step": "purge", "target": target.value, "round": 0}, None)["more"]:
        pass
