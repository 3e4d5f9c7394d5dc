"""Each line of a summary names the events that it rests on."""

from __future__ import annotations

from dataclasses import replace

from shared.domain.sessions.session import EventKind, EventRole
from shared.domain.summaries.line_sources import MOST_SOURCES, with_sources
from shared.domain.summaries.summary import SummaryContent, folded
from tests.domain.summaries.test_summaries import EVENTS, FAITHFUL, NOTHING, event

WHOLE = with_sources(FAITHFUL, NOTHING, EVENTS)


def test_each_quoted_line_names_the_event_that_says_it() -> None:
    assert WHOLE.said_in[FAITHFUL.goal] == ("e1",)
    assert WHOLE.said_in["Do not touch the users table"] == ("e2",)
    assert WHOLE.said_in["The dry run is done, 412 rows were copied"] == ("e5",)
    assert all(line in WHOLE.said_in for line in FAITHFUL.lines)


def test_a_line_in_a_models_own_words_names_none() -> None:
    own = replace(FAITHFUL, goal="The billing database moves", pending=("Mara hears of the end",))
    content = with_sources(own, NOTHING, EVENTS)
    assert "The billing database moves" not in content.said_in
    assert "Mara hears of the end" not in content.said_in


def test_later_events_are_added_to_what_was_known_and_the_first_few_are_kept() -> None:
    later = [event(n, "Do not touch the users table.") for n in range(7, 12)]
    content = with_sources(folded(WHOLE, later), WHOLE, later)
    assert content.said_in["Do not touch the users table"] == ("e2", "e7", "e8")
    assert len(content.said_in["Do not touch the users table"]) == MOST_SOURCES
    assert content.said_in[FAITHFUL.goal] == ("e1",)


def test_a_line_of_two_sentences_names_the_events_of_both() -> None:
    events = [event(1, "Never call before nine."), event(2, "Never write on a Sunday.")]
    content = SummaryContent(constraints=("Never call before nine. Never write on a Sunday",))
    assert with_sources(content, NOTHING, events).said_in[content.constraints[0]] == ("e1", "e2")


def test_an_approval_that_has_ended_names_the_event_that_gave_it() -> None:
    given = [event(1, "CHG-1042 is approved", kind=EventKind.APPROVAL)]
    before = with_sources(folded(NOTHING, given), NOTHING, given)
    closed = [event(2, "CHG-1042 is closed", EventRole.ASSISTANT)]
    after = with_sources(folded(before, closed), before, closed)
    assert "CHG-1042 is approved" in after.completed
    assert after.said_in["CHG-1042 is approved"] == ("e1",)
