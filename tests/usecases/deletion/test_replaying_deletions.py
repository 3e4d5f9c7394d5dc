"""After a restore: what the ledger says was deleted is deleted again, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from functions.events.deletion_step import handler
from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind
from shared.domain.errors import DeletedBefore
from shared.domain.memories.memory import MemoryType
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.record import Change, Key, Record, Table
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.holds.legal_holds import list_holds, place_hold, release_hold
from shared.usecases.hygiene.scheduled_pass import restart_forgotten, run_pass
from tests.builders import ANN, World, a_caller, days
from tests.usecases.deletion.deletions import PRIVATE, SUBJECT, ask, filled, of_memories, state
from tests.usecases.deletion.test_selectors import a_session, listed, of_events, of_sessions, said

Snapshot = dict[Key, Record]


def snapshot(world: World, *tables: Table) -> Snapshot:
    return {record.key: record for record in world.records() if record.key.table in tables}


DATA = (Table.SESSIONS, Table.MEMORIES)


def restored(world: World, saved: Snapshot, tables: Sequence[Table] = DATA) -> None:
    """The tables as they were; the ledger stays, and the index is built again from them."""
    to_remove = [r.key for r in world.records() if r.key.table in tables]
    put = [record for key, record in saved.items() if key.table in tables]
    for start in range(0, max(len(to_remove), len(put)), 50):
        world.store.commit(Change(removes=tuple(to_remove[start : start + 50])))
    for start in range(0, len(put), 50):
        world.store.commit(Change(puts=tuple(put[start : start + 50])))
    world.stream.changed += [key for key in (*to_remove, *saved) if key.sk.startswith(keys.CURRENT_PREFIX)]
    world.index()


def replayed(world: World) -> dict[str, int]:
    """The whole replay, as an operator runs it, each step of it twice."""
    total = {"replayed": 0, "raised": 0, "removed": 0, "residue": 0}
    place = None
    for _ in range(1000):
        answer = handler({"step": "replay", "place": place}, None)
        for name in total:
            total[name] += int(answer[name])
        handler({"step": "replay", "place": place}, None)
        place = answer["place"]
        if place is None:
            return total
    raise AssertionError("the replay does not end")


def a_life(world: World) -> dict[str, Selector]:
    ids = filled(world)
    a_session(world, "s2", "The heron nests by the mill")
    world.write("A heron nests by the mill", source_event_ids=("s2/e1",))
    a_session(world, "s3", "The otter swims at night")
    world.write("An otter swims at night", source_event_ids=("s3/e1",))
    world.write("Likes marzipan", type=MemoryType.PREFERENCE)
    world.write("Owns a kayak", consent_scope="sports")
    world.write("The house is green")
    world.index()
    return {
        "subject": SUBJECT,
        "memory": of_memories(ids[0]),
        "event": of_events("e1", session_id="s2"),
        "session": of_sessions("s3"),
        "type": Selector(SelectorKind.TYPE, ("preference",)),
        "consent": Selector(SelectorKind.CONSENT, ("sports",)),
    }


REMOVED = {
    "subject": "green", "memory": "wasps", "event": "heron", "session": "otter", "type": "marzipan", "consent": "kayak"
}  # fmt: skip


@pytest.mark.parametrize("kind", list(REMOVED))
def test_a_deletion_from_after_the_backup_is_done_again(world: World, kind: str) -> None:
    selector = a_life(world)[kind]
    saved = snapshot(world, *DATA)
    before = said(world)
    ask(world, selector=selector)
    world.drain()
    receipt = state(world).receipt
    after = said(world)
    assert world.holds(REMOVED[kind]) == []
    restored(world, saved)
    assert world.holds(REMOVED[kind]) != []
    assert said(world) == before
    done = replayed(world)
    world.index()
    assert (done["replayed"], done["residue"]) == (1, 0)
    assert done["removed"] > 0
    assert world.holds(REMOVED[kind]) == []
    assert said(world) == after
    assert state(world).receipt == receipt
    again = replayed(world)
    assert (again["replayed"], again["removed"], again["residue"]) == (1, 0, 0)


def test_older_evidence_of_restored_data_is_refused(world: World) -> None:
    selector = a_life(world)["subject"]
    saved = snapshot(world, *DATA)
    asked = ask(world, selector=selector)
    world.drain()
    restored(world, saved)
    replayed(world)
    with pytest.raises(DeletedBefore):
        world.write("The house is green", observed_at=asked.accepted_at)
    assert world.write("The house is blue").memory is not None


def test_data_of_a_subject_that_came_back_is_not_touched(world: World) -> None:
    a_life(world)
    ask(world)
    world.drain()
    world.write("A new life")
    a_session(world, "s1", "New words")
    saved = snapshot(world, *DATA)
    restored(world, saved)
    done = replayed(world)
    assert (done["replayed"], done["removed"], done["residue"]) == (1, 0, 0)
    assert said(world) == ["A new life"]


@pytest.mark.parametrize("table", DATA)
def test_tables_restored_to_different_moments_are_distinguished(world: World, table: Table) -> None:
    a_life(world)
    saved = snapshot(world, *DATA)
    ask(world)
    world.drain()
    world.write("A new life")
    restored(world, saved, [table])
    assert replayed(world)["residue"] == 0
    world.index()
    assert world.holds(PRIVATE) == []
    assert said(world) == ([] if table is Table.MEMORIES else ["A new life"])


def test_an_unfinished_deletion_goes_on(world: World) -> None:
    a_life(world)
    saved = snapshot(world, *DATA)
    ask(world)
    world.deletions.waiting.clear()
    restored(world, saved)
    assert listed(world) != []
    done = replayed(world)
    assert done["raised"] == 1
    assert listed(world) == []
    world.clock.advance(timedelta(minutes=6))
    run_pass(world.services)
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.holds(PRIVATE) == []
    assert world.records(prefix=keys.OPEN_DELETION_PREFIX) == []


def test_every_subject_and_request_is_replayed(world: World) -> None:
    bob = a_caller("bob")
    a_life(world)
    filled(world, bob)
    saved = snapshot(world, *DATA)
    ask(world, "r1", of_events("e1", session_id="s2"))
    ask(world, "r1", SUBJECT, caller=bob)
    ask(world, "r2", Selector(SelectorKind.CONSENT, ("sports",)))
    world.drain()
    restored(world, saved)
    world.clock.advance(days(1))
    assert replayed(world)["replayed"] == 3
    world.index()
    assert world.holds("heron") + world.holds("kayak") == []
    assert {r.key.sk for r in world.records(pk=keys.path(bob.bound)) if r.key.table is Table.MEMORIES} == {"barrier"}
    (barrier,) = world.store.get([keys.barrier(ANN)])
    assert deletion_codec.barrier(barrier).requests == ()


AUDITOR = a_caller("aud", "auditor", bound=ANN)


@pytest.mark.parametrize("kind", list(REMOVED))
def test_a_deletion_that_a_hold_keeps_is_hidden_and_kept_after_a_restore_to_before_the_hold(
    world: World, kind: str
) -> None:
    selector = a_life(world)[kind]
    saved = snapshot(world, *DATA)
    place_hold(world.services, AUDITOR, ANN, "h", "2026-118")
    ask(world, selector=selector)
    hidden = said(world)
    world.drain()
    restored(world, saved)
    assert replayed(world)["raised"] == 1
    assert [hold.hold_id for hold in list_holds(world.services, AUDITOR, ANN)[1]] == ["h"]
    assert restart_forgotten(world.services).started == 0
    world.drain()
    assert world.holds(REMOVED[kind]) != []
    assert said(world) == hidden
    release_hold(world.services, AUDITOR, ANN, "h")
    world.drain()
    assert (state(world).status, state(world).residue) == (RequestStatus.COMPLETED, 0)
    assert world.holds(REMOVED[kind]) == []


def test_a_hold_that_was_released_since_the_backup_stands_again_and_can_be_released(world: World) -> None:
    selector = a_life(world)["subject"]
    place_hold(world.services, AUDITOR, ANN, "h", "2026-118")
    saved = snapshot(world, *DATA)
    ask(world, selector=selector)
    release_hold(world.services, AUDITOR, ANN, "h")
    world.drain()
    restored(world, saved)
    assert replayed(world)["residue"] == 0
    assert world.holds(REMOVED["subject"]) == []
    assert [hold.hold_id for hold in list_holds(world.services, AUDITOR, ANN)[1]] == ["h"]
    release_hold(world.services, AUDITOR, ANN, "h")
    assert list_holds(world.services, AUDITOR, ANN)[1] == ()
    assert verify_audit(world.services, AUDITOR, ANN).first_break is None
