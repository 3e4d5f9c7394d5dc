"""Summaries as they are kept: versions, what is folded in, and what happens when a source goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from shared.domain.deletion.selectors import Selector, SelectorKind
from shared.domain.errors import NoSummary, NotFound, SummaryAffected, TooLarge, Unavailable
from shared.domain.sessions.session import Event, EventKind, EventRole, NewEvent
from shared.domain.summaries.line_sources import with_sources
from shared.domain.summaries.summary import EXTRACTIVE, Evidence, Summary, SummaryContent, SummaryStatus, folded
from shared.ports import SessionWork
from shared.records import keys
from shared.records.store.record import Change
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.sessions.append_events import append_events
from shared.usecases.sessions.open_session import create_session, get_session
from shared.usecases.sessions.summarise import build_summary, get_summary, rebuild, withdraw
from tests.builders import ANN, World, a_caller
from tests.snapshots import Snapshot, snapshot


def said(event_id: str, content: str, **fields: Any) -> NewEvent:
    return NewEvent(fields.pop("role", EventRole.USER), content, event_id, **fields)


def append(world: World, *events: NewEvent) -> None:
    world.clock.advance()
    append_events(world.services, a_caller(), None, "s1", events)


def build(world: World) -> Summary:
    world.clock.advance()
    return build_summary(world.services, a_caller(), None, "s1").summary


def get(world: World) -> Summary:
    return get_summary(world.services, a_caller(), None, "s1")


def everything(summary: Summary) -> str:
    return " | ".join(text for text in summary.content.texts() if text)


@pytest.fixture
def summed_up(world: World) -> World:
    sum_up(world)
    return world


def sum_up(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    append(
        world,
        said("e1", "The vendor's discount is 17 percent"),
        said("e2", "Do not contact the vendor before 1 June"),
    )
    build(world)


def test_a_summary_says_what_it_covers(summed_up: World) -> None:
    summary = get(summed_up)
    assert (summary.version, summary.first, summary.last, summary.count) == (1, 1, 2, 2)
    assert (summary.status, summary.model, summary.source_version) == (SummaryStatus.SERVED, EXTRACTIVE, 1)
    assert everything(summary) == "The vendor's discount is 17 percent | Do not contact the vendor before 1 June"


def test_unchanged_sources_make_no_new_version(summed_up: World) -> None:
    assert build(summed_up) == get(summed_up)
    assert not build_summary(summed_up.services, a_caller(), None, "s1").built


def test_later_events_are_added_and_the_version_before_is_kept(summed_up: World) -> None:
    append(summed_up, said("e3", "Order A-77 is in Hamburg"))
    summary = build(summed_up)
    assert (summary.version, summary.first, summary.last, summary.count) == (2, 1, 3, 3)
    assert "17 percent" in everything(summary)
    assert "A-77" in everything(summary)
    assert len(summed_up.records(prefix="sum#s1#")) == 2


def test_the_events_of_each_line_are_kept_from_version_to_version(summed_up: World) -> None:
    append(summed_up, said("e3", "Do not pay before 3 June"), said("e4", "Do not contact the vendor before 1 June"))
    assert build(summed_up).content.said_in == get(summed_up).content.said_in
    assert get(summed_up).content.said_in == {
        "The vendor's discount is 17 percent": ("e1",),
        "Do not contact the vendor before 1 June": ("e2", "e4"),
        "Do not pay before 3 June": ("e3",),
    }


def test_an_event_that_is_removed_is_named_by_no_line_any_more(summed_up: World) -> None:
    append(summed_up, said("e4", "Do not contact the vendor before 1 June"))
    build(summed_up)
    remove(summed_up, "e2", 2)
    withdraw(summed_up.services, ANN, "s1", ["e2"])
    assert rebuild(summed_up.services, ANN, "s1")
    assert get(summed_up).content.said_in["Do not contact the vendor before 1 June"] == ("e4",)


def test_an_empty_session_has_no_summary(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    with pytest.raises(NoSummary):
        get(world)
    with pytest.raises(NoSummary):
        build(world)
    with pytest.raises(NotFound):
        get_summary(world.services, a_caller("bob"), None, "s1")


def remove(world: World, event_id: str, sequence: int) -> None:
    """The event goes, as a deletion makes it."""
    incarnation = get_session(world.services, a_caller(), None, "s1").incarnation
    removed = (keys.event(ANN, "s1", incarnation, sequence), keys.event_id(ANN, "s1", event_id))
    world.services.records.commit(Change(removes=removed))


def test_a_withdrawn_summary_is_not_served_and_no_part_of_it_is_left(summed_up: World) -> None:
    append(summed_up, said("e3", "Order A-77 is in Hamburg"))
    build(summed_up)
    assert withdraw(summed_up.services, ANN, "s1", ["e1"])
    with pytest.raises(SummaryAffected):
        get(summed_up)
    assert not any("17 percent" in repr(record) for record in summed_up.records(prefix="sum#"))
    before = summed_up.records(prefix="sum#")
    assert withdraw(summed_up.services, ANN, "s1", ["e1"])
    assert summed_up.records(prefix="sum#") == before


def test_it_is_built_again_without_the_source(summed_up: World) -> None:
    withdraw(summed_up.services, ANN, "s1", ["e1"])
    remove(summed_up, "e1", 1)
    assert rebuild(summed_up.services, ANN, "s1")
    summary = get(summed_up)
    assert everything(summary) == "Do not contact the vendor before 1 June"
    assert (summary.version, summary.source_version, summary.first, summary.count) == (2, 2, 2, 1)
    assert rebuild(summed_up.services, ANN, "s1")
    assert get(summed_up) == summary


def test_without_any_source_left_there_is_no_summary(summed_up: World) -> None:
    withdraw(summed_up.services, ANN, "s1", ["e1", "e2"])
    remove(summed_up, "e1", 1)
    remove(summed_up, "e2", 2)
    rebuild(summed_up.services, ANN, "s1")
    with pytest.raises(NoSummary):
        get(summed_up)
    append(summed_up, said("e3", "Order A-77 is in Hamburg"))
    assert build(summed_up).version == 3
    assert everything(get(summed_up)) == "Order A-77 is in Hamburg"


def test_a_session_without_a_summary_has_none_to_withdraw(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    assert not withdraw(world.services, ANN, "s1", ["e1"])
    assert not rebuild(world.services, ANN, "s1")
    assert not withdraw(world.services, ANN, "s2", ["e1"])
    assert world.records(prefix="sum#") == []


class Queue:
    def __init__(self) -> None:
        self.sent: list[SessionWork] = []
        self.postponed: list[tuple[str, int]] = []

    def send(self, *works: SessionWork) -> None:
        self.sent += works

    def postpone(self, receipt: str, seconds: int) -> None:
        self.postponed.append((receipt, seconds))


def test_a_correction_withdraws_the_summary_until_it_is_built_again(summed_up: World) -> None:
    queue = Queue()
    append(summed_up.on(session_queue=queue), said("e3", "The discount is 12 percent", corrects=("e1",)))
    with pytest.raises(SummaryAffected):
        get(summed_up)
    (work,) = queue.sent
    assert (work.kind, work.scope, work.session_id) == ("rebuild", ANN.path, "s1")
    assert rebuild(summed_up.services, ANN, "s1")
    assert everything(get(summed_up)) == "The discount is 12 percent | Do not contact the vendor before 1 June"


def test_without_a_queue_it_is_built_again_at_once(summed_up: World) -> None:
    append(summed_up, said("e3", "The discount is 12 percent", corrects=("e1",)))
    assert get(summed_up).version == 2
    assert "17" not in everything(get(summed_up))


class Model:
    """A builder whose answers a test sets."""

    model = "a.model"

    def __init__(self, answer: SummaryContent | None) -> None:
        self._answer = answer

    def folded(self, before: SummaryContent, sources: Sequence[Event]) -> SummaryContent:
        if self._answer is None:
            raise Unavailable("the model is down")
        return self._answer


def test_a_faithful_summary_of_a_model_is_used(summed_up: World) -> None:
    append(summed_up, said("e3", "The harbour is quiet"))
    before = get(summed_up).content
    quote = Evidence("e3", "The harbour is quiet")
    answer = replace(before, pending=("An answer is awaited",), evidence=(*before.evidence, quote))
    summary = build(summed_up.on(summary_builder=Model(answer)))
    known = replace(quote, role=EventRole.USER, kind=EventKind.TURN, actor=a_caller().principal)
    assert (summary.model, summary.content) == ("a.model", replace(answer, evidence=(known,)))


@pytest.mark.parametrize("answer", [None, SummaryContent(goal="All is well")], ids=["down", "unfaithful"])
def test_parts_that_a_model_gets_wrong_are_quoted(summed_up: World, answer: SummaryContent | None) -> None:
    append(summed_up, said("e3", "Order A-77 is in Hamburg"))
    before = get(summed_up).content
    summary = build(summed_up.on(summary_builder=Model(answer)))
    assert summary.model == EXTRACTIVE
    now, actor = summed_up.clock.now(), a_caller().principal
    source = Event("e3", 3, EventRole.USER, "Order A-77 is in Hamburg", now, now, actor=actor)
    assert summary.content == with_sources(folded(before, [source]), before, [source])


def test_a_bounded_number_of_versions_is_kept(summed_up: World) -> None:
    for number in range(3, 20):
        append(summed_up, said(f"e{number}", f"Order {number} is in Hamburg"))
        build(summed_up)
    assert len(summed_up.records(prefix="sum#s1#")) == 11
    withdraw(summed_up.services, ANN, "s1", ["e3"])
    assert len(summed_up.records(prefix="sum#s1#")) == 1


FULL = [said(f"f{n}", f"The harbour number {n} is as quiet as " + "a stone under the sea " * 400) for n in range(100)]


def in_full(world: World) -> Summary:
    sum_up(world)
    append(world, *FULL)
    return build(world)


@pytest.fixture(scope="module")
def begun() -> Snapshot[Summary]:
    return snapshot(in_full)


@pytest.fixture
def full(begun: Snapshot[Summary]) -> Iterator[World]:
    """What is summed up needs several records."""
    with begun.restored() as world:
        yield world


def test_a_summary_that_one_record_cannot_hold_takes_several(full: World, begun: Snapshot[Summary]) -> None:
    summed_up, summary = full, begun.made
    assert summary.content.size > 800_000
    assert get(summed_up) == summary
    assert summary.content.evidence[-1].text in FULL[-1].content
    head, *parts = summed_up.records(prefix="sum#s1#")
    assert len(parts) == 3
    assert all(len(repr(record).encode()) < 400_000 for record in (head, *parts))
    assert "Do not contact the vendor before 1 June" in repr(head)
    assert not build_summary(summed_up.services, a_caller(), None, "s1").built


def test_it_grows_with_what_comes_and_only_its_newest_version_is_kept(full: World) -> None:
    summed_up = full
    append(summed_up, said("e3", "Order A-77 is in Hamburg"))
    summary = build(summed_up)
    assert (summary.version, summary.count) == (3, 103)
    assert get(summed_up) == summary
    assert len(summed_up.records(prefix="sum#s1#")) == 4


def test_withdrawn_it_leaves_nothing_and_is_built_again_small(full: World) -> None:
    summed_up = full
    ids = [event.event_id for event in FULL]
    assert withdraw(summed_up.services, ANN, "s1", ids)
    assert "harbour" not in repr(summed_up.records(prefix="sum#"))
    assert len(summed_up.records(prefix="sum#")) == 1
    for sequence, id in enumerate(ids, start=3):
        remove(summed_up, id, sequence)
    assert rebuild(summed_up.services, ANN, "s1")
    assert "17 percent" in everything(get(summed_up))
    append(summed_up, said("e3", "Order A-77 is in Hamburg"))
    build(summed_up)
    assert len(summed_up.records(prefix="sum#")) == 2


def test_a_summary_with_missing_records_is_built_again(full: World, begun: Snapshot[Summary]) -> None:
    summed_up, before = full, begun.made
    *_, part = summed_up.records(prefix="sum#s1#")
    summed_up.services.records.commit(Change(removes=(part.key,)))
    with pytest.raises(NoSummary):
        get(summed_up)
    summary = build(summed_up)
    assert (summary.version, summary.content) == (3, before.content)
    assert get(summed_up) == summary


def test_a_session_too_large_for_a_summary_is_refused_with_advice(full: World) -> None:
    summed_up = full
    for number in range(2):
        append(
            summed_up,
            *(
                replace(event, event_id=f"{number}-{event.event_id}", content=f"{number} {event.content}")
                for event in FULL
            ),
        )
    with pytest.raises(TooLarge, match="begin another"):
        build(summed_up)
    assert get(summed_up).version == 2


@pytest.mark.parametrize("named", ["e1", "e3", "e4"], ids=["earlier", "itself", "later"])
def test_a_correction_of_a_later_event_withdraws_nothing(summed_up: World, named: str) -> None:
    append(summed_up, said("e3", "The discount is 12 percent", corrects=(named,)))
    append(summed_up, said("e4", "The discount is 10 percent"))
    build(summed_up)
    reported = everything(get(summed_up))
    assert ("17 percent" in reported) is (named != "e1")
    assert "12 percent" in reported
    assert "10 percent" in reported
    append(summed_up, said("e5", "Order A-77 is in Hamburg"))
    build(summed_up)
    assert everything(get(summed_up)) == f"{reported} | Order A-77 is in Hamburg"


def test_while_a_correction_is_being_deleted_the_corrected_event_counts(summed_up: World) -> None:
    append(summed_up, said("e3", "The discount is 12 percent", corrects=("e1",)))
    chosen = Selector(SelectorKind.EVENT, ("e3",), session_id="s1")
    request_deletion(summed_up.services, a_caller(), None, "d1", chosen)
    summary = build(summed_up)
    assert "17 percent" in everything(summary)
    assert "12 percent" not in everything(summary)
