"""The queue of retrievals, from recall to what the interface shows of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import boto3
import pytest
from moto import mock_aws

from functions.api import recall
from functions.events import retrieved
from local.aws.retrievals import RetrievalQueue
from shared.adapters.queues.sqs import SqsRetrievalLog, from_message, to_message
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.errors import StoreUnavailable, Unavailable
from shared.ports import Retrieved
from shared.runtime import bootstrap
from tests.builders import ANN, NOW, World, a_caller, a_world, an_event

CONTEXT: Any = None  # nothing here looks at it


@pytest.fixture
def here() -> Iterator[World]:
    with a_world() as made:
        yield made


def records(*bodies: str, first: int = 0) -> dict[str, Any]:
    return {"Records": [{"messageId": f"m{n}", "body": body} for n, body in enumerate(bodies, first)]}


def shown(memory_id: str) -> tuple[int, str | None]:
    answer = recall.handler(an_event("GET", f"/v1/memories/{memory_id}", caller=a_caller()), CONTEXT)
    body = json.loads(answer["body"])
    return body["retrieval_count"], body["last_accessed_at"]


def test_retrievals_are_shown_with_the_memory(here: World) -> None:
    fact = here.wrote("The office is on the third floor").memory_id
    assert shown(fact) == (0, None)
    message = to_message(Retrieved(NOW, ((ANN.path, fact),)))
    assert retrieved.handler(records(message, message), None) == {"batchItemFailures": []}
    assert shown(fact) == (2, "2026-03-01T12:00:00Z")
    assert retrieved.handler(records(message, message), None) == {"batchItemFailures": []}
    assert shown(fact)[0] == 2  # delivered again
    (listed,) = json.loads(recall.handler(an_event("GET", "/v1/memories", caller=a_caller()), CONTEXT)["body"])["items"]
    assert listed["retrieval_count"] == 2


def test_an_unreadable_message_is_reported_and_the_others_count(here: World) -> None:
    fact = here.wrote("The office is on the third floor").memory_id
    good = to_message(Retrieved(NOW, ((ANN.path, fact),)))
    every = ("", "[]", "{}", '{"at": "yesterday", "memories": []}', '{"at": 5, "memories": [["a"]]}')
    for n, bad in enumerate(every):
        answer = retrieved.handler(records(bad, good, first=2 * n), None)
        assert answer == {"batchItemFailures": [{"itemIdentifier": f"m{2 * n}"}]}
    assert shown(fact)[0] == 5


def test_with_the_store_down_every_message_comes_again(here: World) -> None:
    fact = here.wrote("The office is on the third floor").memory_id
    message = to_message(Retrieved(NOW, ((ANN.path, fact),)))

    def down(_: object) -> None:
        raise StoreUnavailable("down")

    bootstrap.install(here.on(records=RecordingRecords(here.stream, before_commit=down)).services)
    failed = retrieved.handler(records(message, message), None)["batchItemFailures"]
    assert failed == [{"itemIdentifier": "m0"}, {"itemIdentifier": "m1"}]


def test_the_laptops_queue_delivers_the_retrievals_of_recalls(here: World) -> None:
    queue = RetrievalQueue(retrieved.handler)
    bootstrap.install(replace(here.services, retrievals=queue))
    fact = here.wrote("The office is on the third floor").memory_id
    here.index()
    asked = {"query": "where is the office?", "min_relevance": 0}
    for _ in range(3):
        assert recall.handler(an_event("POST", "/v1/recall", asked, a_caller()), CONTEXT)["statusCode"] == 200
    assert not queue.rests()
    queue.start()
    queue.wait()
    queue.stop(5)
    assert shown(fact)[0] == 3


def test_messages_go_through_sqs_unchanged() -> None:
    reported = Retrieved(NOW, ((ANN.path, "one"), ("/org/acme/user/a%23b", "two")), degraded="/org/acme")
    with mock_aws():
        client = boto3.client("sqs", region_name="eu-central-1")
        url = client.create_queue(QueueName="retrievals")["QueueUrl"]
        SqsRetrievalLog(client, url).record(reported)
        (message,) = client.receive_message(QueueUrl=url)["Messages"]
        assert from_message(message["Body"]) == reported
        client.delete_queue(QueueUrl=url)
        with pytest.raises(Unavailable):
            SqsRetrievalLog(client, url).record(reported)
