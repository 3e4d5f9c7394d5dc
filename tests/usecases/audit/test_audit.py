"""The audit: read by ids, and verified: whatever is done to a chain behind the service's back is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from shared.domain.access.caller import Caller
from shared.domain.audit.chain import AuditAction, AuditRecord, ChainFault
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import ForbiddenRole, ForbiddenScope, Malformed
from shared.domain.memories.memory import Memory, MemoryType
from shared.domain.scopes import Scope, ScopeKind
from shared.records import keys
from shared.records.ledger.audit import audit_entry, audit_record
from shared.records.store.record import Change, Key, Record
from shared.usecases.audit import read_chains
from shared.usecases.audit import verify_audit as verifying
from shared.usecases.audit.list_audit import AuditItem, AuditQuery, read_audit
from shared.usecases.audit.verify_audit import Break, Verification, verify_audit
from shared.usecases.deletion.request_deletion import delete_memory, request_deletion
from tests.builders import ACME, ANN, BOB, ChangeLog, World, a_caller, days


def an_auditor(bound: Scope = ACME) -> Caller:
    return a_caller("aud", "auditor", bound=bound)


def read(world: World, caller: Caller | None = None, **query: Any) -> list[AuditItem]:
    return list(read_audit(world.services, caller or an_auditor(), AuditQuery(limit=100, **query)).items)


def verified(world: World, scope: Scope | None = ANN) -> Verification:
    return verify_audit(world.services, an_auditor(), scope)


def a_life(world: World, key: str = "home") -> Memory:
    """A memory whose chain has four records."""
    world.write("Lives in Lyon", key=key)
    world.write("Lives in Lyon", key=key)
    world.write("Lives in Lille", key=key)
    return world.wrote("Lives in Nantes", key=key)


def chain_keys(memory: Memory) -> list[Key]:
    return [keys.audit(memory.scope, memory.memory_id, n) for n in range(1, 5)]


def tamper(world: World, key: Key, change: Callable[[AuditRecord], AuditRecord] | None) -> None:
    """Changes a record behind the service's back, or removes it."""
    (record,) = world.services.records.get([key])
    assert record is not None
    if change is None:
        world.store.commit(Change(removes=(key,)))
        return
    changed = audit_record(Scope.parse(str(record.attributes["scope"])), change(audit_entry(record)))
    world.store.commit(Change(puts=(replace(changed, key=key),)))


def test_the_audit_is_read_newest_first(world: World) -> None:
    made = a_life(world)
    items = read(world, memory_id=made.memory_id)
    assert [(i.entry.sequence, i.entry.action) for i in items] == [
        (4, AuditAction.UPDATED), (3, AuditAction.UPDATED), (2, AuditAction.CONFIRMED), (1, AuditAction.CREATED),
    ]  # fmt: skip
    assert {(i.scope, i.entry.actor) for i in items} == {(ANN.path, a_caller().principal)}
    assert read(world, memory_id=made.memory_id, newest_first=False) == items[::-1]
    assert "Lyon" not in repr(items)


def test_an_organisations_audit_has_the_records_of_all_its_owners_and_outlives_them(world: World) -> None:
    a_life(world)
    world.write("Plays the cello", a_caller("bob"))
    world.write("The fiscal year ends in June", a_caller("boss", "org-writer", bound=ACME), scope=ACME)
    request_deletion(world.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    world.drain()
    everything = read(world)
    assert {item.scope for item in everything} == {ACME.path, ANN.path, BOB.path}
    assert {i.entry.action for i in everything if i.entry.subject.startswith("deletion:")} == {
        AuditAction.DELETION_REQUESTED,
        AuditAction.DELETION_COMPLETED,
    }
    found = verified(world, None)
    assert (found.records, found.first_break, found.next_cursor) == (len(everything), None, None)
    assert len(read(world, scope=BOB)) == 1


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_a_walk_returns_each_record_once(world: World, limit: int) -> None:
    a_life(world)
    world.write("Plays the cello", a_caller("bob"))
    for newest_first in (True, False):
        found: list[AuditItem] = []
        cursor: str | None = None
        while True:
            query = AuditQuery(limit=limit, cursor=cursor, newest_first=newest_first)
            page = read_audit(world.services, an_auditor(), query)
            found += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        assert len(found) == len(set(found)) == 5


def test_the_audit_of_a_task_has_no_records_of_other_scopes(world: World) -> None:
    task = ANN.child(ScopeKind.TASK, "t1")
    a_life(world)
    world.write("The step takes 4 hours", scope=task)
    assert [item.scope for item in read(world, scope=task)] == [task.path]
    assert verified(world, task).records == 1


def test_only_an_auditor_reads_and_only_at_or_below_its_own_scope(world: World) -> None:
    for attempt in (
        lambda caller, scope: read_audit(world.services, caller, AuditQuery(scope)),
        lambda caller, scope: verify_audit(world.services, caller, scope),
    ):
        with pytest.raises(ForbiddenRole):
            attempt(a_caller("ann", "reviewer", "operator", bound=ACME), None)
        with pytest.raises(ForbiddenScope):
            attempt(an_auditor(ANN), BOB)
        with pytest.raises(ForbiddenScope):
            attempt(an_auditor(ANN), ACME)
    with pytest.raises(Malformed):
        read_audit(world.services, an_auditor(), AuditQuery(cursor="bm9uc2Vuc2U"))


def test_chains_hold_through_every_kind_of_change(world: World) -> None:
    made = a_life(world)
    world.write("Lives in Brest", key="home", observed_at=made.created_at - days(3))
    world.write("Prefers tea", type=MemoryType.PREFERENCE)
    removed = world.wrote("Owns a red bicycle")
    delete_memory(world.services, a_caller(), None, removed.memory_id)
    world.drain()
    assert verified(world).first_break is None
    assert read(world, memory_id=removed.memory_id)[0].entry.action is AuditAction.DELETED


def _action(entry: AuditRecord) -> AuditRecord:
    return replace(entry, action=AuditAction.CONFIRMED)


def _resealed(entry: AuditRecord) -> AuditRecord:
    return replace(entry, actor="somebody-else").sealed()


TAMPERING: dict[str, tuple[int, Callable[[AuditRecord], AuditRecord] | None, int, ChainFault]] = {
    "the first one removed": (1, None, 1, ChainFault.MISSING),
    "one in the middle removed": (2, None, 2, ChainFault.MISSING),
    "the last one removed": (4, None, 4, ChainFault.MISSING),
    "one changed": (3, _action, 3, ChainFault.CHANGED),
    "one changed and sealed again": (3, _resealed, 4, ChainFault.UNLINKED),
    "the last one changed and sealed again": (4, _resealed, 4, ChainFault.HEAD_DIFFERS),
    "the actor erased": (2, lambda e: replace(e, actor=""), 2, ChainFault.CHANGED),
    "another subject's": (2, lambda e: replace(e, subject="x").sealed(), 2, ChainFault.CHANGED),
    "a number skipped": (4, lambda e: replace(e, sequence=5).sealed(), 4, ChainFault.MISSING),
}


@pytest.mark.parametrize("name", TAMPERING)
def test_a_record_that_was_tampered_with_is_found(world: World, name: str) -> None:
    number, change, broken_at, why = TAMPERING[name]
    world.write("Plays the cello")
    made = a_life(world)
    world.write("Owns a red bicycle")
    assert verified(world).first_break is None
    tamper(world, chain_keys(made)[number - 1], change)
    assert verified(world).first_break == Break(ANN.path, made.memory_id, broken_at, why)
    assert verified(world, None).first_break == Break(ANN.path, made.memory_id, broken_at, why)


def test_reordered_records_are_found(world: World) -> None:
    made = a_life(world)
    second, third = (world.services.records.get([key])[0] for key in chain_keys(made)[1:3])
    assert second is not None
    assert third is not None
    world.store.commit(Change(puts=(replace(third, key=second.key), replace(second, key=third.key))))
    assert verified(world).first_break == Break(ANN.path, made.memory_id, 2, ChainFault.MISSING)


def test_a_forged_record_at_the_end_is_found(world: World) -> None:
    made = a_life(world)
    (last,) = world.services.records.get([chain_keys(made)[3]])
    assert last is not None
    entry = audit_entry(last)
    forged = replace(entry, sequence=5, previous=entry.hash, action=AuditAction.CORRECTED).sealed()
    world.store.commit(Change(puts=(audit_record(made.scope, forged),)))
    assert verified(world).first_break == Break(ANN.path, made.memory_id, 5, ChainFault.HEAD_DIFFERS)


def test_a_record_that_cannot_be_parsed_is_found(world: World) -> None:
    made = a_life(world)
    world.store.commit(Change(puts=(Record(chain_keys(made)[1], {"scope": ANN.path}),)))
    assert verified(world).first_break == Break(ANN.path, made.memory_id, 2, ChainFault.CHANGED)
    assert len(read(world)) == 3


def test_a_whole_chain_that_was_removed_is_found_by_its_memory(world: World) -> None:
    made = a_life(world)
    world.store.commit(Change(removes=tuple(chain_keys(made))))
    assert verified(world).first_break == Break(ANN.path, made.memory_id, 4, ChainFault.MISSING)


def test_a_memory_that_was_removed_without_the_service_is_found(world: World) -> None:
    made = a_life(world)
    world.store.commit(Change(removes=(keys.current(ANN, made.memory_id),)))
    assert verified(world).first_break == Break(ANN.path, made.memory_id, 5, ChainFault.UNFINISHED)


def test_the_removed_end_of_a_deleted_memorys_chain_is_found(world: World) -> None:
    made = a_life(world)
    delete_memory(world.services, a_caller(), None, made.memory_id)
    world.drain()
    assert verified(world).first_break is None
    tamper(world, keys.audit(ANN, made.memory_id, 5), None)
    assert verified(world).first_break == Break(ANN.path, made.memory_id, 5, ChainFault.UNFINISHED)


def test_a_text_that_was_changed_without_an_audit_record_is_found(world: World) -> None:
    made = a_life(world)
    (record,) = world.services.records.get([keys.current(ANN, made.memory_id)])
    assert record is not None
    changed = replace(record, attributes={**record.attributes, "content_hash": "0" * 64})
    world.store.commit(Change(puts=(changed,)))
    assert verified(world).first_break == Break(ANN.path, made.memory_id, 4, ChainFault.HEAD_DIFFERS)


@pytest.mark.parametrize("number", [1, 2])
def test_a_removed_record_of_a_deletion_is_found(world: World, number: int) -> None:
    world.write("Plays the cello")
    request_deletion(world.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    world.drain()
    subject = f"deletion:{keys.hashed('d1')}"
    tamper(world, keys.audit(ANN, subject, number), None)
    assert verified(world).first_break == Break(ANN.path, subject, number, ChainFault.MISSING)


def test_a_memory_that_the_store_expired_is_no_break(world: World) -> None:
    made = world.wrote("Prefers tea", type=MemoryType.PREFERENCE)
    world.store.commit(Change(removes=(keys.current(ANN, made.memory_id),)))
    assert verified(world).first_break is not None
    world.clock.advance(days(366))
    assert verified(world).first_break is None


def test_a_write_during_the_verification_is_no_break(world: World) -> None:
    a_life(world)
    inner = world.stream.get
    raced: list[bool] = []

    def slower(wanted: list[Key], **options: bool) -> list[Record | None]:
        if not raced and any(key.sk.startswith("cur#") for key in wanted):
            raced.append(True)
            world.write("Lives in Brest", key="home")
        return inner(wanted, **options)

    world.stream.get = slower  # type: ignore[method-assign, assignment]
    assert verified(world).first_break is None
    assert raced


def test_a_large_audit_is_verified_in_several_calls(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.simultaneous = True  # the lives know nothing of each other
    for n in range(12):
        a_life(world, f"home-{n}")
    world.write("Plays the cello", a_caller("bob"))
    last = a_life(world, "home-last")
    monkeypatch.setattr(verifying, "MAX_VERIFIED", 8)
    monkeypatch.setattr(verifying, "_CHAINS", 2)
    monkeypatch.setattr(read_chains, "_PAGE", 5)

    def walk() -> tuple[int, Break | None, int]:
        records = calls = 0
        cursor: str | None = None
        while True:
            found = verify_audit(world.services, an_auditor(), None, cursor)
            records, calls, cursor = records + found.records, calls + 1, found.next_cursor
            if cursor is None:
                return records, found.first_break, calls

    records, broken, calls = walk()
    assert (records, broken) == (53, None)
    assert calls > 5
    tamper(world, chain_keys(last)[3], None)
    assert walk()[1] == Break(ANN.path, last.memory_id, 4, ChainFault.MISSING)


class Busy(ChangeLog):
    """Somebody writes the memory again before each of the next reads of its current record."""

    def __init__(self, world: World, memory: Memory, times: int) -> None:
        super().__init__(world.services.records)
        self._world, self._key, self._times = world, keys.current(memory.scope, memory.memory_id), times

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        if self._key in keys and self._times:
            self._times -= 1
            self._world.clock.advance()
            self._world.write(f"Lives at number {self._times}", key="home")
        return super().get(keys, consistent=consistent)


def test_writers_during_a_verification_are_no_break(world: World) -> None:
    busy = world.on(records=Busy(world, a_life(world), 5))
    assert verified(busy).first_break is None
