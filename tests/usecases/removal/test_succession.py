"""A memory goes that had taken the place of others: they hold again where its source went, and stay ended where it was
deleted by name."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.access.caller import Role
from shared.domain.audit.chain import AuditAction, first_break
from shared.domain.deletion.barrier import DeletionPolicy, Selector, SelectorKind
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.memories import memory_codec
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.hygiene.contradiction_scan import scan_contradictions
from tests.builders import ACME, World, a_caller, days, run_workflow
from tests.snapshots import snapshot
from tests.usecases.curation.reviewing import now_of, stored
from tests.usecases.deletion.crashes import REQUEST, broken_off_at_each_commit
from tests.usecases.deletion.deletions import ask, of_memories, state
from tests.usecases.deletion.test_selectors import deleted, listed, of_events, of_sessions, said
from tests.usecases.recall.test_recalling import contents, recalled
from tests.usecases.writing.test_writing_memories import pointers_agree

BLUE, RED, GREEN = (f"My favourite colour is {colour}" for colour in ("blue", "red", "green"))
WRITER = a_caller("ann", Role.ORG_WRITER)


def prefers(world: World, text: str, *events: str, **fields: Any) -> Memory:
    memory = world.wrote(text, type=MemoryType.PREFERENCE, source_event_ids=events, **fields)
    world.index()
    return memory


def overturned(world: World) -> tuple[Memory, Memory]:
    """Blue, and red that rests on session s1 and took its place."""
    blue, red = prefers(world, BLUE), prefers(world, RED, "s1/e1")
    assert red.supersedes == blue.memory_id
    assert (stored(world, blue).status, stored(world, blue).ending.superseded_by) == (Status.SUPERSEDED, red.memory_id)
    return blue, red


def holds_again(world: World, memory: Memory) -> None:
    now = stored(world, memory)
    assert (now.status, now.ending.superseded_by, now.valid_to) == (Status.ACTIVE, None, memory.valid_to)
    assert (now.ending.at, now.ending.because, now.ending.cut_from) == (None, None, ())
    chain = [audit_entry(record) for record in world.records(prefix=keys.audit_prefix(memory.memory_id))]
    assert first_break(chain) is None
    assert (chain[-1].action, chain[-1].hash) == (AuditAction.SUCCESSOR_LOST, now.head.audit_hash)
    assert world.records(prefix="edge#") == []
    pointers_agree(world)


@pytest.mark.parametrize("selector", [of_events("e1"), of_sessions("s1")], ids=["event", "session"])
def test_a_superseded_memory_is_current_again_when_the_only_source_of_its_successor_is_deleted(
    world: World, selector: Selector
) -> None:
    blue, red = overturned(world)
    deleted(world, selector)
    assert now_of(world, red) is None
    holds_again(world, blue)
    assert contents(recalled(world, "favourite colour")) == [BLUE]
    assert world.write(BLUE, type=MemoryType.PREFERENCE).outcome is Outcome.DUPLICATE
    assert world.write(RED, type=MemoryType.PREFERENCE).outcome is Outcome.UPDATED


@pytest.mark.parametrize("kind", ["memory", "type", "consent"])
def test_deleting_a_memory_by_name_reinstates_nothing(world: World, kind: str) -> None:
    blue = world.wrote("The default branch is main", key="branch")
    world.index()
    red = world.wrote("The default branch is trunk", type=MemoryType.PROCEDURAL, consent_scope="care")
    world.index()
    assert stored(world, blue).ending.superseded_by == red.memory_id
    selectors = {
        "memory": of_memories(red.memory_id),
        "type": Selector(SelectorKind.TYPE, ("procedural",)),
        "consent": Selector(SelectorKind.CONSENT, ("care",)),
    }
    deleted(world, selectors[kind])
    now = stored(world, blue)
    assert (now.status, now.ending.superseded_by, now.valid_to) == (Status.SUPERSEDED, None, red.valid_from)
    assert now_of(world, red) is None
    assert [m.content for m in listed(world) if m.status is Status.ACTIVE] == []
    assert world.records(prefix="edge#") == []


def test_a_reinstated_memory_gets_its_own_end_back(world: World) -> None:
    until = world.clock.now() + days(40)
    blue = prefers(world, BLUE, valid_to=until)
    prefers(world, RED, "s1/e1")
    assert stored(world, blue).valid_to != until
    deleted(world, of_sessions("s1"))
    holds_again(world, blue)


def test_a_version_gets_its_own_end_back(world: World) -> None:
    until = world.clock.now() + days(40)
    first = world.wrote("The gate is red", key="gate", valid_to=until, source_event_ids=("s0/e1",))
    world.write("The gate is blue", key="gate", source_event_ids=("s1/e1",))
    deleted(world, of_sessions("s1"))
    now = stored(world, first)
    assert (now.content, now.status, now.valid_to, now.version) == ("The gate is red", Status.ACTIVE, until, 1)
    pointers_agree(world)


def test_an_expired_or_deleted_memory_is_not_reinstated(world: World) -> None:
    late = prefers(world, "Prefers the window seat on trains", "s1/e9")
    world.write("Prefers the aisle seat on trains", type=MemoryType.PREFERENCE, source_event_ids=("s1/e1",))
    world.index()
    blue, _ = overturned(world)
    world.clock.advance(days(400))
    deleted(world, of_sessions("s1"))
    assert now_of(world, late) is None
    assert stored(world, blue).status is Status.SUPERSEDED
    assert said(world) == []


def test_a_memory_superseded_by_another_since_stays_ended(world: World) -> None:
    blue, red = overturned(world)
    green = prefers(world, GREEN, "s2/e1")
    assert stored(world, red).ending.superseded_by == green.memory_id
    deleted(world, of_sessions("s1"))
    now = stored(world, blue)
    assert (now.status, now.ending.superseded_by) == (Status.SUPERSEDED, green.memory_id)
    assert [m.content for m in listed(world) if m.status is Status.ACTIVE] == [GREEN]
    deleted(world, of_sessions("s2"), "r2")
    holds_again(world, blue)


def test_in_a_chain_the_one_before_is_reinstated(world: World) -> None:
    blue, red = overturned(world)
    prefers(world, GREEN, "s2/e1")
    deleted(world, of_sessions("s2"))
    assert [m.content for m in listed(world) if m.status is Status.ACTIVE] == [RED]
    assert stored(world, blue).ending.superseded_by == red.memory_id
    deleted(world, of_sessions("s1"), "r2")
    holds_again(world, blue)


def test_a_statement_repeated_meanwhile_keeps_its_place(world: World) -> None:
    blue = prefers(world, BLUE, key="colour_of_old", consent_scope="x")
    prefers(world, RED, "s1/e1", key="colour")
    assert stored(world, blue).status is Status.SUPERSEDED
    again = prefers(world, BLUE, "s2/e1", observed_at=world.clock.now() + timedelta(seconds=5))
    assert again.memory_id != blue.memory_id
    deleted(world, of_sessions("s1"))
    now = stored(world, blue)
    assert (now.status, now.ending.superseded_by) == (Status.SUPERSEDED, again.memory_id)
    assert [m.memory_id for m in listed(world) if m.status is Status.ACTIVE] == [again.memory_id]
    pointers_agree(world)


def test_another_statement_under_the_key_keeps_its_place(world: World) -> None:
    blue, red = prefers(world, BLUE, key="colour"), prefers(world, RED, "s1/e1")
    assert stored(world, blue).ending.superseded_by == red.memory_id
    other = prefers(world, "The fence is to be painted in May", key="colour")
    deleted(world, of_sessions("s1"))
    now = stored(world, blue)
    assert (now.status, now.ending.superseded_by) == (Status.SUPERSEDED, other.memory_id)
    assert said(world) == [BLUE, other.content]
    pointers_agree(world)


def test_a_candidate_supersedes_nothing(world: World) -> None:
    blue = prefers(world, BLUE)
    world.write(RED, type=MemoryType.PREFERENCE, source_event_ids=("s1/e1",))
    world.forget_latest()  # which the index does not know yet
    guess = prefers(world, BLUE, "s2/e1", source=Source.AGENT_INFERRED, confidence=0.6)
    assert (guess.status, guess.memory_id == blue.memory_id) == (Status.CANDIDATE, False)
    deleted(world, of_sessions("s1"))
    assert stored(world, blue).status is Status.ACTIVE
    assert world.write(BLUE, type=MemoryType.PREFERENCE).memory == stored(world, blue)
    pointers_agree(world)


def test_memories_outranked_by_a_deleted_source_alone_are_judged_again(world: World) -> None:
    """What it had superseded holds beside it until the scan holds the two against each other."""
    blue = prefers(world, BLUE)
    for source, confidence, event in ((Source.HUMAN_CONFIRMED, 1.0, "s1/e1"), (Source.AGENT_INFERRED, 0.9, "s2/e1")):
        red = prefers(world, RED, event, source=source, confidence=confidence)
    assert stored(world, blue).status is Status.SUPERSEDED
    deleted(world, of_sessions("s1"))
    assert stored(world, blue).status is Status.ACTIVE
    assert (stored(world, red).source, stored(world, red).upkeep.scanned_at) == (Source.AGENT_INFERRED, None)
    world.clock.advance(days(2))
    _scan(world)
    assert stored(world, blue).status is Status.ACTIVE
    assert stored(world, red).status is Status.SUPERSEDED


def _scan(world: World) -> None:
    for memory in [memory_codec.memory(record.attributes) for record in world.records(prefix="cur#")]:
        scan_contradictions(world.services, memory)


def test_memories_still_outranked_stay_superseded(world: World) -> None:
    blue = prefers(world, BLUE)
    prefers(world, RED, "s1/e1", source=Source.HUMAN_CONFIRMED)
    red = prefers(world, RED, "s2/e1")
    deleted(world, of_sessions("s1"))
    assert stored(world, red).source is Source.USER_STATED
    assert (stored(world, blue).status, stored(world, blue).ending.superseded_by) == (Status.SUPERSEDED, red.memory_id)
    deleted(world, of_sessions("s2"), "r2")
    holds_again(world, blue)


def test_an_organisations_memory_is_current_again_when_the_copy_that_superseded_it_is_removed(world: World) -> None:
    ours = world.wrote(BLUE, WRITER, scope=ACME, type=MemoryType.PREFERENCE)
    hers = prefers(world, RED)
    world.index()
    copy = promote_memory(world.services, WRITER, hers.scope, hers.memory_id, ACME).memory
    assert copy is not None
    assert stored(world, ours).ending.superseded_by == copy.memory_id
    world.index()
    ask(world, selector=Selector(SelectorKind.SUBJECT))
    world.drain()
    assert now_of(world, copy) is None
    holds_again(world, ours)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("kind", ["session", "memory"])
def test_broken_off_at_any_commit_and_continued_it_has_the_same_result(kind: str, after: bool) -> None:

    def asked_for(world: World) -> tuple[Memory, Memory]:
        blue, red = overturned(world)
        ask(world, selector=of_sessions("s1") if kind == "session" else of_memories(red.memory_id))
        return blue, red

    begun = snapshot(asked_for, deletion_policy=DeletionPolicy(page=4))
    blue, red = begun.made
    for world, ended in broken_off_at_each_commit(begun, after=after, more_than=4):
        assert ended or run_workflow(REQUEST) == "completed"
        world.index()
        assert state(world).residue == 0
        assert now_of(world, red) is None
        if kind == "session":
            holds_again(world, blue)
            assert contents(recalled(world, "favourite colour")) == [BLUE]
        else:
            assert (stored(world, blue).status, stored(world, blue).ending.superseded_by) == (
                Status.SUPERSEDED,
                None,
            )
