"""A retry returns the first answer: after a lost answer, after a crash, within a batch, for one caller and one body."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import (
    IdempotencyMismatch,
    MemoryServiceError,
    NotWorthRemembering,
    StoreUnavailable,
    VersionConflict,
)
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import DuplicateBy, Outcome
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.record import Change
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_batch import write_batch
from shared.usecases.writing.write_memory import WriteAnswer, write_memory
from tests.builders import World, a_caller, a_command, days
from tests.usecases.deletion.crashes import Crash, CrashingRecords


def a_key(key: str = "k1", body: bytes = b"{}", caller: str | None = None) -> IdempotencyKey:
    return IdempotencyKey.of(caller or a_caller().principal, "POST /v1/memories?", key, body)


def write(services: Services, content: str, idempotency: IdempotencyKey, **fields: Any) -> WriteAnswer:
    return write_memory(services, a_caller(), a_command(content, **fields), idempotency)


def crashing(world: World, *, at_commit: int, after: bool) -> World:
    """The world whose process ends at its n-th commit from 0, before it is done or after."""
    records = CrashingRecords(world.stream)
    records.arm(at_commit + 1, after=after)
    return world.on(records=records)


def memories(world: World) -> list[str]:
    return [
        m.content for m in list_memories(world.services, a_caller(), ListQuery(limit=100, newest_first=False)).items
    ]


def test_the_same_key_is_one_operation(world: World) -> None:
    first = write(world.services, "The office is on the third floor", a_key())
    before = world.records()
    again = write(world.services, "The office is on the third floor", a_key())
    assert (again.outcome, again.memory, again.replayed) == (first.outcome, first.memory, True)
    assert not first.replayed
    assert world.records() == before


def test_a_replay_gives_the_first_outcome_and_the_memory_as_it_is_now(world: World) -> None:
    world.write("Likes tea", key="drink")
    first = write(world.services, "Likes tea", a_key(), key="drink")
    assert (first.outcome, first.duplicate_by) == (Outcome.DUPLICATE, DuplicateBy.KEY)
    world.write("Likes coffee", key="drink")
    again = write(world.services, "Likes tea", a_key(), key="drink")
    assert (again.outcome, again.duplicate_by, again.replayed) == (Outcome.DUPLICATE, DuplicateBy.KEY, True)
    assert again.memory is not None
    assert (again.memory.content, again.memory.version) == ("Likes coffee", 2)


def test_a_replay_of_a_removed_memory_shows_nothing_of_it(world: World) -> None:
    first = write(world.services, "The office is on the third floor", a_key())
    assert first.memory is not None
    world.clock.advance()
    selector = Selector(SelectorKind.MEMORY, (first.memory.memory_id,))
    request_deletion(world.services, a_caller(), None, "r1", selector)
    for _ in range(2):  # hidden at first, then gone
        again = write(world.services, "The office is on the third floor", a_key())
        assert (again.outcome, again.memory, again.replayed) == (Outcome.CREATED, None, True)
        world.drain()


def test_another_body_under_the_same_key_writes_nothing(world: World) -> None:
    write(world.services, "The office is on the third floor", a_key())
    before = world.records()
    with pytest.raises(IdempotencyMismatch):
        write(world.services, "The office is on the fourth floor", a_key(body=b"other"))
    assert world.records() == before


def test_another_callers_key_is_another_key(world: World) -> None:
    write(world.services, "The office is on the third floor", a_key())
    bob = a_caller("bob")
    key = a_key(caller=bob.principal, body=b"other")
    answer = write_memory(world.services, bob, a_command("The office is on the fourth floor"), key)
    assert not answer.replayed


def test_after_a_day_the_key_is_free(world: World) -> None:
    write(world.services, "The office is on the third floor", a_key())
    world.clock.advance(days(1))
    again = write(world.services, "The office is on the fourth floor", a_key(body=b"other"))
    assert (again.outcome, again.replayed) == (Outcome.CREATED, False)


def test_the_kept_answer_holds_no_content(world: World) -> None:
    write(world.services, "The office is on the third floor", a_key(), key="office", metadata={"floor": "third"})
    kept = repr(world.records(prefix="idem#"))
    assert kept.count("fingerprint") == 1
    assert "floor" not in kept


def test_a_refusal_is_not_kept(world: World) -> None:
    with pytest.raises(NotWorthRemembering):
        write(world.services, "...", a_key())
    assert world.records() == []


@pytest.mark.parametrize("after", [False, True])
def test_a_crash_at_the_commit_is_finished_or_answered_by_the_retry(world: World, after: bool) -> None:
    with pytest.raises(Crash):
        write(crashing(world, at_commit=0, after=after).services, "The office is on the third floor", a_key())
    again = write(world.services, "The office is on the third floor", a_key())
    assert (again.outcome, again.replayed) == (Outcome.CREATED, after)
    assert memories(world) == ["The office is on the third floor"]
    assert len(world.records(prefix="aud#")) == 1


def test_a_lost_answer_is_found_by_the_same_attempt(world: World) -> None:
    """The store did it and could not say so: the adapter tries again and meets its own writing."""

    class Stuttering(RecordingRecords):
        def commit(self, change: Change) -> None:
            if not self.commits:
                super().commit(change)
            super().commit(change)

    answer = write(world.on(records=Stuttering(world.stream)).services, "The office is on the third floor", a_key())
    assert (answer.outcome, answer.replayed) == (Outcome.CREATED, True)
    assert len(memories(world)) == 1


def test_a_correction_is_replayed_too(world: World) -> None:
    made = world.wrote("Lives in Lyon")

    def correct(services: Services) -> WriteAnswer:
        return correct_memory(
            services, a_caller(), None, made.memory_id, Correction("Lives in Lille"), idempotency=a_key()
        )

    with pytest.raises(Crash):
        correct(crashing(world, at_commit=0, after=True).services)
    again = correct(world.services)
    assert (again.outcome, again.replayed) == (Outcome.UPDATED, True)
    assert again.memory is not None
    assert again.memory.version == 2


# --- Batches


ITEMS = [a_command(f"Reading list entry {n}: book {n * 7}", key=f"book-{n}") for n in range(4)]
BODY = json.dumps([item.content for item in ITEMS]).encode()
Answers = list[WriteAnswer | MemoryServiceError]


def batch(world: World, items: list[WriteCommand | MemoryServiceError]) -> tuple[Answers, bool]:
    return write_batch(world.services, a_caller(), items, a_key(body=BODY))


def outcomes(answers: Answers) -> list[str]:
    return [a.code if isinstance(a, MemoryServiceError) else a.outcome.value for a in answers]


def test_each_item_is_answered_in_order_and_one_refusal_stops_nothing(world: World) -> None:
    items: list[WriteCommand | MemoryServiceError] = [
        ITEMS[0], NotWorthRemembering("..."), a_command("..."), ITEMS[0], a_command("Profile", type=MemoryType.PROFILE),
        ITEMS[1],
    ]  # fmt: skip
    answers, replayed = batch(world, items)
    assert not replayed
    assert outcomes(answers) == [
        "created", "not_worth_remembering", "not_worth_remembering", "duplicate", "forbidden_role", "created",
    ]  # fmt: skip
    assert memories(world) == [ITEMS[0].content, ITEMS[1].content]


def test_a_repeated_batch_gets_the_kept_answers(world: World) -> None:
    first, _ = batch(world, [*ITEMS])
    before = world.records()
    again, replayed = batch(world, [*ITEMS])
    assert replayed
    assert outcomes(again) == outcomes(first)
    assert world.records() == before


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("commit", range(5))
def test_a_batch_that_broke_off_anywhere_is_finished_by_its_retry(world: World, commit: int, after: bool) -> None:
    with pytest.raises(Crash):
        batch(crashing(world, at_commit=commit, after=after), [*ITEMS])
    answers, replayed = batch(world, [*ITEMS])
    assert outcomes(answers) == ["created"] * 4
    assert replayed == (commit > 0 or after)
    assert memories(world) == [item.content for item in ITEMS]
    assert len(world.records(prefix="aud#")) == 4


def test_an_item_that_was_refused_is_refused_again_when_it_could_be_written(world: World) -> None:
    world.write("Lives in Lyon", key="home")
    items: list[WriteCommand | MemoryServiceError] = [
        a_command("Lives in Lille", key="home", expected_version=2), ITEMS[0],
        a_command("Holds a document", source=Source.HUMAN_CONFIRMED),
    ]  # fmt: skip
    first, _ = batch(world, items)
    assert outcomes(first) == ["version_conflict", "created", "role_required"]
    world.write("Lives in Lens", key="home")
    again, replayed = batch(world, items)
    assert (outcomes(again), replayed) == (outcomes(first), True)
    conflict = again[0]
    assert isinstance(conflict, VersionConflict)
    assert conflict.extra == {"current_version": 1}


def test_another_batch_under_the_same_key_writes_nothing(world: World) -> None:
    batch(world, [ITEMS[0]])
    before = world.records()
    with pytest.raises(IdempotencyMismatch):
        write_batch(world.services, a_caller(), [ITEMS[1]], a_key(body=b"other"))
    assert world.records() == before


def outage_after(world: World, commits: int) -> World:
    def down(_: Change) -> None:
        if len(recording.commits) >= commits:
            raise StoreUnavailable("the store is down")

    recording = RecordingRecords(world.stream, before_commit=down)
    return world.on(records=recording)


def test_an_outage_in_the_middle_is_reported_by_item_and_the_retry_does_the_rest(world: World) -> None:
    answers, _ = batch(outage_after(world, 3), [*ITEMS])
    assert outcomes(answers) == ["created", "created", "unavailable", "unavailable"]
    again, _ = batch(world, [*ITEMS])
    assert outcomes(again) == ["created"] * 4
    assert len(memories(world)) == 4


def test_without_a_key_a_repeated_batch_finds_its_duplicates(world: World) -> None:
    run: Callable[[], list[str]] = lambda: outcomes(write_batch(world.services, a_caller(), [*ITEMS])[0])  # noqa: E731
    assert run() == ["created"] * 4
    assert run() == ["duplicate"] * 4


def test_a_batch_stops_before_its_call_ends_and_reports_each_unwritten_item(world: World) -> None:
    """Each look at the clock takes half a second here; a call has twenty seconds."""

    class Slow:
        def now(self) -> datetime:
            world.clock.advance(timedelta(milliseconds=500))
            return world.clock.now()

    items = [a_command(f"Locker number {n} is mine") for n in range(60)]
    answers, _ = write_batch(world.on(clock=Slow()).services, a_caller(), items)
    written = [answer for answer in answers if not isinstance(answer, MemoryServiceError)]
    refused = [answer for answer in answers if isinstance(answer, MemoryServiceError)]
    assert len(written) + len(refused) == 60
    assert written
    assert refused
    assert {refusal.code for refusal in refused} == {"unavailable"}
    assert answers[: len(written)] == written  # in order: nothing behind the first refusal was tried
