"""Records in three DynamoDB tables. One change is one call: a conditional write, or one transaction.

The memories table's stream has the view `KEYS_ONLY`: its readers read the tables anyway, and deleted content would
otherwise stay readable in the stream for 24 more hours."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar, cast

from botocore.exceptions import BotoCoreError, ClientError

from shared.adapters.dynamodb.conditions import Action, actions, key_arguments, put_arguments, transact_item
from shared.adapters.dynamodb.failures import (
    CONDITION_FAILED,
    CONDITION_REASON,
    TRANSACTION_CANCELED,
    Backoff,
    code_of,
    may_have_been_done,
    may_pass,
    translated,
    was_tried_before,
)
from shared.adapters.dynamodb.items import check_bucket, from_item, key_item, shard
from shared.domain.errors import StoreUnavailable
from shared.domain.instants import sort_text
from shared.records.keys import CHECK_BUCKET, DUE_INDEX, DUE_SHARDS, NEXT_CHECK_AT, PK, SK
from shared.records.store.preconditions import holds
from shared.records.store.record import Change, Check, CheckFailed, DuePage, Key, Page, Record, Table
from shared.records.store.stored_form import check_key, stored_forms

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_BATCH = 100  # keys of one BatchGetItem
_T = TypeVar("_T")


class DynamoRecords:
    """`client`: as `dynamodb.client` makes it. `tables`: the tables' names."""

    def __init__(self, client: DynamoDBClient, tables: Mapping[Table, str], backoff: Backoff | None = None) -> None:
        self._client = client
        self._tables = dict(tables)
        self._backoff = backoff or Backoff()

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        distinct = list(dict.fromkeys(keys))
        for key in distinct:
            check_key(key)
        found: dict[Key, Record] = {}
        for start in range(0, len(distinct), _BATCH):
            found |= self._batch(distinct[start : start + _BATCH], consistent)
        return [found.get(key) for key in keys]

    def page(
        self, table: Table, pk: str, *, sk_prefix: str = "", after: str | None = None, limit: int = 100,
        newest_first: bool = False,
    ) -> Page:  # fmt: skip
        if limit < 1:
            raise ValueError("a page has at least one record")
        condition, values = "#pk = :pk", {":pk": {"S": pk}}
        names = {"#pk": PK}
        if sk_prefix:
            condition += " AND begins_with(#sk, :prefix)"
            names["#sk"] = SK
            values[":prefix"] = {"S": sk_prefix}
        arguments: dict[str, Any] = {
            "TableName": self._tables[table],
            "KeyConditionExpression": condition,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": values,
            "ConsistentRead": True,
            "ScanIndexForward": not newest_first,
        }
        start = None
        if after and after.startswith(sk_prefix):
            start = key_item(Key(table, pk, after))
        elif after is not None and (after <= sk_prefix) is newest_first:
            return Page((), None)  # all that has the prefix lies on the other side; DynamoDB refuses such a start
        items = self._query(arguments, start, limit + 1)
        records = tuple(from_item(table, item) for item in items[:limit])
        return Page(records, records[-1].key.sk if len(items) > limit else None)

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        if limit < 1:
            raise ValueError("a page has at least one record")
        first, start = (0, None) if after is None else _position(after)
        found: list[tuple[Key, datetime]] = []
        for of in range(first, DUE_SHARDS):
            arguments: dict[str, Any] = {
                "TableName": self._tables[Table.MEMORIES],
                "IndexName": DUE_INDEX,
                "KeyConditionExpression": "#bucket = :bucket AND #at <= :before",
                "ExpressionAttributeNames": {"#bucket": CHECK_BUCKET, "#at": NEXT_CHECK_AT},
                "ExpressionAttributeValues": {
                    ":bucket": {"S": check_bucket(of)},
                    ":before": {"S": sort_text(before)},
                },
            }
            for item in self._query(arguments, start, limit + 1 - len(found)):
                if len(found) == limit:
                    return DuePage(tuple(found), _token(*found[-1]))
                key = Key(Table.MEMORIES, item[PK]["S"], item[SK]["S"])
                found.append((key, datetime.fromisoformat(item[NEXT_CHECK_AT]["S"])))
            start = None
        return DuePage(tuple(found), None)

    def commit(self, change: Change) -> None:
        plan = actions(stored_forms(change), change.removes, change.checks)
        if not plan:
            return
        if len(plan) == 1 and (plan[0].put is not None or plan[0].removed):
            self._write_one(plan[0])
        else:
            self._transact(plan, change.checks)

    def _write_one(self, action: Action) -> None:
        """A put or removal under its own checks.

        Unlike a transaction, such a call has no token by which DynamoDB would know it again: when the answer to an
        earlier try was lost and the record is now exactly what was to be written, that try had succeeded.
        """
        uncertain = False
        for tried in count(1):
            try:
                if action.put is not None:
                    self._client.put_item(**put_arguments(action, self._tables))
                else:
                    self._client.delete_item(**key_arguments(action, self._tables))
            except (ClientError, BotoCoreError) as error:
                if isinstance(error, ClientError) and code_of(error) == CONDITION_FAILED:
                    old = cast("dict[str, Any]", error.response).get("Item")
                    record = from_item(action.key.table, old) if old else None
                    if (uncertain or was_tried_before(error)) and record == action.put:
                        return
                    # The condition is the checks' translation, so one of them fails here too.
                    check = next((c for c in action.checks if not holds(c, record)), action.checks[0])
                    raise CheckFailed(check, record) from error
                uncertain = uncertain or may_have_been_done(error)
                self._wait_or_raise(error, tried)
            else:
                return

    def _transact(self, plan: Sequence[Action], checks: Sequence[Check]) -> None:
        items = [transact_item(action, self._tables) for action in plan]
        token = uuid.uuid4().hex
        for tried in count(1):
            try:
                self._client.transact_write_items(TransactItems=items, ClientRequestToken=token)
            except (ClientError, BotoCoreError) as error:
                failed = _failed_check(plan, checks, error)
                if failed is not None:
                    raise failed from error
                if not may_have_been_done(error):
                    token = uuid.uuid4().hex  # the token of a transaction that was cancelled cannot be used again
                self._wait_or_raise(error, tried)
            else:
                return

    def _batch(self, keys: Sequence[Key], consistent: bool) -> dict[Key, Record]:
        asked: dict[str, Any] = {}
        for key in keys:
            of_table = asked.setdefault(self._tables[key.table], {"Keys": [], "ConsistentRead": consistent})
            of_table["Keys"].append(key_item(key))
        found: dict[Key, Record] = {}
        tried = 0
        while asked:
            answer = self._call(partial(self._client.batch_get_item, RequestItems=asked))
            before = len(found)
            for table, name in self._tables.items():
                for item in answer["Responses"].get(name, []):
                    record = from_item(table, item)
                    found[record.key] = record
            asked = cast("dict[str, Any]", answer.get("UnprocessedKeys") or {})
            if asked:  # over 16 MB, or throttled
                tried = 1 if len(found) > before else tried + 1
                if tried >= self._backoff.tries:
                    raise StoreUnavailable("the store leaves keys unread")
                self._backoff.wait(tried)
        return found

    def _query(
        self, arguments: dict[str, Any], start: Mapping[str, Any] | None, limit: int
    ) -> list[dict[str, Any]]:  # fmt: skip
        """Up to `limit` items from after `start` on, over as many pages of 1 MB as it takes."""
        items: list[dict[str, Any]] = []
        while True:
            more: dict[str, Any] = {"ExclusiveStartKey": start} if start else {}
            answer = self._call(partial(self._client.query, **arguments, **more, Limit=limit - len(items)))
            items += answer["Items"]
            start = answer.get("LastEvaluatedKey")
            if not start or len(items) >= limit:
                return items

    def _call(self, call: Callable[[], _T]) -> _T:
        tried = 1
        while True:
            try:
                return call()
            except (ClientError, BotoCoreError) as error:
                self._wait_or_raise(error, tried)
                tried += 1

    def _wait_or_raise(self, error: ClientError | BotoCoreError, tried: int) -> None:
        if self._backoff.exhausted(error, tried) or not may_pass(error):
            raise translated(error) from error
        self._backoff.wait(tried)


def _failed_check(plan: Sequence[Action], checks: Sequence[Check], error: Exception) -> CheckFailed | None:
    """The first check that failed, or `None` when none did or a conflict on an earlier key hides whether one did."""
    if not isinstance(error, ClientError) or code_of(error) != TRANSACTION_CANCELED:
        return None
    reasons = cast("list[dict[str, Any]]", error.response.get("CancellationReasons", []))
    reason_of = {action.key: reason for action, reason in zip(plan, reasons, strict=False)}
    for check in checks:
        reason = reason_of.get(check.key, {})
        code = reason.get("Code", "None")
        if code == CONDITION_REASON:
            record = from_item(check.key.table, reason["Item"]) if reason.get("Item") else None
            if not holds(check, record):
                return CheckFailed(check, record)
        elif code != "None":
            return None
    return None


def _token(key: Key, at: datetime) -> str:
    return json.dumps([shard(key), sort_text(at), key.pk, key.sk])


def _position(after: str) -> tuple[int, dict[str, Any]]:
    of, at, pk, sk = json.loads(after)
    start = key_item(Key(Table.MEMORIES, pk, sk))
    return of, {**start, CHECK_BUCKET: {"S": check_bucket(of)}, NEXT_CHECK_AT: {"S": at}}
