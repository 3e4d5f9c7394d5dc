"""Reading by id and in lists: each once, in order, and nothing that is not open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.access.caller import Caller
from shared.domain.errors import ForbiddenScope, Malformed, NotFound
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import MemoryType, Status
from shared.domain.scopes import Scope, ScopeKind
from shared.usecases.cursors import cursor
from shared.usecases.reading import read_memories
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history
from tests.builders import ACME, ANN, World, a_caller, days

TASK = ANN.child(ScopeKind.TASK, "t1")


def walk(world: World, caller: Caller | None = None, **query: object) -> list[str]:
    """Every item of a list, page by page."""
    found: list[str] = []
    after: str | None = None
    while True:
        page = list_memories(world.services, caller or a_caller(), ListQuery(cursor=after, **query))  # type: ignore[arg-type]
        assert len(page.items) <= ListQuery(**query).limit  # type: ignore[arg-type]
        found += [memory.content for memory in page.items]
        after = page.next_cursor
        if after is None:
            return found


def entries(world: World, count: int, **fields: Any) -> list[str]:
    made = [f"Reading list entry {n}: book {n * 7}" for n in range(count)]
    for content in made:
        world.write(content, key=f"k {content}", **fields)
    return made


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 7, 100])
@pytest.mark.parametrize("newest_first", [True, False])
def test_a_walk_returns_each_memory_once_and_in_order(world: World, limit: int, newest_first: bool) -> None:
    made = entries(world, 6)
    assert walk(world, limit=limit, newest_first=newest_first) == (made[::-1] if newest_first else made)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_a_walk_over_several_scopes_is_one_list(world: World, limit: int) -> None:
    writer = a_caller("ann", "org-writer", "admin")
    made = []
    for n in range(8):
        scope = (ANN, TASK, ACME, Scope.GLOBAL)[n % 4]
        made.append(f"Reading list entry {n}: book {n * 7}")
        world.write(made[-1], writer, scope=scope)
    assert walk(world, limit=limit, include_inherited=True, include_descendants=True) == made[::-1]
    assert walk(world, limit=limit, scope=TASK, include_inherited=True, newest_first=False) == made
    assert walk(world, limit=limit) == [made[4], made[0]]
    assert walk(world, limit=limit, include_descendants=True) == [made[5], made[4], made[1], made[0]]


def test_a_walk_returns_each_memory_once_while_others_write_and_delete(world: World) -> None:
    made = entries(world, 6)
    first = list_memories(world.services, a_caller(), ListQuery(limit=2))
    world.write("Comes in between")
    world.write("Reading list entry 0: book 1", key=f"k {made[0]}")
    rest = list_memories(world.services, a_caller(), ListQuery(limit=100, cursor=first.next_cursor))
    contents = [m.content for m in (*first.items, *rest.items)]
    assert contents == [*made[:0:-1], "Reading list entry 0: book 1"]


def test_a_page_that_filters_almost_everything_still_ends(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    entries(world, 12)
    world.write("The one", type=MemoryType.EPISODIC)
    entries(world, 3, scope=TASK)
    monkeypatch.setattr(read_memories, "MAX_LOOKED_AT", 5)
    page = list_memories(world.services, a_caller(), ListQuery(type=MemoryType.PROCEDURAL))
    assert (page.items, page.next_cursor is not None) == ((), True)
    assert walk(world, type=MemoryType.EPISODIC) == ["The one"]


def test_filters_narrow(world: World) -> None:
    world.write("a", key="k")
    world.write("b", type=MemoryType.EPISODIC, consent_scope="newsletter")
    world.write("c", source=Source.EXTERNAL_UNVERIFIED)
    assert walk(world, key="k") == ["a"]
    assert walk(world, type=MemoryType.EPISODIC) == ["b"]
    assert walk(world, status=Status.CANDIDATE) == ["c"]
    assert walk(world, consent_scope="newsletter") == ["b"]
    assert walk(world, key="k", type=MemoryType.EPISODIC) == []
    assert walk(world) == ["c", "b", "a"]


def test_a_token_bound_to_purposes_shows_only_memories_of_such_a_purpose(world: World) -> None:
    world.write("for billing", purposes=("billing",))
    made = world.wrote("for support", purposes=("support",))
    world.write("for any")
    support = a_caller(purposes=frozenset({"support"}))
    billing = a_caller(purposes=frozenset({"billing"}))
    assert walk(world, support) == ["for any", "for support"]
    assert walk(world) == ["for any", "for support", "for billing"]
    assert get_memory(world.services, support, None, made.memory_id) == made
    with pytest.raises(NotFound):
        get_memory(world.services, billing, None, made.memory_id)
    with pytest.raises(NotFound):
        memory_history(world.services, billing, None, made.memory_id, limit=9, after=None)


def test_a_cursor_is_valid_for_its_caller_and_query_only(world: World) -> None:
    entries(world, 4)
    page = list_memories(world.services, a_caller(), ListQuery(limit=2))
    for caller, query in (
        (a_caller("bob"), ListQuery(cursor=page.next_cursor)),
        (a_caller(bound=TASK), ListQuery(scope=ANN, cursor=page.next_cursor)),
        (a_caller(), ListQuery(scope=TASK, cursor=page.next_cursor)),
        (a_caller(), ListQuery(newest_first=False, cursor=page.next_cursor)),
        (a_caller(), ListQuery(type=MemoryType.TASK, cursor=page.next_cursor)),
        (a_caller(), ListQuery(include_inherited=True, cursor=page.next_cursor)),
        (a_caller(), ListQuery(cursor="nonsense")),
    ):
        with pytest.raises(Malformed):
            list_memories(world.services, caller, query)


@pytest.mark.parametrize("place", ["", "x", "\x00", "x" * 36, "x" * 1500, "-1", "99999999999"])
def test_an_invented_cursor_is_no_internal_error(world: World, place: str) -> None:
    made = world.wrote("a", key="k")
    world.write("b", key="k")
    ann = a_caller()
    of_list = "|".join((ann.principal, ANN.path, "None", "None", "None", "None", "FalseFalseTrue"))
    of_history = f"{ann.principal}|{ANN.path}|{made.memory_id}"
    reads: tuple[Callable[[], object], ...] = (
        lambda: list_memories(world.services, ann, ListQuery(cursor=cursor(place, of_list))),
        lambda: memory_history(world.services, ann, None, made.memory_id, limit=1, after=cursor(place, of_history)),
    )
    for read in reads:
        try:
            read()
        except Malformed:
            continue


# --- One memory


def test_a_memory_above_is_found_by_its_id_but_one_beside_or_below_is_not(world: World) -> None:
    writer = a_caller("ann", "org-writer", "admin")
    offices = world.wrote("office", writer, scope=ACME)
    public = world.wrote("public", writer, scope=Scope.GLOBAL)
    tasks = world.wrote("task", scope=TASK)
    bobs = world.wrote("bob", a_caller("bob"))
    assert get_memory(world.services, a_caller(), None, offices.memory_id).content == "office"
    assert get_memory(world.services, a_caller(), TASK, public.memory_id).content == "public"
    for memory_id in (tasks.memory_id, bobs.memory_id, "nothing", "", "\x00", "x" * 3000, "../cur#"):
        with pytest.raises(NotFound):
            get_memory(world.services, a_caller(), None, memory_id)
    with pytest.raises(ForbiddenScope):
        get_memory(world.services, a_caller(), bobs.scope, bobs.memory_id)


# --- History


def numbers(world: World, memory_id: str, limit: int) -> list[int]:
    found: list[int] = []
    after: str | None = None
    while True:
        page = memory_history(world.services, a_caller(), None, memory_id, limit=limit, after=after)
        assert len(page.items) <= limit
        found += [version.version for version in page.items]
        after = page.next_cursor
        if after is None:
            return found


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 7, 8, 100])
def test_a_walk_through_the_history_returns_each_version_once_newest_first(world: World, limit: int) -> None:
    made = world.wrote("Prefers mode 0", key="mode")
    for n in range(1, 4):
        world.write(f"Prefers mode {n}", key="mode")
    for n in range(3):  # rejected incoming memories take the numbers after the current one
        world.write(f"Prefers guess {n}", key="mode", source=Source.AGENT_INFERRED, confidence=0.9)
    assert numbers(world, made.memory_id, limit) == [7, 6, 5, 4, 3, 2, 1]
    world.write("Prefers mode 9", key="mode")
    assert numbers(world, made.memory_id, limit) == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_version_says_when_and_why_it_ended(world: World) -> None:
    made = world.wrote("Likes tea", key="drink")
    changed = world.wrote("Likes coffee", key="drink")
    now, old = memory_history(world.services, a_caller(), None, made.memory_id, limit=9, after=None).items
    assert (now.ending.at, now.ending.because) == (None, None)
    assert (old.ending.at, old.status) == (changed.updated_at, Status.SUPERSEDED)
    assert old.ending.because


def test_a_history_that_grows_between_two_reads_shows_no_version_twice(world: World) -> None:
    made = world.wrote("Likes tea", key="drink")

    class Interfered(RecordingRecords):
        def page(self, *args: object, **options: object):  # type: ignore[no-untyped-def]
            if "page" not in self.calls:
                world.write("Likes coffee", key="drink")
            return RecordingRecords.page(self, *args, **options)  # type: ignore[arg-type]

    raced = world.on(records=Interfered(world.stream))
    page = memory_history(raced.services, a_caller(), None, made.memory_id, limit=9, after=None)
    assert [(v.version, v.status) for v in page.items] == [(2, Status.ACTIVE), (1, Status.SUPERSEDED)]


def test_the_history_of_a_missing_or_hidden_memory_is_not_found(world: World) -> None:
    made = world.wrote("Prefers aisle seats", type=MemoryType.PREFERENCE)
    world.clock.advance(days(365))
    with pytest.raises(NotFound):
        memory_history(world.services, a_caller(), None, made.memory_id, limit=9, after=None)
