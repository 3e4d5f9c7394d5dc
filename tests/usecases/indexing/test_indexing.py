"""The index is a view: whatever the stream tells, in whatever order and however often, it ends as the truth is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.errors import SearchUnavailable, StoreUnavailable
from shared.domain.memories.memory import NEVER_BELIEVED, Background, MemoryType, Turn
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery, ended_id
from shared.domain.scopes import Scope, ScopeKind
from shared.ports import Remove, SearchIndex, Upsert
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Change, Key, Table
from shared.usecases.indexing.index_memories import index_memories
from tests.builders import ACME, ANN, NOW, ORG, World, a_caller, a_world
from tests.usecases.deletion.deletions import SUBJECT, ask


def document_of(world: World, memory_id: str, scope: Scope = ANN) -> Candidate | None:
    model = world.services.embedder.model.id
    anything = SearchFilter(
        scope.org_id or "", (scope.path,), ("active", "candidate", "pending_review", "superseded"), world.clock.now()
    )
    found = world.services.search.search(SearchQuery("x", (1.0,) + (0.0,) * 255, model, 100), anything)
    return next((c for c in found if c.document.memory_id == memory_id), None)


class Listening:
    """Remembers what was applied, and fails on order."""

    def __init__(self, inner: SearchIndex) -> None:
        self.inner = inner
        self.applied: list[Upsert | Remove] = []
        self.failing: set[str] = set()
        self.down = False

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        return self.inner.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        if self.down:
            raise SearchUnavailable("down")
        self.applied += actions
        ids = {a.memory_id if isinstance(a, Remove) else a.document.memory_id: a for a in actions}
        good = [action for id, action in ids.items() if id not in self.failing]
        return [*self.inner.apply(good), *(id for id in ids if id in self.failing)]

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        return self.inner.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        self.inner.refresh()


def test_a_document_has_the_fields_of_its_memory(world: World) -> None:
    background = Background("Ann", "s1", 4, (Turn("Where do you live?", "e0"),))
    made = world.wrote(
        "In Lyon, since May", key="home", type=MemoryType.SEMANTIC, purposes=("travel",), background=background
    )  # fmt: skip
    world.index()
    found = world.services.search.search(
        SearchQuery("Lyon", world.services.embedder.query("Lyon"), made.embedding.model or "", 9),
        SearchFilter(ORG, (ANN.path,), ("active",), world.clock.now(), purpose="travel"),
    )
    (candidate,) = found
    reported = candidate.document
    assert (reported.memory_id, reported.org, reported.scope, reported.key) == (made.memory_id, ORG, ANN.path, "home")
    assert (reported.content, reported.before) == ("In Lyon, since May", "Where do you live?\nIn Lyon, since May")
    assert (reported.speaker, reported.session_id, reported.position) == ("Ann", "s1", 4)
    assert (reported.tier, reported.confidence, reported.purposes, reported.status) == (4, 1.0, ("travel",), "active")
    assert candidate.cosine is not None
    assert candidate.cosine > 0


def test_a_repeated_or_late_stream_record_changes_nothing(world: World) -> None:
    made = world.wrote("Likes tea", key="drink")
    changed = keys.current(ANN, made.memory_id)
    world.index()
    world.write("Likes coffee", key="drink")
    world.index()
    for _ in range(3):
        assert index_memories(world.services, [changed]) == []
    found = document_of(world, made.memory_id)
    assert found is not None
    (record,) = world.store.get([changed])
    assert record is not None
    assert (found.document.content, found.document.revision) == ("Likes coffee", record.revision)


def test_a_missing_memory_is_removed_from_the_index_and_never_put_back(world: World) -> None:
    made = world.wrote("Likes tea")
    world.index()
    ask(world)
    world.deletions.run_all()
    assert index_memories(world.services, [keys.current(ANN, made.memory_id)]) == []
    assert world.indexed() == []


def test_a_memory_under_a_running_deletion_or_past_its_life_is_removed_from_the_index(world: World) -> None:
    made = world.wrote("Prefers aisle seats", type=MemoryType.PREFERENCE)
    other = world.wrote("Likes tea", a_caller("bob"))
    world.index()
    assert world.indexed() == [made.memory_id]
    ask(world)
    index_memories(world.services, [keys.current(ANN, made.memory_id)])
    assert world.indexed() == []
    world.clock.advance(timedelta(days=400))
    index_memories(world.services, [keys.current(other.scope, other.memory_id)])
    assert world.indexed(other.scope) == [other.memory_id]  # a fact has no end


def test_an_expired_memory_is_removed_from_the_index(world: World) -> None:
    made = world.wrote("Prefers aisle seats", type=MemoryType.PREFERENCE)
    world.index()
    world.clock.advance(timedelta(days=365))
    index_memories(world.services, [keys.current(ANN, made.memory_id)])
    assert world.indexed() == []


def test_only_failed_records_are_tried_again(world: World) -> None:
    listening = Listening(world.services.search)
    watched = world.on(search=listening)
    made = [watched.wrote(f"Fact number {n} stands by itself", key=f"k{n}") for n in range(5)]
    places = [keys.current(ANN, m.memory_id) for m in made]
    listening.failing = {made[1].memory_id, made[3].memory_id}
    assert index_memories(watched.services, places) == [places[1], places[3]]
    listening.failing = set()
    assert index_memories(watched.services, [places[1], places[3]]) == []
    assert sorted(world.indexed()) == sorted(m.memory_id for m in made)


def test_an_outage_is_raised(world: World) -> None:
    listening = Listening(world.services.search)
    watched = world.on(search=listening)
    made = world.wrote("Likes tea")
    listening.down = True
    with pytest.raises(SearchUnavailable):
        index_memories(watched.services, [keys.current(ANN, made.memory_id)])

    class NoStore:
        def get(self, *_: object, **__: object) -> list[object]:
            raise StoreUnavailable("down")

    with pytest.raises(StoreUnavailable):
        index_memories(replace(world.services, records=NoStore()), [keys.current(ANN, made.memory_id)])  # type: ignore[arg-type]


def test_records_that_are_no_version_of_a_memory_are_ignored(world: World) -> None:
    listening = Listening(world.services.search)
    others = [keys.barrier(ANN), keys.vector(ANN, "m"), keys.directory(ANN), keys.salt(ANN)]
    assert index_memories(world.on(search=listening).services, others) == []
    assert listening.applied == []


def test_a_memory_named_many_times_in_one_batch_is_indexed_once(world: World) -> None:
    listening = Listening(world.services.search)
    made = world.wrote("Likes tea")
    index_memories(world.on(search=listening).services, [keys.current(ANN, made.memory_id)] * 50)
    assert len(listening.applied) == 1


def test_each_owner_and_tenant_has_its_own_barrier_and_place(world: World) -> None:
    ann, bob = world.wrote("Ann likes tea"), world.wrote("Bob likes tea", a_caller("bob"))
    office = world.wrote("The office has tea", a_caller("ann", "org-writer"), scope=ACME)
    public = world.wrote("Tea is a drink", a_caller("ann", "admin"), scope=Scope.GLOBAL)
    task = world.wrote("The task is tea", scope=ANN.child(ScopeKind.TASK, "a#b/c"))
    ask(world)  # of Ann alone
    index_memories(world.services, [keys.current(m.scope, m.memory_id) for m in (ann, bob, office, public, task)])
    assert sorted(world.indexed(ACME)) == sorted([bob.memory_id, office.memory_id])
    assert world.indexed(Scope.GLOBAL) == [public.memory_id]


def test_a_memory_without_its_vector_is_still_found_by_words(world: World) -> None:
    made = world.wrote("Likes tea")
    world.store.commit(Change(removes=(keys.vector(ANN, made.memory_id),)))
    world.index()
    found = document_of(world, made.memory_id) or next(
        iter(
            world.services.search.search(
                SearchQuery("tea", (1.0,) + (0.0,) * 255, "other", 9),
                SearchFilter(ORG, (ANN.path,), ("active",), NOW.replace(year=2027)),
            )
        ),
        None,
    )
    assert found is not None
    assert found.cosine is None


_ACTS = ("write", "change", "delete", "expire")


@settings(max_examples=25)
@given(acts=st.lists(st.sampled_from(_ACTS), max_size=6), data=st.data())
def test_the_index_ends_as_the_truth_in_whatever_order_the_stream_delivers(
    acts: list[str], data: st.DataObject
) -> None:  # fmt: skip
    with a_world() as world:
        for number, act in enumerate(acts):
            if act == "write":
                world.write(f"Reading list entry {number}: book {number * 7}", type=MemoryType.TASK)
            elif act == "change":
                world.write(f"Is at page {number}", key="page", type=MemoryType.TASK)
            elif act == "delete":
                ask(world, f"r{number}", SUBJECT)
                world.deletions.run_all()
                world.clock.advance()
            else:
                world.clock.advance(timedelta(days=91))
        reported: list[Key] = data.draw(st.permutations([*world.stream.changed, *world.stream.changed]))
        for start in range(0, len(reported), 3):
            assert index_memories(world.services, reported[start : start + 3]) == []
        world.services.search.refresh()
        now = world.clock.now()
        current = [r for r in world.records(pk=ANN.path, prefix="cur#") if r.key.table is Table.MEMORIES]
        alive = [r for r in current if str(r.attributes["hard_expires_at"]) > now.isoformat()]
        indexed = [str(r.attributes["memory_id"]) for r in alive]
        ended = [memory_codec.memory(r.attributes) for r in world.records(pk=ANN.path, prefix="ver#")]
        indexed += [ended_id(one.memory_id, one.version) for one in ended if one.status not in NEVER_BELIEVED]
        assert sorted(world.indexed()) == sorted(indexed)


def test_two_updates_may_reach_the_index_in_any_order(world: World) -> None:
    made = world.wrote("Is at page 1", key="page")
    first = world.stream.changed.copy()
    world.write("Is at page 2", key="page")
    for order in permutations((first, world.stream.changed)):
        for batch in order:
            index_memories(world.services, batch)
        found = document_of(world, made.memory_id)
        assert found is not None
        assert found.document.content == "Is at page 2"
