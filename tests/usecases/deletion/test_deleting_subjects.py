"""Forgetting a whole subject: hidden at once, gone from every store, kept out forever, and only of that subject."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from shared.adapters.system import UuidV7Ids
from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind, Target, TargetStatus
from shared.domain.errors import (
    DeletedBefore,
    ForbiddenScope,
    Malformed,
    MemoryServiceError,
    NotFound,
    RequestIdTaken,
    SubjectDeleting,
    Unavailable,
)
from shared.domain.instants import wire_text
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.sessions.session import EventRole, NewEvent
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.ports import Upsert
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.record import Change, Record, Table
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.deletion.request_deletion import delete_memory, get_deletion, list_deletions
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.indexing.index_memories import document
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session, get_session, list_sessions
from shared.usecases.writing.write_memory import write_memory
from tests.builders import ACME, ANN, BOB, ORG, MovableClock, World, a_caller, a_command, days
from tests.usecases.deletion.deletions import OTHER_TASK, PRIVATE, SUBJECT, TASK, ask, filled, of_memories, state
from tests.usecases.writing.test_races import ahead_of_a_commit


def everything_seen(world: World) -> str:
    """All that the subject's own reads show, without an error."""
    services, ann = world.services, a_caller()
    seen = [
        recall(services, ann, RecallQuery(PRIVATE, min_relevance=0.0, top_k=50, include_descendants=True)).hits,
        list_memories(services, ann, ListQuery(include_descendants=True, include_inherited=True)).items,
        list_memories(services, ann, ListQuery(scope=TASK)).items,
        list_sessions(services, ann, None, newest_first=True, limit=50, after=None).items,
    ]
    return repr(seen)


def test_from_the_acceptance_no_data_of_the_subject_is_shown(world: World) -> None:
    ids = filled(world)
    assert PRIVATE in everything_seen(world)
    asked = ask(world)
    assert (asked.status, asked.subject) == (RequestStatus.ACCEPTED, ANN.path)
    assert PRIVATE not in everything_seen(world)
    services, ann = world.services, a_caller()
    absent: list[Callable[[], object]] = [
        lambda: get_memory(services, ann, None, ids[0]),
        lambda: memory_history(services, ann, None, ids[0], limit=9, after=None),
        lambda: get_memory(services, ann, TASK, ids[2]),
        lambda: get_session(services, ann, None, "s1"),
        lambda: list_events(services, ann, "s1", EventQuery()),
    ]
    for read in absent:
        with pytest.raises(NotFound):
            read()


def test_while_it_runs_every_other_change_of_the_subject_is_refused(world: World) -> None:
    ids = filled(world)
    ask(world)
    services, ann = world.services, a_caller()
    changes: list[Callable[[], object]] = [
        lambda: world.write("Something new"),
        lambda: world.write("Something new in the task", scope=TASK),
        lambda: create_session(services, ann, None, "s2"),
    ]
    for change in changes:
        with pytest.raises(SubjectDeleting):
            change()
    with pytest.raises((SubjectDeleting, NotFound)):
        correct_memory(services, ann, None, ids[0], Correction("Something else"))
    with pytest.raises(NotFound):
        delete_memory(services, ann, None, ids[0])


def test_after_the_deletion_no_store_has_data_of_the_subject(world: World) -> None:
    filled(world)
    assert {sk.partition("#")[0] for sk in world.holds(PRIVATE)} == {"cur", "ver", "hash", "evt", "index"}
    ask(world)
    world.drain()
    assert world.holds(PRIVATE) == []
    assert world.indexed() == []
    assert [r.key.sk for r in world.records(pk=ANN.path) if r.key.table is not Table.LEDGER] == ["barrier"]
    assert [r for r in world.records(pk=ACME.path) if "/user/ann" in repr(r) and r.key.table is not Table.LEDGER] == []


def test_the_ledger_keeps_the_deletion_and_no_content(world: World) -> None:
    ids = filled(world)
    hashes = [str(r.attributes["content_hash"]) for r in world.records(prefix="cur#")]
    ask(world)
    world.drain()
    remaining = repr(world.records())
    assert PRIVATE not in remaining
    assert "bees" not in remaining
    assert "allergy" not in remaining
    assert not any(digest in remaining for digest in hashes)
    proof = {"aud", "del", "dop", "due", "org", "rcp", "rcp-head", "log", "log-head", "sgk"}
    assert {r.key.sk.split("#")[0] for r in world.records()} == {"barrier", *proof}
    assert ids[0] in remaining  # the audit names which memories there were


def test_a_finished_deletion_shows_its_targets_and_its_receipt(world: World) -> None:
    filled(world)
    asked = ask(world)
    world.drain()
    done = state(world)
    assert (done.status, done.completed_at) == (RequestStatus.COMPLETED, world.clock.now())
    assert {t: s.status for t, s in done.targets} == dict.fromkeys(Target, TargetStatus.SUCCEEDED)
    assert {t: s.residue for t, s in done.targets} == dict.fromkeys(Target, 0)
    assert {t: s.removed for t, s in done.targets} == {Target.SESSIONS: 4, Target.MEMORIES: 6, Target.INDEX: 5}
    receipt = done.receipt
    assert receipt is not None
    assert receipt.hash == receipt.digest()
    assert (receipt.request_id, receipt.subject, receipt.selector) == ("r1", ANN.path, "subject")
    assert receipt.accepted_at == wire_text(asked.accepted_at)
    assert {name: (removed, residue) for name, removed, residue, _ in receipt.stores} == {
        "sessions": (4, 0),
        "memories": (6, 0),
        "index": (5, 0),
    }
    assert receipt.backups_until == wire_text(world.clock.now() + world.services.deletion_policy.backup_retention)


def test_other_subjects_are_not_touched(world: World) -> None:
    filled(world)
    bob, almost = a_caller("bob"), a_caller("ann-2")
    project = a_caller("bot", bound=ACME.child(ScopeKind.PROJECT, "ann"))
    other_org = a_caller("ann", org="umbrella")
    writer = a_caller("ann", "org-writer")
    for caller in (bob, almost, project, other_org):
        filled(world, caller)
    world.write(f"The office keeps an {PRIVATE}", writer, scope=ACME)
    others = [r for r in world.records() if not r.key.pk.startswith(ANN.path) or r.key.pk != ANN.path]
    others = [r for r in others if "/user/ann'" not in repr(r)]
    ask(world)
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    remaining = world.records()
    missing = [r.key for r in others if r not in remaining and r.key.sk != "rcp-head"]
    assert [key for key in missing if "ann/" not in key.sk and key.sk != "scope#/user/ann"] == []
    for caller in (bob, almost, project, other_org):
        assert len(list_memories(world.services, caller, ListQuery()).items) == 3
        found = recall(world.services, caller, RecallQuery(PRIVATE, min_relevance=0.0, include_inherited=False))
        assert len(found.hits) == 2
    assert world.indexed(Scope.user("umbrella", "ann")) != []


def test_a_subject_with_the_same_prefix_in_its_name_is_not_touched(world: World) -> None:
    """Two hundred users stand between `/user/ann` and `/user/ann/task/...` in the directory's order."""
    filled(world)
    for n in range(200):
        world.store.commit(_entry(Scope.user(ORG, f"ann-{n:03d}")))
    ask(world)
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    remaining = [r.key.sk for r in world.records(prefix="scope#")]
    assert len(remaining) == 200
    assert all(sk.startswith("scope#/user/ann-") for sk in remaining)


def test_many_tasks_of_a_subject_are_removed_from_the_directory_too(world: World) -> None:
    filled(world)
    for n in range(250):
        world.store.commit(_entry(ANN.child(ScopeKind.TASK, f"t{n}")))
    ask(world)
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.records(prefix="scope#") == []


def _entry(scope: Scope) -> Change:
    return Change(puts=(Record(keys.directory(scope), {"path": scope.path}),))


@pytest.mark.parametrize("count", [98, 99, 100, 101, 199, 250])
def test_any_amount_of_data_is_removed_completely(world: World, count: int) -> None:
    for n in range(count // 4):  # a memory is four records: itself, its text's pointer, its vector, its key's pointer
        world.write(f"Fact number {n} stands for itself {n * 7}", key=f"k{n}")
    world.index()
    ask(world)
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert [r.key.sk for r in world.records(pk=ANN.path) if r.key.table is not Table.LEDGER] == ["barrier"]
    assert dict(state(world).targets)[Target.MEMORIES].removed == count // 4


def test_a_project_is_a_subject_but_an_organisation_or_a_task_is_not(world: World) -> None:
    project = ACME.child(ScopeKind.PROJECT, "p")
    bot = a_caller("bot", bound=project)
    filled(world, bot)
    ask(world, caller=bot)
    world.drain()
    assert list_memories(world.services, bot, ListQuery()).items == ()
    assert world.holds(PRIVATE) == []
    writer = a_caller("ann", "org-writer", "admin")
    for scope in (ACME, Scope.GLOBAL, TASK):
        with pytest.raises(Malformed):
            ask(world, "r2", SUBJECT, scope, writer)


def test_only_callers_who_may_write_there_delete(world: World) -> None:
    filled(world)
    for caller in (a_caller("bob"), a_caller("boss", "supervisor", bound=ACME), a_caller("ann", org="umbrella")):
        with pytest.raises(ForbiddenScope):
            ask(world, "r1", SUBJECT, ANN, caller)
    granted = a_caller("bob", act_as=frozenset({"ann"}))
    assert ask(world, "r1", SUBJECT, ANN, granted).actor == granted.principal


def test_a_subject_without_data_is_deleted_too(world: World) -> None:
    ask(world)
    world.drain()
    done = state(world)
    assert done.status is RequestStatus.COMPLETED
    assert sum(s.removed for _, s in done.targets) == 0


# --- Before and after


def test_older_evidence_is_refused_for_ever_and_newer_evidence_is_accepted(world: World) -> None:
    filled(world)
    reported = world.clock.now()
    asked = ask(world)
    world.drain()
    for at in (reported, asked.accepted_at, reported - days(900)):
        with pytest.raises(DeletedBefore):
            world.write(f"Carries an {PRIVATE} for bee stings", key="allergy", observed_at=at)
    fresh = world.write(f"Carries an {PRIVATE} again", key="allergy")
    assert fresh.outcome is Outcome.CREATED
    world.drain()
    assert f"{PRIVATE} again" in everything_seen(world)


def test_a_fast_clock_does_not_make_old_evidence_newer_than_the_deletion(world: World) -> None:
    asked = ask(world)
    world.drain()
    world.clock.at = asked.accepted_at - days(1)  # the writer's own clock is behind
    with pytest.raises(DeletedBefore):
        world.write("Dated into the future", observed_at=asked.accepted_at + days(1))


def test_what_a_restored_backup_brings_back_stays_hidden_and_counts_as_residue(world: World) -> None:
    ids = filled(world)
    backup = [r for r in world.records(pk=ANN.path) if r.key.table is Table.MEMORIES and r.key.sk != "barrier"]
    ask(world)
    world.drain()
    for record in backup:
        world.store.commit(Change(puts=(record,)))
    world.stream.changed = [r.key for r in backup if r.key.sk.startswith("cur#")]
    world.index()
    assert PRIVATE not in everything_seen(world)
    assert world.indexed() == []
    with pytest.raises(NotFound):
        get_memory(world.services, a_caller(), None, ids[0])
    assert verify_deletion(world.services, a_caller(), None, "r1").residue > 0


def test_earlier_idempotent_answers_show_nothing(world: World) -> None:
    key = IdempotencyKey.of(a_caller().principal, "POST /v1/memories?", "k", b"{}")
    write_memory(world.services, a_caller(), a_command(PRIVATE), key)
    ask(world)
    world.drain()
    world.clock.advance()
    again = write_memory(world.services, a_caller(), a_command(PRIVATE), key)
    assert (again.memory, again.replayed) == (None, True)


def test_hashes_made_with_a_destroyed_salt_cannot_be_matched(world: World) -> None:
    filled(world)
    (salt,) = world.records(prefix="salt")
    ask(world)
    world.drain()
    assert world.records(prefix="salt") == []
    assert repr(salt.attributes["salt"]) not in repr(world.records())


def test_no_copy_is_promoted_from_a_subject_that_is_deleted_between_read_and_write(world: World) -> None:
    made = world.wrote(f"The {PRIVATE} lies in the drawer")
    raced = ahead_of_a_commit(world, lambda: ask(world))
    boss = a_caller("ann", "org-writer")
    with pytest.raises(MemoryServiceError):
        promote_memory(raced.services, boss, None, made.memory_id, ACME)
    world.drain()
    assert world.holds(PRIVATE) == []


# --- The request


def test_the_same_request_again_is_the_same_deletion_whatever_its_state(world: World) -> None:
    filled(world)
    first = ask(world)
    assert ask(world) == first
    world.drain()
    world.write("Has a blue bicycle")
    again = ask(world)
    assert (again.accepted_at, again.status) == (first.accepted_at, RequestStatus.COMPLETED)
    world.drain()
    assert "blue bicycle" in everything_seen(world)
    assert len(world.deletions.started) == 1


def test_the_same_request_id_with_another_selector_or_scope_is_refused(world: World) -> None:
    ask(world)
    with pytest.raises(RequestIdTaken):
        ask(world, "r1", of_memories("m1"))
    with pytest.raises(RequestIdTaken):
        ask(world, "r1", of_memories("m1"), TASK)
    bob = ask(world, "r1", SUBJECT, caller=a_caller("bob"))  # unique for the owner, not for the world
    assert bob.subject == BOB.path


def test_the_same_ids_in_another_order_are_the_same_deletion(world: World) -> None:
    first = ask(world, "r1", of_memories("m1", "m2"))
    assert ask(world, "r1", of_memories("m2", "m1")).accepted_at == first.accepted_at
    assert ask(world, "r1", of_memories("m2", "m1", "m2")).accepted_at == first.accepted_at
    with pytest.raises(RequestIdTaken):
        ask(world, "r1", of_memories("m2"))


@pytest.mark.parametrize("request_id", ["", " ", "a\nb", "x" * 129, "\ud800"])
def test_a_request_id_that_is_no_id_is_refused(world: World, request_id: str) -> None:
    with pytest.raises(Malformed):
        ask(world, request_id)
    assert world.records() == []


def test_a_subjects_selector_names_no_ids(world: World) -> None:
    with pytest.raises(Malformed):
        ask(world, "r1", Selector(SelectorKind.SUBJECT, ("m1",)))


def test_a_deletion_is_accepted_although_its_workflow_cannot_be_started(world: World) -> None:
    filled(world)
    world.deletions.down = Unavailable("the workflow is down")
    asked = ask(world)
    assert asked.status is RequestStatus.ACCEPTED
    assert PRIVATE not in everything_seen(world)
    (barrier,) = world.records(prefix=keys.BARRIER)
    assert barrier.next_check_at is not None
    assert deletion_codec.barrier(barrier).requests == ("r1",)


def test_deletions_are_shown_only_to_callers_who_may_read_there(world: World) -> None:
    ask(world)
    assert get_deletion(world.services, a_caller("bob", act_as=frozenset({"ann"})), ANN, "r1").request_id == "r1"
    with pytest.raises(ForbiddenScope):
        get_deletion(world.services, a_caller("bob"), ANN, "r1")
    with pytest.raises(NotFound):
        get_deletion(world.services, a_caller("bob"), None, "r1")
    with pytest.raises(NotFound):
        get_deletion(world.services, a_caller(), None, "r2")
    with pytest.raises(NotFound):
        get_deletion(world.services, a_caller(), TASK, "r1")


def test_a_task_sees_of_its_user_no_deletion_of_another_task(world: World) -> None:
    ask(world, "whole", of_memories("m"))
    ask(world, "of-the-task", of_memories("m"), TASK)
    ask(world, "of-another", of_memories("m"), OTHER_TASK)
    bound = a_caller(bound=TASK)
    seen = list_deletions(world.services, bound, ANN, limit=10, after=None).items
    assert {request.request_id for request in seen} == {"whole", "of-the-task"}
    for look in (get_deletion, verify_deletion):
        assert look(world.services, bound, ANN, "of-the-task").scope == TASK
        with pytest.raises(NotFound):
            look(world.services, bound, ANN, "of-another")


def test_a_walk_through_the_deletions_meets_each_once(world: World) -> None:
    for n in range(7):
        ask(world, f"r{n}", of_memories(f"m{n}"))
    ask(world, "of-the-task", of_memories("m"), TASK)
    for scope, expected in ((None, 8), (TASK, 1)):
        found: list[str] = []
        after: str | None = None
        while True:
            page = list_deletions(world.services, a_caller(), scope, limit=2, after=after)
            found += [request.request_id for request in page.items]
            after = page.next_cursor
            if after is None:
                break
        assert len(found) == len(set(found)) == expected


def test_acting_for_another_is_audited_with_both_names(world: World) -> None:
    bot = a_caller("bob", act_as=frozenset({"ann"}))
    ask(world, "r1", SUBJECT, ANN, bot)
    world.drain()
    chain = world.records(pk=ANN.path, prefix="aud#deletion")
    assert [(r.attributes["action"], r.attributes["actor"], r.attributes["acting_for"]) for r in chain] == [
        ("deletion_requested", bot.principal, "ann"), ("deletion_completed", "deletion-workflow", bot.principal),
    ]  # fmt: skip


def test_data_of_a_system_of_record_is_deleted_like_any_other(world: World) -> None:
    hr = a_caller("hr", "system_of_record", bound=ANN)
    world.write("In finance", hr, type=MemoryType.PROFILE, source=Source.SYSTEM_OF_RECORD, key="department")
    ask(world)
    world.drain()
    assert world.holds("finance") == []


def test_the_audit_holds_where_a_later_session_deletion_was_at_a_memory_before_its_subject_went(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    said = NewEvent(event_id="e1", id_is_new=False, role=EventRole.USER, content="I live in Ghent")
    append_events(world.services, a_caller(), None, "s1", [said])
    world.write("Lives in Ghent")
    world.write("Lives in Ghent", source_event_ids=("s1/e1",))
    ask(world, "r1")
    ask(world, "r2", Selector(SelectorKind.SESSION, ("s1",)))
    world.deletions.waiting.reverse()
    world.drain()
    assert {state(world, id).status for id in ("r1", "r2")} == {RequestStatus.COMPLETED}
    assert verify_audit(world.services, a_caller("aud", Role.AUDITOR, bound=ACME), None).first_break is None


def test_a_subject_that_came_back_by_a_host_with_a_slow_clock_is_no_residue(world: World) -> None:
    """Its new ids name an instant before the deletion; the epoch of its records says that they came after it."""
    filled(world)
    ask(world)
    world.clock.advance()
    world.drain()
    slow = MovableClock()
    fresh = world.on(ids=UuidV7Ids(slow)).write("Drinks green tea")
    assert fresh.memory is not None
    world.index()
    assert len(world.indexed()) == 1
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0


def test_a_document_that_is_left_is_residue_however_young_its_id_looks(world: World) -> None:
    memory = world.wrote("Drinks green tea")
    world.index()
    ask(world)
    world.clock.advance()
    world.drain()
    later = world.on(ids=UuidV7Ids(world.clock)).services.ids.new()
    left = document(replace(memory, memory_id=later), None, world.services.calibration)
    world.services.search.apply([Upsert(left)])
    assert verify_deletion(world.services, a_caller(), None, "r1").target(Target.INDEX).residue == 1
