"""What was written while the index knew nothing of it, compared a moment after it can be found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from functions.events import index as index_function
from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import Unavailable
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, Status
from shared.domain.writing.correction import Correction
from shared.ports import Comparison
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Table
from shared.runtime import bootstrap
from shared.usecases.audit.list_audit import AuditQuery, read_audit
from shared.usecases.caches import WRITTEN_LAST, JustWritten
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.hygiene import consolidation
from shared.usecases.hygiene.contradiction_scan import Scan
from shared.usecases.writing.write_memory import write_memory
from tests.builders import World, a_caller, a_command, a_world, days
from tests.packaged_embedder import NANO

CITIES = (
    "Oslo Bergen Lyon Porto Turin Graz Kiel Ghent Cork Bari Lugo Metz Faro Pisa Nice Bath York Riga Vilnius Tallinn "
    "Gdansk"
).split()


@dataclass
class Queue:
    sent: list[Comparison] = field(default_factory=list)

    def send(self, comparisons: Sequence[Comparison]) -> None:
        self.sent += comparisons


@dataclass
class Judge:
    """Finds that whatever it is asked about contradicts."""

    asked: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def contradicted(self, incoming: str, stored: Sequence[str]) -> list[bool]:
        self.asked.append((incoming, tuple(stored)))
        return [True] * len(stored)


@pytest.fixture
def queue(world: World) -> Queue:
    queue = Queue()
    world.simultaneous = True
    bootstrap.install(replace(world.services, comparisons=queue))
    return queue


def arrive(world: World) -> None:
    """The stream reaches the index, through the function that follows it."""
    changed, world.stream.changed = world.stream.changed, []
    records = [
        {
            "eventName": "MODIFY",
            "dynamodb": {"Keys": {"pk": {"S": k.pk}, "sk": {"S": k.sk}}, "SequenceNumber": str(n)},
        }
        for n, k in enumerate(changed)
    ]
    assert index_function.handler({"Records": records}, None) == {"batchItemFailures": []}
    world.services.search.refresh()


def compared(world: World, queue: Queue) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    while queue.sent:
        outcomes += consolidation.consolidate(bootstrap.services(), queue.sent.pop(0))
        arrive(world)
    return outcomes


def current(world: World, memory: Memory) -> Memory:
    (record,) = world.store.get([keys.current(memory.scope, memory.memory_id)])
    assert record is not None
    return memory_codec.memory(record.attributes)


def statuses(world: World, *memories: Memory) -> list[Status]:
    return [current(world, memory).status for memory in memories]


def quickly(world: World, text: str) -> Memory:
    world.clock.advance(timedelta(milliseconds=150))
    world.forget_latest()
    memory = write_memory(world.services, a_caller(), a_command(text)).memory
    assert memory is not None
    return memory


def test_twenty_quick_changes_of_mind_are_twenty_updates(world: World, queue: Queue) -> None:
    reported = [quickly(world, f"I live in {city}") for city in CITIES]
    assert set(statuses(world, *reported)) == {Status.ACTIVE}
    arrive(world)
    outcomes = compared(world, queue)
    assert outcomes == {"superseded": 20, "nothing": 1}
    assert statuses(world, *reported) == [Status.SUPERSEDED] * 20 + [Status.ACTIVE]
    ended = [current(world, memory).ending.superseded_by for memory in reported[:-1]]
    assert ended == [memory.memory_id for memory in reported[1:]]


def test_slow_messages_lose_no_change_of_mind(world: World, queue: Queue) -> None:
    reported = [world.wrote(f"I live in {city}") for city in CITIES]
    arrive(world)
    world.clock.advance(days(0.004))
    compared(world, queue)
    assert statuses(world, *reported) == [Status.SUPERSEDED] * 20 + [Status.ACTIVE]


def test_the_last_statement_is_current_in_whatever_order_messages_come(world: World, queue: Queue) -> None:
    reported = [world.wrote(f"I live in {city}") for city in CITIES[:6]]
    arrive(world)
    (message,) = queue.sent
    queue.sent = [Comparison((place,)) for place in reversed(message.memories)]
    compared(world, queue)
    assert statuses(world, *reported) == [Status.SUPERSEDED] * 5 + [Status.ACTIVE]


def test_a_correction_is_compared_as_soon_as_it_is_indexed(world: World, queue: Queue) -> None:
    home, tea = world.wrote("I live in Oslo"), world.wrote("I like tea")
    arrive(world)
    compared(world, queue)
    world.clock.advance(timedelta(minutes=1))
    correct_memory(world.services, a_caller(), None, tea.memory_id, Correction(content="I live in Bergen"))
    arrive(world)
    assert compared(world, queue)["superseded"] == 1
    assert statuses(world, home, tea) == [Status.SUPERSEDED, Status.ACTIVE]


def test_a_repeated_message_does_nothing(world: World, queue: Queue) -> None:
    world.wrote("I live in Oslo")
    world.wrote("I live in Bergen")
    arrive(world)
    (message,) = queue.sent
    assert compared(world, queue) == {"superseded": 1, "nothing": 1}
    assert consolidation.consolidate(bootstrap.services(), message) == {"nothing": 2}


def test_a_memory_that_consolidation_changed_is_not_compared_again(world: World, queue: Queue) -> None:
    world.wrote("I live in Oslo")
    world.wrote("I live in Bergen")
    arrive(world)
    compared(world, queue)
    arrive(world)
    assert queue.sent == []


def test_nothing_is_written_if_nothing_is_near(world: World, queue: Queue) -> None:
    world.wrote("I live in Oslo")
    world.wrote("The garden needs watering on Sundays")
    arrive(world)
    assert compared(world, queue) == {"nothing": 2}
    assert world.stream.changed == []


def test_only_new_memories_are_queued(world: World, queue: Queue) -> None:
    world.wrote("I live in Oslo")
    world.clock.advance(days(1))
    arrive(world)
    assert queue.sent == []


def test_a_queue_that_is_down_does_not_delay_the_index(world: World) -> None:
    class Down:
        def send(self, comparisons: Sequence[Comparison]) -> None:
            raise Unavailable("down")

    bootstrap.install(replace(world.services, comparisons=Down()))
    memory = world.wrote("I live in Oslo")
    arrive(world)
    assert world.indexed() == [memory.memory_id]


def test_a_later_memory_is_compared_again_when_an_earlier_one_becomes_searchable(world: World, queue: Queue) -> None:
    earlier = world.wrote("I live in Oslo")
    late_change, world.stream.changed = world.stream.changed, []
    later = world.wrote("I live in Bergen")
    arrive(world)
    assert compared(world, queue) == {"nothing": 1}
    world.clock.advance(timedelta(seconds=10))
    world.stream.changed += late_change
    arrive(world)
    compared(world, queue)
    assert statuses(world, earlier, later) == [Status.SUPERSEDED, Status.ACTIVE]


def test_near_equal_evidence_waits_for_a_person(world: World, queue: Queue) -> None:
    pair = [world.wrote(f"The office is in {city}", source=Source.TASK_OUTCOME) for city in ("Oslo", "Bergen")]
    arrive(world)
    assert compared(world, queue) == {"nothing": 1, "disputed": 1}
    assert statuses(world, *pair) == [Status.PENDING_REVIEW] * 2


SAME = ("The office is on the third floor", "On the third floor is the office")


def pairs(world: World) -> tuple[Memory, Memory]:
    one = world.wrote(SAME[0], source_event_ids=("s1/e1",))
    other = world.wrote(SAME[1], source_event_ids=("s1/e2",))
    return one, other


def test_two_memories_that_say_the_same_become_one_with_the_evidence_of_both(world: World, queue: Queue) -> None:
    one, other = pairs(world)
    arrive(world)
    assert compared(world, queue) == {"nothing": 1, "merged": 1}
    assert statuses(world, one, other) == [Status.ACTIVE, Status.SUPERSEDED]
    stands, ended = current(world, one), current(world, other)
    assert stands.basis.event_ids == ("s1/e1", "s1/e2")
    assert (ended.ending.because, ended.ending.superseded_by) == ("same_statement", one.memory_id)
    assert {contribution.words for contribution in stands.basis.contributions} == {None, SAME[1]}


def test_a_deletion_of_one_removes_the_evidence_merged_into_it(world: World, queue: Queue) -> None:
    one, _ = pairs(world)
    arrive(world)
    compared(world, queue)
    world.clock.advance()
    selector = Selector(SelectorKind.MEMORY, (one.memory_id,))
    request_deletion(bootstrap.services(), a_caller(), None, "r1", selector)
    world.drain()
    assert world.holds("third floor") == []
    assert world.records(prefix="cur#") == []


def test_every_outcome_is_audited(world: World, queue: Queue) -> None:
    one, other = pairs(world)
    arrive(world)
    compared(world, queue)
    records = read_audit(
        bootstrap.services(), a_caller("eve", "auditor", bound=one.scope.org_scope), AuditQuery()
    ).items
    done = {(r.entry.subject, r.entry.action) for r in records if r.entry.actor == consolidation.CONSOLIDATION}
    assert done == {(one.memory_id, AuditAction.CONFIRMED), (other.memory_id, AuditAction.SUPERSEDED)}


@contextmanager
def measured(queue: Queue, judge: Judge | None = None) -> Iterator[World]:
    """With vectors that mean something."""
    with a_world(embedder=NANO) as made:
        services = replace(made.services, judge=judge, comparisons=queue)
        bootstrap.install(services)
        yield replace(made, services=services)


def test_the_consolidation_asks_a_judge_and_a_write_does_not() -> None:
    queue, judge = Queue(), Judge()
    with measured(queue, judge) as world:
        one = world.wrote("Reports are sent by mail", source=Source.TASK_OUTCOME)
        arrive(world)
        other = world.wrote("Reports go to the shared drive", source=Source.TASK_OUTCOME)
        assert judge.asked == []
        arrive(world)
        compared(world, queue)
        assert judge.asked == [(other.content, (one.content,))]
        assert statuses(world, one, other) == [Status.PENDING_REVIEW] * 2


def test_a_memory_written_meanwhile_is_named_as_older() -> None:
    queue = Queue()
    with measured(queue) as world:
        world.simultaneous = True
        one = world.wrote("Mein Steuerberater heißt Karl Wagner")
        other = world.wrote("Um meine Steuern kümmert sich inzwischen Petra Lang")
        assert other.meaning.older == ()
        arrive(world)
        compared(world, queue)
        assert current(world, other).meaning.older == (one.memory_id,)


def test_a_process_compares_its_own_writes_without_an_index(world: World) -> None:
    quick = world.on(just_written=JustWritten(lasts=WRITTEN_LAST))
    reported = [quick.wrote(f"I live in {city}") for city in CITIES]
    assert statuses(world, *reported) == [Status.SUPERSEDED] * 20 + [Status.ACTIVE]


def test_a_process_forgets_writes_that_the_index_knows(world: World) -> None:
    written = JustWritten(lasts=WRITTEN_LAST)
    quick = world.on(just_written=written)
    quick.wrote("I live in Oslo")
    world.clock.advance(WRITTEN_LAST * 2)
    other = quick.wrote("The garden needs watering on Sundays")
    assert list(written.documents) == [other.memory_id]


def test_a_memory_that_no_longer_exists_is_not_compared(world: World, queue: Queue) -> None:
    removed = Comparison((("/org/acme/user/ann", "01958f00-0000-7000-8000-000000000001"),))
    assert consolidation.consolidate(bootstrap.services(), removed) == {Scan.NOTHING.value: 1}
    assert [r for r in world.records() if r.key.table is Table.MEMORIES] == []
