"""What makes a summary faithful: each of its rules against a summary that breaks just that one."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.events import Event, EventKind, EventRole
from shared.domain.memories import Importance
from shared.domain.sentences import sentences
from shared.domain.summaries import (
    Evidence,
    SummaryContent,
    SummaryRefused,
    folded,
    refuse_unfaithful,
    sources_of,
)

AT = datetime(2026, 3, 1, tzinfo=UTC)
NOTHING = SummaryContent()


def event(sequence: int, content: str, role: EventRole = EventRole.USER, **fields: Any) -> Event:
    return Event(f"e{sequence}", sequence, role, content, AT, AT, **fields)


EVENTS = [
    event(1, "Please move the billing database to the new cluster. I like it quiet"),
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
    def mended(items: tuple[str, ...]) -> tuple[str, ...]:
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
        completed=mended(FAITHFUL.completed),
        constraints=mended(FAITHFUL.constraints),
        pending=mended(FAITHFUL.pending),
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
    assert Evidence("e4", "Go ahead with the move") in FAITHFUL.evidence
    assert Evidence("e2", "The window is 30 minutes on 1 June") in FAITHFUL.evidence
    assert "I like it quiet" not in set(FAITHFUL.texts())


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
    ("said", "told"),
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
def test_a_summary_that_softens_or_changes_one_is_refused(said: str, told: str) -> None:
    assert refused(replaced(said, told))


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


def test_a_model_may_put_into_its_own_words_what_nothing_hangs_on() -> None:
    own = replace(FAITHFUL, goal="The billing database moves", pending=("Mara waits for word of the move",))
    assert not refused(own)


def test_a_summary_stays_in_the_language_of_the_conversation() -> None:
    events = [event(1, "请帮我整理旅行的想法。我喜欢安静的地方"), event(2, "不要去海边")]
    quoted = folded(NOTHING, events)
    assert not refused(quoted, events)
    assert not refused(replace(quoted, goal="帮用户整理旅行的想法"), events)
    assert refused(replace(quoted, pending=("Ideas are collected",)), events)


def test_prompts_recalled_blocks_and_tool_noise_are_no_source() -> None:
    events = [
        event(1, "You are a helpful agent with 12 rules", EventRole.SYSTEM),
        event(2, "<memories><memory layer='l2'>7</memory></memories>"),
        event(3, "total 48 a.txt b.txt", EventRole.TOOL, kind=EventKind.TOOL_RESULT),
        event(4, "exit code 3", EventRole.TOOL, kind=EventKind.TOOL_RESULT, importance=Importance.HIGH),
    ]
    assert [source.event_id for source in sources_of(events)] == ["e4"]


def test_a_corrected_or_hidden_event_is_no_source() -> None:
    events = [
        event(1, "Take the 9 o'clock train"),
        event(2, "Take the 8 o'clock train", corrects=("e1",)),
        event(3, "x"),
    ]
    assert [source.event_id for source in sources_of(events, frozenset({"e3"}))] == ["e2"]


def test_folding_in_steps_is_folding_at_once() -> None:
    assert folded(folded(NOTHING, EVENTS[:3]), EVENTS[3:]) == FAITHFUL


_WORDS = st.sampled_from(
    "do not touch the users table 30 days 已 不要 碰 生产 环境 . 。 ! ? ; approved done A-77 /api/v2 we decided will "
    "must only \n .env v3.0 ... e.g. 三天 , ， before 1 June no never".split(" ")
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


@given(_TEXTS)
def test_a_sentence_is_its_own_only_sentence(text: str) -> None:
    for sentence in sentences(text):
        assert sentences(sentence) == [sentence]
