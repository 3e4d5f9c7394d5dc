"""Retrievals, and work about sessions, through SQS queues. Messages hold ids only, no content."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.domain.errors import Unavailable
from shared.ports import Comparison, ReadNote, Retrieved, SessionWork
from shared.records.store.record import Key

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import SendMessageBatchRequestEntryTypeDef


class SqsRetrievalLog:
    """`client`: one that does not retry for long; a lost message is a retrieval that is not counted."""

    def __init__(self, client: SQSClient, queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def record(self, retrieved: Retrieved) -> None:
        try:
            self._client.send_message(QueueUrl=self._queue_url, MessageBody=to_message(retrieved))
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the queue of retrievals cannot be reached") from error


def to_message(retrieved: Retrieved) -> str:
    message: dict[str, object] = {
        "at": retrieved.at.isoformat(), "memories": [list(one) for one in retrieved.memories],
    }  # fmt: skip
    if retrieved.reads:
        message["reads"] = [asdict(one) for one in retrieved.reads]
    if retrieved.degraded:
        message["degraded"] = retrieved.degraded
    return json.dumps(message)


def from_message(body: str, message_id: str = "") -> Retrieved:
    """Raises `ValueError` for what is no such message."""
    try:
        found = json.loads(body)
        memories = tuple((str(path), str(memory_id)) for path, memory_id in found["memories"])
        reads = tuple(_read_note(one) for one in found.get("reads", ()))
        degraded = str(found.get("degraded", ""))
        return Retrieved(datetime.fromisoformat(found["at"]), memories, message_id, reads, degraded)
    except (KeyError, TypeError) as error:
        raise ValueError("not a message of what was retrieved") from error


def _read_note(found: dict[str, Any]) -> ReadNote:
    return ReadNote(**{**found, "memories": tuple((str(id), int(version)) for id, version in found["memories"])})


class SqsSessionQueue:
    def __init__(self, client: SQSClient, queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def send(self, *works: SessionWork) -> None:
        _send_all(self._client, self._queue_url, [to_work_message(work) for work in works])

    def postpone(self, receipt: str, seconds: int) -> None:
        try:
            self._client.change_message_visibility(
                QueueUrl=self._queue_url, ReceiptHandle=receipt, VisibilityTimeout=seconds
            )
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the queue of sessions cannot be reached") from error


# An index that has taken a change shows it after its refresh, a second later.
_SHOWN_AFTER_S = 2
_ENTRIES = 10  # of one request


class SqsComparisonQueue:
    """`queue_url`: that of the work about sessions; one consumer does both."""

    def __init__(self, client: SQSClient, queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def send(self, comparisons: Sequence[Comparison]) -> None:
        bodies = [to_comparison_message(one) for one in comparisons]
        _send_all(self._client, self._queue_url, bodies, delay_s=_SHOWN_AFTER_S)


class SqsRefusedChanges:
    """`queue_url`: that of the stream's dead letters. A message holds a key, which is made of ids."""

    def __init__(self, client: SQSClient, queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def keep(self, keys: Sequence[Key]) -> None:
        bodies = [json.dumps({"refused": {"pk": key.pk, "sk": key.sk}}, ensure_ascii=False) for key in keys]
        _send_all(self._client, self._queue_url, bodies)


def _send_all(client: SQSClient, queue_url: str, bodies: Sequence[str], *, delay_s: int = 0) -> None:
    """Ten a request. Raises `Unavailable` unless the queue took all of them."""
    for start in range(0, len(bodies), _ENTRIES):
        entries: list[SendMessageBatchRequestEntryTypeDef] = [
            {"Id": str(n), "MessageBody": body, "DelaySeconds": delay_s}
            for n, body in enumerate(bodies[start : start + _ENTRIES])
        ]
        try:
            answer = client.send_message_batch(QueueUrl=queue_url, Entries=entries)
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the queue of work cannot be reached") from error
        if answer.get("Failed"):
            raise Unavailable("the queue of work took only a part")


def to_comparison_message(comparison: Comparison) -> str:
    memories = [list(place) for place in comparison.memories]
    message: dict[str, object] = {"kind": _COMPARE, "memories": memories}
    if comparison.over_limit:
        message["over_limit"] = list(comparison.over_limit)
    return json.dumps(message, ensure_ascii=False)


_COMPARE = "compare"


def from_comparison_message(body: str) -> Comparison | None:
    """`None` for a message of another kind. Raises `ValueError` for a text that is no message at all."""
    found = json.loads(body)
    if not isinstance(found, dict) or found.get("kind") != _COMPARE:
        return None
    try:
        memories = tuple((str(path), str(memory_id)) for path, memory_id in found["memories"])
        return Comparison(memories, tuple(map(str, found.get("over_limit", ()))))
    except (KeyError, TypeError) as error:
        raise ValueError("not a message about comparisons") from error


def to_work_message(work: SessionWork) -> str:
    return json.dumps(asdict(work), ensure_ascii=False)


_KINDS = ("extract", "remember", "rebuild", "summarise")


def from_work_message(body: str) -> SessionWork:
    """Raises `ValueError` for what is no such message."""
    try:
        work = SessionWork(**json.loads(body))
    except TypeError as error:
        raise ValueError("not a message about a session") from error
    texts = (work.scope, work.session_id, work.incarnation)
    if work.kind not in _KINDS or not all(isinstance(text, str) for text in texts):
        raise ValueError("not a message about a session")
    return work
