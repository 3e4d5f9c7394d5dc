from __future__ import annotations

import json
from typing import Any

import pytest
from botocore.exceptions import ConnectTimeoutError
from botocore.stub import ANY, Stubber

from shared.adapters.bedrock.judge import MAX_CHARACTERS, MAX_STATEMENTS, BedrockJudge
from shared.domain.errors import Unavailable
from shared.ports import ContradictionJudge
from tests.converse import Scripted, answer, client

INCOMING = "the harbour light is green"
STORED = ("the harbour light is red", "the harbour has two lights")


def verdicts(given: object) -> dict[str, object]:
    return answer("report_verdicts", {"verdicts": given})


def verdict(statement: object, said: object) -> dict[str, object]:
    return {"statement": statement, "verdict": said}


BOTH = [verdict(1, "compatible"), verdict(0, "contradicts")]


def judge(of: Any, waits: list[float] | None = None) -> ContradictionJudge:
    return BedrockJudge(of, model_id="a.model", sleep=(waits if waits is not None else []).append)


def test_verdicts_come_back_in_the_order_of_the_statements() -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response(
            "converse",
            verdicts(BOTH),
            {"modelId": "a.model", "messages": ANY, "system": ANY, "inferenceConfig": ANY, "toolConfig": ANY},
        )
        assert judge(bedrock).contradicted(INCOMING, STORED) == [True, False]
        stub.assert_no_pending_responses()


def test_the_statements_are_sent_as_data_and_the_answer_is_forced_into_the_schema() -> None:
    recording = Scripted(verdicts(BOTH))
    judge(recording).contradicted(INCOMING, STORED)
    (asked,) = recording.asked
    shown = json.loads(asked["messages"][0]["content"][0]["text"])
    assert shown["new"] == INCOMING
    assert [entry["text"] for entry in shown["stored"]] == list(STORED)
    (tool,) = asked["toolConfig"]["tools"]
    assert asked["toolConfig"]["toolChoice"] == {"tool": {"name": tool["toolSpec"]["name"]}}
    assert tool["toolSpec"]["inputSchema"]["json"]["required"] == ["verdicts"]
    assert INCOMING not in asked["system"][0]["text"]


def test_without_statements_no_call_is_made() -> None:
    with Stubber(bedrock := client()):
        assert judge(bedrock).contradicted(INCOMING, ()) == []


def test_long_texts_are_not_judged_and_contradict_nothing() -> None:
    long = "x" * (MAX_CHARACTERS + 1)
    with Stubber(bedrock := client()):
        assert judge(bedrock).contradicted(long, STORED) == [False, False]
    recording = Scripted(verdicts([verdict(0, "contradicts")]))
    assert judge(recording).contradicted(INCOMING, (long, STORED[0])) == [False, True]


def test_only_the_nearest_statements_are_sent() -> None:
    many = [f"light {n} is red" for n in range(MAX_STATEMENTS + 3)]
    recording = Scripted(verdicts([verdict(n, "contradicts") for n in range(MAX_STATEMENTS)]))
    assert judge(recording).contradicted(INCOMING, many) == [True] * MAX_STATEMENTS + [False] * 3


@pytest.mark.parametrize(
    "given",
    [
        verdicts([verdict(0, "contradicts")]),
        verdicts([verdict(0, "contradicts"), verdict(0, "contradicts")]),
        verdicts([verdict(0, "contradicts"), verdict(2, "compatible")]),
        verdicts([verdict(0, "contradicts"), verdict("1", "compatible")]),
        verdicts([verdict(False, "contradicts"), verdict(True, "compatible")]),
        verdicts([verdict(0, "perhaps"), verdict(1, "compatible")]),
        verdicts([verdict(0, True), verdict(1, False)]),
        verdicts([verdict(0, "contradicts"), {**verdict(1, "compatible"), "because": "so"}]),
        verdicts([*BOTH, verdict(2, "contradicts")]),
        verdicts("none"),
        verdicts(None),
        answer("another_tool", {"verdicts": BOTH}),
    ],
)
def test_an_answer_outside_the_schema_is_no_verdict(given: dict[str, Any]) -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response("converse", given)
        with pytest.raises(Unavailable) as refused:
            judge(bedrock).contradicted(INCOMING, STORED)
    assert "harbour" not in str(refused.value)


def test_a_broken_connection_is_tried_once_more() -> None:
    broken = ConnectTimeoutError(endpoint_url="x")
    waits = list[float]()
    assert judge(Scripted(broken, verdicts(BOTH)), waits).contradicted(INCOMING, STORED) == [True, False]
    with pytest.raises(Unavailable):
        judge(Scripted(broken, broken), waits).contradicted(INCOMING, STORED)
    assert len(waits) == 2
