"""The limit of an owner's memories over each store: the count, what goes, what stays, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import MemoryLimitReached, StoreUnavailable
from shared.domain.memories.lifetimes import ExpiryPolicy, UpkeepPolicy
from shared.domain.memories.memory import Importance, Memory, MemoryType
from shared.domain.scopes import ScopeKind
from shared.domain.writing.decisions import Outcome, WritePolicy
from shared.ports import Retrieved
from shared.records import keys
from shared.records.memories.memory_counts import PARTS
from shared.records.store.record import Change, Key, Record
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.holds.legal_holds import place_hold
from shared.usecases.hygiene.evict import make_room
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.indexing.owner_counts import count_memories, marks_of, memories_of, recount
from shared.usecases.recall.retrieval_stats import add_up
from tests.builders import ACME, ANN, MovableClock, World, a_caller, days
from tests.contract.records.stored_world import a_stored_world
from tests.contract.records.stores import PLAIN_STORES

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

LIMIT = 20
PK = keys.path(ANN)


@pytest.fixture(params=PLAIN_STORES)
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    client: DynamoDBClient | None = None
    if request.param == "dynamodb":
        client = request.getfixturevalue("moto_client")
    with a_stored_world(request.param, tmp_path, client) as world:
        yield world.on(write_policy=limited(LIMIT))


def limited(most: int, **more: Any) -> WritePolicy:
    upkeep = UpkeepPolicy(user_memories=most, project_memories=most, **more)
    return replace(WritePolicy(), expiry=replace(ExpiryPolicy(), upkeep=upkeep))


def fill(world: World, count: int, start: int = 0, **fields: Any) -> list[Memory]:
    """`count` facts of Ann, each a minute older than the next."""
    found = []
    for number in range(start, start + count):
        found.append(world.wrote(f"Reading list entry {number}: book {number * 7}", key=f"k{number}", **fields))
        world.clock.advance(days(1 / 1440))
    return found


def there(world: World) -> set[str]:
    return {str(record.attributes["memory_id"]) for record in world.records(pk=PK, prefix=keys.CURRENT_PREFIX)}


def ids(memories: list[Memory]) -> set[str]:
    return {memory.memory_id for memory in memories}


def test_the_count_is_what_is_there_after_writes_changes_repetitions_and_removals(stored: World) -> None:
    facts = fill(stored, 5)
    stored.write("Reading list entry 0: book 0", key="k0")
    stored.write("Reading list entry 1: book 99", key="k1")
    stored.drain()
    assert memories_of(stored.services, PK) == 5
    chosen = Selector(SelectorKind.MEMORY, (facts[0].memory_id,))
    request_deletion(stored.services, a_caller(), None, "r1", chosen)
    stored.drain()
    assert memories_of(stored.services, PK) == len(there(stored)) == 4


class Failing:
    """A store that is lost before or after a commit, by dice: what it did, it did."""

    def __init__(self, inner: Any, dice: random.Random) -> None:
        self._inner, self._dice = inner, dice

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def commit(self, change: Change) -> None:
        roll = self._dice.random()
        if roll < 0.2:
            raise StoreUnavailable("lost before")
        self._inner.commit(change)
        if roll > 0.8:
            raise StoreUnavailable("lost after")


def test_the_count_is_true_after_crashes_repeated_and_late_deliveries(stored: World) -> None:
    dice = random.Random(7)
    failing = stored.on(records=Failing(stored.stream.inner, dice))
    delivered: list[Key] = []
    for number, fact in enumerate(fill(stored, 30)):
        delivered.append(keys.current(ANN, fact.memory_id))
        if number % 3 == 0:
            stored.services.records.commit(Change(removes=(keys.current(ANN, fact.memory_id),)))
            delivered.append(keys.current(ANN, fact.memory_id))
    waiting = [*delivered, *dice.sample(delivered, 15)]
    dice.shuffle(waiting)
    while waiting:
        batch, waiting = waiting[:7], waiting[7:]
        try:
            count_memories(failing.services, batch)
        except StoreUnavailable:
            waiting += batch
    assert memories_of(stored.services, PK) == len(there(stored)) == 20


def test_a_count_of_hundreds_lies_in_parts_and_stays_true(stored: World) -> None:
    places = [keys.current(ANN, f"memory-{number}") for number in range(450)]
    there: dict[Key, Record | None] = {place: Record(place, {}) for place in places}
    for _ in range(2):
        count_memories(stored.services, there, there)
        assert memories_of(stored.services, PK) == 450
    assert len(stored.records(pk=PK, prefix=f"{keys.COUNT}#")) == PARTS
    absent: dict[Key, Record | None] = dict.fromkeys(places[:300])
    for _ in range(2):
        count_memories(stored.services, absent, absent)
        assert memories_of(stored.services, PK) == len(marks_of(stored.services, PK)) == 150
    assert recount(stored.services, PK, marks_of(stored.services, PK), places[300:400]) == 100


def test_what_is_stale_goes_first_and_then_what_is_older(stored: World) -> None:
    facts = fill(stored, LIMIT + 4)
    stored.clock.advance(days(60))
    read = [facts[0], *facts[4:]]
    places = tuple((ANN.path, fact.memory_id) for fact in read)
    assert add_up(stored.services, [Retrieved(stored.clock.now(), places)]) == []
    stored.index()
    evicted = make_room(stored.services, PK)
    assert (evicted.done, evicted.left, evicted.held) == (4, 0, 0)
    # Three were not read for two months; of those that were, the first is the oldest.
    assert ids(facts) - there(stored) == ids(facts[:4])
    assert memories_of(stored.services, PK) == LIMIT


def test_an_eviction_is_planned_audited_and_leaves_every_store_and_the_index(stored: World) -> None:
    facts = fill(stored, LIMIT + 2)
    stored.drain()
    report = run_pass(stored.services)
    assert report.applied["over_limit"] == 2
    plans = stored.records(prefix="planitems#")
    assert facts[0].memory_id in repr(plans)
    stored.index()
    first = facts[0].memory_id
    assert [r.key.sk for r in stored.records(pk=PK) if first in r.key.sk and not r.key.sk.startswith("aud#")] == []
    assert first not in stored.indexed()
    last = [record.attributes["action"] for record in stored.records(prefix=keys.audit_prefix(first))][-1]
    assert last == "evicted_over_limit"
    auditor = a_caller("aud", "auditor", bound=ACME)
    assert verify_audit(stored.services, auditor, None).first_break is None
    assert run_pass(stored.services).applied.get("over_limit") is None


PROTECTED: list[dict[str, Any]] = [
    {"importance": Importance.HIGH},
    {"importance": Importance.CRITICAL},
    {"binding": 1.0},
]


@pytest.mark.parametrize("fields", PROTECTED, ids=str)
def test_what_binds_or_matters_stays_and_where_nothing_else_is_left_a_write_is_refused(
    stored: World, fields: dict[str, Any]
) -> None:
    kept = fill(stored, LIMIT + 3, **fields)
    stored.index()
    evicted = make_room(stored.services, PK)
    assert (evicted.done, evicted.left) == (0, 3)
    assert there(stored) == ids(kept)
    with pytest.raises(MemoryLimitReached) as refused:
        stored.write("The office is on the third floor")
    assert refused.value.extra == {"memory_limit": LIMIT, "memories": LIMIT + 3}
    assert stored.write("Reading list entry 0: book 0", key="k0").outcome is Outcome.DUPLICATE
    assert stored.write("Reading list entry 1: book 99", key="k1").outcome is Outcome.UPDATED


def test_a_writer_who_loops_is_stopped_until_there_is_room_again(stored: World) -> None:
    most = LIMIT + LIMIT // 10 + 1
    fill(stored, most)
    stored.index()
    with pytest.raises(MemoryLimitReached):
        fill(stored, 1, most)
    assert len(there(stored)) == most
    make_room(stored.services, PK)
    assert stored.write("The office is on the third floor").outcome is Outcome.CREATED


def test_a_pass_evicts_no_more_than_it_may_remove_and_its_plan_names_the_rest(stored: World) -> None:
    facts = fill(stored, LIMIT + 3)
    few = stored.on(write_policy=limited(LIMIT, most_removed=1))
    few.index()
    report = run_pass(few.services)
    assert (report.applied["over_limit"], report.held) == (1, 2)
    assert all(fact.memory_id in repr(stored.records(prefix="planitems#")) for fact in facts[:3])


def test_a_count_that_is_wrong_is_made_right_by_the_walk(stored: World) -> None:
    facts = fill(stored, LIMIT + 2)
    stored.index()
    lost, unseen = facts[-1], fill(stored, 3, LIMIT + 2)
    stored.services.records.commit(Change(removes=(keys.current(ANN, lost.memory_id),)))
    stored.stream.changed.clear()  # nobody ever hears of these four
    assert memories_of(stored.services, PK) == LIMIT + 2
    assert make_room(stored.services, PK).done == 4
    assert memories_of(stored.services, PK) == len(there(stored)) == LIMIT
    assert ids(unseen) <= there(stored)


def test_a_legal_hold_keeps_everything(stored: World) -> None:
    facts = fill(stored, LIMIT + 3)
    stored.index()
    auditor = a_caller("aud", Role.AUDITOR, bound=ACME)
    place_hold(stored.services, auditor, ANN, "case-7", "court order")
    assert (make_room(stored.services, PK).done, make_room(stored.services, PK).left) == (0, 3)
    assert there(stored) == ids(facts)


def test_a_deletion_of_the_owner_takes_the_count_with_it(stored: World) -> None:
    fill(stored, 3)
    stored.index()
    request_deletion(stored.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))
    stored.drain()
    assert [record.key.sk for record in stored.records(pk=PK, prefix=keys.COUNT)] == []
    stored.clock.advance(days(1))
    stored.write("The office is on the third floor")
    stored.index()
    assert memories_of(stored.services, PK) == 1


def test_what_was_read_before_the_owners_deletion_is_not_counted_after_it(stored: World) -> None:
    fill(stored, 2)
    read = {record.key: record for record in stored.records(pk=PK, prefix=keys.CURRENT_PREFIX)}
    request_deletion(stored.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))
    stored.drain()
    stored.clock.advance(days(1))
    stored.write("The office is on the third floor")
    stored.index()
    count_memories(stored.services, read, read)
    assert memories_of(stored.services, PK) == len(there(stored)) == 1


@pytest.mark.parametrize("slow_by", [timedelta(microseconds=1), days(2)])
def test_what_is_written_after_the_owners_deletion_is_counted_whatever_the_counting_hosts_clock_says(
    stored: World, slow_by: timedelta
) -> None:
    fill(stored, 2)
    request_deletion(stored.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))
    stored.drain()
    accepted = stored.clock.now()
    stored.clock.advance(days(1))
    stored.write("The office is on the third floor")
    slow = replace(stored.services, clock=MovableClock(accepted - slow_by))
    count_memories(slow, [record.key for record in stored.records(pk=PK, prefix=keys.CURRENT_PREFIX)])
    assert memories_of(stored.services, PK) == len(there(stored)) == 1


def test_tasks_of_an_owner_count_with_it_and_an_organisation_has_no_limit(stored: World) -> None:
    stored.wrote("The parcel is at the gate", scope=ANN.child(ScopeKind.TASK, "t1"), type=MemoryType.TASK)
    stored.wrote("The office is on the third floor")
    stored.write("Offices open at nine", a_caller("ann", Role.ORG_WRITER), scope=ACME)
    stored.index()
    assert memories_of(stored.services, PK) == 2
    assert stored.records(pk=keys.path(ACME), prefix=keys.COUNT) == []
