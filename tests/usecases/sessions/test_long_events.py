"""Events beyond what one record holds: whole wherever they are read, and gone with all their parts."""

from __future__ import annotations

from typing import Any

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import NotFound, StoreUnavailable, TooLarge
from shared.domain.memories.memory import Importance
from shared.domain.sessions.session import EventKind, EventRole, NewEvent
from shared.ports import RecordStore
from shared.records import keys
from shared.records.store.record import Change, Key, Record
from shared.records.store.stored_form import MAX_CHANGE_BYTES, record_bytes
from shared.usecases.context.build_context import ContextQuery, build_context
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.reading.read_memories import ListQuery, list_memories
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session, get_session
from shared.usecases.sessions.search_session import search_session
from shared.usecases.sessions.summarise import build_summary, get_summary
from tests.builders import ANN, World, a_caller
from tests.usecases.deletion.deletions import ask, state

LINE = "The pump of hall 7 was looked at and nothing was found. "
LAST = "The valve behind it leaks 40 litres a day."
LONG = LINE * 9_000 + LAST  # 500 KB: a beginning and two parts


def event(content: str, event_id: str = "e1", role: EventRole = EventRole.TOOL, **fields: Any) -> NewEvent:
    return NewEvent(role, content, event_id, **fields)


def tell(world: World, *events: NewEvent, session_id: str = "s1") -> None:
    create_session(world.services, a_caller(), None, session_id)
    append_events(world.services, a_caller(), None, session_id, events)


def contents(world: World, **query: Any) -> list[str]:
    return [e.content for e in list_events(world.services, a_caller(), "s1", EventQuery(**query)).items]


def parts(world: World) -> list[Record]:
    return world.records(prefix="evp#")


def test_a_long_event_is_listed_whole_in_any_order_and_by_turns(world: World) -> None:
    tell(world, event("first", "e0", EventRole.USER), event(LONG), event("last", "e2"))
    assert len(parts(world)) == 2
    assert max(record_bytes(record) for record in world.records(prefix="ev")) < 400 * 1024
    assert contents(world) == ["first", LONG, "last"]
    assert contents(world, newest_first=True) == ["last", LONG, "first"]
    assert contents(world, last_turns=1) == ["first", LONG, "last"]


@pytest.mark.parametrize("sign", ["长", "🦊", "é", "x"])
def test_it_is_cut_between_characters(world: World, sign: str) -> None:
    content = "a" + sign * 300_000
    tell(world, event(content))
    assert contents(world) == [content]


def test_a_page_ends_where_its_events_fill_an_answer(world: World) -> None:
    for n in range(12):
        tell(world, event(f"{n} " + LONG, f"e{n}"))
    found, cursor = [], None
    while True:
        page = list_events(world.services, a_caller(), "s1", EventQuery(limit=100, cursor=cursor))
        assert sum(len(e.content) for e in page.items) <= 2_500_000
        found += [e.content for e in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == [f"{n} " + LONG for n in range(12)]


def test_an_event_comes_with_all_its_parts_or_not_at_all(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    changes: list[Change] = []

    class Falling:
        """Down for anyone who writes an event."""

        def __init__(self, inner: RecordStore) -> None:
            self.inner = inner

        def __getattr__(self, name: str) -> Any:
            return getattr(self.inner, name)

        def commit(self, change: Change) -> None:
            changes.append(change)
            raise StoreUnavailable("the store is down")

    with pytest.raises(StoreUnavailable):
        append_events(world.on(records=Falling(world.store)).services, a_caller(), None, "s1", [event(LONG)])
    (change,) = changes
    kinds = sorted(record.key.sk[:4] for record in change.puts)
    assert kinds == ["eid#", "evp#", "evp#", "evt#", "ses#"]
    assert parts(world) == []


def test_an_event_that_comes_twice_is_one(world: World) -> None:
    tell(world, event(LONG))
    answer = append_events(world.services, a_caller(), None, "s1", [event("other words " + LONG)])
    assert answer.duplicates == ("e1",)
    assert contents(world) == [LONG]
    assert len(parts(world)) == 2


def test_a_secret_at_its_end_keeps_it_out(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    answer = append_events(world.services, a_caller(), None, "s1", [event(LONG + f" {secret}"), event("fine", "e2")])
    assert [(dropped.event_id, dropped.code) for dropped in answer.dropped] == [("e1", "sensitive")]
    assert contents(world) == ["fine"]
    assert parts(world) == []


def test_search_finds_its_last_word_and_answers_it_whole(world: World) -> None:
    tell(world, event(LONG), event("The lift works", "e2"))
    found = search_session(world.services, a_caller(), None, "s1", "valve leaks", 5)
    assert [hit.event.content for hit in found.hits] == [LONG]
    assert (found.by_beginning, found.left_out) == (0, 0)


def test_search_reports_events_searched_by_their_beginning_and_hits_left_out(world: World) -> None:
    for n in range(12):
        tell(world, event(f"{n} " + LONG, f"e{n}"))
    found = search_session(world.services, a_caller(), None, "s1", "pump hall 7", 50)
    assert found.by_beginning == 12 - 4_000_000 // len(LONG)
    assert len(found.hits) + found.left_out == 12
    assert 0 < sum(len(hit.event.content) for hit in found.hits) <= 2_500_000
    assert all(hit.event.content.endswith(LAST) for hit in found.hits)


def test_a_summary_reads_to_its_end(world: World) -> None:
    tell(world, event(LONG, role=EventRole.USER))
    build_summary(world.services, a_caller(), None, "s1")
    assert "40 litres" in str(get_summary(world.services, a_caller(), None, "s1").content)


@pytest.mark.parametrize(("budget", "shown"), [(2_000, False), (90_000, True)])
def test_a_context_shows_a_long_event_whole_or_counts_it(world: World, budget: int, shown: bool) -> None:
    content = LINE * 900 + LAST
    tell(world, event(content, importance=Importance.CRITICAL))
    recall = RecallQuery("what about the pump?")
    answer = build_context(world.services, a_caller(), ContextQuery(recall, session_id="s1", token_budget=budget))
    assert [item.item.content for item in answer.items] == ([content] if shown else [])
    assert sum(answer.omitted.values()) == (0 if shown else 1)


def test_a_long_result_is_promoted_in_passages_to_its_end(world: World) -> None:
    content = " ".join(f"Pump {n} of hall {n % 7} gave {n * 31} litres." for n in range(700)) + f" {LAST}"
    tell(world, event(content, kind=EventKind.TOOL_RESULT, importance=Importance.CRITICAL), event("thanks", "e2"))
    done = complete_session(world.services, a_caller(), None, "s1")
    assert done.refused == ()
    assert done.released == 1
    memories = list_memories(world.services, a_caller(), ListQuery(newest_first=False)).items
    kept = sorted(memories, key=lambda memory: str(memory.metadata["part"]))
    assert "".join("".join(m.content for m in kept).split()) == "".join(content.split())
    assert all(m.content.endswith(".") for m in kept)
    assert {m.metadata["parts"] for m in kept} == {len(kept)}
    assert all(m.basis.event_ids == ("s1/e1",) for m in kept)
    assert complete_session(world.services, a_caller(), None, "s1").promoted == done.promoted


def test_a_document_is_refused_with_its_reason(world: World) -> None:
    tell(world, event(LONG, kind=EventKind.TOOL_RESULT, importance=Importance.CRITICAL))
    done = complete_session(world.services, a_caller(), None, "s1")
    assert [(refused.event_id, refused.code) for refused in done.refused] == [("e1", "too_large")]
    assert (done.promoted, done.released) == ((), 1)


def test_long_events_are_limited_per_session_and_short_events_go_on(world: World) -> None:
    for n in range(16):
        tell(world, event("x" * 1_000_000, f"e{n}"))
    with pytest.raises(TooLarge):
        append_events(world.services, a_caller(), None, "s1", [event("x" * 1_000_000, "more")])
    append_events(world.services, a_caller(), None, "s1", [event("x" * 10_000, "short")])
    deleted(world, Selector(SelectorKind.EVENT, ("e3",), "s1"))
    append_events(world.services, a_caller(), None, "s1", [event("x" * 1_000_000, "more")])
    assert get_session(world.services, a_caller(), None, "s1").count == 17


def deleted(world: World, selector: Selector) -> None:
    ask(world, "r1", selector)
    world.drain()
    assert (state(world).status.value, state(world).residue) == ("completed", 0)
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0


@pytest.mark.parametrize(
    "selector",
    [Selector(SelectorKind.EVENT, ("e1",)), Selector(SelectorKind.SESSION, ("s1",)), Selector(SelectorKind.SUBJECT)],
    ids=["event", "session", "subject"],
)
def test_the_parts_of_an_event_are_removed_with_it(world: World, selector: Selector) -> None:
    tell(world, event(LONG), event("stays", "e2"))
    deleted(world, selector)
    assert parts(world) == []
    assert world.holds("hall 7") == []


@pytest.mark.parametrize("kind", [SelectorKind.SESSION, SelectorKind.SUBJECT])
def test_no_transaction_removes_more_than_the_store_takes(world: World, kind: SelectorKind) -> None:
    for n in range(12):
        tell(world, event("x" * 1_000_000, f"e{n}"))
    size = {record.key: record_bytes(record) for record in world.records(prefix="e")}
    changes: list[Change] = []
    world.stream.inner = recording = RecordingRecords(world.store)
    recording.before_commit = changes.append
    deleted(world, Selector(kind, ("s1",) if kind is SelectorKind.SESSION else ()))
    assert world.records(prefix="ev") == []
    assert sum(len(change.removes) for change in changes) >= len(size)
    for change in changes:
        assert sum(size.get(key, 0) for key in change.removes) <= MAX_CHANGE_BYTES


def test_a_remaining_part_is_residue(world: World) -> None:
    tell(world, event(LONG))
    remaining = parts(world)
    ask(world, "r1", Selector(SelectorKind.EVENT, ("e1",)))
    world.drain()
    world.store.commit(Change(puts=(remaining[0],)))
    assert verify_deletion(world.services, a_caller(), None, "r1").residue > 0


def test_a_reader_during_the_removal_sees_the_event_whole_or_not_at_all(world: World) -> None:
    tell(world, event(LONG), event("stays", "e2"))
    (session,) = world.records(prefix="ses#")
    incarnation = str(session.attributes["incarnation"])
    removed = (keys.event(ANN, "s1", incarnation, 1), keys.event_id(ANN, "s1", "e1"), *(r.key for r in parts(world)))

    class Slow:
        """Between the event and its parts somebody deletes it."""

        def __init__(self, inner: RecordStore) -> None:
            self.inner = inner

        def __getattr__(self, name: str) -> Any:
            return getattr(self.inner, name)

        def get(self, wanted: list[Key], **options: Any) -> list[Record | None]:
            if any(key.sk.startswith("evp#") for key in wanted):
                self.inner.commit(Change(removes=removed))
            return self.inner.get(wanted, **options)

    slow = world.on(records=Slow(world.store))
    page = list_events(slow.services, a_caller(), "s1", EventQuery())
    assert [e.content for e in page.items] == ["stays"]


def test_an_expired_event_is_not_read(world: World) -> None:
    tell(world, event(LONG))
    world.clock.advance(get_session(world.services, a_caller(), None, "s1").ttl)
    with pytest.raises(NotFound):
        contents(world)
    ends = {record.expires_at for record in world.records(prefix="ev")}
    assert len(ends) == 1
    assert None not in ends
