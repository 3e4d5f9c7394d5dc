from __future__ import annotations

import json
from typing import Any

import pytest
from botocore.exceptions import ConnectTimeoutError
from botocore.stub import ANY, Stubber

from shared.adapters.bedrock.classifier import MAX_FINDINGS, BedrockClassifier
from shared.domain.errors import Unavailable
from shared.language.secrets.findings import Finding, Opinion, Severity, reconsidered
from shared.ports import Classifier
from tests.converse import Scripted, answer, client

TEXT = "the door opens with swordfish, ask kim@example.org"
FLAGGED = (Finding("possible_password", Severity.FLAG, 20, 29), Finding("email", Severity.FLAG, 35, 50))


def opinions(given: object) -> dict[str, object]:
    return answer("report_opinions", {"opinions": given})


def classifier(of: Any, waits: list[float] | None = None) -> Classifier:
    return BedrockClassifier(of, model_id="a.model", sleep=(waits if waits is not None else []).append)


def test_opinions_come_back_in_the_order_of_the_findings() -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response(
            "converse",
            opinions([{"passage": 1, "opinion": "personal"}, {"passage": 0, "opinion": "secret"}]),
            {"modelId": "a.model", "messages": ANY, "system": ANY, "inferenceConfig": ANY, "toolConfig": ANY},
        )
        assert classifier(bedrock).opinions(TEXT, FLAGGED) == [Opinion.SECRET, Opinion.PERSONAL]
        stub.assert_no_pending_responses()


def test_the_model_sees_the_passages_as_data_and_must_answer_with_the_tool() -> None:
    bedrock = Scripted(opinions([{"passage": 0, "opinion": "harmless"}]))
    long = "x" * 500 + TEXT + "y" * 500
    found = Finding("possible_password", Severity.FLAG, 520, 529)
    classifier(bedrock).opinions(long, (found,))
    (asked,) = bedrock.asked
    (passage,) = json.loads(asked["messages"][0]["content"][0]["text"])
    assert passage["words"] == "swordfish"
    assert (len(passage["before"]), len(passage["after"])) == (120, 120)
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": "report_opinions"}}


def test_without_findings_no_call_is_made() -> None:
    with Stubber(bedrock := client()):
        assert classifier(bedrock).opinions(TEXT, ()) == []


def test_a_blocked_text_is_never_sent_to_a_model() -> None:
    with Stubber(bedrock := client()), pytest.raises(ValueError):
        classifier(bedrock).opinions(TEXT, (Finding("password", Severity.BLOCK, 20, 29),))


def test_of_a_list_of_contacts_some_are_sent_and_the_rest_stay_flagged() -> None:
    many = tuple(Finding("email", Severity.FLAG, n, n + 1) for n in range(MAX_FINDINGS + 5))
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response("converse", opinions([{"passage": n, "opinion": "harmless"} for n in range(MAX_FINDINGS)]))
        found = classifier(bedrock).opinions("x" * 100, many)
    assert found[MAX_FINDINGS:] == [Opinion.PERSONAL] * 5


@pytest.mark.parametrize(
    "given",
    [
        opinions([{"passage": 0, "opinion": "secret"}]),
        opinions([{"passage": 0, "opinion": "secret"}, {"passage": 0, "opinion": "secret"}]),
        opinions([{"passage": 0, "opinion": "secret"}, {"passage": 2, "opinion": "secret"}]),
        opinions([{"passage": 0, "opinion": "fine"}, {"passage": 1, "opinion": "secret"}]),
        opinions([{"passage": 0, "opinion": "secret"}] * 3),
        opinions("none"),
        opinions(None),
        answer("another_tool", {"opinions": [{"passage": n, "opinion": "secret"} for n in range(2)]}),
    ],
)
def test_an_answer_outside_the_schema_is_no_answer(given: dict[str, Any]) -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response("converse", given)
        with pytest.raises(Unavailable) as refused:
            classifier(bedrock).opinions(TEXT, FLAGGED)
    assert "swordfish" not in str(refused.value)


def test_a_broken_connection_is_tried_once_more() -> None:
    broken = ConnectTimeoutError(endpoint_url="x")
    both = opinions([{"passage": n, "opinion": "personal"} for n in range(2)])
    waits = list[float]()
    assert classifier(Scripted(broken, both), waits).opinions(TEXT, FLAGGED) == [Opinion.PERSONAL] * 2
    with pytest.raises(Unavailable):
        classifier(Scripted(broken, broken), waits).opinions(TEXT, FLAGGED)
    assert len(waits) == 2


def test_an_opinion_makes_a_flag_stricter_and_removes_only_a_guess() -> None:
    guess, contact = FLAGGED
    assert reconsidered(guess, Opinion.HARMLESS) is None
    assert reconsidered(contact, Opinion.HARMLESS) == contact
    assert reconsidered(contact, Opinion.PERSONAL) == contact
    stricter = reconsidered(guess, Opinion.SECRET)
    assert stricter is not None
    assert stricter.blocks
    block = Finding("password", Severity.BLOCK, 0, 1)
    assert reconsidered(block, Opinion.HARMLESS) == block
