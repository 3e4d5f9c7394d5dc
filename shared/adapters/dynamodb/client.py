"""The DynamoDB client that the record store is made for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boto3 import Session
    from botocore.config import Config
    from mypy_boto3_dynamodb import DynamoDBClient


def client_config() -> Config:
    """One try a call, because `DynamoRecords` retries by itself: it knows which calls may be repeated and counts them.

    A call without an answer within 3 s counts as failed: DynamoDB answers in milliseconds, and 8 tries must fit into
    30 s."""
    from botocore.config import Config

    return Config(connect_timeout=1.0, read_timeout=3.0, retries={"total_max_attempts": 1, "mode": "standard"})


def dynamodb_client(session: Session) -> DynamoDBClient:
    """A session of its own would cost a cold start as much as all other clients together."""
    return session.client("dynamodb", config=client_config())
