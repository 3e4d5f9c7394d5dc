"""How changes enter the feed: each once, in the store's order, whatever comes late, twice, or at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.adapters.sqlite.records import SqliteRecords
from shared.domain.audit.chain import AuditAction
from shared.domain.changes.feed import ChangeKind, FeedEntry, kind_of
from shared.domain.deletion.barrier import Selector, SelectorKind, Target
from shared.domain.errors import ChangesGone, StoreUnavailable
from shared.domain.memories.memory import Lifetime, Memory
from shared.domain.writing.decisions import WritePolicy
from shared.records import keys
from shared.records.store.record import Change, Key, RevisionIs, Table
from shared.records.store.shut import WhyShut, shut
from shared.usecases.audit.verify_audit import ENDS as ENDS_OF_A_CHAIN
from shared.usecases.changes.list_changes import ChangesQuery, list_changes
from shared.usecases.changes.write_changes import AT_ONCE, write_changes
from shared.usecases.cursors import cursor
from shared.usecases.deletion.request_deletion import get_deletion, request_deletion
from shared.usecases.deletion.verify import residue_of
from shared.usecases.hygiene.evict import make_room
from tests.builders import ANN, BOB, World, a_caller, a_world
from tests.snapshots import snapshot
from tests.usecases.deletion.crashes import broken_off_at_each_commit

PK = keys.path(ANN)


def made(world: World) -> list[Key]:
    """What the feed of Ann has not followed yet."""
    found, world.stream.made = [key for key in world.stream.made if key.pk == PK], {}
    return found


def enter(world: World, sources: Sequence[Key]) -> list[FeedEntry]:
    return write_changes(world.services, sources, world.clock.now())


def read(world: World, after: str | None = None, limit: int = 100) -> tuple[list[FeedEntry], str]:
    items: list[FeedEntry] = []
    while True:
        page = list_changes(world.services, a_caller(), ChangesQuery(after=after, limit=limit))
        items, after = items + list(page.items), page.next
        if not page.more:
            return items, after


def said(entries: Sequence[FeedEntry]) -> list[tuple[str, str | None, int | None]]:
    return [(entry.kind.value, entry.memory_id, entry.version) for entry in entries]


class Racing:
    """A store in which another writer is faster: it acts once, right before a commit."""

    def __init__(self, inner: Any, act: Callable[[], object]) -> None:
        self._inner, self._act = inner, act
        self.raced = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def commit(self, change: Change) -> None:
        if not self.raced:
            self.raced = True
            self._act()
        self._inner.commit(change)


def test_a_change_that_is_delivered_again_enters_once_and_is_named_again(world: World) -> None:
    world.wrote("Owns a boat")
    sources = made(world)
    first = enter(world, sources)
    assert enter(world, sources + sources) == first
    assert [entry.number for entry in read(world)[0]] == [1]


def test_a_change_that_is_delivered_late_comes_after_what_was_read(world: World) -> None:
    world.wrote("Owns a boat")
    late = made(world)
    world.wrote("Plays the cello")
    enter(world, made(world))
    _, after = read(world)
    enter(world, late)
    assert [entry.number for entry in read(world, after)[0]] == [2]


def test_two_deliveries_at_one_moment_number_each_change_once(world: World) -> None:
    world.wrote("Owns a boat")
    first = made(world)
    world.wrote("Plays the cello")
    second = made(world)
    racing = Racing(world.stream, lambda: enter(world, second + first))
    enter(world.on(records=racing), first)
    found, _ = read(world)
    assert [entry.number for entry in found] == [1, 2]
    assert len({entry.change_id for entry in found}) == 2


def test_more_changes_than_one_transaction_takes_enter_in_their_order(world: World) -> None:
    written = [world.wrote(f"The {n}th shelf holds the folder {n}", key=f"shelf-{n}").memory_id for n in range(70)]
    assert len(written) > 2 * AT_ONCE
    enter(world, made(world))
    assert [entry.memory_id for entry in read(world, limit=7)[0]] == written


def test_nothing_enters_while_the_store_is_down_and_all_of_it_after(world: World) -> None:
    world.wrote("Owns a boat")
    sources = made(world)

    def fails() -> None:
        raise StoreUnavailable("down")

    with pytest.raises(StoreUnavailable):
        enter(world.on(records=Racing(world.stream, fails)), sources)
    assert read(world)[0] == []
    enter(world, sources)
    assert len(read(world)[0]) == 1


def test_what_a_deletion_covers_does_not_enter_after_its_acceptance(world: World) -> None:
    world.wrote("Carries an EpiPen")
    late = made(world)

    def forgotten() -> None:
        request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.SUBJECT))

    enter(world.on(records=Racing(world.stream, forgotten)), late)
    assert read(world)[0] == []
    world.drain()
    enter(world, late)
    assert read(world)[0] == []
    enter(world, made(world))
    assert [entry.kind for entry in read(world)[0]] == [ChangeKind.DELETION_ACCEPTED, ChangeKind.DELETION_COMPLETED]
    world.wrote("Owns a boat")
    enter(world, made(world))
    assert read(world)[0][-1].kind is ChangeKind.MEMORY_WRITTEN


def test_a_memory_that_a_deletion_has_removed_enters_late_only_as_gone(world: World) -> None:
    memory = world.wrote("Carries an EpiPen")
    late = made(world)
    request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.MEMORY, (memory.memory_id,)))
    enter(world, late)
    world.drain()
    enter(world, late)
    assert read(world)[0] == []
    enter(world, made(world))
    enter(world, late)
    kinds = [entry.kind.value for entry in read(world)[0]]
    assert kinds == ["deletion.accepted", "memory.deleted", "deletion.completed"]


def test_a_verification_finds_what_the_feed_still_says_of_a_memory_that_was_removed(world: World) -> None:
    world.wrote("Carries an EpiPen", source_event_ids=("s1/e1",))
    enter(world, made(world))
    entries = world.records(pk=PK, prefix=keys.FEED_PREFIX)
    selector = Selector(SelectorKind.TYPE, ("semantic",))
    request_deletion(world.services, a_caller(), None, "r1", selector)
    world.drain()
    request = get_deletion(world.services, a_caller(), None, "r1")
    assert request.finished
    assert sum(residue_of(world.services, request).values()) == 0
    assert world.records(pk=PK, prefix=keys.FEED_PREFIX) == []
    world.store.commit(Change(puts=tuple(entries)))
    assert residue_of(world.services, request)[Target.MEMORIES] == 1


def test_a_memory_that_the_store_lets_go_of_is_in_the_feed_as_expired(world: World) -> None:
    memory = world.wrote("Has a temporary badge")
    enter(world, made(world))
    _, after = read(world)
    current = keys.current(ANN, memory.memory_id)
    world.store.commit(Change(removes=(current,)))
    enter(world, [current])
    enter(world, [current])
    assert said(read(world, after)[0]) == [("memory.expired", memory.memory_id, 1)]
    assert said(read(world)[0]) == [("memory.expired", memory.memory_id, 1)]


def test_whatever_ends_or_removes_a_memory_is_in_the_feed() -> None:
    """What the feed is silent about is for auditors alone; a new action has to be decided about."""
    silent = {action for action in AuditAction if kind_of(action) is None}
    of_holds = {AuditAction.HOLD_PLACED, AuditAction.HOLD_RELEASED}
    assert silent == {AuditAction.BLOCKED, AuditAction.THRESHOLDS_MOVED, AuditAction.THRESHOLDS_RESET, *of_holds}
    removals = {action for action in AuditAction if (kind := kind_of(action)) is not None and kind.is_removal}
    assert removals == set(ENDS_OF_A_CHAIN)


def test_a_memory_above_the_limit_of_its_owner_leaves_the_feed_as_expired() -> None:
    expiry = WritePolicy().expiry
    policy = replace(WritePolicy(), expiry=replace(expiry, upkeep=replace(expiry.upkeep, user_memories=2)))
    with a_world(write_policy=policy) as world:
        first, *_ = [world.wrote(f"Reading list entry {n}: book {n * 7}", key=f"k{n}") for n in range(3)]
        world.index()
        world.feed()
        _, after = read(world)
        assert make_room(world.services, PK).done == 1
        world.feed()
        assert said(read(world, after)[0]) == [("memory.expired", first.memory_id, 1)]
        assert [e.kind.value for e in read(world)[0] if e.memory_id == first.memory_id] == ["memory.expired"]


def test_entries_that_were_altered_in_the_store_hold_no_reader_up(world: World) -> None:
    for n in range(3):
        world.wrote(f"The {n}th shelf holds the folder {n}", key=f"shelf-{n}")
    enter(world, made(world))
    shelves = keys.feed_entry(PK, 1), keys.feed_entry(PK, 2)
    altered = world.on(records=Altered(world.stream, shelves))
    pages = [list_changes(altered.services, a_caller(), ChangesQuery(limit=1))]
    while pages[-1].more:
        pages.append(list_changes(altered.services, a_caller(), ChangesQuery(after=pages[-1].next, limit=1)))
        assert pages[-1].next != pages[-2].next
    assert [entry.number for page in pages for entry in page.items] == [3]
    only = world.on(records=Altered(world.stream, [keys.feed_entry(PK, n) for n in (1, 2, 3)]))
    place = list_changes(only.services, a_caller(), ChangesQuery()).next
    assert read(world, place)[0] == []


class Altered:
    """A store of which somebody has edited the records at these keys."""

    def __init__(self, inner: Any, edited: Sequence[Key]) -> None:
        self._inner, self._edited = inner, edited

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def page(self, *args: Any, **options: Any) -> Any:
        page = self._inner.page(*args, **options)
        records = [shut(r, WhyShut.CHANGED) if r.key in self._edited else r for r in page.records]
        return replace(page, records=tuple(records))


def test_a_place_that_somebody_made_up_leads_to_no_key_that_no_store_takes(world: World) -> None:
    world.wrote("Owns a boat")
    enter(world, made(world))
    bound_to = f"{a_caller().principal}|{ANN.path}|changes"
    made_up = cursor(f'["", -{"9" * 1200}, "{world.clock.now().isoformat()}"]', bound_to)
    seen: list[str] = []
    assert len(read(world.on(records=Paging(world.stream, seen)), made_up)[0]) == 1
    assert max(map(len, seen)) < 100


class Paging:
    def __init__(self, inner: Any, seen: list[str]) -> None:
        self._inner, self._seen = inner, seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def page(self, *args: Any, **options: Any) -> Any:
        self._seen.append(options.get("after") or "")
        return self._inner.page(*args, **options)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_deletion_that_broke_off_shows_nothing_of_what_it_selects_but_that_it_is_gone(after: bool) -> None:
    def asked_for(world: World) -> None:
        world.wrote("Carries an EpiPen", key="pen")
        world.wrote("Plays the cello", key="cello")
        world.index()
        world.feed()
        request_deletion(world.services, a_caller(), None, "r1", Selector(SelectorKind.TYPE, ("semantic",)))

    begun = snapshot(asked_for)
    for world, _ in broken_off_at_each_commit(begun, after=after, more_than=5):
        assert {entry.kind.value for entry in read(world)[0] if entry.memory_id is not None} <= {"memory.deleted"}


def test_another_owners_changes_are_in_another_feed(world: World) -> None:
    world.wrote("Owns a boat", a_caller("bob"))
    world.wrote("Plays the cello")
    world.feed()
    assert [entry.scope for entry in read(world)[0]] == [ANN.path]
    bobs = list_changes(world.services, a_caller("bob"), ChangesQuery())
    assert [(entry.number, entry.scope) for entry in bobs.items] == [(1, BOB.path)]


def test_a_place_from_before_a_restore_is_refused(world: World) -> None:
    world.wrote("Owns a boat")
    world.wrote("Plays the cello")
    enter(world, made(world))
    _, after = read(world)
    entries = [record.key for record in world.records(pk=PK, prefix=keys.FEED_PREFIX)]
    world.store.commit(Change(removes=(keys.feed_head(PK), *entries)))
    with pytest.raises(ChangesGone):
        read(world, after)
    restored = world.on(admission=replace(world.services.admission, generation="restore-2"))
    with pytest.raises(ChangesGone):
        read(restored, after)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_reader_learns_each_change_once_however_deliveries_and_readings_interleave(data: st.DataObject) -> None:
    """Batches come late, twice, and cut anywhere, as from several shards; each batch of its own in order."""
    with a_world() as world:
        shards: list[list[Key]] = [[], [], []]
        wanted: list[tuple[str, str | None, int | None]] = []
        known: list[Memory] = []
        learned: list[FeedEntry] = []
        after: str | None = None
        for number in range(data.draw(st.integers(1, 12))):
            act = data.draw(st.sampled_from(["write", "write", "update", "deliver", "again", "read"]))
            if act in ("write", "update"):
                key = f"k{len(known)}" if act == "write" or not known else data.draw(st.sampled_from(known)).key
                memory = world.wrote(f"The {number}th shelf holds the folder {number}", key=key)
                known = [one for one in known if one.key != key] + [memory]
                wanted.append(("memory.written" if memory.version == 1 else "memory.updated", *of(memory)))
                shards[int(str(key)[1:]) % 3] += made(world)
            elif act == "read":
                found, after = read(world, after, limit=data.draw(st.integers(1, 3)))
                learned += found
            else:
                shard = data.draw(st.sampled_from(shards))
                cut = data.draw(st.integers(0, len(shard)))
                enter(world, shard[:cut])
                if act == "deliver":
                    del shard[:cut]
        for shard in shards:
            enter(world, shard)
        learned += read(world, after)[0]
        assert sorted(said(learned)) == sorted(wanted)
        for memory in known:
            versions = [entry.version for entry in learned if entry.memory_id == memory.memory_id]
            assert versions == sorted(versions, key=lambda version: version or 0)
        numbers = [entry.number for entry in learned]
        assert numbers == sorted(set(numbers))


def of(memory: Memory) -> tuple[str, int]:
    return memory.memory_id, memory.version


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqliteRecords]:
    store = SqliteRecords(tmp_path / "records.db")
    yield store
    store.close()


def test_the_laptops_log_names_what_the_feed_follows(sqlite: SqliteRecords, world: World) -> None:
    over = world.on(records=sqlite)
    memory = over.wrote("Has a temporary badge", lifetime=Lifetime(hard_days=1))
    followed = [entry for entry in sqlite.stream(0) if entry.table is Table.LEDGER]
    assert [entry.sk for entry in followed] == [f"{keys.audit_prefix(memory.memory_id)}{1:010d}"]
    enter(over, [Key(entry.table, entry.pk, entry.sk) for entry in followed])
    last = sqlite.stream(0, 1000)[-1].seq
    sqlite.remove_expired(world.clock.now() + timedelta(days=10))
    removed = [entry for entry in sqlite.stream(last) if entry.expired and entry.sk.startswith(keys.CURRENT_PREFIX)]
    enter(over, [Key(entry.table, entry.pk, entry.sk) for entry in removed])
    assert said(read(over)[0]) == [("memory.expired", memory.memory_id, 1)]


def test_the_head_is_guarded_by_the_revision_that_was_read(world: World) -> None:
    """Else two writers would give one number twice."""
    world.wrote("Owns a boat")
    enter(world, made(world))
    world.wrote("Plays the cello")
    seen: list[Change] = []
    enter(world.on(records=Noting(world.stream, seen)), made(world))
    assert any(isinstance(check, RevisionIs) and check.key == keys.feed_head(PK) for check in seen[0].checks)


class Noting:
    def __init__(self, inner: Any, seen: list[Change]) -> None:
        self._inner, self._seen = inner, seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def commit(self, change: Change) -> None:
        self._seen.append(change)
        self._inner.commit(change)
