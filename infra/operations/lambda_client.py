"""How an operator's command calls a function: it waits until the function must have ended."""

from __future__ import annotations

from typing import Any, Protocol, cast

from infra.functions.time_limits import ANSWER_MARGIN_S


class Lambda(Protocol):
    def invoke(self, **arguments: Any) -> dict[str, Any]: ...


def lambda_client(function_seconds: int) -> Lambda:
    """For functions that may run so long. A step is repeated by the command, never by the client: a call that is given
    up while the function still works would start a second one beside it."""
    import boto3
    from botocore.config import Config

    answer_s = function_seconds + ANSWER_MARGIN_S
    config = Config(read_timeout=answer_s, retries={"mode": "standard", "total_max_attempts": 1})
    return cast("Lambda", boto3.client("lambda", config=config))
