from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ConnectTimeoutError, NoCredentialsError
from botocore.stub import ANY, Stubber

from shared.adapters.bedrock_classifier import MAX_FINDINGS, BedrockClassifier
from shared.domain.errors import Unavailable
from shared.domain.findings import Finding, Opinion, Severity, reconsidered
from shared.ports import Classifier

TEXT = "the door opens with swordfish, ask kim@example.org"
FLAGGED = (Finding("possible_password", Severity.FLAG, 20, 29), Finding("email", Severity.FLAG, 35, 50))


def client() -> Any:
    return boto3.client(
        "bedrock-runtime",
        region_name="eu-central-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",
        config=Config(retries={"total_max_attempts": 1}),
    )


def answer(opinions: object, name: str = "report_opinions") -> dict[str, object]:
    content = [{"text": "Let me see."}, {"toolUse": {"toolUseId": "1", "name": name, "input": {"opinions": opinions}}}]
    return raw_answer(content)


def raw_answer(content: object) -> dict[str, object]:
    return {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": "tool_use",
        "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
        "metrics": {"latencyMs": 1},
    }


def classifier(of: Any, waits: list[float] | None = None) -> Classifier:
    return BedrockClassifier(of, model_id="a.model", sleep=(waits if waits is not None else []).append)


def test_opinions_come_back_in_the_order_of_the_findings() -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response(
            "converse",
            answer([{"passage": 1, "opinion": "personal"}, {"passage": 0, "opinion": "secret"}]),
            {"modelId": "a.model", "messages": ANY, "system": ANY, "inferenceConfig": ANY, "toolConfig": ANY},
        )
        assert classifier(bedrock).opinions(TEXT, FLAGGED) == [Opinion.SECRET, Opinion.PERSONAL]
        stub.assert_no_pending_responses()


def test_the_model_sees_the_passages_as_data_and_must_answer_with_the_tool() -> None:
    seen: dict[str, Any] = {}

    class Recording:
        def converse(self, **request: Any) -> Mapping[str, Any]:
            seen.update(request)
            return answer([{"passage": 0, "opinion": "harmless"}])

    long = "x" * 500 + TEXT + "y" * 500
    found = Finding("possible_password", Severity.FLAG, 520, 529)
    classifier(Recording()).opinions(long, (found,))
    (passage,) = json.loads(seen["messages"][0]["content"][0]["text"])
    assert passage["words"] == "swordfish"
    assert (len(passage["before"]), len(passage["after"])) == (120, 120)
    assert seen["toolConfig"]["toolChoice"] == {"tool": {"name": "report_opinions"}}
    assert seen["inferenceConfig"]["temperature"] == 0.0


def test_without_findings_nothing_is_asked() -> None:
    with Stubber(bedrock := client()):
        assert classifier(bedrock).opinions(TEXT, ()) == []


def test_what_blocks_is_never_shown_to_a_model() -> None:
    with Stubber(bedrock := client()), pytest.raises(ValueError):
        classifier(bedrock).opinions(TEXT, (Finding("password", Severity.BLOCK, 20, 29),))


def test_a_list_of_contacts_is_asked_about_in_part_and_the_rest_stays_flagged() -> None:
    many = tuple(Finding("email", Severity.FLAG, n, n + 1) for n in range(MAX_FINDINGS + 5))
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response("converse", answer([{"passage": n, "opinion": "harmless"} for n in range(MAX_FINDINGS)]))
        opinions = classifier(bedrock).opinions("x" * 100, many)
    assert opinions[MAX_FINDINGS:] == [Opinion.PERSONAL] * 5


@pytest.mark.parametrize(
    "given",
    [
        answer([{"passage": 0, "opinion": "secret"}]),
        answer([{"passage": 0, "opinion": "secret"}, {"passage": 0, "opinion": "secret"}]),
        answer([{"passage": 0, "opinion": "secret"}, {"passage": 2, "opinion": "secret"}]),
        answer([{"passage": 0, "opinion": "fine"}, {"passage": 1, "opinion": "secret"}]),
        answer([{"passage": 0, "opinion": "secret"}] * 3),
        answer("none"),
        answer(None),
        raw_answer([{"text": "They are all harmless."}]),
        raw_answer([]),
    ],
)
def test_an_answer_outside_the_schema_is_no_answer(given: dict[str, Any]) -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response("converse", given)
        with pytest.raises(Unavailable) as refused:
            classifier(bedrock).opinions(TEXT, FLAGGED)
    assert "swordfish" not in str(refused.value)


def test_a_throttled_call_is_tried_once_more() -> None:
    bedrock, waits = client(), list[float]()
    with Stubber(bedrock) as stub:
        stub.add_client_error("converse", "ThrottlingException", http_status_code=429)
        stub.add_response("converse", answer([{"passage": n, "opinion": "personal"} for n in range(2)]))
        assert classifier(bedrock, waits).opinions(TEXT, FLAGGED) == [Opinion.PERSONAL] * 2
    assert len(waits) == 1


@pytest.mark.parametrize(
    ("code", "calls"), [("AccessDeniedException", 1), ("ValidationException", 1), ("ModelNotReadyException", 2)]
)
def test_what_will_not_pass_ends_as_unavailable(code: str, calls: int) -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        for _ in range(calls):
            stub.add_client_error("converse", code, http_status_code=400)
        with pytest.raises(Unavailable):
            classifier(bedrock).opinions(TEXT, FLAGGED)
        stub.assert_no_pending_responses()


def test_a_broken_connection_is_tried_again_and_missing_credentials_are_not() -> None:
    class Broken:
        def __init__(self, error: Exception) -> None:
            self.error, self.calls = error, 0

        def converse(self, **_: object) -> object:
            self.calls += 1
            raise self.error

    for error, calls in ((ConnectTimeoutError(endpoint_url="x"), 2), (NoCredentialsError(), 1)):
        broken = Broken(error)
        with pytest.raises(Unavailable):
            classifier(broken).opinions(TEXT, FLAGGED)
        assert broken.calls == calls


def test_an_opinion_makes_a_flag_stricter_and_takes_only_a_guess_away() -> None:
    guess, contact = FLAGGED
    assert reconsidered(guess, Opinion.HARMLESS) is None
    assert reconsidered(contact, Opinion.HARMLESS) == contact
    assert reconsidered(contact, Opinion.PERSONAL) == contact
    stricter = reconsidered(guess, Opinion.SECRET)
    assert stricter is not None
    assert stricter.blocks
    block = Finding("password", Severity.BLOCK, 0, 1)
    assert reconsidered(block, Opinion.HARMLESS) == block
