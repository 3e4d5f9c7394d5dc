"""A walk over a whole table: DynamoDB's scan, in segments that may run side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError

from shared.adapters.dynamodb.failures import Backoff, may_pass, translated
from shared.adapters.dynamodb.items import key_item
from shared.records.keys import PK, SK
from shared.records.store.record import Key, Table, WalkPage

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class DynamoWalk:
    """`client` and `tables` as those of `DynamoRecords`. Only keys leave DynamoDB; what a page costs is what it has
    looked at (consistently: 1 unit for each 4 KB), 1 MB at most."""

    def __init__(self, client: DynamoDBClient, tables: Mapping[Table, str], backoff: Backoff | None = None) -> None:
        self._client = client
        self._tables = dict(tables)
        self._backoff = backoff or Backoff()

    def walk(
        self, table: Table, *, sk_prefixes: tuple[str, ...] = (), segment: int = 0, segments: int = 1,
        after: str | None = None, limit: int = 100,
    ) -> WalkPage:  # fmt: skip
        if limit < 1 or not 0 <= segment < segments:
            raise ValueError("a walk looks at one record at least, in one of its segments")
        arguments: dict[str, Any] = {
            "TableName": self._tables[table],
            "ConsistentRead": True,
            "Limit": limit,
            "ProjectionExpression": "#pk, #sk",
            "ExpressionAttributeNames": {"#pk": PK, "#sk": SK},
        }
        if sk_prefixes:
            names = [f":prefix{number}" for number in range(len(sk_prefixes))]
            arguments["FilterExpression"] = " OR ".join(f"begins_with(#sk, {name})" for name in names)
            arguments["ExpressionAttributeValues"] = {
                name: {"S": prefix} for name, prefix in zip(names, sk_prefixes, strict=True)
            }
        if segments > 1:
            arguments |= {"Segment": segment, "TotalSegments": segments}
        if after is not None:
            pk, sk = json.loads(after)
            arguments["ExclusiveStartKey"] = key_item(Key(table, pk, sk))
        answer = self._scan(arguments)
        last = answer.get("LastEvaluatedKey")
        return WalkPage(
            tuple(Key(table, item[PK]["S"], item[SK]["S"]) for item in answer["Items"]),
            json.dumps([last[PK]["S"], last[SK]["S"]]) if last else None,
        )

    def _scan(self, arguments: dict[str, Any]) -> Any:
        tried = 1
        while True:
            try:
                return self._client.scan(**arguments)
            except (ClientError, BotoCoreError) as error:
                if tried >= self._backoff.tries or not may_pass(error):
                    raise translated(error) from error
                self._backoff.wait(tried)
                tried += 1
