"""Models in Bedrock that sum sessions up and read their events: what is asked, and what of an answer is believed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError
from botocore.stub import ANY, Stubber

from shared.adapters.bedrock.sessions import CONFIDENCE, MAX_SUMMARISED, BedrockExtractor, BedrockSummaryBuilder
from shared.domain.errors import Unavailable
from shared.domain.extraction.statement import Statement
from shared.domain.memories.memory import MemoryType
from shared.domain.sessions.session import Event, EventRole
from shared.domain.summaries.faithfulness import SummaryRefused, refuse_unfaithful
from shared.domain.summaries.summary import Evidence, SummaryContent
from tests.converse import Scripted, answer, client, raw_answer, used

AT = datetime(2026, 3, 1, tzinfo=UTC)
SAID = "I live in Basel, near the river. Do you know it?"
GIVEN = {
    "goal": "The database moves",
    "completed": [],
    "constraints": ["Do not touch the users table."],
    "pending": [],
    "evidence": [
        {"event_id": "e1", "text": "Move the database"},
        {"event_id": "e2", "text": "The window is 30 minutes"},
    ],
}


def event(sequence: int, content: str, role: EventRole = EventRole.USER) -> Event:
    return Event(f"e{sequence}", sequence, role, content, AT, AT)


EVENTS = [event(1, "Move the database. Do not touch the users table."), event(2, "The window is 30 minutes")]


def summary(*answers: object) -> tuple[SummaryContent, Scripted]:
    scripted: Any = Scripted(*answers)
    builder = BedrockSummaryBuilder(scripted, model_id="a.model", sleep=lambda _: None)
    return builder.folded(SummaryContent(), EVENTS), scripted


def statements(given: object, content: str = SAID, role: EventRole = EventRole.USER) -> list[Statement]:
    scripted: Any = Scripted(answer("report_statements", given))
    return BedrockExtractor(scripted, model_id="a.model").statements(event(1, content, role), [])


def test_the_requests_have_the_form_that_the_service_accepts() -> None:
    made = client()
    with Stubber(made) as stub:
        expected = {
            "modelId": "a.model",
            "system": ANY,
            "messages": ANY,
            "inferenceConfig": {"maxTokens": ANY, "temperature": 0.0},
            "toolConfig": ANY,
        }
        stub.add_response("converse", answer("report_summary", GIVEN), expected)
        stub.add_response("converse", answer("report_statements", {"statements": []}), expected)
        BedrockSummaryBuilder(made, model_id="a.model").folded(SummaryContent(), EVENTS)
        assert BedrockExtractor(made, model_id="a.model").statements(event(1, SAID), []) == []
        stub.assert_no_pending_responses()


def test_a_summary_in_the_schema_is_read_and_can_be_checked_against_its_sources() -> None:
    content, scripted = summary(answer("report_summary", GIVEN))
    assert content.constraints == ("Do not touch the users table",)
    assert content.evidence == (Evidence("e1", "Move the database"), Evidence("e2", "The window is 30 minutes"))
    refuse_unfaithful(content, SummaryContent(), EVENTS)
    (asked,) = scripted.asked
    shown = json.loads(asked["messages"][0]["content"][0]["text"])
    assert [e["content"] for e in shown["events"]] == [e.content for e in EVENTS]
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": "report_summary"}}


def test_a_summary_that_drops_a_veto_is_read_and_then_refused() -> None:
    content, _ = summary(answer("report_summary", {**GIVEN, "constraints": []}))
    with pytest.raises(SummaryRefused):
        refuse_unfaithful(content, SummaryContent(), EVENTS)


@pytest.mark.parametrize(
    "given",
    [
        {},
        {**GIVEN, "goal": 7},
        {**GIVEN, "completed": "all"},
        {**GIVEN, "evidence": [{"event_id": "e1"}]},
        {**GIVEN, "evidence": [{"event_id": "e1", "text": "x", "approved": True}]},
        {**GIVEN, "confidence": 1.0},
    ],
)
def test_an_answer_outside_the_schema_is_no_summary(given: object) -> None:
    with pytest.raises(Unavailable):
        summary(answer("report_summary", given))


def test_a_truncated_answer_is_refused_and_not_requested_again() -> None:
    with pytest.raises(Unavailable):
        summary(raw_answer([used("report_summary", GIVEN)], "max_tokens"))
    stated = {"statements": [{"text": "I live in Basel", "type": "semantic"}]}
    assert len(statements(stated)) == 1
    cut: Any = Scripted(raw_answer([used("report_statements", stated)], "max_tokens"))
    assert BedrockExtractor(cut, model_id="a.model").statements(event(1, SAID), []) == []


def test_a_call_that_ran_out_of_time_is_not_made_again() -> None:
    late: Any = Scripted(*[ReadTimeoutError(endpoint_url="https://bedrock")] * 2)
    with pytest.raises(Unavailable):
        BedrockSummaryBuilder(late, model_id="a.model").folded(SummaryContent(), EVENTS)
    with pytest.raises(Unavailable):
        BedrockExtractor(late, model_id="a.model").statements(event(1, SAID), [])
    assert len(late.asked) == 2


def test_a_throttled_call_is_made_once_more() -> None:
    made, waits = client(), list[float]()
    with Stubber(made) as stub:
        stub.add_client_error("converse", "ThrottlingException", http_status_code=429)
        stub.add_response("converse", answer("report_summary", GIVEN))
        builder = BedrockSummaryBuilder(made, model_id="a.model", sleep=waits.append)
        assert builder.folded(SummaryContent(), EVENTS).goal == "The database moves"
    assert len(waits) == 1


def test_a_conversation_that_is_too_long_is_not_sent() -> None:
    scripted: Any = Scripted()
    with pytest.raises(Unavailable):
        BedrockSummaryBuilder(scripted, model_id="a.model").folded(
            SummaryContent(), [event(1, "word " * (MAX_SUMMARISED // 4))]
        )
    assert scripted.asked == []


def test_statements_occur_in_the_event_and_the_service_sets_their_confidence() -> None:
    found = statements({"statements": [{"text": "I live in Basel, near the river.", "type": "semantic"}]})
    assert found == [Statement("I live in Basel, near the river", MemoryType.SEMANTIC, CONFIDENCE)]


@pytest.mark.parametrize(
    "given",
    [
        {"statements": [{"text": "I live in Bern", "type": "semantic"}]},
        {"statements": [{"text": "I live in Basel", "type": "profile"}]},
        {"statements": [{"text": "I live in Basel", "type": "semantic", "confidence": 1.0}]},
        {"statements": [{"text": "", "type": "semantic"}]},
        {"statements": [{"text": "I live in Basel", "type": "semantic"}, {"text": "made up", "type": "semantic"}]},
        {"statements": [], "more": 1},
        {"statements": None},
    ],
)
def test_an_answer_outside_the_schema_or_the_event_is_refused(given: object) -> None:
    assert statements(given) == []


def test_prompts_tools_and_recalled_memory_are_not_sent() -> None:
    given = {"statements": [{"text": "I live in Basel", "type": "semantic"}]}
    assert statements(given, role=EventRole.SYSTEM) == []
    assert statements(given, role=EventRole.TOOL) == []
    assert statements(given, f"<memories>{SAID}</memories>") == []
