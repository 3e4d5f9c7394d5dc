"""Never two current versions under one key or one text: an earlier version that a deletion lets hold again is
arbitrated with what has taken its key or its text since. The same in memory, in SQLite, and on DynamoDB in moto."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.writing.decisions import Outcome
from shared.runtime import bootstrap
from shared.usecases.audit.verify_audit import verify_audit
from tests.builders import ACME, ChangeLog, World, a_caller, a_world
from tests.contract.records.stores import STORES, opened
from tests.usecases.curation.reviewing import stored
from tests.usecases.deletion.deletions import ask, state
from tests.usecases.deletion.test_selectors import listed

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SELECTORS: Mapping[str, tuple[Selector, dict[str, Any]]] = {
    "event": (Selector(SelectorKind.EVENT, ("e1",), "s1"), {"source_event_ids": ("s1/e1",)}),
    "session": (Selector(SelectorKind.SESSION, ("s1",)), {"source_event_ids": ("s1/e1",)}),
    "consent": (Selector(SelectorKind.CONSENT, ("trip",)), {"consent_scope": "trip"}),
}
HOME: Mapping[str, Any] = {"key": "home", "type": MemoryType.PREFERENCE}


@pytest.fixture(params=STORES)
def world(request: pytest.FixtureRequest, tmp_path: Path, moto_client: DynamoDBClient) -> Iterator[World]:
    with a_world() as made, opened(request.param, tmp_path, moto_client) as store:
        stream = ChangeLog(store)
        services = replace(made.services, records=stream)
        bootstrap.install(services)
        yield replace(made, services=services, stream=stream)


def at_rest(world: World) -> list[str]:
    """What is current once the deletion is done; the audit holds, and nothing is left over."""
    world.drain()
    assert state(world).residue == 0
    assert verify_audit(world.services, a_caller("aud", Role.AUDITOR, bound=ACME), None).first_break is None
    return sorted(memory.content for memory in listed(world) if memory.status is Status.ACTIVE)


def replaced(world: World, kind: str, *, source: Source = Source.USER_STATED) -> Memory:
    """Tunis, then Oslo on what is going to be deleted, which is accepted."""
    selector, resting_on = SELECTORS[kind]
    tunis = world.wrote("Home is Tunis", **HOME, source=source)
    world.write("Home is Oslo", **HOME, **resting_on, source=source)
    world.index()
    ask(world, selector=selector)
    return tunis


@pytest.mark.parametrize("kind", SELECTORS)
def test_a_key_taken_meanwhile_stays_with_the_later_evidence(world: World, kind: str) -> None:
    tunis = replaced(world, kind)
    delhi = world.write("Home is Delhi", **HOME)
    assert delhi.outcome is Outcome.CREATED
    assert at_rest(world) == ["Home is Delhi"]
    assert delhi.memory is not None
    before = stored(world, tunis)
    assert (before.status, before.ending.superseded_by) == (Status.SUPERSEDED, delhi.memory.memory_id)
    lima = world.write("Home is Lima", **HOME)
    assert lima.memory is not None
    assert (lima.outcome, lima.memory.memory_id) == (Outcome.UPDATED, delhi.memory.memory_id)
    assert at_rest(world) == ["Home is Lima"]


@pytest.mark.parametrize("kind", SELECTORS)
def test_a_key_taken_meanwhile_stays_with_the_stronger_evidence(world: World, kind: str) -> None:
    """As if the weaker word had met it when it was written."""
    tunis = replaced(world, kind)
    weaker = world.write("Home is Delhi", **HOME, source=Source.AGENT_INFERRED, confidence=0.9)
    assert weaker.memory is not None
    assert at_rest(world) == ["Home is Tunis"]
    assert stored(world, weaker.memory).ending.superseded_by == tunis.memory_id
    again = world.write("Home is Lima", **HOME)
    assert again.memory is not None
    assert again.memory.memory_id == tunis.memory_id
    assert at_rest(world) == ["Home is Lima"]


@pytest.mark.parametrize("kind", SELECTORS)
def test_a_text_written_again_meanwhile_is_one_memory_with_the_evidence_of_both(world: World, kind: str) -> None:
    selector, resting_on = SELECTORS[kind]
    tunis = world.wrote("Lives in Tunis", type=MemoryType.PREFERENCE, source_event_ids=("s9/e9",), key="home")
    world.write("Lives in Oslo", **HOME, **resting_on)
    world.index()
    ask(world, selector=selector)
    again = world.write("Lives in Tunis", type=MemoryType.PREFERENCE)
    assert again.outcome is Outcome.CREATED
    assert again.memory is not None
    assert at_rest(world) == ["Lives in Tunis"]
    assert stored(world, tunis).ending.superseded_by == again.memory.memory_id
    standing = stored(world, again.memory)
    assert (standing.key, standing.basis.event_ids) == ("home", ("s9/e9",))
    assert world.write("Lives in Tunis", **HOME).outcome is Outcome.DUPLICATE
    assert at_rest(world) == ["Lives in Tunis"]


def test_a_reinstated_text_is_arbitrated_with_the_memory_under_its_key(world: World) -> None:
    """The one that takes the text in takes its key too, and that is another's by now."""
    selector, resting_on = SELECTORS["event"]
    world.write("Lives in Tunis", **HOME)
    world.write("Lives in Oslo", **HOME, **resting_on)
    world.index()
    ask(world, selector=selector)
    world.write("Lives in Tunis", type=MemoryType.PREFERENCE)
    world.write("The house number is 7", **HOME)
    assert at_rest(world) == ["The house number is 7"]


def test_a_candidate_does_not_prevent_a_reinstatement(world: World) -> None:
    tunis = replaced(world, "event")
    waiting = world.write("Home is Delhi", **HOME, source=Source.EXTERNAL_UNVERIFIED)
    assert waiting.outcome is Outcome.CANDIDATE
    assert at_rest(world) == ["Home is Tunis"]
    assert stored(world, tunis).key == "home"
    assert waiting.memory is not None
    assert stored(world, waiting.memory).status is Status.CANDIDATE
    again = world.write("Home is Lima", **HOME)
    assert again.memory is not None
    assert again.memory.memory_id == tunis.memory_id


def test_the_loser_is_current_again_when_the_winner_is_removed_with_its_source(world: World) -> None:
    tunis = replaced(world, "event")
    delhi = world.write("Home is Delhi", **HOME, source_event_ids=("s2/e1",))
    assert at_rest(world) == ["Home is Delhi"]
    assert delhi.memory is not None
    ask(world, "r2", Selector(SelectorKind.SESSION, ("s2",)))
    world.drain()
    assert state(world, "r2").residue == 0
    assert stored(world, tunis).status is Status.ACTIVE
    assert at_rest(world) == ["Home is Tunis"]
