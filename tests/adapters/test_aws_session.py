"""Our clients of AWS are those that `boto3` would make: the same address, signature, region and configuration."""

from __future__ import annotations

from typing import Any

import boto3
import pytest
from botocore.config import Config

from shared.adapters.aws_session import aws_session

_PLACES = [("eu-central-1", False), ("us-east-1", True), ("cn-north-1", False), ("us-gov-west-1", True)]
# A request of each, to the point where it is sent.
_CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "bedrock-runtime": ("invoke_model", {"modelId": "m", "body": b"{}"}),
    "dynamodb": ("get_item", {"TableName": "t", "Key": {"pk": {"S": "a"}}}),
    "kms": ("decrypt", {"CiphertextBlob": b"a"}),
    "s3": ("put_object", {"Bucket": "some-bucket", "Key": "k", "Body": b"a"}),
    "sqs": ("send_message", {"QueueUrl": "https://sqs.eu-central-1.amazonaws.com/1/q", "MessageBody": "a"}),
    "stepfunctions": (
        "start_execution",
        {"stateMachineArn": "arn:aws:states:eu-central-1:1:stateMachine:d"},
    ),
}


class Sent(Exception):
    """Raised in the place of sending."""


def sent(client: Any, service: str) -> tuple[str, str, str]:
    """Method and address of the request, and its credential's scope."""
    found: list[Any] = []

    def stop(request: Any, **_: Any) -> None:
        found.append(request)
        raise Sent

    client.meta.events.register_first(f"before-send.{client.meta.service_model.service_id.hyphenize()}.*", stop)
    operation, arguments = _CALLS[service]
    with pytest.raises(Sent):
        getattr(client, operation)(**arguments)
    (request,) = found
    authorization = str(request.headers["Authorization"])
    scope = authorization.partition("Credential=")[2].partition(",")[0].split("/", 2)
    return request.method, request.url, scope[2]


@pytest.mark.parametrize(("region", "fips"), _PLACES)
@pytest.mark.parametrize("service", sorted(_CALLS))
def test_a_request_goes_where_and_is_signed_as_with_boto3(
    service: str, region: str, fips: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", region)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "none")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "none")
    config = Config(retries={"total_max_attempts": 1, "mode": "standard"}, use_fips_endpoint=fips)
    ours: Any = aws_session()
    plain: Any = boto3.Session()
    mine, theirs = ours.client(service, config=config), plain.client(service, config=config)
    assert mine.meta.region_name == theirs.meta.region_name == ours.region_name == region
    assert mine.meta.config.signature_version == theirs.meta.config.signature_version
    assert mine.meta.config.retries == theirs.meta.config.retries
    assert sent(mine, service) == sent(theirs, service)
