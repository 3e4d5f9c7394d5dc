from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ConnectTimeoutError, NoCredentialsError
from botocore.stub import ANY, Stubber

from shared.adapters.bedrock_judge import MAX_CHARACTERS, MAX_STATEMENTS, BedrockJudge
from shared.domain.errors import Unavailable
from shared.ports import ContradictionJudge

NEWCOMER = "the harbour light is green"
STORED = ("the harbour light is red", "the harbour has two lights")


def client() -> Any:
    return boto3.client(
        "bedrock-runtime",
        region_name="eu-central-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",
        config=Config(retries={"total_max_attempts": 1}),
    )


def answer(verdicts: object, *, name: str = "report_verdicts", stop: str = "tool_use") -> dict[str, object]:
    return raw_answer(
        [{"text": "Let me see."}, {"toolUse": {"toolUseId": "1", "name": name, "input": {"verdicts": verdicts}}}], stop
    )


def raw_answer(content: object, stop: str = "tool_use") -> dict[str, object]:
    return {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": stop,
        "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
        "metrics": {"latencyMs": 1},
    }


def verdict(statement: object, said: object) -> dict[str, object]:
    return {"statement": statement, "verdict": said}


BOTH = [verdict(1, "compatible"), verdict(0, "contradicts")]


def judge(of: Any, waits: list[float] | None = None) -> ContradictionJudge:
    return BedrockJudge(of, model_id="a.model", sleep=(waits if waits is not None else []).append)


class Recording:
    def __init__(self, verdicts: object) -> None:
        self.seen: dict[str, Any] = {}
        self._verdicts = verdicts

    def converse(self, **request: Any) -> Mapping[str, Any]:
        self.seen.update(request)
        return answer(self._verdicts)


def test_verdicts_come_back_in_the_order_of_the_statements() -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response(
            "converse",
            answer(BOTH),
            {"modelId": "a.model", "messages": ANY, "system": ANY, "inferenceConfig": ANY, "toolConfig": ANY},
        )
        assert judge(bedrock).contradicted(NEWCOMER, STORED) == [True, False]
        stub.assert_no_pending_responses()


def test_the_statements_are_sent_as_data_and_the_answer_is_forced_into_the_schema() -> None:
    recording = Recording(BOTH)
    judge(recording).contradicted(NEWCOMER, STORED)
    shown = json.loads(recording.seen["messages"][0]["content"][0]["text"])
    assert shown["new"] == NEWCOMER
    assert [entry["text"] for entry in shown["stored"]] == list(STORED)
    (tool,) = recording.seen["toolConfig"]["tools"]
    assert recording.seen["toolConfig"]["toolChoice"] == {"tool": {"name": tool["toolSpec"]["name"]}}
    assert tool["toolSpec"]["inputSchema"]["json"]["required"] == ["verdicts"]
    assert recording.seen["inferenceConfig"]["temperature"] == 0.0
    assert NEWCOMER not in recording.seen["system"][0]["text"]


def test_without_statements_nothing_is_asked() -> None:
    with Stubber(bedrock := client()):
        assert judge(bedrock).contradicted(NEWCOMER, ()) == []


def test_long_texts_are_not_judged_and_contradict_nothing() -> None:
    long = "x" * (MAX_CHARACTERS + 1)
    with Stubber(bedrock := client()):
        assert judge(bedrock).contradicted(long, STORED) == [False, False]
    recording = Recording([verdict(0, "contradicts")])
    assert judge(recording).contradicted(NEWCOMER, (long, STORED[0])) == [False, True]


def test_only_the_nearest_are_asked_about() -> None:
    many = [f"light {n} is red" for n in range(MAX_STATEMENTS + 3)]
    recording = Recording([verdict(n, "contradicts") for n in range(MAX_STATEMENTS)])
    assert judge(recording).contradicted(NEWCOMER, many) == [True] * MAX_STATEMENTS + [False] * 3


@pytest.mark.parametrize(
    "given",
    [
        answer([verdict(0, "contradicts")]),
        answer([verdict(0, "contradicts"), verdict(0, "contradicts")]),
        answer([verdict(0, "contradicts"), verdict(2, "compatible")]),
        answer([verdict(0, "contradicts"), verdict("1", "compatible")]),
        answer([verdict(False, "contradicts"), verdict(True, "compatible")]),
        answer([verdict(0, "perhaps"), verdict(1, "compatible")]),
        answer([verdict(0, True), verdict(1, False)]),
        answer([verdict(0, "contradicts"), {**verdict(1, "compatible"), "because": "so"}]),
        answer([*BOTH, verdict(2, "contradicts")]),
        answer(BOTH, name="another_tool"),
        answer(BOTH, stop="max_tokens"),
        answer("none"),
        answer(None),
        raw_answer([{"text": "They contradict each other."}]),
        raw_answer([]),
    ],
)
def test_an_answer_outside_the_schema_is_no_verdict(given: dict[str, Any]) -> None:
    bedrock = client()
    with Stubber(bedrock) as stub:
        stub.add_response("converse", given)
        with pytest.raises(Unavailable) as refused:
            judge(bedrock).contradicted(NEWCOMER, STORED)
    assert "harbour" not in str(refused.value)


def test_a_throttled_call_is_tried_once_more() -> None:
    bedrock, waits = client(), list[float]()
    with Stubber(bedrock) as stub:
        stub.add_client_error("converse", "ThrottlingException", http_status_code=429)
        stub.add_response("converse", answer(BOTH))
        assert judge(bedrock, waits).contradicted(NEWCOMER, STORED) == [True, False]
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
            judge(bedrock).contradicted(NEWCOMER, STORED)
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
            judge(broken).contradicted(NEWCOMER, STORED)
        assert broken.calls == calls
