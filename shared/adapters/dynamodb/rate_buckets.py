"""Token buckets of tenants and users in DynamoDB: one item each, which leaves the table soon after it is full."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.adapters.dynamodb.failures import CONDITION_FAILED, code_of
from shared.adapters.dynamodb.items import key_item
from shared.domain.errors import StoreUnavailable
from shared.records.keys import EXPIRES_AT, request_rate

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_FULL_AT = "full_at"  # microseconds since 1970
_START = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# Far beyond what a bucket takes to be full again, and beyond what the processes' clocks differ by.
_KEPT = timedelta(hours=1)


class DynamoRateBuckets:
    """One update, or two when another process has taken from a bucket that is not full. Nothing is tried again: the
    caller takes it later. `table`: the ledger's name."""

    def __init__(self, client: DynamoDBClient, table: str) -> None:
        self._client = client
        self._table = table

    def take(self, ids: Sequence[str], refill: timedelta, now: datetime) -> datetime:
        try:
            try:
                full_at = self._of_a_full_one(ids, refill, now)
            except ClientError as error:
                if code_of(error) != CONDITION_FAILED:
                    raise
                full_at = self._of_another(ids, refill, now)
        except (ClientError, BotoCoreError) as error:
            raise StoreUnavailable("the buckets of the request rates cannot be reached") from error
        return full_at

    def _of_a_full_one(self, ids: Sequence[str], refill: timedelta, now: datetime) -> datetime:
        return self._update(
            ids,
            "SET #full = :full, #expires = :expires",
            {":full": _number(now + refill), ":now": _number(now), ":expires": _seconds(now + refill + _KEPT)},
            ConditionExpression="attribute_not_exists(#full) OR #full <= :now",
        )

    def _of_another(self, ids: Sequence[str], refill: timedelta, now: datetime) -> datetime:
        """It never becomes full by what others do meanwhile."""
        return self._update(
            ids,
            "SET #full = if_not_exists(#full, :now) + :refill, #expires = :expires",
            {
                ":refill": {"N": str(refill // _MICROSECOND)},
                ":now": _number(now),
                ":expires": _seconds(now + refill + _KEPT),
            },
        )

    def _update(self, ids: Sequence[str], change: str, values: dict[str, Any], **more: Any) -> datetime:
        answer = self._client.update_item(
            TableName=self._table,
            Key=key_item(request_rate(*ids)),
            UpdateExpression=change,
            ExpressionAttributeNames={"#full": _FULL_AT, "#expires": EXPIRES_AT},
            ExpressionAttributeValues=values,
            ReturnValues="UPDATED_NEW",
            **more,
        )
        return _START + int(answer["Attributes"][_FULL_AT]["N"]) * _MICROSECOND


def _number(at: datetime) -> dict[str, str]:
    return {"N": str((at - _START) // _MICROSECOND)}


def _seconds(at: datetime) -> dict[str, str]:
    return {"N": str((at - _START) // timedelta(seconds=1))}
