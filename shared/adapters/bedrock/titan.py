"""Amazon Titan Text Embeddings v2 through Bedrock."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from botocore import exceptions as botocore_errors
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError

from shared.adapters.bedrock.passing import code_of, is_passing
from shared.adapters.embedders.units import plain_text, unit_vector, within_limit
from shared.domain.errors import EmbedderUnavailable, TooLarge
from shared.domain.meaning.centring import Vector
from shared.ports import EmbeddingModel

if TYPE_CHECKING:
    from mypy_boto3_bedrock_runtime import BedrockRuntimeClient

TITAN_V2 = "amazon.titan-embed-text-v2:0"
DIMENSIONS = (256, 512, 1024)

# The service's own limits; the 8,192 tokens it counts itself.
MAX_CHARACTERS = 50_000

# Four calls within about 1.5 s of waiting: what an API call under 30 s can afford twice over.
_ATTEMPTS = 4
_FIRST_WAIT_S = 0.2
# Where calls hang instead of failing, no further one is begun this long after the first: the recall is then answered
# without vectors, well before the gateway gives up.
_PATIENCE_S = 6.0

# A 424: the model itself failed, which for a vector is worth another call.
_MODEL_FAILED = "ModelErrorException"


class TitanEmbedder:
    """One text a call. Throttling, 5xx and broken connections are tried again, `_ATTEMPTS` calls in all, with jitter,
    and none begun after `_PATIENCE_S`.

    A memory that holds more than 8,192 tokens (possible below 10,000 characters of dense text) is embedded in halves,
    and its vector is their mean weighted by length; such a question is refused (`TooLarge`). `client` should not retry
    by itself, or the waits multiply. The model's id carries the dimension: 256 numbers are another space than 1,024.
    """

    def __init__(
        self,
        client: BedrockRuntimeClient,
        *,
        dimension: int = 1024,
        model_id: str = TITAN_V2,
        sleep: Callable[[float], None] = time.sleep,
        jitter: Callable[[], float] = random.random,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        if dimension not in DIMENSIONS:
            raise ValueError(f"Titan v2 makes vectors of {DIMENSIONS}, not {dimension}")
        self._client = client
        self._model_id = model_id
        self._sleep = sleep
        self._jitter = jitter
        self._seconds = seconds
        self.model = EmbeddingModel(f"{model_id}/{dimension}", dimension, MAX_CHARACTERS)

    def query(self, text: str) -> Vector:
        return self._vector(plain_text(within_limit(text, self.model)))

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        return [self._whole(plain_text(within_limit(text, self.model))) for text in texts]

    def _whole(self, text: str) -> Vector:
        try:
            return self._vector(text)
        except TooLarge:
            if len(text) < 2:
                raise
        middle = _near_middle(text)
        first, second = text[:middle], text[middle:]
        return unit_vector(
            [
                len(first) * a + len(second) * b
                for a, b in zip(self._whole(first), self._whole(second), strict=True)
            ],
            self.model,
        )  # fmt: skip

    def _vector(self, text: str) -> Vector:
        # The service refuses blank text, which has no meaning to embed: a full stop has as little.
        asked = {"inputText": text if text.strip() else ".", "dimensions": self.model.dimension, "normalize": True}
        answer = self._invoked(json.dumps(asked))
        try:
            values = [float(v) for v in json.loads(answer)["embedding"]]
        except (ValueError, KeyError, TypeError) as error:
            raise EmbedderUnavailable("the embedder's answer cannot be read") from error
        return unit_vector(values, self.model)

    def _invoked(self, body: str) -> bytes:
        began = self._seconds()
        for attempt in range(_ATTEMPTS):
            if attempt and self._seconds() - began > _PATIENCE_S:
                break
            if attempt:
                self._sleep(_FIRST_WAIT_S * 2 ** (attempt - 1) * (0.5 + self._jitter() / 2))
            try:
                got: Any = self._client.invoke_model(
                    modelId=self._model_id, body=body, contentType="application/json", accept="application/json"
                )
                return bytes(got["body"].read())
            except ClientError as error:
                _refuse_unless_passing(error)
                last: Exception = error
            except (HTTPClientError, botocore_errors.ConnectionError) as error:
                last = error
            except BotoCoreError as error:
                raise EmbedderUnavailable("the embedder cannot be called") from error
        raise EmbedderUnavailable("the embedder is throttled or down") from last


def _refuse_unless_passing(error: ClientError) -> None:
    code = code_of(error)
    message = error.response.get("Error", {}).get("Message", "").lower()
    if code == "ValidationException" and ("too many input tokens" in message or "maxlength" in message):
        raise TooLarge("the text holds more tokens than the embedder reads") from error
    if code != _MODEL_FAILED and not is_passing(error):
        raise EmbedderUnavailable(f"the embedder refused the call ({code})") from error


def _near_middle(text: str) -> int:
    """The white space nearest to the middle, else the middle: a word is not cut where it need not be."""
    middle = len(text) // 2
    reach = math.ceil(len(text) / 8)
    for distance in range(reach):
        for at in (middle - distance, middle + distance):
            if 0 < at < len(text) and text[at].isspace():
                return at
    return middle
