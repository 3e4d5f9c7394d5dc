"""The index made again from the tables is the index that was: nothing embedded, nothing brought back, whatever happens
meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.adapters.sqlite.inventory import SqliteInventory
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.testing.in_memory import InMemoryWalk
from shared.domain.errors import EmbedderUnavailable, SearchUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.memories.memory import NEVER_BELIEVED, MemoryType
from shared.domain.recall.documents import Candidate, SearchDocument, SearchFilter, SearchQuery, ended_id
from shared.domain.scopes import Scope, ScopeKind
from shared.ports import IndexInventory, Remove, SearchIndex, Upsert
from shared.records import keys
from shared.records.memories.vectors import StoredVector, stored_vector, vector_record
from shared.records.store.record import Change, Record
from shared.usecases.indexing.index_memories import views
from shared.usecases.indexing.rebuild_index import NAMED, Rebuilding, RebuildPolicy, Step, send, sweep, verify
from tests.builders import ACME, ANN, BOB, ORG, World, a_caller, a_world
from tests.usecases.deletion.deletions import ask


class NoEmbedder:
    """Knows its model, and fails when it is asked."""

    def __init__(self, world: World) -> None:
        self.model = world.services.embedder.model

    def query(self, _: str) -> Vector:
        raise EmbedderUnavailable("nothing is embedded here")

    def memories(self, _: Sequence[str]) -> list[Vector]:
        raise EmbedderUnavailable("nothing is embedded here")


@dataclass
class Watched:
    """The index, with something happening right before a batch reaches it, and ids that it refuses."""

    inner: SearchIndex
    before: Callable[[], None] = lambda: None
    refusing: set[str] = field(default_factory=set)
    applied: list[Upsert | Remove] = field(default_factory=list)

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        return self.inner.search(query, filter)

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        self.before()
        self.applied += actions
        good = [a for a in actions if isinstance(a, Remove) or a.document.memory_id not in self.refusing]
        bad = [a.document.memory_id for a in actions if isinstance(a, Upsert) and a not in good]
        return self.inner.apply(good) + bad

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        return self.inner.ids_within(org, scope, limit=limit, memory_ids=memory_ids)

    def refresh(self) -> None:
        self.inner.refresh()


@dataclass
class Bench:
    """A world on an index of its own, and what rebuilds it."""

    world: World
    index: Watched
    inventory: IndexInventory
    of: Rebuilding

    def rebuild(self, **policy: Any) -> dict[str, int]:
        """All three walks; the sums. Together with the organisations of the verification under `orgs`."""
        of = replace(self.of, policy=replace(self.of.policy, **policy))
        counts: dict[str, int] = {}
        for step in (*walked(lambda a: send(of, a)), *walked(lambda a: sweep(of, a)), *walked(lambda a: verify(of, a))):
            for name, count in step.counts.items():
                counts[name] = counts.get(name, 0) + count
        return {name: count for name, count in counts.items() if count}

    def contents(self) -> dict[str, tuple[int, str, str, float | None]]:
        """Everything in the index by id: revision, text, model, and the cosine to a fixed vector."""
        vector = self.world.services.embedder.query("tea")
        anything = SearchFilter(
            ORG, (ANN.path, ACME.path, "/global"), ("active", "candidate", "pending_review", "superseded"),
            self.world.clock.now(), below=(ACME.path,), any_purpose=True, any_time=True,
            history=True,
        )  # fmt: skip
        query = SearchQuery("tea entry fact likes", vector, self.world.services.embedder.model.id, 1000)
        return {
            c.document.memory_id: (c.document.revision, c.document.content, c.document.model, c.cosine)
            for c in self.world.services.search.search(query, anything)
        }

    def ids(self) -> set[str]:
        page = self.inventory.documents(after=None, limit=1000)
        return {document.memory_id for document in page.documents}


def walked(step: Callable[[str | None], Step]) -> Iterator[Step]:
    after: str | None = None
    while True:
        done = step(after)
        yield done
        after = done.after
        if after is None:
            return


@contextmanager
def a_bench(folder: Path) -> Iterator[Bench]:
    search = SqliteSearch(folder / "search.db")
    inventory = SqliteInventory(folder / "search.db")
    watched = Watched(search)
    with a_world(search=watched) as world:
        services = replace(world.services, embedder=NoEmbedder(world))
        yield Bench(world, watched, inventory, Rebuilding.of(services, InMemoryWalk(world.store), inventory))
    inventory.close()
    search.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with a_bench(tmp_path) as made:
        yield made


def some_memories(world: World) -> list[str]:
    public = world.wrote("Tea is a drink", a_caller("ann", "admin"), scope=Scope.GLOBAL)
    made = [
        world.wrote("Likes tea", key="drink"),
        world.wrote("Fact about the third floor"),
        world.wrote("The task is to buy tea", scope=ANN.child(ScopeKind.TASK, "a#b/c")),
        world.wrote("Bob likes tea", a_caller("bob")),
        world.wrote("The office has tea", a_caller("ann", "org-writer"), scope=ACME),
    ]
    return [public.memory_id, *(memory.memory_id for memory in made)]


def test_a_lost_index_is_rebuilt_unchanged_without_an_embedding(bench: Bench) -> None:
    made = some_memories(bench.world)
    bench.world.write("Likes coffee better than tea", key="drink")
    bench.world.index()
    before = bench.contents()
    assert len(before) == len(made) + 1  # and the version that ended
    bench.inventory.empty()
    assert bench.contents() == {}
    assert bench.rebuild() == {"seen": 7, "sent": 7, "swept": 7}
    assert bench.contents() == before


def test_running_it_twice_changes_nothing(bench: Bench) -> None:
    some_memories(bench.world)
    bench.rebuild()
    before = bench.contents()
    assert bench.rebuild() == {"seen": 6, "sent": 6, "swept": 6}
    assert bench.contents() == before


def test_the_verification_counts_each_organisation_and_the_global_memories(bench: Bench) -> None:
    some_memories(bench.world)
    bench.world.wrote("Elsewhere they drink tea", a_caller("eve", org="umbrella"))
    bench.rebuild()
    (step,) = walked(lambda after: verify(bench.of, after))
    assert step.orgs == {ORG: [5, 5], "umbrella": [1, 1], "": [1, 1]}


@pytest.mark.parametrize("policy", [{"page": 1}, {"batch": 1}, {"items": 1, "page": 1}, {"time": timedelta(0)}])
def test_steps_of_any_size_have_the_same_result(bench: Bench, policy: dict[str, Any]) -> None:
    some_memories(bench.world)
    assert bench.rebuild(**policy) == {"seen": 6, "sent": 6, "swept": 6}


def test_a_step_looks_at_a_bounded_number_and_says_where_to_go_on(bench: Bench) -> None:
    for number in range(12):
        bench.world.wrote(f"Entry {number} of the reading list", key=f"k{number}")
    of = replace(bench.of, policy=RebuildPolicy(page=7, batch=3, items=4))
    steps = list(walked(lambda after: send(of, after)))
    assert sum(step.counts["seen"] for step in steps) == 12
    assert max(step.counts["seen"] for step in steps) <= 4 + 7
    assert len(steps) > 2
    again = send(of, steps[0].after)  # a step that is repeated finds the same
    assert again.counts == steps[1].counts
    assert bench.ids() == set(bench.world.indexed())


def test_the_segments_together_send_everything_once(bench: Bench) -> None:
    made = some_memories(bench.world)
    steps = [step for n in range(3) for step in walked(lambda after, n=n: send(bench.of, after, n, 3))]  # type: ignore[misc]
    assert sum(step.counts["sent"] for step in steps) == len(made)
    assert bench.ids() == set(made)


# --- What has no place in the index


def test_expired_hidden_or_missing_memories_are_removed_and_counted(bench: Bench) -> None:
    world = bench.world
    expiring = world.wrote("Prefers aisle seats", type=MemoryType.PREFERENCE)
    world.wrote("Bob likes tea", a_caller("bob"))
    kept = world.wrote("Eve likes tea", a_caller("eve"))
    world.index()
    world.clock.advance(timedelta(days=400))
    ask(world, caller=a_caller("bob"))  # accepted; its workflow has not run
    assert bench.rebuild() == {"seen": 3, "sent": 1, "skipped": 2, "swept": 1}
    assert expiring.memory_id not in bench.ids()
    assert bench.ids() == {kept.memory_id}


def test_restored_records_of_a_deleted_subject_are_not_indexed(bench: Bench) -> None:
    world = bench.world
    world.wrote("Likes tea")
    backup = [record for record in world.records(pk=ANN.path) if record.key.sk.startswith(("cur#", "vec#"))]
    ask(world)
    world.drain()
    for record in backup:
        world.store.commit(Change(puts=(record,)))
    assert bench.rebuild() == {"seen": 1, "skipped": 1}
    assert bench.ids() == set()


def test_documents_without_a_memory_are_swept_out(bench: Bench) -> None:
    world = bench.world
    made = some_memories(world)
    world.index()
    removed = keys.current(ANN, made[1])
    world.store.commit(Change(removes=(removed,)))  # and the stream has no record of it
    world.stream.changed.clear()
    assert bench.rebuild() == {"seen": 5, "sent": 5, "swept": 6, "orphans": 1}
    assert bench.ids() == set(made) - {made[1]}


def test_a_document_that_is_newer_than_a_restored_table_is_replaced(bench: Bench) -> None:
    world = bench.world
    made = world.wrote("Likes tea", key="drink")
    backup = world.store.get([keys.current(ANN, made.memory_id), keys.vector(ANN, made.memory_id)])
    world.write("Likes coffee", key="drink")
    world.index()
    for record in backup:
        assert record is not None
        world.store.commit(Change(puts=(record,)))
    assert bench.rebuild() == {"seen": 2, "sent": 2, "swept": 2, "ahead": 1}
    assert backup[0] is not None
    assert bench.contents()[made.memory_id][:2] == (backup[0].revision, "Likes tea")


def test_scheduled_versions_get_documents_of_their_own(bench: Bench) -> None:
    world = bench.world
    made = world.wrote("Lives in Lyon, drinks tea", key="home")
    world.write("Lives in Berlin, drinks tea", key="home", valid_from=world.clock.now() + timedelta(days=30))
    world.index()
    before = bench.contents()
    assert {text for _, text, _, _ in before.values()} == {"Lives in Lyon, drinks tea", "Lives in Berlin, drinks tea"}
    bench.inventory.empty()
    assert bench.rebuild() == {"seen": 1, "sent": 1, "swept": 2}
    assert bench.contents() == before
    world.services.search.apply([Upsert(replace(document_of(world, made.memory_id), memory_id=f"{made.memory_id}~9"))])
    assert bench.rebuild() == {"seen": 1, "sent": 1, "swept": 3, "orphans": 1}
    assert bench.contents() == before
    world.clock.advance(timedelta(days=31))
    assert bench.rebuild() == {"seen": 1, "sent": 1, "swept": 2}
    assert bench.contents() == before  # what has passed by itself keeps its document and its time


def document_of(world: World, memory_id: str) -> SearchDocument:
    found = views(
        world.store,
        world.services.calibration,
        world.services.embedder.model,
        world.clock.now(),
        [keys.current(ANN, memory_id)],
    )
    ((document, *_),) = (view.documents for view in found.values())
    return document


# --- Vectors


def other_model(world: World, memory_id: str, **changes: Any) -> None:
    (record,) = world.store.get([keys.vector(ANN, memory_id)])
    assert record is not None
    foreign = replace(stored_vector(record), **changes)
    world.store.commit(Change(puts=(replace(vector_record(ANN, memory_id, foreign), revision=2),)))


@pytest.mark.parametrize("changes", [{"model": "another"}, {"vector": (0.6, 0.8)}])
def test_a_vector_of_another_model_is_reported_and_left_out(bench: Bench, changes: dict[str, Any]) -> None:
    made = bench.world.wrote("Likes tea")
    other_model(bench.world, made.memory_id, **changes)
    assert bench.rebuild() == {"seen": 1, "sent": 1, "other_model": 1, "swept": 1}
    assert bench.contents()[made.memory_id][1:] == ("Likes tea", "", None)


def test_a_memory_without_a_vector_is_reported_and_found_by_its_words(bench: Bench) -> None:
    made = bench.world.wrote("Likes tea")
    bench.world.store.commit(Change(removes=(keys.vector(ANN, made.memory_id),)))
    assert bench.rebuild() == {"seen": 1, "sent": 1, "no_vector": 1, "swept": 1}
    assert bench.contents()[made.memory_id][3] is None


def test_the_stream_leaves_a_vector_of_another_model_out_as_well(bench: Bench) -> None:
    made = bench.world.wrote("Likes tea")
    other_model(bench.world, made.memory_id, model="another")
    bench.world.index()
    assert bench.contents()[made.memory_id][1:] == ("Likes tea", "", None)


# --- While the service goes on


def once(act: Callable[[], object]) -> Callable[[], None]:
    remaining = [act]

    def before() -> None:
        if remaining:
            remaining.pop()()

    return before


def forget_ann(world: World) -> None:
    ask(world)
    world.drain()


def test_a_subject_that_is_deleted_between_reading_and_sending_does_not_come_back(bench: Bench) -> None:
    world = bench.world
    world.wrote("Likes tea")
    kept = world.wrote("Bob likes tea", a_caller("bob"))
    world.index()
    bench.index.before = once(lambda: forget_ann(world))
    assert bench.rebuild() == {"seen": 2, "sent": 1, "skipped": 1, "swept": 1}
    assert bench.ids() == {kept.memory_id}
    assert world.services.search.ids_within(ORG, ANN.path, limit=10) == []


def test_a_memory_that_changes_between_reading_and_sending_is_indexed_in_its_last_state(bench: Bench) -> None:
    world = bench.world
    made = world.wrote("Likes tea", key="drink")

    def change() -> None:
        world.write("Likes coffee", key="drink")
        world.index()

    bench.index.before = once(change)
    bench.rebuild()
    (now,) = world.store.get([keys.current(ANN, made.memory_id)])
    assert now is not None
    assert bench.contents()[made.memory_id][:2] == (now.revision, "Likes coffee")


def test_a_memory_that_changes_each_time_it_is_sent_counts_as_failed(bench: Bench) -> None:
    world = bench.world
    made = world.wrote("Is at page 0", key="page")
    pages = iter(range(1, 100))

    def change() -> None:
        world.write(f"Is at page {next(pages)}", key="page")

    bench.index.before = change
    (step,) = walked(lambda after: send(bench.of, after))
    assert (step.counts["failed"], step.failed) == (1, [made.memory_id])


def test_a_memory_written_behind_the_walk_is_late_and_not_missing(bench: Bench) -> None:
    some_memories(bench.world)
    list(walked(lambda after: send(bench.of, after)))
    bench.world.wrote("Written since")  # and the stream has not delivered it yet
    (step,) = walked(lambda after: verify(bench.of, after))
    assert (step.counts["late"], step.counts["missing"], step.orgs[ORG]) == (1, 0, [6, 6])


def test_a_memory_that_the_index_refuses_is_failed_and_then_missing_by_its_id(bench: Bench) -> None:
    made = some_memories(bench.world)
    bench.index.refusing = {made[1], made[2]}
    (sent,) = walked(lambda after: send(bench.of, after))
    assert (sent.counts["sent"], sent.counts["failed"], set(sent.failed)) == (4, 2, {made[1], made[2]})
    (verified,) = walked(lambda after: verify(bench.of, after))
    assert (verified.counts["missing"], set(verified.failed)) == (2, {made[1], made[2]})
    assert verified.orgs == {ORG: [5, 3], "": [1, 1]}


def test_a_step_names_no_more_than_a_few_of_many_failures(bench: Bench) -> None:
    made = {bench.world.wrote(f"Entry {n} of the list", key=f"k{n}").memory_id for n in range(NAMED + 5)}
    bench.index.refusing = made
    (step,) = walked(lambda after: send(bench.of, after))
    assert (step.counts["failed"], len(step.failed)) == (NAMED + 5, NAMED)


def test_an_outage_is_raised(bench: Bench) -> None:
    bench.world.wrote("Likes tea")

    def down() -> None:
        raise SearchUnavailable("down")

    bench.index.before = down
    with pytest.raises(SearchUnavailable):
        send(bench.of, None)


_ACTS = ("write", "change", "forget", "expire", "lose", "stale", "step")


@settings(max_examples=40)
@given(acts=st.lists(st.sampled_from(_ACTS), min_size=1, max_size=9), data=st.data())
def test_the_index_ends_as_the_truth_whatever_happens_before_and_during_the_rebuild(
    tmp_path_factory: pytest.TempPathFactory, acts: list[str], data: st.DataObject
) -> None:
    """`lose`: the index loses everything; `stale`: the stream is behind; `step`: a step of sending, of many."""
    with a_bench(tmp_path_factory.mktemp("bench")) as bench:
        world, after = bench.world, None
        of = replace(bench.of, policy=RebuildPolicy(page=5, batch=1, items=1))
        for number, act in enumerate(acts):
            owner = data.draw(st.sampled_from(("ann", "bob")))
            if act == "write":
                world.write(f"Entry {number}: book {number * 7}", a_caller(owner), type=MemoryType.TASK)
            elif act == "change":
                world.write(f"Is at page {number}", a_caller(owner), key="page", type=MemoryType.TASK)
            elif act == "forget":
                ask(world, f"r{number}", caller=a_caller(owner))
                world.deletions.run_all()
                world.clock.advance()
            elif act == "expire":
                world.clock.advance(timedelta(days=91))
            elif act == "lose":
                bench.inventory.empty()
            elif act == "stale":
                world.stream.changed.clear()
            else:
                after = send(of, after).after
        bench.rebuild(page=3, batch=2)
        now = world.clock.now().isoformat()
        alive: list[Record] = [
            record
            for owner in (ANN, BOB)
            for record in world.records(pk=owner.path, prefix="cur#")
            if str(record.attributes["hard_expires_at"]) > now
        ]
        documents = bench.inventory.documents(after=None, limit=1000).documents
        assert {(d.memory_id, d.revision) for d in documents} == {
            (str(r.attributes["memory_id"]), r.attributes["memory_revision"]) for r in alive
        } | {
            (ended_id(str(r.attributes["memory_id"]), int(str(r.attributes["version"]))), r.revision)
            for owner in (ANN, BOB)
            for r in world.records(pk=owner.path, prefix="ver#")
            if r.attributes["status"] not in NEVER_BELIEVED
        }


def test_a_vector_is_stored_bit_for_bit(bench: Bench) -> None:
    made = bench.world.wrote("Likes tea")
    (record,) = bench.world.store.get([keys.vector(ANN, made.memory_id)])
    assert record is not None
    kept: StoredVector = stored_vector(record)
    list(walked(lambda after: send(bench.of, after)))
    (upsert,) = bench.index.applied
    assert isinstance(upsert, Upsert)
    assert (upsert.document.vector, upsert.document.model) == (kept.vector, kept.model)
