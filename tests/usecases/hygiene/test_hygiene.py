"""Maintenance: what is due is planned by name, that very plan is applied, and nobody else's is touched."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.errors import ForbiddenRole, ForbiddenScope, NotFound
from shared.domain.hygiene.maintenance_rules import HygieneRule
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.store.record import Change
from shared.usecases.hygiene.plan_and_apply import LEASE, Plan, apply_plan, make_plan
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories
from shared.usecases.writing.write_memory import write_memory
from tests.builders import ACME, ANN, World, a_caller, a_command, days
from tests.usecases.deletion.crashes import Crash, CrashingRecords

OPERATOR = a_caller("ops", "operator", bound=ACME)
YEAR = days(365)
FADES = days(90)  # after which a preference is marked that nobody has confirmed
UNREAD = days(120)  # after which a preference goes that nobody has read since its soft expiry


def aged(world: World, **who: object) -> str:
    """A preference that ends in a year."""
    caller = a_caller(str(who.pop("user", "ann")))
    return world.wrote("Prefers aisle seats", caller, type=MemoryType.PREFERENCE, key="seat", **who).memory_id


def planned(plan: Plan) -> list[str]:
    return [item.memory_id for item in plan.items]


def test_a_plan_names_what_is_due_and_changes_nothing(world: World) -> None:
    due = aged(world)
    world.clock.advance(YEAR)
    world.write("Prefers window seats", type=MemoryType.PREFERENCE)
    world.write("A fact has no end")
    before = [r for r in world.records() if not r.key.sk.startswith("plan")]
    plan = make_plan(world.services, OPERATOR, None)
    assert planned(plan) == [due]
    assert dict(plan.counts) == {"hard_expired": 1}
    assert (plan.items[0].scope, plan.items[0].version, plan.items[0].rule) == (ANN.path, 1, HygieneRule.HARD_EXPIRED)
    assert [r for r in world.records() if not r.key.sk.startswith("plan")] == before


def test_a_record_that_is_not_due_yet_is_not_planned(world: World) -> None:
    aged(world)
    world.clock.advance(FADES - timedelta(seconds=2))
    assert planned(make_plan(world.services, OPERATOR, None)) == []
    world.clock.advance(timedelta(seconds=2))
    assert len(planned(make_plan(world.services, OPERATOR, None))) == 1


def test_a_plan_is_applied_unchanged_and_its_report_is_the_answer_from_then_on(world: World) -> None:
    due = aged(world)
    other = aged(world, user="bob")
    world.index()
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    later = aged(world, user="carl")
    report = apply_plan(world.services, OPERATOR, None, plan.plan_id)
    assert (report.applied, report.skipped) == ({"hard_expired": 2}, 0)
    current = [str(r.attributes["memory_id"]) for r in world.records(prefix="cur#")]
    assert current == [later]
    assert not [
        r for r in world.records() if (due in r.key.sk or other in r.key.sk) and not r.key.sk.startswith("aud#")
    ]
    world.index()
    assert world.indexed(ACME) == [later]
    assert apply_plan(world.services, OPERATOR, None, plan.plan_id) == report
    assert [r.attributes["action"] for r in world.records(prefix=keys.audit_prefix(due))] == ["created", "expired"]


def test_a_memory_that_changed_since_the_plan_is_not_touched(world: World) -> None:
    due = aged(world)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    # Gone, and its key and text taken over by a new memory.
    fresh = aged(world)
    assert fresh != due
    removed = keys.current(ANN, due)
    (record,) = world.store.get([removed])
    assert record is not None
    changed = {**record.attributes, "version": 2}
    world.store.commit(Change(puts=(replace(record, attributes=changed, revision=2),)))
    report = apply_plan(world.services, OPERATOR, None, plan.plan_id)
    assert (report.applied, report.skipped) == ({}, 1)
    assert len(world.records(prefix="cur#")) == 2


def test_a_memory_that_was_removed_meanwhile_is_skipped(world: World) -> None:
    aged(world)
    world.clock.advance(YEAR)
    first = make_plan(world.services, OPERATOR, None)
    second = make_plan(world.services, OPERATOR, None)
    assert apply_plan(world.services, OPERATOR, None, first.plan_id).applied == {"hard_expired": 1}
    report = apply_plan(world.services, OPERATOR, None, second.plan_id)
    assert (report.applied, report.skipped) == ({}, 1)


def test_an_expired_memory_frees_its_key_and_its_text_before_it_is_removed(world: World) -> None:
    world.simultaneous = True
    old = aged(world)
    world.clock.advance(YEAR)
    assert list_memories(world.services, a_caller(), ListQuery()).items == ()
    with pytest.raises(NotFound):
        get_memory(world.services, a_caller(), None, old)
    by_text = world.write("Prefers aisle seats", type=MemoryType.PREFERENCE)
    assert by_text.outcome is Outcome.CREATED
    by_key = world.write("Prefers window seats", type=MemoryType.PREFERENCE, key="seat")
    assert by_key.outcome is Outcome.CREATED
    plan = make_plan(world.services, OPERATOR, None)
    assert planned(plan) == [old]
    apply_plan(world.services, OPERATOR, None, plan.plan_id)
    assert world.write("Prefers aisle seats", type=MemoryType.PREFERENCE).outcome is Outcome.DUPLICATE
    assert world.write("Prefers no seats", type=MemoryType.PREFERENCE, key="seat").outcome is Outcome.UPDATED


def test_evidence_of_a_memory_removed_by_age_is_not_refused(world: World) -> None:
    reported = world.clock.now()
    aged(world)
    world.clock.advance(YEAR)
    apply_plan(world.services, OPERATOR, None, make_plan(world.services, OPERATOR, None).plan_id)
    again = world.write("Prefers aisle seats", type=MemoryType.PREFERENCE, observed_at=reported)
    assert again.outcome is Outcome.CREATED


# --- Whose


@pytest.mark.parametrize("scope", [ANN, ANN.child(ScopeKind.TASK, "t1"), ACME.child(ScopeKind.PROJECT, "ann")])
def test_a_plan_of_one_scope_never_touches_another(world: World, scope: Scope) -> None:
    task, task2 = ANN.child(ScopeKind.TASK, "t1"), ANN.child(ScopeKind.TASK, "t10")
    for place in (ANN, task, task2):
        aged(world, scope=place)
    aged(world, user="bob")
    aged(world, user="ann-2")
    world.wrote("A project prefers", a_caller("bot", bound=ACME.child(ScopeKind.PROJECT, "ann")), type=MemoryType.TASK)
    world.wrote("Elsewhere", a_caller("ann", org="umbrella"), type=MemoryType.TASK)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, scope)
    assert planned(plan) != []
    assert all(scope.contains(Scope.parse(item.scope)) for item in plan.items)
    before = {str(r.attributes["memory_id"]) for r in world.records(prefix="cur#")}
    apply_plan(world.services, OPERATOR, scope, plan.plan_id)
    after = {str(r.attributes["memory_id"]) for r in world.records(prefix="cur#")}
    assert before - after == set(planned(plan))
    assert len(before) == 7


def test_a_plan_for_an_organisation_reaches_all_of_it_and_no_other(world: World) -> None:
    for user in ("ann", "bob"):
        aged(world, user=user)
    world.wrote("Elsewhere", a_caller("ann", org="umbrella"), type=MemoryType.TASK)
    world.wrote("Alike", a_caller("ann", org="acme-2"), type=MemoryType.TASK)
    world.clock.advance(YEAR)
    assert len(planned(make_plan(world.services, OPERATOR, None))) == 2


def test_only_an_operator_plans_and_applies_and_only_at_or_below_its_own_scope(world: World) -> None:
    aged(world)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    for caller, scope, error in (
        (a_caller("ann"), None, ForbiddenRole),
        (a_caller("ann", "admin", "reviewer"), None, ForbiddenRole),
        (a_caller("ann", "operator"), ACME, ForbiddenScope),
        (a_caller("ann", "operator"), Scope.user("acme", "bob"), ForbiddenScope),
    ):
        with pytest.raises(error):
            make_plan(world.services, caller, scope)
        with pytest.raises(error):
            apply_plan(world.services, caller, scope, plan.plan_id)


def test_only_a_caller_with_access_to_all_its_memories_reads_a_plan(world: World) -> None:
    aged(world)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    for caller in (
        a_caller("ann", "operator"),
        a_caller("ops", "operator", bound=Scope.org("umbrella"), org="umbrella"),
    ):
        with pytest.raises(NotFound):
            apply_plan(world.services, caller, None, plan.plan_id)
    for nothing in ("", "nothing", "\x00", "x" * 3000):
        with pytest.raises(NotFound):
            apply_plan(world.services, OPERATOR, None, nothing)
    own = make_plan(world.services, a_caller("ann", "operator"), None)
    assert apply_plan(world.services, OPERATOR, None, own.plan_id).applied == {"hard_expired": 1}


def test_a_plan_is_valid_for_a_day(world: World) -> None:
    aged(world)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    world.clock.advance(days(1))
    with pytest.raises(NotFound):
        apply_plan(world.services, OPERATOR, None, plan.plan_id)


# --- Work follows what is due


def test_records_that_are_not_due_are_not_read(world: World) -> None:
    for n in range(50):
        world.write(f"Fact number {n} stands by itself", key=f"k{n}")
    aged(world)
    world.index()
    world.clock.advance(days(1))
    assert run_pass(world.services).scanned == {"nothing": 51}
    world.clock.advance(UNREAD)
    recording = RecordingRecords(world.stream)
    make_plan(world.on(records=recording).services, OPERATOR, None)
    assert recording.calls.count("page") == 0
    assert recording.calls.count("get") == 1


def test_many_due_records_are_all_planned_and_all_removed(world: World) -> None:
    for n in range(230):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}", type=MemoryType.TASK)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    assert len(plan.items) == 230
    assert apply_plan(world.services, OPERATOR, None, plan.plan_id).applied == {"hard_expired": 230}
    assert world.records(prefix="cur#") == world.records(prefix="hash#") == world.records(prefix="key#") == []


def test_a_memory_is_removed_with_all_its_history(world: World) -> None:
    made = world.wrote("Is at 0", key="counter", type=MemoryType.TASK)
    for n in range(1, 50):
        world.write(f"Is at {n}", key="counter", type=MemoryType.TASK)
    world.clock.advance(YEAR)
    apply_plan(world.services, OPERATOR, None, make_plan(world.services, OPERATOR, None).plan_id)
    assert [r for r in world.records() if made.memory_id in r.key.sk and not r.key.sk.startswith("aud#")] == []


@pytest.mark.parametrize("commit", range(1, 8))
def test_a_removal_that_breaks_off_leaves_no_history_without_its_memory(world: World, commit: int) -> None:
    made = world.wrote("Is at 0", key="counter", type=MemoryType.TASK, source_event_ids=("s1/e0",))
    for n in range(1, 9):
        world.write(f"Is at {n}", key="counter", type=MemoryType.TASK, source_event_ids=(f"s1/e{n}",))
    world.clock.advance(YEAR)
    ending = CrashingRecords(world.stream)
    ending.arm(commit, after=True)
    with suppress(Crash):
        run_pass(world.on(records=ending).services)
    left = [r.key.sk for r in world.records() if made.memory_id in r.key.sk and not r.key.sk.startswith("aud#")]
    assert left == [] or f"cur##{made.memory_id}" in left


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("commit", range(1, 8))
def test_an_apply_that_breaks_off_anywhere_is_finished_by_the_next(world: World, commit: int, after: bool) -> None:
    for n in range(3):
        world.write(f"Reading list entry {n}: book {n * 7}", key=f"k{n}", type=MemoryType.TASK)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    ending = CrashingRecords(world.stream)
    ending.arm(commit, after=after)
    try:
        apply_plan(world.on(records=ending).services, OPERATOR, None, plan.plan_id)
    except Crash:
        world.clock.advance(LEASE)
        report = apply_plan(world.services, OPERATOR, None, plan.plan_id)
        assert (report.applied, report.skipped, report.more) == ({"hard_expired": 3}, 0, False)
    assert world.records(prefix="cur#") == world.records(prefix="hash#") == world.records(prefix="vec#") == []


# --- The schedule's own pass


def test_the_pass_removes_what_is_due_everywhere(world: World) -> None:
    for user in ("ann", "bob"):
        aged(world, user=user)
    world.wrote("Elsewhere", a_caller("ann", org="umbrella"), type=MemoryType.TASK)
    world.clock.advance(YEAR)
    report = run_pass(world.services)
    assert (report.applied, report.skipped, report.more, report.leased) == ({"hard_expired": 3}, 0, False, False)
    assert world.records(prefix="cur#") == world.records(prefix="lease#") == []
    assert run_pass(world.services).applied == {}


def test_a_memory_that_is_confirmed_in_time_is_not_removed(world: World) -> None:
    aged(world)
    world.clock.advance(days(80))
    aged(world)
    world.clock.advance(days(80))
    assert run_pass(world.services).applied == {}
    assert len(world.records(prefix="cur#")) == 1


def test_a_pass_that_fails_gives_its_lease_back(world: World) -> None:
    aged(world)
    world.clock.advance(YEAR)
    raised = RuntimeError("broken")

    def broken(change: Change) -> None:
        if change.removes and not change.removes[0].sk.startswith("lease#"):
            raise raised

    with pytest.raises(RuntimeError):
        run_pass(world.on(records=RecordingRecords(world.stream, before_commit=broken)).services)
    assert world.records(prefix="lease#") == []
    assert run_pass(world.services).applied == {"hard_expired": 1}


def test_a_write_after_expiry_does_not_collide_with_the_removal_of_the_old_memory(world: World) -> None:
    """The incoming memory takes the pointers over between the plan and the removal of the memory that held them."""
    old = aged(world)
    world.clock.advance(YEAR)
    plan = make_plan(world.services, OPERATOR, None)
    taken = RecordingRecords(world.stream)

    def take_over(_: Change) -> None:
        taken.before_commit = None
        command = a_command("Prefers aisle seats", type=MemoryType.PREFERENCE, key="seat")
        assert write_memory(world.services, a_caller(), command).outcome is Outcome.CREATED

    taken.before_commit = take_over
    assert apply_plan(world.on(records=taken).services, OPERATOR, None, plan.plan_id).applied == {"hard_expired": 1}
    (remaining,) = world.records(prefix="cur#")
    assert remaining.attributes["memory_id"] != old
    assert world.write("Prefers aisle seats", type=MemoryType.PREFERENCE, key="seat").outcome is Outcome.DUPLICATE
