"""Deleting events, sessions, types and consents: what rests on them goes, what rests on more stays without them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.deletion.barrier import RequestStatus, Selector, SelectorKind, Target
from shared.domain.errors import DeletedBefore, Malformed, NotFound
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Background, Memory, MemoryType, Turn
from shared.domain.scopes import Scope
from shared.domain.sessions.session import EventKind, EventRole, NewEvent
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.memories.vectors import stored_vector
from shared.usecases.deletion import run_deletion
from shared.usecases.deletion.run_deletion import note_failure
from shared.usecases.deletion.verify_again import verify_deletion
from shared.usecases.reading.read_memories import ListQuery, list_memories, memory_history
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.sessions.append_events import AppendAnswer, append_events
from shared.usecases.sessions.complete_session import complete_session
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session, get_session
from shared.usecases.writing.commit import embedded
from tests.builders import ANN, World, a_caller
from tests.usecases.deletion.deletions import SUBJECT, TASK, ask, of_memories, state
from tests.usecases.writing.test_writing_memories import pointers_agree

PREFERENCE = MemoryType.PREFERENCE


def of_events(*ids: str, session_id: str | None = None) -> Selector:
    return Selector(SelectorKind.EVENT, ids, session_id)


def of_sessions(*ids: str) -> Selector:
    return Selector(SelectorKind.SESSION, ids)


def a_session(world: World, session_id: str = "s1", *reported: str, scope: Scope | None = None) -> AppendAnswer:
    """With the events e1, e2, ... that have these texts."""
    create_session(world.services, a_caller(), scope, session_id)
    return tell(world, session_id, *((f"e{n}", text) for n, text in enumerate(reported, 1)), scope=scope)


def tell(
    world: World, session_id: str, *events: tuple[str, str], scope: Scope | None = None, **fields: Any
) -> AppendAnswer:
    new = [NewEvent(event_id=id, id_is_new=False, role=EventRole.USER, content=text, **fields) for id, text in events]
    return append_events(world.services, a_caller(), scope, session_id, new)


def listed(world: World) -> list[Memory]:
    return list(list_memories(world.services, a_caller(), ListQuery(newest_first=False, limit=100)).items)


def said(world: World) -> list[str]:
    return [memory.content for memory in listed(world)]


def events(world: World, session_id: str = "s1") -> list[str]:
    return [event.event_id for event in list_events(world.services, a_caller(), session_id, EventQuery()).items]


def deleted(world: World, selector: Selector, request_id: str = "r1", scope: Scope | None = None) -> dict[Target, int]:
    ask(world, request_id, selector, scope)
    world.drain()
    done = state(world, request_id)
    assert (done.status, done.residue) == (RequestStatus.COMPLETED, 0)
    assert verify_deletion(world.services, a_caller(), None, request_id).residue == 0
    return {target: found.removed for target, found in done.targets}


# --- Events


def test_from_the_acceptance_the_answer_to_a_deleted_question_belongs_to_the_turn_before(world: World) -> None:
    create_session(world.services, a_caller(), None, "s1")
    reported = [
        ("q1", EventRole.USER),
        ("a1", EventRole.ASSISTANT),
        ("q2", EventRole.USER),
        ("a2", EventRole.ASSISTANT),
    ]
    append_events(world.services, a_caller(), None, "s1", [NewEvent(role, id, id) for id, role in reported])

    def last_turn() -> list[str]:
        page = list_events(world.services, a_caller(), "s1", EventQuery(last_turns=1))
        return [event.event_id for event in page.items]

    assert last_turn() == ["q2", "a2"]
    ask(world, "r1", of_events("q2", session_id="s1"))
    assert last_turn() == ["q1", "a1", "a2"]
    world.drain()
    assert last_turn() == ["q1", "a1", "a2"]
    ask(world, "r2", of_events("q1", session_id="s1"))
    assert last_turn() == []
    world.drain()
    assert last_turn() == []


@pytest.mark.parametrize("cited", ["e1", "s1/e1"])
@pytest.mark.parametrize("named", [of_events("e1"), of_events("e1", session_id="s1"), of_events("s1/e1")])
def test_a_memory_is_removed_with_its_only_event(world: World, cited: str, named: Selector) -> None:
    a_session(world, "s1", "The bridge opens in May", "And the tunnel in June")
    world.write("The bridge opens in May", source_event_ids=(cited,))
    world.write("The tunnel opens in June", source_event_ids=("s1/e2",))
    world.write("The ferry costs ten pounds")
    world.index()
    ask(world, selector=named)
    assert said(world) == ["The tunnel opens in June", "The ferry costs ten pounds"]
    assert events(world) == ["e2"]
    found = recall(world.services, a_caller(), RecallQuery("when does the bridge open?", min_relevance=0.0, top_k=50))
    assert "The bridge opens in May" not in [hit.memory.content for hit in found.hits]
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert world.holds("bridge") == []
    assert said(world) == ["The tunnel opens in June", "The ferry costs ten pounds"]
    assert {t: s.removed for t, s in state(world).targets} == {
        Target.SESSIONS: 1, Target.MEMORIES: 1, Target.INDEX: 1,
    }  # fmt: skip


def test_a_fact_with_another_source_survives_the_loss_of_one(world: World) -> None:
    a_session(world, "s1", "The bridge opens in May", "As I said, in May")
    kept = world.wrote("The bridge opens in May", source_event_ids=("e1",))
    world.write("The bridge opens in May", source_event_ids=("s1/e2",))
    world.index()
    ask(world, selector=of_events("e1"))
    assert [m.basis.event_ids for m in listed(world)] == [("s1/e2",)]
    world.drain()
    assert [(m.memory_id, m.basis.event_ids) for m in listed(world)] == [(kept.memory_id, ("s1/e2",))]
    assert len(world.indexed()) == 1
    trail = [r.attributes["action"] for r in world.records(prefix=keys.audit_prefix(kept.memory_id))]
    assert trail == ["created", "confirmed", "source_lost"]
    deleted(world, of_events("e2"), "r2")
    assert listed(world) == []
    assert world.indexed() == []
    assert world.records(prefix="edge#") == []


def test_an_event_of_another_session_with_the_same_id_keeps_its_memory(world: World) -> None:
    a_session(world, "s1", "The bridge opens in May")
    a_session(world, "s2", "The tunnel opens in June")
    world.write("The bridge opens in May", source_event_ids=("s1/e1",))
    world.write("The tunnel opens in June", source_event_ids=("e1",), background=Background(session_id="s2"))
    deleted(world, of_events("e1", session_id="s1"))
    assert said(world) == ["The tunnel opens in June"]
    assert (events(world, "s1"), events(world, "s2")) == ([], ["e1"])


def test_an_earlier_wording_is_current_again_when_the_event_with_the_later_one_is_deleted(world: World) -> None:
    first = world.wrote("The bridge opens in May", key="bridge", source_event_ids=("s1/e1",))
    world.write("The bridge opens in July", key="bridge", source_event_ids=("s1/e2",))
    world.index()
    deleted(world, of_events("e2"))
    (memory,) = listed(world)
    assert (memory.memory_id, memory.content, memory.valid_to) == (first.memory_id, first.content, None)
    history = memory_history(world.services, a_caller(), None, first.memory_id, limit=9, after=None).items
    assert [m.content for m in history] == ["The bridge opens in May"]
    assert world.holds("July") == []
    again = world.wrote("The bridge opens in August", key="bridge")
    assert (again.memory_id, again.version) == (first.memory_id, 3)


def test_an_ended_version_is_removed_with_its_event_and_the_current_one_stays(world: World) -> None:
    world.write("The bridge opens in May", key="bridge", source_event_ids=("s1/e1",))
    world.write("The bridge opens in July", key="bridge", source_event_ids=("s1/e2",))
    world.index()
    assert deleted(world, of_events("e1"))[Target.MEMORIES] == 1
    assert said(world) == ["The bridge opens in July"]
    assert world.holds("May") == []


def test_a_deleted_turn_that_is_sent_again_is_refused(world: World) -> None:
    a_session(world, "s1", "My code word is heron")
    deleted(world, of_events("e1"))
    answer = tell(world, "s1", ("e1", "My code word is heron"), ("e2", "Something else"))
    assert [(d.event_id, d.code) for d in answer.dropped] == [("e1", "deleted_before")]
    assert answer.accepted == ("e2",)
    assert events(world) == ["e2"]


@pytest.mark.parametrize("when", ["while it runs", "afterwards"])
def test_a_late_write_that_cites_it_is_refused_or_loses_the_citation(world: World, when: str) -> None:
    a_session(world, "s1", "The bridge opens in May", "Indeed, in May")
    world.write("Unrelated: the ferry costs ten pounds")
    ask(world, selector=of_events("e1"))
    if when == "afterwards":
        world.drain()
    for cited in ("e1", "s1/e1"):
        with pytest.raises(DeletedBefore):
            world.write("The bridge opens in May", source_event_ids=(cited,))
    late = world.wrote("The bridge opens in May", source_event_ids=("s1/e1", "s1/e2"))
    assert late.basis.event_ids == ("s1/e2",)
    world.drain()
    assert [m.basis.event_ids for m in listed(world)] == [(), ("s1/e2",)]


# --- Quotes


def test_a_quoted_turn_is_removed_from_text_field_and_vector(world: World) -> None:
    a_session(world, "s1", "Where is the heron nest?", "By the mill")
    quoting = Background(
        speaker="Ann", session_id="s1", position=2,
        before=(Turn("Where is the heron nest?", "e1"), Turn("Any idea?", "e9")),
    )  # fmt: skip
    memory = world.wrote("It is by the mill", source_event_ids=("s1/e2",), background=quoting)
    last = world.wrote(
        "Near the weir", source_event_ids=("s1/e2",),
        background=Background(session_id="s1", before=(Turn("Where is the heron nest?", "e1"),)),
    )  # fmt: skip
    world.index()
    assert "index" in world.holds("By the mill".lower()[3:])
    ask(world, selector=of_events("e1"))
    assert all("heron" not in repr(m) for m in listed(world))
    world.drain()
    assert world.holds("heron") == []
    remaining = {m.memory_id: m.background for m in listed(world)}
    assert remaining[memory.memory_id] == Background("Ann", "s1", 2, (Turn("Any idea?", "e9"),))
    for found in listed(world):
        (record,) = world.store.get([keys.vector(ANN, found.memory_id)])
        assert record is not None
        assert stored_vector(record).text_hash == embedded(world.services, found).text_hash
    assert last.memory_id in remaining


# --- Sessions


def test_a_session_is_removed_with_its_events_and_everything_that_rests_on_it_alone(world: World) -> None:
    a_session(world, "s1", "The bridge opens in May", "It is a secret")
    a_session(world, "s2", "The bridge opens in May")
    world.write("The bridge opens in May", source_event_ids=("s1/e1",))
    world.write("The bridge opens in May", source_event_ids=("s2/e1",))
    world.write("There is a secret", source_event_ids=("s1/e2",))
    world.write("A bare secret", source_event_ids=("e2",))
    world.write("The ferry costs ten pounds")
    world.index()
    ask(world, selector=of_sessions("s1"))
    for read in (
        lambda: get_session(world.services, a_caller(), None, "s1"),
        lambda: list_events(world.services, a_caller(), "s1", EventQuery()),
        lambda: tell(world, "s1", ("e3", "more")),
    ):
        with pytest.raises(NotFound):
            read()
    assert said(world) == ["The bridge opens in May", "The ferry costs ten pounds"]
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    assert [(m.content, m.basis.event_ids) for m in listed(world)] == [
        ("The bridge opens in May", ("s2/e1",)), ("The ferry costs ten pounds", ()),
    ]  # fmt: skip
    assert world.holds("secret") == []
    assert [r.key.sk for r in world.records() if "s1" in r.key.sk and not r.key.sk.startswith("tomb#")] == []
    removed = {t: s.removed for t, s in state(world).targets}
    assert removed == {Target.SESSIONS: 3, Target.MEMORIES: 2, Target.INDEX: 2}


def test_a_session_of_the_same_id_may_begin_again_and_only_the_old_one_is_removed(world: World) -> None:
    a_session(world, "s1", "The old secret")
    ask(world, selector=of_sessions("s1"))
    world.clock.advance()
    a_session(world, "s1", "A new life")
    world.drain()
    assert world.holds("old secret") == []
    assert [e.content for e in list_events(world.services, a_caller(), "s1", EventQuery()).items] == ["A new life"]
    assert world.wrote("Lives anew", source_event_ids=("s1/e1",)).basis.event_ids == ("s1/e1",)
    with pytest.raises(DeletedBefore):
        world.write("Something old", source_event_ids=("s1/e7",))
    late = tell(world, "s1", ("e8", "An old word"), occurred_at=state(world).accepted_at)
    assert [d.code for d in late.dropped] == ["deleted_before"]


def test_a_deletion_in_a_task_does_not_touch_sessions_outside(world: World) -> None:
    a_session(world, "s1", "Said at home")
    a_session(world, "t1", "Said in the task", scope=TASK)
    deleted(world, of_sessions("s1", "t1"), scope=TASK)
    assert events(world) == ["e1"]
    assert world.holds("Said in the task") == []


# --- Types and consents


def test_a_rejected_version_is_removed_from_the_history_with_its_event(world: World) -> None:
    kept = world.wrote("The bridge opens in May", key="bridge", source=Source.HUMAN_CONFIRMED)
    lost = world.write("The bridge opens in July", key="bridge", source_event_ids=("s1/e1",))
    assert lost.outcome is Outcome.KEPT_EXISTING
    assert deleted(world, of_events("e1"))[Target.MEMORIES] == 1
    assert world.holds("July") == []
    assert [m.memory_id for m in listed(world)] == [kept.memory_id]
    assert world.records(prefix="edge#") == []


def test_a_reinstated_version_gets_its_other_key_unless_another_memory_has_it(world: World) -> None:
    absent = world.wrote("My favourite colour is green", key="likes", source_event_ids=("s1/e1",), type=PREFERENCE)
    world.index()
    red = world.write("My favourite colour is red", key="shade", type=PREFERENCE, source=Source.TASK_OUTCOME)
    assert red.outcome is Outcome.KEPT_EXISTING
    deleted(world, of_events("e1"))
    (remaining,) = [m for m in listed(world) if m.memory_id == absent.memory_id]
    assert (remaining.content, remaining.key) == ("My favourite colour is red", "shade")
    pointers_agree(world)
    assert world.write("My favourite colour is red", key="shade", type=PREFERENCE).outcome is Outcome.DUPLICATE
    assert world.write("Something new altogether", key="likes", type=PREFERENCE).outcome is Outcome.CREATED


def completed(world: World, lesson: str | None = None) -> tuple[list[str], list[str]]:
    """What was promoted, and the codes of what was refused."""
    done = complete_session(world.services, a_caller(), None, "s1", lesson=lesson)
    promoted = [answer.memory.content for answer in done.promoted if answer.memory is not None]
    return promoted, [refused.code for refused in done.refused]


@pytest.mark.parametrize("wait", [timedelta(seconds=1), timedelta(hours=25)])
def test_a_session_that_begins_again_promotes_its_events_and_its_lesson(world: World, wait: timedelta) -> None:
    a_session(world, "s1", "The stripes are old")
    deleted(world, of_sessions("s1"))
    world.clock.advance(wait)
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", "We decided on new stripes"), kind=EventKind.DECISION)
    lesson = "Stripes need a second coat of paint"
    assert completed(world, lesson) == (["We decided on new stripes", lesson], [])


def test_a_store_that_fails_before_the_first_page_costs_no_mark_of_what_was_deleted(world: World) -> None:
    a_session(world, "s1", "The stripes are old")
    ask(world, selector=of_sessions("s1"))
    for target in Target:
        note_failure(world.services, ANN, "r1", target, "Unavailable")
    world.drain()
    assert state(world).status is RequestStatus.COMPLETED
    a_session(world, "s1")
    late = tell(world, "s1", ("e1", "The stripes are old"), occurred_at=state(world).accepted_at)
    assert [dropped.code for dropped in late.dropped] == ["deleted_before"]
    with pytest.raises(DeletedBefore):
        world.write("The stripes are new", source_event_ids=("s1/e1",), observed_at=state(world).accepted_at)


def test_what_was_refused_of_a_session_that_began_again_is_no_residue_of_the_one_before(world: World) -> None:
    a_session(world, "s1", "The stripes are old")
    deleted(world, of_sessions("s1"))
    world.clock.advance()
    create_session(world.services, a_caller(), None, "s1")
    tell(world, "s1", ("e1", "The key is AKIAIOSFODNN7EXAMPLA"), kind=EventKind.DECISION)
    assert completed(world)[0] == []
    assert verify_deletion(world.services, a_caller(), None, "r1").residue == 0


def test_a_deleted_session_that_has_not_begun_again_is_no_source(world: World) -> None:
    a_session(world, "s1", "The stripes are old")
    deleted(world, of_sessions("s1"))
    for cited in ("s1/", "s1/e1"):
        with pytest.raises(DeletedBefore):
            world.write("The stripes are old", source_event_ids=(cited,))
    world.clock.advance()
    create_session(world.services, a_caller(), None, "s1")
    assert world.wrote("Stripes need paint", source_event_ids=("s1/",)).basis.event_ids == ("s1/",)
    with pytest.raises(DeletedBefore):
        world.write("The stripes are old", source_event_ids=("s1/e1",))


def test_a_type_is_hidden_at_once_and_may_be_written_again(world: World) -> None:
    world.write("Likes tea", type=MemoryType.PREFERENCE, key="drink")
    old = world.clock.now()
    world.write("Likes green tea", type=MemoryType.PREFERENCE, key="drink")
    world.write("The ferry costs ten pounds")
    world.index()
    ask(world, selector=Selector(SelectorKind.TYPE, ("preference",)))
    assert said(world) == ["The ferry costs ten pounds"]
    anew = world.wrote("Likes coffee", type=MemoryType.PREFERENCE, key="drink")
    assert anew.version == 1
    with pytest.raises(DeletedBefore):
        world.write("Likes cocoa", type=MemoryType.PREFERENCE, observed_at=old)
    world.drain()
    assert said(world) == ["The ferry costs ten pounds", "Likes coffee"]
    assert world.holds("tea") == []
    with pytest.raises(DeletedBefore):
        world.write("Likes cocoa", type=MemoryType.PREFERENCE, observed_at=old)
    assert {t: s.removed for t, s in state(world).targets} == {Target.SESSIONS: 0, Target.MEMORIES: 2, Target.INDEX: 1}


def test_a_consent_label_is_removed_with_every_version_recorded_under_it(world: World) -> None:
    world.write("Shops on Mondays", key="day", consent_scope="marketing")
    world.write("Shops on Fridays", key="day", consent_scope="service")
    world.write("Buys wool", consent_scope="marketing")
    world.index()
    deleted(world, Selector(SelectorKind.CONSENT, ("marketing",)))
    assert said(world) == ["Shops on Fridays"]
    assert world.holds("Mondays") + world.holds("wool") == []


@pytest.mark.parametrize(
    "selector",
    [
        Selector(SelectorKind.TYPE, ("mood",)), Selector(SelectorKind.TYPE), Selector(SelectorKind.EVENT),
        Selector(SelectorKind.SESSION, ("s1",), "s1"),
    ],
)  # fmt: skip
def test_a_selector_that_can_select_nothing_is_malformed(world: World, selector: Selector) -> None:
    with pytest.raises(Malformed):
        ask(world, selector=selector)


def test_the_barrier_is_as_small_after_the_deletion_as_before(world: World) -> None:
    a_session(world, "s1", "The bridge opens in May")
    deleted(world, of_sessions("s1"))
    (barrier,) = world.records(prefix=keys.BARRIER)
    found = deletion_codec.barrier(barrier)
    assert (found.marks, found.requests, found.hidden) == ((), (), frozenset())


def test_documents_that_the_index_had_not_followed_yet_are_no_residue(world: World) -> None:
    """The branch of the index may be done before that of the memories has begun."""
    a_session(world, "s1", "The bridge opens in May")
    world.write("The bridge opens in May", source_event_ids=("s1/e1",))
    world.index()
    ask(world, selector=of_sessions("s1"))
    run_deletion.begin(world.services, ANN, "r1")
    for target in (Target.INDEX, Target.SESSIONS, Target.MEMORIES):
        while run_deletion.purge_page(world.services, ANN, "r1", target)[1]:
            pass
    assert run_deletion.verify(world.services, ANN, "r1") == 0
    assert (state(world).target(Target.INDEX).residue, world.indexed()) == (0, [])
    assert run_deletion.finish(world.services, ANN, "r1").status is RequestStatus.COMPLETED


BOTH_FORMS = [of_memories, lambda _: of_sessions("s1"), lambda _: of_events("e1", session_id="s1"), lambda _: SUBJECT]


@pytest.mark.parametrize("select", BOTH_FORMS, ids=["memory", "session", "event", "subject"])
def test_a_memory_that_cites_one_event_in_both_forms_is_removed_like_any_other(
    world: World, select: Callable[[str], Selector]
) -> None:
    a_session(world, "s1", "My EpiPen is blue")
    memory = world.wrote("Carries a blue EpiPen", key="pen", source_event_ids=("e1", "s1/e1"))
    world.write("Carries two EpiPens", key="pen", source_event_ids=("s1/e1", "e1"))
    deleted(world, select(memory.memory_id))
    assert world.holds("Carries") == []
