"""One question through one tool: what is sent, what is asked again, and which answers are none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from botocore.exceptions import ConnectTimeoutError, NoCredentialsError, ReadTimeoutError
from botocore.stub import Stubber

from shared.adapters.bedrock.tool import Patience, Tool, ToolAdapter, UnreadableAnswer
from shared.domain.errors import Unavailable
from tests.converse import Scripted, answer, client, raw_answer, used

SCHEMA = {
    "type": "object",
    "properties": {"colour": {"type": "string"}, "shade": {"type": "integer"}},
    "required": ["colour", "shade"],
}
GIVEN = {"colour": "green", "shade": 3}
TASK = "Name the colour."
SAID = "the harbour light is green"
ANSWER = answer("report_colour", GIVEN)
THREE_CALLS = Patience(calls=3, longest_wait_s=0.4, when_broken=True)


def adapter(
    of: Any,
    patience: Patience = THREE_CALLS,
    sleep: Callable[[float], None] = lambda _: None,
    jitter: Callable[[], float] = lambda: 1.0,
    schema: Mapping[str, Any] = SCHEMA,
) -> ToolAdapter:
    class Colours(ToolAdapter):
        tool = Tool("report_colour", "Reports the colour.", schema, patience)

    return Colours(of, model_id="a.model", sleep=sleep, jitter=jitter)


def ask(of: Any, **how: Any) -> object:
    return adapter(of, **how)._ask(TASK, SAID, max_tokens=50)


def test_a_schema_that_some_models_refuse_is_refused_before_any_is_asked() -> None:
    with pytest.raises(ValueError, match="nothing else"):
        adapter(client(), schema={**SCHEMA, "additionalProperties": False})


def test_the_request_has_the_form_that_the_service_accepts_and_forces_the_tool() -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response(
            "converse",
            ANSWER,
            {
                "modelId": "a.model",
                "system": [{"text": TASK}],
                "messages": [{"role": "user", "content": [{"text": SAID}]}],
                "inferenceConfig": {"maxTokens": 50, "temperature": 0.0},
                "toolConfig": {
                    "tools": [
                        {
                            "toolSpec": {
                                "name": "report_colour",
                                "description": "Reports the colour.",
                                "inputSchema": {"json": SCHEMA},
                            }
                        }
                    ],
                    "toolChoice": {"tool": {"name": "report_colour"}},
                },
            },
        )
        assert ask(bedrock) == GIVEN
        stub.assert_no_pending_responses()


@pytest.mark.parametrize(
    "given",
    [
        raw_answer([{"text": SAID}]),
        raw_answer([]),
        raw_answer(None),
        raw_answer([used("report_colour", GIVEN), used("report_colour", GIVEN)]),
        raw_answer([used("report_colour", GIVEN)], stop="max_tokens"),
        raw_answer([{"toolUse": {"input": GIVEN}}]),
        answer("another_tool", GIVEN),
        answer("report_colour", {"colour": "green"}),
        answer("report_colour", {**GIVEN, "because": SAID}),
        answer("report_colour", [SAID]),
        answer("report_colour", ["colour", "shade"]),
        answer("report_colour", None),
        {},
    ],
)
def test_an_answer_in_another_form_is_refused_and_not_requested_again(given: object) -> None:
    bedrock = Scripted(given, ANSWER)
    with pytest.raises(UnreadableAnswer) as refused:
        ask(bedrock)
    assert "harbour" not in str(refused.value)
    assert len(bedrock.asked) == 1


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("ThrottlingException", 429),
        ("ServiceUnavailableException", 503),
        ("InternalServerException", 500),
        ("ModelTimeoutException", 408),
        ("ModelNotReadyException", 429),
        ("SomethingNew", 502),
    ],
)
def test_transient_errors_are_tried_again(code: str, status: int) -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_client_error("converse", code, http_status_code=status)
        stub.add_response("converse", ANSWER)
        assert ask(bedrock) == GIVEN
        stub.assert_no_pending_responses()


@pytest.mark.parametrize(
    ("code", "calls"), [("AccessDeniedException", 1), ("ValidationException", 1), ("ModelNotReadyException", 3)]
)
def test_permanent_errors_end_as_unavailable(code: str, calls: int) -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        for _ in range(calls):
            stub.add_client_error("converse", code, service_message=SAID, http_status_code=400)
        with pytest.raises(Unavailable) as refused:
            ask(bedrock)
        stub.assert_no_pending_responses()
    assert not isinstance(refused.value, UnreadableAnswer)
    assert "harbour" not in str(refused.value)


@pytest.mark.parametrize("broken", [ConnectTimeoutError(endpoint_url="x"), ReadTimeoutError(endpoint_url="x")])
def test_a_broken_connection_is_tried_again_only_if_the_adapter_says_so(broken: Exception) -> None:
    assert ask(Scripted(broken, ANSWER)) == GIVEN
    hurried = Scripted(broken, ANSWER)
    with pytest.raises(Unavailable):
        ask(hurried, patience=Patience(calls=3, longest_wait_s=0.4, when_broken=False))
    assert len(hurried.asked) == 1


def test_missing_credentials_are_not_tried_again() -> None:
    bedrock = Scripted(NoCredentialsError(), ANSWER)
    with pytest.raises(Unavailable):
        ask(bedrock)
    assert len(bedrock.asked) == 1


@pytest.mark.parametrize(("jitter", "expected"), [(1.0, [0.4, 0.8]), (0.5, [0.2, 0.4]), (0.0, [0.0, 0.0])])
def test_waits_are_drawn_from_zero_up_to_a_bound_that_doubles(jitter: float, expected: list[float]) -> None:
    waits = list[float]()
    broken = ConnectTimeoutError(endpoint_url="x")
    with pytest.raises(Unavailable):
        ask(Scripted(broken, broken, broken), sleep=waits.append, jitter=lambda: jitter)
    assert waits == expected


def test_a_question_is_put_at_least_once() -> None:
    with pytest.raises(ValueError):
        Patience(calls=0, longest_wait_s=0.4, when_broken=True)
