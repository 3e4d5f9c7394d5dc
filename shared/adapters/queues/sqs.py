"""What was retrieved, and work about sessions, through SQS queues. Ids only: no content lies in a queue."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from shared.domain.errors import Unavailable
from shared.ports import Retrieved, SessionWork

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


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
    return json.dumps({"at": retrieved.at.isoformat(), "memories": [list(one) for one in retrieved.memories]})


def from_message(body: str) -> Retrieved:
    """Raises `ValueError` for what is no such message."""
    try:
        found = json.loads(body)
        memories = tuple((str(path), str(memory_id)) for path, memory_id in found["memories"])
        return Retrieved(datetime.fromisoformat(found["at"]), memories)
    except (KeyError, TypeError) as error:
        raise ValueError("not a message of what was retrieved") from error


class SqsSessionQueue:
    def __init__(self, client: SQSClient, queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def send(self, work: SessionWork) -> None:
        try:
            self._client.send_message(QueueUrl=self._queue_url, MessageBody=to_work_message(work))
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the queue of sessions cannot be reached") from error

    def postpone(self, receipt: str, seconds: int) -> None:
        try:
            self._client.change_message_visibility(
                QueueUrl=self._queue_url, ReceiptHandle=receipt, VisibilityTimeout=seconds
            )
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the queue of sessions cannot be reached") from error


def to_work_message(work: SessionWork) -> str:
    return json.dumps(asdict(work), ensure_ascii=False)


def from_work_message(body: str) -> SessionWork:
    """Raises `ValueError` for what is no such message."""
    try:
        work = SessionWork(**json.loads(body))
    except TypeError as error:
        raise ValueError("not a message about a session") from error
    texts = (work.scope, work.session_id, work.incarnation)
    if work.kind not in ("extract", "remember", "rebuild") or not all(isinstance(text, str) for text in texts):
        raise ValueError("not a message about a session")
    return work
