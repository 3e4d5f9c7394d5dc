"""The counts of a receipt are true, wherever a step broke off between a removal and its count."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import DeletionPolicy, Selector, Target
from shared.domain.errors import StoreUnavailable
from shared.records import keys
from shared.records.store.record import Change, Table
from shared.runtime import bootstrap
from tests.builders import World, run_workflow
from tests.snapshots import Snapshot, snapshot
from tests.usecases.deletion.crashes import REQUEST, broken_off_at_each_commit
from tests.usecases.deletion.deletions import SUBJECT, ask, filled, of_memories, state
from tests.usecases.deletion.test_selectors import of_sessions
from tests.usecases.deletion.test_selectors_interrupted import SELECTORS, a_life, quoting

_POLICY = DeletionPolicy(page=8)
KINDS = ("subject", "memories", *SELECTORS)


def a_deletion(world: World, kind: str) -> None:
    """Asked for, and not begun."""
    if kind in SELECTORS:
        a_life(world)
        if kind in ("event", "session"):
            quoting(world)
        ask(world, selector=SELECTORS[kind])
    else:
        ids = filled(world, events=2)
        chosen: Selector = SUBJECT if kind == "subject" else of_memories(*ids)
        ask(world, selector=chosen)


def removed(world: World) -> dict[Target, int]:
    receipt = state(world).receipt
    assert receipt is not None
    assert world.records(prefix=keys.counts_prefix("r1")) == []
    return {Target(store): count for store, count, _, _ in receipt.stores}


@cache
def begun(kind: str) -> Snapshot[None]:
    return snapshot(lambda world: a_deletion(world, kind), deletion_policy=_POLICY)


def undisturbed(kind: str) -> dict[Target, int]:
    with begun(kind).restored() as world:
        assert run_workflow(REQUEST) == "completed"
        return removed(world)


@pytest.mark.parametrize("kind", KINDS)
def test_a_deletion_that_broke_off_after_any_commit_counts_each_record_once(kind: str) -> None:
    wanted = undisturbed(kind)
    assert wanted[Target.MEMORIES] > 3
    for world, ended in broken_off_at_each_commit(begun(kind), after=True, more_than=10):
        assert ended or run_workflow(REQUEST) == "completed"
        assert removed(world) == wanted


@pytest.mark.parametrize("kind", KINDS)
def test_a_lost_answer_makes_nothing_count_twice(kind: str) -> None:
    """Each commit is done; of one after the other the step hears that it was not."""
    wanted = undisturbed(kind)
    lost = 0
    while True:
        lost += 1
        with begun(kind).restored() as world:
            store = Losing(world.stream)
            store.until = lost
            bootstrap.install(replace(world.services, records=store))
            assert run_workflow(REQUEST) == "completed"
            if store.until > 0:
                break
            assert removed(world) == wanted, lost
    assert lost > 10


class Losing(RecordingRecords):
    """Loses the answer of one commit."""

    until = 0

    def commit(self, change: Change) -> None:
        RecordingRecords.commit(self, change)
        self.until -= 1
        if self.until == 0:
            raise StoreUnavailable("the answer was lost")


@pytest.mark.parametrize("kind", ["subject", "memories", "session"])
def test_two_simultaneous_deletions_each_count_what_they_removed(world: World, kind: str) -> None:
    """What the other has taken meanwhile is not counted: together they count what there was."""
    filled(world)
    before = len([r for r in world.records() if r.key.sk.startswith(("cur#", "ver#"))])
    ids = [str(record.attributes["memory_id"]) for record in world.records(prefix="cur#")]
    chosen = {"subject": SUBJECT, "memories": of_memories(*ids), "session": of_sessions("s1")}
    ask(world, "r1", chosen[kind])
    ask(world, "r2", SUBJECT)
    other = {**REQUEST, "request_id": "r2"}
    raced = False

    def race(change: Change) -> None:
        nonlocal raced
        if not raced and any(key.table is Table.MEMORIES and key.sk.startswith("ver#") for key in change.removes):
            raced = True
            bootstrap.install(world.services)
            assert run_workflow(other) == "completed"

    bootstrap.install(replace(world.services, records=RecordingRecords(world.stream, before_commit=race)))
    assert run_workflow(REQUEST) == "completed"
    bootstrap.install(world.services)
    counted = sum(state(world, id).target(Target.MEMORIES).removed for id in ("r1", "r2"))
    assert (raced, counted) == (True, before)
