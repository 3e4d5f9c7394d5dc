"""Forgetting single memories: with every version, at once, and without standing in anybody's way."""

from __future__ import annotations

import pytest

from shared.domain.deletion.barrier import RequestStatus, Target
from shared.domain.errors import DeletedBefore, ForbiddenScope, Malformed, NotFound
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Status
from shared.domain.scopes import ScopeKind
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import DuplicateBy, Outcome
from shared.records import keys
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.request_deletion import delete_memory
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from tests.builders import ACME, ANN, World, a_caller, days
from tests.usecases.deletion.deletions import PRIVATE, TASK, ask, filled, of_memories, state
from tests.usecases.writing.test_writing_memories import pointers_agree


def listed(world: World) -> list[str]:
    return [m.content for m in list_memories(world.services, a_caller(), ListQuery(newest_first=False)).items]


def banded(world: World) -> str:
    """A memory with two ended versions and one rejected incoming memory, beside another memory."""
    made = world.wrote("Salary band is C4", key="band", source_event_ids=("e1",))
    world.write("Salary band is C5", key="band", source_event_ids=("e2",))
    world.write("Salary band is C6", key="band")
    world.write("Salary band is C9", key="band", source=Source.AGENT_INFERRED, confidence=0.9)
    world.write("The desk is by the window")
    world.index()
    return made.memory_id


def test_from_the_acceptance_the_memory_is_hidden_everywhere_and_others_are_not(world: World) -> None:
    memory_id = banded(world)
    ask(world, selector=of_memories(memory_id))
    services, ann = world.services, a_caller()
    for read in (
        lambda: get_memory(services, ann, None, memory_id),
        lambda: memory_history(services, ann, None, memory_id, limit=9, after=None),
        lambda: correct_memory(services, ann, None, memory_id, Correction("Salary band is C7")),
        lambda: delete_memory(services, ann, None, memory_id),
    ):
        with pytest.raises(NotFound):
            read()
    assert listed(world) == ["The desk is by the window"]
    found = recall(services, ann, RecallQuery("salary band or desk", min_relevance=0.0, top_k=50))
    assert [hit.memory.content for hit in found.hits] == ["The desk is by the window"]
    world.services.search.refresh()
    assert world.write("The chair is blue").outcome is Outcome.CREATED


def test_a_memory_is_removed_with_every_version_pointer_vector_edge_and_document(world: World) -> None:
    memory_id = banded(world)
    ask(world, selector=of_memories(memory_id))
    world.drain()
    done = state(world)
    assert done.status is RequestStatus.COMPLETED
    assert {t: (s.removed, s.residue) for t, s in done.targets} == {
        Target.SESSIONS: (0, 0), Target.MEMORIES: (4, 0), Target.INDEX: (3, 0),
    }  # fmt: skip
    assert world.holds("Salary") == []
    remaining = [r.key.sk for r in world.records() if memory_id in r.key.sk and not r.key.sk.startswith("aud#")]
    assert remaining == [f"chs#{memory_id}#removed"]  # so that nothing enters the feed of changes late
    assert world.records(prefix="edge#") == []
    assert listed(world) == ["The desk is by the window"]
    assert len(world.indexed()) == 1
    pointers_agree(world)


def test_its_audit_trail_ends_with_the_deletion_and_the_receipt_names_no_memory(world: World) -> None:
    memory_id = banded(world)
    ask(world, selector=of_memories(memory_id))
    world.drain()
    trail = [r.attributes["action"] for r in world.records(prefix=keys.audit_prefix(memory_id))]
    assert trail == ["created", "updated", "updated", "kept_existing", "deleted"]
    receipt = state(world).receipt
    assert receipt is not None
    assert receipt.selector == "memory"
    assert memory_id not in repr(receipt)


@pytest.mark.parametrize("when", ["while it runs", "afterwards"])
@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("Salary band is C6", "band"),
        ("Salary band is C6", None),
        ("  SALARY band is c6", None),
        ("Salary band is C4", "band"),
        ("Salary band is C4", None),
        ("Salary band is C5", None),
        ("Salary band is C9", None),
    ],
)
def test_evidence_from_before_the_deletion_is_refused(world: World, when: str, content: str, key: str | None) -> None:
    reported = world.clock.now()
    memory_id = banded(world)
    asked = ask(world, selector=of_memories(memory_id))
    if when == "afterwards":
        world.drain()
    for at in (reported, asked.accepted_at):
        with pytest.raises(DeletedBefore):
            world.write(content, key=key, observed_at=at)
    world.drain()
    assert listed(world) == ["The desk is by the window"]


def test_older_evidence_under_the_key_is_refused_while_the_deletion_runs(world: World) -> None:
    memory_id = banded(world)
    asked = ask(world, selector=of_memories(memory_id))
    with pytest.raises(DeletedBefore):
        world.write("Salary band is C8", key="band", observed_at=asked.accepted_at)


@pytest.mark.parametrize("when", ["while it runs", "afterwards"])
@pytest.mark.parametrize("content", ["Salary band is C6", "Salary band is C7"])
def test_younger_evidence_makes_a_new_memory_that_stays(world: World, when: str, content: str) -> None:
    old = banded(world)
    ask(world, selector=of_memories(old))
    if when == "afterwards":
        world.drain()
    fresh = world.write(content, key="band")
    assert fresh.outcome is Outcome.CREATED
    assert fresh.memory is not None
    assert fresh.memory.memory_id != old
    assert fresh.memory.version == 1
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert sorted(listed(world)) == sorted([content, "The desk is by the window"])
    assert world.write(content, key="band").duplicate_by is DuplicateBy.KEY
    assert len(world.indexed()) == 2
    pointers_agree(world)


def test_other_late_evidence_is_accepted_during_and_after_the_deletion(world: World) -> None:
    old = banded(world)
    reported = world.clock.now()
    ask(world, selector=of_memories(old))
    assert world.write("The lamp is green", observed_at=reported).outcome is Outcome.CREATED
    world.drain()
    assert world.write("The cup is red", observed_at=reported).outcome is Outcome.CREATED


def test_the_later_of_two_deletions_of_one_text_counts_whichever_ends_first(world: World) -> None:
    one, other = world.wrote("Lyon", key="home"), world.wrote("Lyon", key="birthplace")
    ask(world, "early", of_memories(one.memory_id))
    world.clock.advance(days(1))
    between = world.clock.now()
    world.clock.advance(days(1))
    ask(world, "late", of_memories(other.memory_id))
    world.deletions.waiting.reverse()
    world.drain()
    with pytest.raises(DeletedBefore):
        world.write("Lyon", observed_at=between)


def test_one_request_deletes_several_memories_and_only_those(world: World) -> None:
    ids = [world.wrote(f"Reading list entry {n}: book {n * 7}", key=f"k{n}").memory_id for n in range(120)]
    world.index()
    absent = ids[10:110]
    ask(world, selector=of_memories(*absent))
    world.drain()
    done = state(world)
    assert done.status is RequestStatus.COMPLETED
    assert done.target(Target.MEMORIES).removed == done.target(Target.INDEX).removed == 100
    assert sorted(world.indexed()) == sorted(ids[:10] + ids[110:])
    # Each page of the purge does a page of work, however many memories were asked for.
    assert done.target(Target.MEMORIES).attempts <= 3


def test_a_memory_with_many_versions_is_removed_page_by_page(world: World) -> None:
    made = world.wrote("Is at 0", key="counter")
    for n in range(1, 151):
        world.write(f"Is at {n}", key="counter")
    ask(world, selector=of_memories(made.memory_id))
    world.drain()
    assert state(world).target(Target.MEMORIES).removed == 151
    assert world.holds("Is at") == []


def test_a_missing_memory_or_one_of_another_scope_is_not_deleted(world: World) -> None:
    bobs = world.wrote("Bob's desk plant is a fern", a_caller("bob"))
    offices = world.wrote("The office has a fern", a_caller("ann", "org-writer"), scope=ACME)
    mine = world.wrote("Ann's desk plant is a fern")
    ids = ("00000000-0000-7000-8000-000000000000", bobs.memory_id, offices.memory_id)
    ask(world, selector=of_memories(*ids))
    world.drain()
    done = state(world)
    assert (done.status, sum(s.removed for _, s in done.targets)) == (RequestStatus.COMPLETED, 0)
    assert len(world.records(prefix="cur#")) == 3
    ask(world, "r2", of_memories(mine.memory_id), ANN.child(ScopeKind.TASK, "other"))
    world.drain()
    assert listed(world) == ["Ann's desk plant is a fern"]
    with pytest.raises(ForbiddenScope):
        ask(world, "r3", of_memories(bobs.memory_id), caller=a_caller(), scope=bobs.scope)


def test_a_request_for_the_user_reaches_its_tasks_and_one_for_a_task_that_task_only(world: World) -> None:
    filled(world)
    in_task = world.wrote("The task has a secret", scope=TASK)
    ask(world, "r1", of_memories(in_task.memory_id))
    world.drain()
    assert world.holds("The task has a secret") == []
    again = world.wrote("The task has another secret", scope=TASK)
    ask(world, "r2", of_memories(again.memory_id), TASK)
    world.drain()
    assert world.holds("The task has another secret") == []


@pytest.mark.parametrize("count", [0, 101])
def test_a_request_names_one_to_a_hundred_memories(world: World, count: int) -> None:
    with pytest.raises(Malformed):
        ask(world, selector=of_memories(*(f"m{n}" for n in range(count))))


def test_a_memory_of_any_status_is_deleted(world: World) -> None:
    filled(world)
    (candidate,) = list_memories(world.services, a_caller(), ListQuery(status=Status.CANDIDATE)).items
    asked = delete_memory(world.services, a_caller(), None, candidate.memory_id).request
    world.clock.advance()
    assert asked.memory_ids == {candidate.memory_id}
    world.drain()
    assert "Perhaps" not in repr(world.records())


def test_a_deletion_by_path_gets_its_own_id_and_needs_an_existing_memory(world: World) -> None:
    made = world.wrote("The desk is by the window")
    world.clock.advance()
    asked = delete_memory(world.services, a_caller(), None, made.memory_id).request
    world.drain()
    assert state(world, asked.request_id).status is RequestStatus.COMPLETED
    for memory_id in (made.memory_id, "nothing", "../x"):
        with pytest.raises(NotFound):
            delete_memory(world.services, a_caller(), None, memory_id)
    with pytest.raises(NotFound):
        delete_memory(world.services, a_caller("bob"), None, made.memory_id)


def test_a_deletion_of_the_subject_at_the_same_time_removes_everything_and_both_end(world: World) -> None:
    ids = filled(world)
    ask(world, "narrow", of_memories(ids[0]))
    ask(world, "whole")
    world.deletions.waiting.reverse()
    world.drain()
    assert state(world, "narrow").status is state(world, "whole").status is RequestStatus.COMPLETED
    assert world.holds(PRIVATE) == []
    assert world.write("A new life", key="allergy").outcome is Outcome.CREATED
    assert verify_deletion(world.services, a_caller(), None, "whole").residue == 0
