"""Comparisons through SQS: ids in batches, delayed until the index shows what it has taken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber

from shared.adapters.queues.sqs import SqsComparisonQueue, from_comparison_message, to_comparison_message
from shared.domain.errors import Unavailable
from shared.ports import Comparison

URL = "https://sqs.eu-central-1.amazonaws.com/1/work"
ONE = Comparison((("/org/acme/user/ann", "m1"), ("/org/acme/user/a%2Fb", "m2")))


@pytest.fixture
def sqs() -> Iterator[tuple[Any, Stubber]]:
    client = boto3.client("sqs", region_name="eu-central-1", aws_access_key_id="test", aws_secret_access_key="test")
    with Stubber(client) as stub:
        yield client, stub


def entries(*comparisons: Comparison) -> list[dict[str, object]]:
    return [
        {"Id": str(n), "MessageBody": to_comparison_message(one), "DelaySeconds": 2}
        for n, one in enumerate(comparisons)
    ]


def test_many_messages_go_ten_at_a_time(sqs: tuple[Any, Stubber]) -> None:
    client, stub = sqs
    for count in (10, 2):
        stub.add_response(
            "send_message_batch",
            {"Successful": [], "Failed": []},
            {"QueueUrl": URL, "Entries": entries(*[ONE] * count)},
        )
    SqsComparisonQueue(client, URL).send([ONE] * 12)
    stub.assert_no_pending_responses()


def test_messages_that_the_queue_refused_are_an_outage(sqs: tuple[Any, Stubber]) -> None:
    client, stub = sqs
    failed = {"Id": "0", "SenderFault": False, "Code": "InternalError"}
    stub.add_response("send_message_batch", {"Successful": [], "Failed": [failed]})
    with pytest.raises(Unavailable):
        SqsComparisonQueue(client, URL).send([ONE])
    stub.add_client_error("send_message_batch", "ServiceUnavailable")
    with pytest.raises(Unavailable):
        SqsComparisonQueue(client, URL).send([ONE])


def test_a_message_comes_back_as_it_was_sent() -> None:
    assert from_comparison_message(to_comparison_message(ONE)) == ONE


def test_a_message_of_another_kind_is_none_and_a_broken_one_an_error() -> None:
    assert from_comparison_message(json.dumps({"kind": "extract", "scope": "/org/acme/user/ann"})) is None
    for broken in (json.dumps({"kind": "compare"}), json.dumps({"kind": "compare", "memories": 3})):
        with pytest.raises(ValueError, match="not a message about comparisons"):
            from_comparison_message(broken)
