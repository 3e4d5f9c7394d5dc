"""Export and import: what goes out comes back the same, through the pipeline, and once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from shared.contracts.export import LEFT_ASIDE, ImportLine
from shared.domain.access.caller import Caller
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import ForbiddenRole, ForbiddenScope, Malformed, Unavailable
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.reviews.review import ReviewDecision
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.writing.correction import Correction
from shared.runtime.api import read_item
from shared.runtime.mapping.transfer.export import export_page, import_item
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.request_deletion import delete_memory, request_deletion
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.reading.export import export
from shared.usecases.reading.read_memories import ListQuery, list_memories, memory_history
from shared.usecases.writing.import_memories import ImportResult, import_memories, rebased
from shared.usecases.writing.write_memory import write_memory
from tests.builders import ACME, ANN, BOB, NOW, World, a_caller, a_command, a_world, days
from tests.usecases.curation.reviewing import decide, queue

TASK = ANN.child(ScopeKind.TASK, "t1")


def exported(world: World, caller: Caller | None = None, scope: Scope | None = None, limit: int = 5_000_000) -> str:
    """All pages of an export, as they are sent."""
    text, cursor = "", None
    while True:
        page, cursor = export_page(export(world.services, caller or a_caller(), scope, cursor), limit)
        text += page
        if cursor is None:
            return text


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def imported(
    world: World, text: str, caller: Caller | None = None, scope: Scope | None = None, from_line: int = 1
) -> ImportResult:
    world.clock.advance()
    items = [
        import_item(n, read_item(ImportLine, {k: v for k, v in line.items() if k not in LEFT_ASIDE}))
        for n, line in enumerate(lines(text), start=1)
        if n >= from_line
    ]
    return import_memories(world.services, caller or a_caller("ann", "reviewer"), scope, items)


def reported(result: ImportResult) -> tuple[int, int, list[tuple[int, str]]]:
    return result.imported, result.duplicates, [(line.line, line.code) for line in result.refused]


def current(world: World, scope: Scope = ANN, caller: Caller | None = None) -> list[Memory]:
    query = ListQuery(scope, limit=100, include_descendants=True, newest_first=False)
    return list(list_memories(world.services, caller or a_caller(), query).items)


def seen(memory: Memory) -> tuple[Any, ...]:
    """What must come back of a version."""
    return (
        memory.content, memory.key, memory.type, memory.source, memory.confidence, memory.importance, memory.status,
        memory.scope.sub, memory.observed_at, memory.valid_from, memory.valid_to, memory.purposes,
        memory.consent_scope, memory.basis.event_ids, dict(memory.metadata), memory.background,
    )  # fmt: skip


def history(world: World, memory: Memory, caller: Caller | None = None) -> list[tuple[Any, ...]]:
    page = memory_history(
        world.services, caller or a_caller(), memory.scope, memory.memory_id, limit=100, after=None
    )  # fmt: skip
    return [seen(version) for version in page.items]


def everything(world: World, caller: Caller | None = None, scope: Scope = ANN) -> list[list[tuple[Any, ...]]]:
    return sorted((history(world, m, caller) for m in current(world, scope, caller)), key=repr)


def a_full_life(world: World) -> None:
    world.write("Lives in Lyon", key="home", observed_at=NOW - days(9), metadata={"a": {"b": None}})
    world.write("Lives in Lille", key="home", observed_at=NOW - days(5))
    world.write("Lives in Brest", key="home", source=Source.AGENT_INFERRED, confidence=0.9)  # rejected history
    made = world.wrote("The printer is on floor two", source_event_ids=("s1/e1",), consent_scope="support")
    world.clock.advance()
    correct_memory(
        world.services, a_caller(), None, made.memory_id, Correction(content="The printer is on floor three")
    )
    world.write("Probably vegetarian", source=Source.AGENT_INFERRED, confidence=0.6)
    world.write("Prefers tea", type=MemoryType.PREFERENCE, purposes=("catering",))
    world.write("The step takes 4 hours", scope=TASK, type=MemoryType.TASK)


@pytest.fixture
def elsewhere(world: World) -> Iterator[World]:
    """Another service, as empty as the first was, at the same time."""
    a_full_life(world)
    with a_world() as other:
        other.clock.at = world.clock.at
        yield other


def test_an_export_has_everything_that_the_caller_may_see_with_its_history(world: World) -> None:
    a_full_life(world)
    world.write("Plays the cello", a_caller("bob"))
    out = lines(exported(world))
    assert [(line["content"], line["version"], line["of"]["current"]) for line in out] == [
        ("Lives in Lyon", 1, False),
        ("Lives in Lille", 2, True),
        ("Lives in Brest", 3, False),
        ("The printer is on floor two", 1, False),
        ("The printer is on floor three", 2, True),
        ("Probably vegetarian", 1, True),
        ("Prefers tea", 1, True),
        ("The step takes 4 hours", 1, True),
    ]
    assert "cello" not in exported(world)


def test_an_import_elsewhere_restores_the_export_with_its_history(world: World, elsewhere: World) -> None:
    text = exported(world)
    assert reported(imported(elsewhere, text)) == (8, 0, [])
    assert everything(elsewhere) == everything(world)


def test_importing_the_same_lines_again_changes_no_fact(world: World, elsewhere: World) -> None:
    text = exported(world)
    imported(elsewhere, text)
    before = everything(elsewhere)
    for _ in range(2):
        count, duplicates, refused = reported(imported(elsewhere, text))
        assert (count, duplicates + len(refused)) == (0, 8)
        assert refused == []
        assert everything(elsewhere) == before


def test_importing_into_the_exported_scope_changes_no_fact(world: World) -> None:
    a_full_life(world)
    before = everything(world)
    assert reported(imported(world, exported(world))) == (0, 8, [])
    assert everything(world) == before


@pytest.mark.parametrize("limit", [1, 700, 2000])
def test_pages_of_any_size_hold_the_same_lines(world: World, elsewhere: World, limit: int) -> None:
    assert exported(world, limit=limit) == exported(world)
    for line in exported(world, limit=limit).splitlines():  # each page, or each line, imported alone
        imported(elsewhere, line)
    assert everything(elsewhere) == everything(world)


def test_a_line_is_judged_by_its_own_time_of_evidence(world: World) -> None:
    world.write("Lives in Lyon", key="home", observed_at=NOW - days(9))
    text = exported(world)
    world.write("Lives in Lille", key="home")
    assert reported(imported(world, text)) == (0, 1, [])
    assert [m.content for m in current(world)] == ["Lives in Lille"]


def test_an_older_export_does_not_bring_corrected_text_back(world: World) -> None:
    made = world.wrote("The printer is on floor two")
    text = exported(world)
    with a_world() as other:
        imported(other, text)
        for place in (world, other):
            (there,) = current(place)
            place.clock.advance()
            correct_memory(place.services, a_caller(), None, there.memory_id, Correction(content="There is no printer"))
            before = everything(place)
            assert reported(imported(place, text)) == (0, 1, [])
            assert everything(place) == before
        assert current(other)[0].basis.provenance == {"imported_from": {"memory_id": made.memory_id}}


def test_an_import_does_not_bring_deleted_memories_back(world: World) -> None:
    world.write("Plays the cello")
    made = world.wrote("Owns a red bicycle")
    text = exported(world)
    delete_memory(world.services, a_caller(), None, made.memory_id)
    world.drain()
    assert reported(imported(world, text)) == (0, 1, [(2, "deleted_before")])
    request_deletion(world.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    assert reported(imported(world, text))[2] == [(1, "subject_deleting"), (2, "subject_deleting")]
    world.drain()
    assert reported(imported(world, text))[2] == [(1, "deleted_before"), (2, "deleted_before")]
    assert current(world) == []


def test_an_import_does_not_bring_rejected_memories_back(world: World) -> None:
    world.write("Probably vegetarian", source=Source.AGENT_INFERRED, confidence=0.6)
    before = exported(world)
    (view,) = queue(world)
    decide(world, view.review.review_id, ReviewDecision.REJECT)
    for text in (before, exported(world)):
        assert reported(imported(world, text)) == (0, 0, [(1, "rejected_before")])
    with a_world() as other:
        assert reported(imported(other, exported(world))) == (0, 0, [(1, "rejected_before")])


def test_an_imported_candidate_stays_a_candidate(world: World) -> None:
    specialist = a_caller("ann", "specialist")
    made = world.wrote("The disk is nearly full", specialist, source=Source.TASK_OUTCOME)
    assert made.status is Status.CANDIDATE
    with a_world() as other:
        imported(other, exported(world))
        assert [m.status for m in current(other)] == [Status.CANDIDATE]


def test_an_unverified_text_stays_unverified_and_no_line_claims_more(world: World, elsewhere: World) -> None:
    tool = a_command("The build took 14 minutes", source=Source.TASK_OUTCOME, trust=Trust.UNVERIFIED)
    write_memory(world.services, a_caller(), tool)
    world.wrote("Owns a red bicycle")
    imported(elsewhere, exported(world).replace('"trust":"data"', '"trust":"instruction"'))
    trusted = {memory.content: memory.trust for memory in current(elsewhere)}
    assert trusted.pop("The build took 14 minutes") is Trust.UNVERIFIED
    assert set(trusted.values()) == {Trust.DATA}


def test_an_import_needs_the_right_to_its_sources_and_scopes(world: World) -> None:
    source = a_caller("ann", "system_of_record")
    world.write("Works in finance", source, type=MemoryType.PROFILE, source=Source.SYSTEM_OF_RECORD)
    world.write("The rack holds 42 units", source, source=Source.SYSTEM_OF_RECORD)
    text = exported(world)
    with a_world() as other:
        assert reported(imported(other, text))[2] == [(1, "forbidden_role"), (2, "forbidden_role")]
        assert current(other) == []
        with pytest.raises(ForbiddenScope):
            imported(other, text, source, BOB)
        with pytest.raises(ForbiddenRole):
            imported(other, text, source, ACME)
        assert reported(imported(other, text, source))[0] == 2


def test_a_line_is_imported_under_the_same_path_below_the_target() -> None:
    other = Scope.org("other")
    carl = Scope.user("other", "carl")
    project = ACME.child(ScopeKind.PROJECT, "p1")
    assert rebased(None, ANN) == ANN
    assert rebased(TASK, ANN) == TASK
    assert rebased(ANN, ANN) == ANN
    assert rebased(ANN, carl) == carl
    assert rebased(TASK, carl) == carl.child(ScopeKind.TASK, "t1")
    assert rebased(TASK, other) == Scope.user("other", "ann").child(ScopeKind.TASK, "t1")
    assert rebased(project, other) == other.child(ScopeKind.PROJECT, "p1")
    assert rebased(TASK, carl.child(ScopeKind.TASK, "t9")) == carl.child(ScopeKind.TASK, "t9")
    assert rebased(Scope.GLOBAL, ANN) == ANN


def test_another_user_may_import_the_lines_into_their_own_scope(world: World) -> None:
    world.write("Plays the cello")
    world.write("The step takes 4 hours", scope=TASK, type=MemoryType.TASK)
    assert reported(imported(world, exported(world), a_caller("bob"))) == (2, 0, [])
    assert [m.scope.sub for m in current(world, BOB, a_caller("bob"))] == ["", "/task/t1"]


def test_a_supervisor_exports_the_organisation_and_others_their_own(world: World) -> None:
    world.write("Plays the cello")
    world.write("Owns a red bicycle", a_caller("bob"))
    world.write("The fiscal year ends in June", a_caller("boss", "org-writer", bound=ACME), scope=ACME)

    def contents(caller: Caller, scope: Scope | None = None) -> list[str]:
        return [line["content"] for line in lines(exported(world, caller, scope))]

    assert len(contents(a_caller("boss", "supervisor", bound=ACME))) == 3
    assert contents(a_caller("boss", bound=ACME)) == ["The fiscal year ends in June"]
    assert contents(a_caller(), ACME) == ["The fiscal year ends in June"]
    assert contents(a_caller()) == ["Plays the cello"]
    with pytest.raises(ForbiddenScope):
        contents(a_caller(), BOB)


def test_purposes_restrict_an_export_too(world: World) -> None:
    world.write("Takes a statin", purposes=("care",))
    world.write("Plays the cello")
    bound = a_caller(purposes=frozenset({"billing"}))
    assert [line["content"] for line in lines(exported(world, bound))] == ["Plays the cello"]


def test_a_cursor_is_valid_for_its_own_caller_and_scope(world: World) -> None:
    a_full_life(world)
    _, cursor = export_page(export(world.services, a_caller(), None), 1)
    with pytest.raises(Malformed):
        export(world.services, a_caller(), TASK, cursor)
    with pytest.raises(Malformed):
        export(world.services, a_caller("bob"), None, cursor)


def test_when_time_runs_out_the_report_has_the_next_line(world: World, elsewhere: World) -> None:
    text = exported(world)
    clock = elsewhere.clock
    inner = elsewhere.stream.commit

    def slow(change: Any) -> None:
        clock.advance(timedelta(seconds=8))
        inner(change)

    elsewhere.stream.commit = slow  # type: ignore[method-assign]
    start, total = 1, 0
    calls = []
    while True:
        result = imported(elsewhere, text, from_line=start)
        total += result.imported
        calls.append(result.next_line)
        if result.next_line is None:
            break
        start = result.next_line
    assert (calls, total) == ([4, 7, None], 8)


def test_an_outage_is_no_refusal_of_a_line(world: World) -> None:
    world.write("Plays the cello")
    text = exported(world)

    def down(change: Any) -> None:
        raise Unavailable("the store is down")

    with a_world() as other:
        other.stream.commit = down  # type: ignore[method-assign]
        with pytest.raises(Unavailable):
            imported(other, text)


def test_the_edge_of_an_import_is_removed_with_the_memory(world: World, elsewhere: World) -> None:
    imported(elsewhere, exported(world))
    assert [r for r in elsewhere.records(prefix="edge#") if str(r.attributes["source"]).startswith("import:")]
    for memory in current(elsewhere):
        delete_memory(elsewhere.services, a_caller(), memory.scope, memory.memory_id)
    elsewhere.drain()
    assert elsewhere.records(prefix="edge#") == []


def test_the_edge_of_an_import_is_removed_when_the_memory_expires(elsewhere: World) -> None:
    with a_world() as origin:
        origin.wrote("Book the trip to Oslo", type=MemoryType.TASK)
        imported(elsewhere, exported(origin))
    assert elsewhere.records(prefix="edge#") != []
    elsewhere.clock.advance(days(800))
    run_pass(elsewhere.services)
    assert elsewhere.records(prefix="cur#") == elsewhere.records(prefix="edge#") == []
