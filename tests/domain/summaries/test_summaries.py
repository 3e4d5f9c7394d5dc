"""What makes a summary faithful: each of its rules against a summary that breaks just that one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.memories.memory import Importance
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.domain.summaries.faithfulness import SummaryRefused, refuse_unfaithful
from shared.domain.summaries.summary import Evidence, SummaryContent, abridged, attributed, folded, sources_of

AT = datetime(2026, 3, 1, tzinfo=UTC)
NOTHING = SummaryContent()


def event(sequence: int, content: str, role: EventRole = EventRole.USER, **fields: Any) -> Event:
    return Event(f"e{sequence}", sequence, role, content, AT, AT, **fields)


EVENTS = [
    event(1, "Thanks a lot! Please move the billing database to the new cluster. I like it quiet"),
    event(2, "Do not touch the users table. The window is 30 minutes on 1 June"),
    event(3, "We decided to keep A-77 open", EventRole.ASSISTANT, kind=EventKind.DECISION),
    event(4, "Go ahead with the move", kind=EventKind.APPROVAL),
    event(5, "The dry run is done, 412 rows were copied", EventRole.ASSISTANT),
    event(6, "I will tell Mara when the move is over", EventRole.ASSISTANT),
]
FAITHFUL = folded(NOTHING, EVENTS)


def refused(content: SummaryContent, events: list[Event] | None = None) -> bool:
    try:
        refuse_unfaithful(content, NOTHING, EVENTS if events is None else events)
    except SummaryRefused:
        return True
    return False


def without(text: str) -> SummaryContent:
    return replaced(text, None)


def replaced(text: str, by: str | None) -> SummaryContent:
    def corrected(items: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            by if item == text and by is not None else item for item in items if item != text or by is not None
        )

    evidence = tuple(
        replace(item, text=by) if item.text == text and by is not None else item
        for item in FAITHFUL.evidence
        if item.text != text or by is not None
    )
    changed = replace(
        FAITHFUL,
        completed=corrected(FAITHFUL.completed),
        constraints=corrected(FAITHFUL.constraints),
        pending=corrected(FAITHFUL.pending),
        evidence=evidence,
    )
    assert changed != FAITHFUL
    return changed


def test_each_sentence_has_its_part() -> None:
    assert FAITHFUL.goal == "Please move the billing database to the new cluster"
    assert "Do not touch the users table" in FAITHFUL.constraints
    assert "We decided to keep A-77 open" in FAITHFUL.constraints
    assert FAITHFUL.completed == ("The dry run is done, 412 rows were copied",)
    assert FAITHFUL.pending == ("I will tell Mara when the move is over",)
    assert Evidence("e4", "Go ahead with the move", EventRole.USER, EventKind.APPROVAL) in FAITHFUL.evidence
    assert Evidence("e2", "The window is 30 minutes on 1 June", EventRole.USER, EventKind.TURN) in FAITHFUL.evidence
    assert Evidence("e1", "I like it quiet", EventRole.USER, EventKind.TURN) in FAITHFUL.evidence
    assert "Thanks a lot" not in set(FAITHFUL.texts())


def test_what_is_quoted_is_faithful() -> None:
    assert not refused(FAITHFUL)


@pytest.mark.parametrize(
    "dropped",
    [
        "Do not touch the users table",
        "The window is 30 minutes on 1 June",
        "We decided to keep A-77 open",
        "Go ahead with the move",
        "The dry run is done, 412 rows were copied",
    ],
    ids=["veto", "number and date", "decision", "approval", "number"],
)
def test_a_summary_that_drops_one_is_refused(dropped: str) -> None:
    assert refused(without(dropped))


@pytest.mark.parametrize(
    ("said", "reported"),
    [
        ("Do not touch the users table", "Try not to touch the users table"),
        ("Do not touch the users table", "If possible, do not touch the users table"),
        ("Do not touch the users table", "Touch the users table with care"),
        ("The window is 30 minutes on 1 June", "The window is about 30 minutes on 1 June"),
        ("The window is 30 minutes on 1 June", "The window is 13 minutes on 1 June"),
        ("The window is 30 minutes on 1 June", "The window is 30 minutes in June"),
        ("We decided to keep A-77 open", "We decided to keep A-7 open"),
        ("We decided to keep A-77 open", "We may keep A-77 open"),
        ("Go ahead with the move", "Somebody wants the move"),
        ("The dry run is done, 412 rows were copied", "The move is done, 412 rows were copied"),
    ],
)
def test_a_summary_that_softens_or_changes_one_is_refused(said: str, reported: str) -> None:
    assert refused(replaced(said, reported))


@pytest.mark.parametrize(
    "invented", ["Mara approved the move", "The budget is 5000 euros", "Never call Mara", "Ticket OPS-9 is next"]
)
def test_a_summary_that_claims_what_nobody_said_is_refused(invented: str) -> None:
    assert refused(replace(FAITHFUL, pending=(*FAITHFUL.pending, invented)))
    assert refused(replace(FAITHFUL, completed=(*FAITHFUL.completed, invented)))


def test_what_was_not_done_is_not_completed() -> None:
    assert refused(replace(FAITHFUL, completed=(*FAITHFUL.completed, "The move went well")))


def test_a_veto_belongs_to_the_constraints() -> None:
    veto = "Do not touch the users table"
    assert refused(replace(without(veto), evidence=(*FAITHFUL.evidence, Evidence("e2", veto))))


def test_evidence_names_the_event_that_says_so() -> None:
    moved = tuple(replace(item, event_id="e6") for item in FAITHFUL.evidence)
    assert refused(replace(FAITHFUL, evidence=moved))


def test_a_model_may_put_into_its_own_words_what_nothing_depends_on() -> None:
    asked = Evidence("e1", FAITHFUL.goal)
    open_now = (*FAITHFUL.pending, "Mara waits for word")
    own = replace(FAITHFUL, goal="The billing database moves", pending=open_now, evidence=(*FAITHFUL.evidence, asked))
    assert not refused(own)
    assert refused(replace(own, evidence=FAITHFUL.evidence))


def test_a_summary_stays_in_the_language_of_the_conversation() -> None:
    events = [event(1, "请帮我整理旅行的想法。我喜欢安静的地方"), event(2, "不要去海边")]
    quoted = folded(NOTHING, events)
    assert not refused(quoted, events)
    asked = (Evidence("e1", quoted.goal), *quoted.evidence)
    assert not refused(replace(quoted, goal="帮用户整理旅行的想法", evidence=asked), events)
    assert refused(replace(quoted, pending=("Ideas are collected",)), events)


def test_prompts_recalled_blocks_and_tool_noise_are_not_sources() -> None:
    events = [
        event(1, "You are a helpful agent with 12 rules", EventRole.SYSTEM),
        event(2, "<memories><memory layer='l2'>7</memory></memories>"),
        event(3, "total 48 a.txt b.txt", EventRole.TOOL, kind=EventKind.TOOL_RESULT),
        event(4, "exit code 3", EventRole.TOOL, kind=EventKind.TOOL_RESULT, importance=Importance.HIGH),
    ]
    assert [source.event_id for source in sources_of(events)] == ["e4"]


def test_a_corrected_or_hidden_event_is_not_a_source() -> None:
    events = [
        event(1, "Take the 9 o'clock train"),
        event(2, "Take the 8 o'clock train", corrects=("e1",)),
        event(3, "x"),
    ]
    assert [source.event_id for source in sources_of(events, frozenset({"e3"}))] == ["e2"]


def test_folding_in_steps_is_folding_at_once() -> None:
    assert folded(folded(NOTHING, EVENTS[:3]), EVENTS[3:]) == FAITHFUL


def test_evidence_says_who_said_it_and_an_approval_counts_beside_any_report_of_it() -> None:
    claim = "You approved the deletion of the backups"
    events = [
        event(1, "Move the billing service"),
        event(2, claim, EventRole.ASSISTANT, speaker="bot", actor="svc"),
        event(3, claim, kind=EventKind.APPROVAL, speaker="ops"),
        event(4, claim, EventRole.TOOL, importance=Importance.HIGH),
    ]
    evidence = folded(NOTHING, events).evidence
    assert [(item.role, item.kind, item.speaker, item.actor) for item in evidence] == [
        (EventRole.ASSISTANT, EventKind.TURN, "bot", "svc"),
        (EventRole.USER, EventKind.APPROVAL, "ops", None),
        (EventRole.TOOL, EventKind.TURN, None, None),
    ]
    unsaid = SummaryContent(FAITHFUL.goal, evidence=tuple(Evidence(item.event_id, item.text) for item in evidence))
    assert attributed(unsaid, NOTHING, events).evidence == evidence
    assert attributed(unsaid, replace(NOTHING, evidence=evidence), []).evidence == evidence


def test_an_approval_that_is_stated_as_somebodys_talk_of_it_is_refused() -> None:
    events = [
        event(1, "Move the billing service"),
        event(2, "The move is approved", EventRole.ASSISTANT),
        event(3, "The move is approved", kind=EventKind.APPROVAL),
    ]
    quoted = folded(NOTHING, events)
    assert not refused(quoted, events)
    talk = tuple(item for item in quoted.evidence if item.kind is not EventKind.APPROVAL)
    assert talk
    assert refused(replace(quoted, evidence=talk), events)
    assert refused_later(replace(quoted, evidence=talk), quoted)


def refused_later(content: SummaryContent, before: SummaryContent) -> bool:
    try:
        refuse_unfaithful(content, before, [])
    except SummaryRefused:
        return True
    return False


def test_each_yes_and_no_is_shown_where_it_was_given() -> None:
    events = [
        event(1, "Move the billing service"),
        event(2, "May I restart the queue?", EventRole.ASSISTANT),
        event(3, "No"),
        event(4, "May I copy the orders?", EventRole.ASSISTANT),
        event(5, "Yes"),
        event(6, "And the tables?", EventRole.ASSISTANT),
        event(7, "No"),
    ]
    assert [item.quote for item in folded(NOTHING, events).evidence] == [("e3", "No"), ("e5", "Yes"), ("e7", "No")]


def test_nothing_that_a_summary_quotes_gets_lost_in_the_next() -> None:
    kept = folded(FAITHFUL, [event(7, "Thanks!")])
    assert kept == FAITHFUL
    for item in FAITHFUL.evidence:
        assert refused_later(replace(FAITHFUL, evidence=tuple(e for e in FAITHFUL.evidence if e != item)), FAITHFUL), (
            item.text
        )
    assert refused_later(replace(FAITHFUL, constraints=()), FAITHFUL)
    assert refused_later(replace(FAITHFUL, completed=()), FAITHFUL)
    assert refused_later(replace(FAITHFUL, pending=()), FAITHFUL)


V = "Do not touch the users table"
UNFAITHFUL = [
    ("a plan against a veto", ["Move billing", V], {"pending": ("Drop the users table",)}),
    ("a goal against a veto", ["Move billing", V], {"goal": "Replace the users table"}),
    ("a plan against a veto, in Chinese", ["迁移账单", "不要碰用户表"], {"pending": ("清空用户表",)}),
    (
        "a softer obligation beside it",
        ["Move billing", "All changes must go through the platform team"],
        {"pending": ("Changes go through the platform team if there is time",)},
    ),
    ("a request as done", ["Move billing", "Update the docs"], {"completed": ("Update the docs",)}),
    ("a hope as done", ["Move billing", "We want it to be finished"], {"completed": ("We want it to be finished",)}),
]


@pytest.mark.parametrize(("said", "changed"), [case[1:] for case in UNFAITHFUL], ids=[case[0] for case in UNFAITHFUL])
def test_a_summary_that_adds_what_turns_the_words_round_is_refused(said: list[str], changed: dict[str, Any]) -> None:
    events = [event(n, text) for n, text in enumerate(said, start=1)]
    quoted = folded(NOTHING, events)
    goal = Evidence("e1", said[0])
    assert not refused(replace(quoted, evidence=(*quoted.evidence, goal)), events)
    assert refused(replace(quoted, evidence=(*quoted.evidence, goal), **changed), events)


@pytest.mark.parametrize(
    "dropped",
    [
        event(2, "All changes must go through the platform team", EventRole.ASSISTANT),
        event(2, "Caching is off for tenants", EventRole.ASSISTANT, kind=EventKind.CONFIG_CHANGE),
        event(2, "Please answer in French", kind=EventKind.FEEDBACK),
        event(2, "Sure", kind=EventKind.APPROVAL),
        event(2, "The harbour is quiet", EventRole.TOOL, importance=Importance.HIGH),
        event(2, "Der Kunde wünscht Ruhe"),
        event(2, "Let the ledger be"),
    ],
    ids=["obligation", "config", "feedback", "approval", "important", "unknown words", "unknown veto"],
)
def test_a_summary_without_a_constraint_or_a_persons_words_is_refused(dropped: Event) -> None:
    events = [event(1, "Move billing"), dropped]
    assert not refused(folded(NOTHING, events), events)
    assert refused(SummaryContent(goal="Move billing"), events)


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("Nous déplaçons la facturation", "Перенос биллинга"),
        ("Переносим биллинг", "Billing moves"),
        ("請求サービスを移します", "迁移账单服务"),
        ("我们迁移账单服务", "청구 서비스 이전"),
        ("ننقل خدمة الفواتير", "Billing moves"),
        ("Μεταφέρουμε τις χρεώσεις", "Billing moves"),
        ("अब बिलिंग सेवा को ले जाएंगे", "Billing moves"),
        (
            "Wir ziehen den Dienst um und die Leute warten auf das Ergebnis",
            "The service of the customer is with the people that wait for it",
        ),
    ],
)
def test_a_goal_in_another_language_is_refused(said: str, own: str) -> None:
    events = [event(1, said)]
    asked = (Evidence("e1", said),)
    assert not refused(SummaryContent(said, evidence=asked), events)
    assert refused(SummaryContent(own, evidence=asked), events)


PARTS = [
    ("Do not deploy it until the report is finished", "constraints"),
    ("Never use the deleted table users_old", "constraints"),
    ("We cannot merge because the tests are not fixed", "constraints"),
    ("I added a check so that you must not delete users", "constraints"),
    ("The 3 hosts should be updated before Monday", "constraints"),
    ("The migration of 412 rows has not been completed", "pending"),
    ("Nothing is deployed yet", "pending"),
    ("The deployment is 40 percent done", "pending"),
    ("Deployment of v3.0 failed, it was never completed", "pending"),
    ("I will have the 3 hosts updated tomorrow", "pending"),
    ("Backup is to be completed by May 3", "pending"),
    ("部署没有完成，第3步失败", "pending"),
    ("还没有完成第3步", "pending"),
    ("尚未部署v3", "pending"),
    ("需要在完成备份之后再迁移 users_v2", "pending"),
    ("The users table was not deleted", "evidence"),
    ("The dry run is done, 412 rows were copied", "completed"),
    ("I removed the index without an outage", "completed"),
    ("已将测试环境保留期改为 7 天", "completed"),
    ("第3步已完成", "completed"),
]


@pytest.mark.parametrize(("said", "part"), PARTS)
def test_what_is_not_done_is_never_completed(said: str, part: str) -> None:
    content = folded(NOTHING, [event(1, "Move billing"), event(2, said, EventRole.ASSISTANT)])
    parts = {name: getattr(content, name) for name in ("constraints", "pending", "completed")}
    parts["evidence"] = tuple(item.text for item in content.evidence)
    assert {name for name, texts in parts.items() if said in texts} == {part}


def test_a_summary_is_shorter_than_a_talk_full_of_chatter() -> None:
    chatter = ["Hello!", "Thanks a lot", "What is a replica?", "haha nice", "I'm so tired today", "谢谢", "早上好"]
    events = [event(n, text) for n, text in enumerate(["Move billing", "Let the ledger be", *chatter], start=1)]
    events += [event(20 + n, f"Let me check the logs. {t}", EventRole.ASSISTANT) for n, t in enumerate(chatter)]
    assert set(folded(NOTHING, events).texts()) - {""} == {"Move billing", "Let the ledger be"}


@pytest.mark.parametrize("names", [("e1",), ("e2",), ("e3",)])
def test_only_what_came_before_is_corrected(names: tuple[str, ...]) -> None:
    events = [event(1, "Take the train"), event(2, "Take the bus", corrects=names), event(3, "Take the car")]
    assert [e.event_id for e in sources_of(events)] == (["e2", "e3"] if names == ("e1",) else ["e1", "e2", "e3"])


def test_two_that_correct_each_other_leave_the_later() -> None:
    events = [event(1, "Take the train", corrects=("e2",)), event(2, "Take the bus", corrects=("e1",))]
    assert [e.event_id for e in sources_of(events)] == ["e2"]


def test_what_is_being_deleted_corrects_nothing() -> None:
    events = [event(1, "Take the train"), event(2, "Take the bus", corrects=("e1",))]
    assert [e.event_id for e in sources_of(events, frozenset({"e2"}))] == ["e1"]


def test_a_long_summary_is_shortened_to_its_constraints() -> None:
    many = [event(n, f"The harbour number {n} is quiet", EventRole.USER) for n in range(7, 400)]
    whole = folded(FAITHFUL, many)
    short = abridged(whole, 3_000)
    assert short.size <= 3_000 < whole.size
    assert (short.goal, short.constraints) == (whole.goal, whole.constraints)
    assert whole.evidence[-1] in short.evidence
    assert any(item.kind is EventKind.APPROVAL for item in short.evidence)
    assert abridged(FAITHFUL, 100_000) == FAITHFUL


_WORDS = st.sampled_from(
    "do not touch the users table 30 days 已 不要 碰 生产 环境 . 。 ! ? ; approved done A-77 /api/v2 we decided will "
    "must only \n : - yes thanks .env v3.0 ... e.g. 三天 , ， before 1 June no never".split(" ")
)
_TEXTS = st.lists(_WORDS, min_size=1, max_size=25).map(" ".join)
_ROLES = st.sampled_from([EventRole.USER, EventRole.ASSISTANT, EventRole.TOOL])
_EVENTS = st.lists(st.tuples(_TEXTS, _ROLES, st.sampled_from(list(EventKind))), max_size=12)


@given(_EVENTS, st.integers(0, 12))
def test_the_extractive_summary_is_always_faithful(said: list[tuple[str, EventRole, EventKind]], split: int) -> None:
    sources = sources_of([event(n, text, role, kind=kind) for n, (text, role, kind) in enumerate(said, start=1)])
    first = folded(NOTHING, sources[:split])
    refuse_unfaithful(first, NOTHING, sources[:split])
    refuse_unfaithful(folded(first, sources[split:]), first, sources[split:])
