"""Answers of the Converse API, and clients that give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import boto3
from botocore.config import Config


def client() -> Any:
    """A real client, for a `Stubber`: it holds requests and answers against the service's own model."""
    return boto3.client(
        "bedrock-runtime",
        region_name="eu-central-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",
        config=Config(retries={"total_max_attempts": 1}),
    )


def used(name: str, given: object) -> dict[str, object]:
    return {"toolUse": {"toolUseId": "1", "name": name, "input": given}}


def answer(name: str, given: object) -> dict[str, object]:
    """The tool used once, after some talk."""
    return raw_answer([{"text": "Let me see."}, used(name, given)])


def raw_answer(content: object, stop: str = "tool_use") -> dict[str, object]:
    return {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": stop,
        "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
        "metrics": {"latencyMs": 1},
    }


class Scripted:
    """Gives these answers one after the other, raises those that are errors, and keeps what it was asked."""

    def __init__(self, *answers: object) -> None:
        self.asked: list[Mapping[str, Any]] = []
        self._answers = list(answers)

    def converse(self, **request: Any) -> object:
        self.asked.append(request)
        given = self._answers.pop(0)
        if isinstance(given, Exception):
            raise given
        return given
