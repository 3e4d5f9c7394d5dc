"""Writers side by side: nothing is lost, nothing happens twice, and anyone who loses every race gets an error."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.audit.chain import first_break
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import SubjectDeleting, Unavailable
from shared.domain.memories.memory import Status
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import DuplicateBy, Outcome
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger.audit import audit_entry
from shared.records.store.record import Change, Key
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.reading.read_memories import ListQuery, list_memories, memory_history
from shared.usecases.writing.write_memory import WriteAnswer, write_memory
from tests.builders import World, a_caller, a_command
from tests.usecases.writing.test_writing_memories import pointers_agree

WRITERS = 8


def ahead_of_a_commit(world: World, act: Callable[[], object], times: int = 1) -> World:
    """The world whose next commits are each beaten by an act of somebody else."""
    turns = itertools.count()

    def interfere(_: Change) -> None:
        if next(turns) < times:
            act()

    return world.on(records=RecordingRecords(world.stream, before_commit=interfere))


def between_reads(world: World, act: Callable[[], object]) -> World:
    """The world in which somebody else acts after the first read."""

    class Interfered(RecordingRecords):
        def get(self, keys: object, *, consistent: bool = True) -> list[object]:  # type: ignore[override]
            found = super().get(keys, consistent=consistent)  # type: ignore[arg-type]
            if self.calls.count("get") == 1:
                act()
            return found  # type: ignore[return-value]

    return world.on(records=Interfered(world.stream))


def at_the_same_time(world: World, content: str) -> WriteAnswer:
    return write_memory(world.services, a_caller(), a_command(content, key="drink"))


def in_parallel(world: World, *statements: tuple[str, str | None]) -> list[WriteAnswer]:
    ready = threading.Barrier(len(statements))

    def write(statement: tuple[str, str | None]) -> WriteAnswer:
        ready.wait()
        while True:
            try:
                return write_memory(world.services, a_caller(), a_command(statement[0], key=statement[1]))
            except Unavailable:
                continue  # the answer says: try again

    with ThreadPoolExecutor(len(statements)) as pool:
        return list(pool.map(write, statements))


def test_parallel_writers_of_one_key_lose_no_update(world: World) -> None:
    first = world.wrote("counter is at 0", key="counter")
    answers = in_parallel(world, *((f"counter is at {n}", "counter") for n in range(1, WRITERS + 1)))
    assert {a.outcome for a in answers} == {Outcome.UPDATED}
    versions = memory_history(world.services, a_caller(), None, first.memory_id, limit=100, after=None).items
    assert [v.version for v in versions] == list(range(WRITERS + 1, 0, -1))
    assert {v.content for v in versions} == {f"counter is at {n}" for n in range(WRITERS + 1)}
    assert [v.status for v in versions].count(Status.ACTIVE) == 1
    chain = [audit_entry(r) for r in world.records(prefix=keys.audit_prefix(first.memory_id))]
    assert len(chain) == WRITERS + 1
    assert first_break(chain) is None
    pointers_agree(world)


def test_parallel_writers_of_one_sentence_make_one_memory(world: World) -> None:
    answers = in_parallel(world, *[("The office is on the third floor", None)] * WRITERS)
    assert [a.outcome for a in answers].count(Outcome.CREATED) == 1
    assert [a.outcome for a in answers].count(Outcome.DUPLICATE) == WRITERS - 1
    assert len(list_memories(world.services, a_caller(), ListQuery()).items) == 1


def test_the_first_writers_of_a_new_owner_make_one_salt_and_lose_nothing(world: World) -> None:
    answers = in_parallel(world, *((f"Fact number {n} stands by itself", f"key-{n}") for n in range(WRITERS)))
    assert {a.outcome for a in answers} == {Outcome.CREATED}
    assert len(world.records(prefix="salt")) == 1
    assert len(world.records(prefix="key#")) == WRITERS
    for answer in answers:
        assert answer.memory is not None
        (chain,) = [[audit_entry(r) for r in world.records(prefix=keys.audit_prefix(answer.memory.memory_id))]]
        assert first_break(chain) is None


def test_a_lost_race_is_repeated_on_the_state_of_then(world: World) -> None:
    world.write("Likes tea", key="drink")
    raced = ahead_of_a_commit(world, lambda: at_the_same_time(world, "Likes milk"))
    answer = write_memory(raced.services, a_caller(), a_command("Likes coffee", key="drink"))
    assert answer.memory is not None
    assert answer.memory.version == 3


def test_a_writer_who_loses_every_race_is_asked_to_come_again(world: World) -> None:
    numbers = itertools.count()
    raced = ahead_of_a_commit(world, lambda: at_the_same_time(world, f"Likes {next(numbers)}"), 1000)
    with pytest.raises(Unavailable):
        write_memory(raced.services, a_caller(), a_command("Likes coffee", key="drink"))
    assert "coffee" not in repr(world.records())


@pytest.mark.parametrize("content", ["Likes coffee", "Likes tea", "Likes milk"])
def test_a_memory_that_changes_between_two_reads_is_no_error(world: World, content: str) -> None:
    world.write("Likes tea", key="drink")
    raced = between_reads(world, lambda: at_the_same_time(world, "Likes milk"))
    answer = write_memory(raced.services, a_caller(), a_command(content, key="drink"))
    assert answer.outcome in (Outcome.UPDATED, Outcome.DUPLICATE)
    assert [m.content for m in list_memories(world.services, a_caller(), ListQuery()).items] == [content]
    pointers_agree(world)


def test_a_memory_removed_between_two_reads_leaves_its_key_to_the_incoming_one(world: World) -> None:
    removed = world.wrote("Likes tea", key="drink")

    def remove() -> None:
        delete_at_once(world, removed.memory_id)
        world.clock.advance()

    raced = between_reads(world, remove)
    world.clock.advance()
    answer = write_memory(raced.services, a_caller(), a_command("Likes coffee", key="drink"))
    assert answer.outcome is Outcome.CREATED
    assert world.write("Likes milk", key="drink").outcome is Outcome.UPDATED
    assert len(list_memories(world.services, a_caller(), ListQuery()).items) == 1


def test_a_text_whose_pointer_is_removed_meanwhile_is_found_under_the_incoming_memory(world: World) -> None:
    world.write("Lyon", key="home")
    raced = ahead_of_a_commit(
        world, lambda: write_memory(world.services, a_caller(), a_command("Lille", key="home"))
    )  # fmt: skip
    born = write_memory(raced.services, a_caller(), a_command("Lyon", key="birthplace"))
    again = world.write("Lyon")
    assert (again.outcome, again.duplicate_by) == (Outcome.DUPLICATE, DuplicateBy.HASH)
    assert again.memory is not None
    assert born.memory is not None
    assert again.memory.memory_id == born.memory.memory_id


def delete_at_once(world: World, memory_id: str) -> None:
    request_deletion(
        world.services, a_caller(), None, f"del-{memory_id}", Selector(SelectorKind.MEMORY, (memory_id,))
    )  # fmt: skip
    world.deletions.run_all()


def delete_subject(world: World, request_id: str = "del-1") -> None:
    world.clock.advance()
    request_deletion(world.services, a_caller(), None, request_id, Selector(SelectorKind.SUBJECT))


def test_a_write_between_whose_read_and_commit_the_subject_was_deleted_is_refused(world: World) -> None:
    world.write("Was there already")
    raced = ahead_of_a_commit(world, lambda: delete_subject(world))
    with pytest.raises(SubjectDeleting):
        write_memory(raced.services, a_caller(), a_command("Comes too late"))
    assert "too late" not in repr(world.records())
    world.drain()
    assert world.holds("too late") == world.holds("already") == []


def test_a_correction_between_whose_read_and_commit_the_subject_was_deleted_is_refused(world: World) -> None:
    made = world.wrote("Was there already")
    raced = ahead_of_a_commit(world, lambda: delete_subject(world))
    with pytest.raises(SubjectDeleting):
        correct_memory(raced.services, a_caller(), None, made.memory_id, Correction("Comes too late"))
    world.drain()
    assert world.holds("too late") == world.holds("already") == []


def test_a_write_that_read_before_a_whole_deletion_and_commits_after_it_is_checked_again(world: World) -> None:
    """Its evidence is older than the deletion, which is over by then: the barrier's record tells."""
    world.write("Was there already")

    def whole_deletion() -> None:
        delete_subject(world)
        world.drain()

    raced = ahead_of_a_commit(world, whole_deletion)
    old = a_command("Comes too late", observed_at=world.clock.now())
    with pytest.raises(Exception, match="older than the deletion"):
        write_memory(raced.services, a_caller(), old)
    assert world.holds("too late") == world.holds("already") == []


def test_two_simultaneous_deletion_requests_are_both_kept(world: World) -> None:
    world.write("Was there already")
    ready = threading.Barrier(WRITERS)

    def ask(number: int) -> str:
        ready.wait()
        selector = Selector(SelectorKind.SUBJECT)
        return request_deletion(world.services, a_caller(), None, f"r{number % 4}", selector).request_id

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(ask, range(WRITERS)))
    (barrier,) = world.records(prefix=keys.BARRIER)
    assert sorted(deletion_codec.barrier(barrier).requests) == ["r0", "r1", "r2", "r3"]
    assert len(world.deletions.started) == 4
    world.drain()
    (barrier,) = world.records(prefix=keys.BARRIER)
    assert (barrier.attributes["state"], barrier.attributes["requests"]) == ("clear", [])


def test_no_change_is_committed_without_the_barrier_check(world: World) -> None:
    recording = RecordingRecords(world.stream)
    recorded = world.on(records=recording)
    made = recorded.wrote("Likes tea", key="drink")
    recorded.write("Likes tea", key="drink")
    recorded.write("Likes coffee", key="drink")
    recorded.write("Likes milk", key="drink", observed_at=world.clock.now().replace(year=2020))
    correct_memory(recorded.services, a_caller(), None, made.memory_id, Correction("Likes water"))
    assert len(recording.commits) == 5
    barrier = keys.barrier(made.scope)
    for change in recording.commits:
        named: set[tuple[str, Key]] = {(type(check).__name__, check.key) for check in change.checks}
        assert ("BarrierClear", barrier) in named
        assert ("Absent", barrier) in named  # or `RevisionIs`: no deletion since it was read
