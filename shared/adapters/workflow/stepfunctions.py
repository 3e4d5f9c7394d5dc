"""The deletion workflow in Step Functions."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from shared.domain.errors import Unavailable

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient


def execution_name(owner: str, request_id: str, attempt: int, part: int = 0) -> str:
    """The name that makes one part of one attempt of one request one execution.

    Request ids are unique for their owner only, may be longer than a name (80 characters), and hold characters that a
    name must not: so it is a digest; 48 digits make a collision practically impossible.
    """
    digest = hashlib.sha256(f"{owner}\0{request_id}".encode()).hexdigest()
    return f"{digest[:48]}-{attempt}" + (f"-{part}" if part else "")


def execution_input(owner: str, request_id: str, attempt: int, part: int = 0) -> str:
    given = {"owner": owner, "request_id": request_id, "attempt": attempt, "part": part}
    return json.dumps(given, ensure_ascii=True)


class StepFunctionsDeletionWorkflow:
    """Starts standard executions. Their names are unique for 90 days, so the same attempt never runs twice."""

    def __init__(self, client: SFNClient, arn: str) -> None:
        self._client = client
        self._arn = arn

    def start(self, owner: str, request_id: str, attempt: int) -> None:
        self._start(self._arn, owner, request_id, attempt)

    def go_on(self, workflow: str, owner: str, request_id: str, attempt: int, part: int) -> None:
        self._start(workflow, owner, request_id, attempt, part)

    def _start(self, arn: str, owner: str, request_id: str, attempt: int, part: int = 0) -> None:
        try:
            self._client.start_execution(
                stateMachineArn=arn,
                name=execution_name(owner, request_id, attempt, part),
                input=execution_input(owner, request_id, attempt, part),
            )
        except ClientError as error:
            if error.response.get("Error", {}).get("Code") == "ExecutionAlreadyExists":
                return
            raise Unavailable("the deletion workflow could not be started") from error
        except BotoCoreError as error:
            raise Unavailable("the deletion workflow could not be reached") from error
