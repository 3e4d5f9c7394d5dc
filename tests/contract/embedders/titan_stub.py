"""Titan without AWS: a client whose every call a stubber answers with another embedder's vector."""

from __future__ import annotations

import io
import json
from typing import Any

import boto3
from botocore.client import BaseClient
from botocore.config import Config
from botocore.response import StreamingBody
from botocore.stub import Stubber

from shared.adapters.bedrock.titan import TitanEmbedder
from shared.ports import Embedder


def bedrock_client() -> Any:
    return boto3.client(
        "bedrock-runtime",
        region_name="eu-central-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",
        config=Config(retries={"total_max_attempts": 1}),
    )


def body_of(values: object) -> dict[str, object]:
    raw = json.dumps({"embedding": values, "inputTextTokenCount": 3}).encode()
    return {"body": StreamingBody(io.BytesIO(raw), len(raw)), "contentType": "application/json"}


def titan_over(inner: Embedder, dimension: int = 256) -> TitanEmbedder:
    """Answers with `inner`'s vectors, and checks each call against the service's model and limits."""
    client: BaseClient = bedrock_client()
    stubber = Stubber(client)
    stubber.activate()

    def answer(params: dict[str, Any], **_: object) -> None:
        asked = json.loads(params["body"])
        assert asked["inputText"].strip()
        assert len(asked["inputText"]) <= 50_000
        assert asked["dimensions"] == dimension
        assert asked["normalize"] is True
        stubber.add_response("invoke_model", body_of(list(inner.memories([asked["inputText"]])[0])))

    # The first event of a call: before the stubber looks for an answer in its queue, one is put there.
    client.meta.events.register("provide-client-params.bedrock-runtime.InvokeModel", answer)
    return TitanEmbedder(client, dimension=dimension, sleep=lambda _: None)  # type: ignore[arg-type]
