"""Deletions broken off, repeated and watched: in the end nothing is left, and what is left is never called done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from functions.events.deletion_step import handler as step
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import (
    DeletionPolicy,
    DeletionRequest,
    Receipt,
    RequestStatus,
    Selector,
    Target,
    TargetStatus,
)
from shared.domain.errors import SearchUnavailable, StoreUnavailable
from shared.ports import Remove, Upsert
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories import memory_codec
from shared.records.store.record import Change, Record, Table
from shared.runtime import bootstrap
from shared.usecases.deletion import purge
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.hygiene.scheduled_pass import PassReport, restart_forgotten, run_pass
from shared.usecases.indexing.index_memories import document
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.removal.progress import Purged
from tests.builders import ANN, World, a_caller, a_world, run_workflow
from tests.snapshots import snapshot
from tests.usecases.deletion.crashes import REQUEST, broken_off_at_each_commit
from tests.usecases.deletion.deletions import PRIVATE, SUBJECT, ask, filled, of_memories, state

STEPS: list[dict[str, Any]] = [
    {"step": "begin"},
    *({"step": "purge", "target": target.value, "round": 0} for target in Target),
    {"step": "verify", "round": 0},
    {"step": "finish"},
]


# Few records a page, so that a small subject has many commits.
_SMALL_PAGES = DeletionPolicy(page=8)


def nothing_left(world: World) -> None:
    assert world.holds(PRIVATE) == []
    assert world.indexed() == []
    remaining = [r.key.sk for r in world.records(pk=ANN.path) if r.key.table is not Table.LEDGER]
    assert remaining == ["barrier"]


def receipts(world: World) -> list[Receipt]:
    return [deletion_codec.receipt(r.attributes) for r in world.records(prefix="rcp#")]


def test_every_step_may_be_repeated(world: World) -> None:
    filled(world)
    ask(world)
    for event in STEPS:
        first = step({**REQUEST, **event}, None)
        again = step({**REQUEST, **event}, None)
        if event["step"] in ("begin", "finish"):
            assert again == first
    assert state(world).status is RequestStatus.COMPLETED
    nothing_left(world)
    assert len(receipts(world)) == 1
    for event in STEPS:  # and once more after the end
        step({**REQUEST, **event}, None)
    assert state(world).status is RequestStatus.COMPLETED
    assert len(receipts(world)) == 1


def test_removed_counts_each_thing_once_however_often_a_step_is_repeated(world: World) -> None:
    filled(world)
    ask(world)
    for event in STEPS:
        step({**REQUEST, **event}, None)
        step({**REQUEST, **event}, None)
    assert {t: s.removed for t, s in state(world).targets} == {Target.SESSIONS: 4, Target.MEMORIES: 6, Target.INDEX: 5}


def test_a_step_for_a_missing_deletion_fails(world: World) -> None:
    for event in STEPS:
        with pytest.raises(Exception, match="no such deletion"):
            step({**REQUEST, **event}, None)


def test_a_step_that_does_not_exist_is_an_error(world: World) -> None:
    ask(world)
    with pytest.raises(ValueError, match="no step"):
        step({**REQUEST, "step": "skip"}, None)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("selector", ["subject", "memories"])
def test_a_deletion_broken_off_at_any_commit_and_taken_up_again_leaves_nothing(selector: str, after: bool) -> None:
    """The very same deletion, once for each of its commits; taken up by the workflow from its beginning."""

    def asked_for(world: World) -> tuple[Selector, list[str]]:
        ids = filled(world, events=2)
        wanted = SUBJECT if selector == "subject" else of_memories(*ids)
        ask(world, selector=wanted)
        return wanted, ids

    begun = snapshot(asked_for, deletion_policy=_SMALL_PAGES)
    wanted, ids = begun.made
    for world, ended in broken_off_at_each_commit(begun, after=after, more_than=10):
        if not ended:
            _hidden(world, wanted, ids)
            assert run_workflow(REQUEST) == "completed"
        world.index()
        done = state(world)
        assert done.status is RequestStatus.COMPLETED
        assert done.residue == 0
        assert len(receipts(world)) == 1
        if selector == "subject":
            nothing_left(world)
        else:
            assert {h.partition("#")[0] for h in world.holds(PRIVATE)} == {"evt"}
            kept = [r.key.sk for r in world.records() if r.key.table is not Table.LEDGER]
            assert not [sk for sk in kept for id in ids if id in sk]
        (barrier,) = world.records(prefix=keys.BARRIER)
        assert deletion_codec.barrier(barrier).requests == ()


def _hidden(world: World, selector: Selector, ids: Sequence[str]) -> None:
    shown = list_memories(world.services, a_caller(), ListQuery(limit=100)).items
    status = state(world).status
    assert status is RequestStatus.COMPLETED or not [m for m in shown if m.memory_id in ids]


# --- Residue


def planted(kind: str, ids: Sequence[str]) -> Record:
    place = {
        "current": keys.current(ANN, ids[0]),
        "version": keys.version(ANN, ids[0], 7),
        "vector": keys.vector(ANN, ids[0]),
        "pointer": keys.hash_pointer(ANN, "semantic", "0" * 64),
        "edge": keys.edge(ANN, "e1", ids[0]),
        "tombstone": keys.tombstone(ANN, "text", "x"),
        "salt": keys.salt(ANN),
        "directory": keys.directory(ANN),
        "session": keys.session(ANN, "s1"),
    }[kind]
    return Record(place, {"content": "left over", "recorded_at": "2026-03-01T12:00:00+00:00"})


@pytest.mark.parametrize(
    ("kind", "target"),
    [
        ("current", Target.MEMORIES), ("version", Target.MEMORIES), ("vector", Target.MEMORIES),
        ("pointer", Target.MEMORIES), ("edge", Target.MEMORIES), ("tombstone", Target.MEMORIES),
        ("salt", Target.MEMORIES), ("directory", Target.MEMORIES), ("session", Target.SESSIONS),
    ],
)  # fmt: skip
def test_any_data_left_of_a_subject_is_found_and_the_deletion_does_not_end(
    world: World, kind: str, target: Target
) -> None:
    ids = filled(world)
    ask(world)
    for event in STEPS[:4]:
        step({**REQUEST, **event}, None)
    world.store.commit(Change(puts=(planted(kind, ids),)))
    assert step({**REQUEST, **STEPS[4]}, None)["residue"] == 1
    running = state(world)
    assert (running.target(target).status, running.target(target).residue) == (TargetStatus.RETRYING, 1)
    with pytest.raises(ValueError, match="nothing is left"):
        step({**REQUEST, "step": "finish"}, None)
    assert state(world).status is RequestStatus.RUNNING
    assert receipts(world) == []
    assert run_workflow(REQUEST) == "completed"
    assert world.holds("left over") == []


@pytest.mark.parametrize("kind", ["current", "version", "vector"])
def test_any_data_left_of_a_memory_is_found(world: World, kind: str) -> None:
    ids = filled(world)
    ask(world, selector=of_memories(ids[0]))
    for event in STEPS[:4]:
        while step({**REQUEST, **event}, None).get("more"):
            pass
    world.store.commit(Change(puts=(planted(kind, ids),)))
    assert step({**REQUEST, **STEPS[4]}, None)["residue"] == 1
    assert state(world).target(Target.MEMORIES).residue == 1


def test_a_document_that_is_left_in_the_index_is_found(world: World) -> None:
    ids = filled(world)
    (record,) = world.store.get([keys.current(ANN, ids[0])])
    assert record is not None
    remaining = document(memory_codec.memory(record.attributes), None, world.services.calibration)
    for selector in (SUBJECT, of_memories(ids[0])):
        with a_world() as other:
            filled(other)
            ask(other, selector=selector if selector is SUBJECT else of_memories(_ids(other)[0]))
            other.drain()
            covered = remaining if selector is SUBJECT else replace(remaining, memory_id=_asked(other))
            other.services.search.apply([Upsert(covered)])
            found = verify_deletion(other.services, a_caller(), None, "r1")
            assert found.target(Target.INDEX).residue == 1


def _ids(world: World) -> list[str]:
    return [str(r.attributes["memory_id"]) for r in world.records(pk=ANN.path, prefix="cur#")]


def _asked(world: World) -> str:
    (id,) = state(world).memory_ids
    return id


def test_residue_is_distinguished_from_data_of_a_subject_that_came_back(world: World) -> None:
    filled(world)
    ask(world)
    world.drain()
    world.write("A new life", key="life")
    world.drain()
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0
    old = Record(keys.version(ANN, "m", 1), {"updated_at": "2026-03-01T12:00:00+00:00", "content": "left over"})
    world.store.commit(Change(puts=(old,)))
    again = verify_deletion(world.services, a_caller(), None, "r1")
    assert again.residue == 1
    assert state(world).residue == 0  # what was recorded stays as it is, receipt and all
    assert again.receipt == state(world).receipt


def test_residue_in_three_rounds_needs_a_person_and_never_shows_as_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = filled(world)
    ask(world)
    honest = purge.page

    def forgetful(services: object, request: DeletionRequest, target: Target) -> Purged:
        found = honest(services, request, target)  # type: ignore[arg-type]
        world.store.commit(Change(puts=(planted("version", ids),)))
        return found

    monkeypatch.setattr(purge, "page", forgetful)
    world.deletions.run_all()
    assert state(world).status is RequestStatus.NEEDS_ATTENTION
    assert receipts(world) == []
    (barrier,) = world.records(prefix=keys.BARRIER)
    assert deletion_codec.barrier(barrier).hides_everything()
    monkeypatch.undo()
    ask(world)  # the same request again starts it anew
    world.deletions.run_all()
    assert state(world).status is RequestStatus.COMPLETED
    nothing_left(world)


# --- Outages


class Down:
    """A search index that cannot be reached, or that removes nothing."""

    def __init__(self, inner: object, *, refusing: bool = False) -> None:
        self.inner, self.refusing, self.up = inner, refusing, False

    def __getattr__(self, name: str) -> object:
        if not self.up and not self.refusing:
            raise SearchUnavailable("down")
        return getattr(self.inner, name)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        if self.up:
            return self.inner.apply(actions)  # type: ignore[attr-defined,no-any-return]
        if not self.refusing:
            raise SearchUnavailable("down")
        return [a.memory_id if isinstance(a, Remove) else a.document.memory_id for a in actions]


@pytest.mark.parametrize("refusing", [False, True])
def test_an_index_that_is_down_or_removes_nothing_is_retried_and_then_reported(world: World, refusing: bool) -> None:
    filled(world)
    search = Down(world.services.search, refusing=refusing)
    bootstrap.install(replace(world.services, search=search))  # type: ignore[arg-type]
    ask(world)
    event = {**REQUEST, "step": "purge", "target": "index", "round": 0}
    with pytest.raises(SearchUnavailable):
        step(event, None)
    world.deletions.run_all()
    assert state(world).status is RequestStatus.NEEDS_ATTENTION
    assert receipts(world) == []
    search.up = True
    ask(world)
    world.deletions.run_all()
    assert state(world).status is RequestStatus.COMPLETED
    nothing_left(world)


def test_an_outage_is_raised_by_a_step_under_its_own_name(world: World) -> None:
    ask(world)

    def down(_: Change) -> None:
        raise StoreUnavailable("down")

    bootstrap.install(replace(world.services, records=RecordingRecords(world.stream, before_commit=down)))
    for event in STEPS[:5]:
        with pytest.raises(StoreUnavailable):
            step({**REQUEST, **event}, None)


def test_a_target_that_failed_is_shown_as_failed(world: World) -> None:
    ask(world)
    step({**REQUEST, "step": "begin"}, None)
    step({**REQUEST, "step": "target_failed", "target": "index"}, None)
    step({**REQUEST, "step": "fail", "error": {"Error": "SearchUnavailable"}}, None)
    failed = state(world)
    assert failed.status is RequestStatus.NEEDS_ATTENTION
    assert failed.target(Target.INDEX).status is TargetStatus.FAILED
    with pytest.raises(ValueError, match="nothing is left"):
        step({**REQUEST, "step": "finish"}, None)


def test_verifying_a_deletion_that_needs_attention_starts_it_again(world: World) -> None:
    filled(world)
    ask(world)
    step({**REQUEST, "step": "begin"}, None)
    step({**REQUEST, "step": "fail", "error": {"Error": "SearchUnavailable"}}, None)
    assert verify_deletion(world.services, a_caller(), None, "r1").residue > 0
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0


# --- Receipts


def test_receipts_are_one_chain_for_an_organisation(world: World) -> None:
    filled(world)
    filled(world, a_caller("bob"))
    ask(world, "r1")
    world.drain()
    ask(world, "r2", caller=a_caller("bob"))
    world.drain()
    world.write("A new life")
    ask(world, "r3")
    world.drain()
    chain = receipts(world)
    assert [(r.number, r.request_id) for r in chain] == [(1, "r1"), (2, "r2"), (3, "r3")]
    assert [r.previous for r in chain] == ["", chain[0].hash, chain[1].hash]
    assert all(r.hash == r.digest() for r in chain)
    assert PRIVATE not in repr(chain)


def test_two_deletions_that_end_at_once_make_two_links(world: World) -> None:
    ask(world, "r1")
    ask(world, "r2", caller=a_caller("bob"))
    bob = {**REQUEST, "owner": "/org/acme/user/bob", "request_id": "r2"}
    for event in STEPS[:-1]:
        step({**REQUEST, **event}, None)
        step({**bob, **event}, None)
    raced = RecordingRecords(world.stream)

    def other_ends_first(_: Change) -> None:
        raced.before_commit = None
        bootstrap.install(world.services)
        step({**bob, "step": "finish"}, None)

    raced.before_commit = other_ends_first
    bootstrap.install(replace(world.services, records=raced))
    step({**REQUEST, "step": "finish"}, None)
    chain = receipts(world)
    assert [r.request_id for r in chain] == ["r2", "r1"]
    assert chain[1].previous == chain[0].hash


# --- What was accepted and never ran


def later(world: World, by: timedelta) -> PassReport:
    world.clock.advance(by)
    return run_pass(world.services)


def test_the_sweeper_starts_deletions_that_were_accepted_and_never_ran(world: World) -> None:
    filled(world)
    world.deletions.down = StoreUnavailable("the workflow is down")
    ask(world)
    world.deletions.down = None
    assert run_pass(world.services).restarted == 0  # not yet
    assert later(world, timedelta(minutes=6)).restarted == 1
    assert state(world).attempt == 1
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    nothing_left(world)
    assert later(world, timedelta(days=1)).restarted == 0


def test_the_sweeper_starts_deletions_that_were_begun_and_given_up(world: World) -> None:
    filled(world)
    ask(world)
    step({**REQUEST, "step": "begin"}, None)
    world.deletions.waiting.clear()
    assert later(world, timedelta(minutes=30)).restarted == 0  # it may still be at work
    assert later(world, timedelta(hours=2)).restarted == 1
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED


def test_the_sweeper_leaves_deletions_that_need_a_person(world: World) -> None:
    ask(world)
    step({**REQUEST, "step": "fail", "error": {}}, None)
    world.deletions.waiting.clear()
    assert later(world, timedelta(days=3)).restarted == 0
    assert state(world).status is RequestStatus.NEEDS_ATTENTION


def test_two_passes_never_run_at_once_and_a_lease_that_ran_out_is_taken_over(world: World) -> None:
    lease = keys.lease(ANN.ancestors()[-1], "scheduled-pass")
    held = Record(lease, {"taken_at": "x"}, expires_at=world.clock.now() + timedelta(minutes=10))
    world.store.commit(Change(puts=(held,)))
    assert run_pass(world.services).leased
    assert not later(world, timedelta(minutes=10)).leased
    assert world.records(prefix="lease#") == []


def test_a_pass_whose_lease_ran_out_leaves_the_next_ones_alone(world: World) -> None:
    lease = keys.lease(ANN.ancestors()[-1], "scheduled-pass")

    class Slow(RecordingRecords):
        def due(self, *args: object, **options: object):  # type: ignore[no-untyped-def]
            (held,) = world.store.get([lease])
            assert held is not None
            world.store.commit(Change(puts=(replace(held, revision=held.revision + 1),)))  # somebody took it over
            return RecordingRecords.due(self, *args, **options)  # type: ignore[arg-type]

    run_pass(replace(world.services, records=Slow(world.stream)))
    assert len(world.records(prefix="lease#")) == 1


def test_the_same_attempt_started_twice_is_one_run(world: World) -> None:
    ask(world)
    world.services.deletions.start(ANN.path, "r1", 0)
    assert len(world.deletions.waiting) == 1


def test_a_running_deletion_is_not_started_again_however_old_it_is(world: World) -> None:
    filled(world)
    ask(world)
    world.deletions.waiting.clear()
    later(world, timedelta(hours=5))  # starts what was lost
    step({**REQUEST, "step": "begin"}, None)
    world.deletions.waiting.clear()
    assert later(world, timedelta(minutes=30)).restarted == 0
    assert later(world, timedelta(hours=2)).restarted == 1


def test_the_number_of_open_deletions_and_the_age_of_the_oldest_are_known_until_they_are_done(world: World) -> None:
    filled(world)
    ask(world)
    world.clock.advance(timedelta(hours=3))
    swept = restart_forgotten(world.services)
    assert (swept.oldest, swept.open) == (timedelta(hours=3), 1)
    world.drain()
    world.clock.advance(timedelta(hours=1))
    swept = restart_forgotten(world.services)
    assert (swept.oldest, swept.open) == (timedelta(0), 0)
