"""One question to a model in Bedrock through the Converse API, answered through one tool that it has to use."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as BrokenConnection

from shared.adapters.bedrock.passing import code_of, is_passing
from shared.domain.errors import Unavailable

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient
    from mypy_boto3_bedrock_runtime.type_defs import ConverseRequestTypeDef


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a question is put, and how long is waited in between.

    `calls` counts the first one. A wait is drawn evenly from zero to `longest_wait_s`, which doubles from wait to
    wait. Throttling and 5xx are always tried again; connections that broke or ran out of time only `when_broken`.
    """

    calls: int
    longest_wait_s: float
    when_broken: bool

    def __post_init__(self) -> None:
        if self.calls < 1:
            raise ValueError("a question is put at least once")


class UnreadableAnswer(Unavailable):
    """The model answered, but not in the required form: asking again would bring the same."""


@dataclass(frozen=True, slots=True)
class Tool:
    """`schema` is the JSON schema of an object: an answer must have every property it names, and no other.

    At its top are only `type`, `properties` and `required`: Nova accepts no more, and all other conditions on an
    answer are checked here and by the adapter."""

    name: str
    description: str
    schema: Mapping[str, Any]
    patience: Patience

    def __post_init__(self) -> None:
        if set(self.schema) != {"type", "properties", "required"}:
            raise ValueError("a tool's schema has a type, properties and what is required, and nothing else")


class ToolAdapter:
    """An adapter that asks a model in Bedrock and takes its answer through `tool`, which each subclass names.

    The model must support a forced tool (`toolChoice`), as Amazon Nova and Anthropic's models do. `client` should not
    retry by itself, or the calls multiply. Nothing of the texts is logged or put into an error.
    """

    tool: ClassVar[Tool]

    def __init__(
        self,
        client: BedrockRuntimeClient,
        *,
        model_id: str,
        sleep: Callable[[float], None] = time.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._client = client
        self._model_id = model_id
        self._sleep = sleep
        self._jitter = jitter

    def _ask(self, task: str, text: str, *, max_tokens: int) -> Mapping[str, Any]:
        """The model's input to the tool. The values of its properties are for the adapter to check.

        `Unavailable` when there is no answer, `UnreadableAnswer` when it is cut off, given without the tool or more
        than once, or has other properties."""
        specification: Any = {
            "name": self.tool.name,
            "description": self.tool.description,
            "inputSchema": {"json": self.tool.schema},
        }
        answer = self._converse(
            {
                "modelId": self._model_id,
                "system": [{"text": task}],
                "messages": [{"role": "user", "content": [{"text": text}]}],
                "inferenceConfig": {"maxTokens": max_tokens, "temperature": 0.0},
                "toolConfig": {
                    "tools": [{"toolSpec": specification}],
                    "toolChoice": {"tool": {"name": self.tool.name}},
                },
            }
        )
        try:
            finished = answer["stopReason"] == "tool_use"
            blocks = answer["output"]["message"]["content"]
            (used,) = [block["toolUse"] for block in blocks if "toolUse" in block]
            name, given = used["name"], used["input"]
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableAnswer("the model's answer cannot be read") from error
        if not finished:
            raise UnreadableAnswer("the model did not finish its answer")
        if (
            name != self.tool.name
            or not isinstance(given, Mapping)
            or set(given) != set(self.tool.schema["properties"])
        ):
            raise UnreadableAnswer("the model's answer is not the one asked for")
        return given

    def _converse(self, request: ConverseRequestTypeDef) -> Mapping[str, Any]:
        last: Exception | None = None
        for attempt in range(self.tool.patience.calls):
            if attempt:
                self._sleep(self.tool.patience.longest_wait_s * 2 ** (attempt - 1) * self._jitter())
            try:
                return self._client.converse(**request)
            except ClientError as error:
                if not is_passing(error):
                    raise Unavailable(f"the model refused the call ({code_of(error)})") from error
                last = error
            except BotoCoreError as error:
                broken = isinstance(error, HTTPClientError | BrokenConnection)
                if not (broken and self.tool.patience.when_broken):
                    raise Unavailable("the model cannot be called") from error
                last = error
        raise Unavailable("the model is throttled or down") from last
