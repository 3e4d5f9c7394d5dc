"""A DynamoDB client with the conflicts that AWS documents and moto does not have.

"An item within a TransactWriteItems request is part of another ongoing TransactWriteItems request": the later of the
two is cancelled with `TransactionConflict`, whatever each does with the item, a `ConditionCheck` included. A single
write of such an item is refused with `TransactionConflictException`. Reads are not affected.

A transaction reaches its items one after another within `spread_s`, since they lie on different machines; it holds
what it has reached until it ends, also if it is cancelled. Two that overlap on several items can therefore cancel each
other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from tests.usecases.contention.virtual_time import VirtualTime

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@dataclass(frozen=True, slots=True)
class Latencies:
    """Seconds. `held_s`: how long a transaction holds its items once it has reached the last one; `cancelled_s`: how
    long one that is going to be cancelled does."""

    network_s: float = 0.002
    read_s: float = 0.004
    spread_s: float = 0.002
    held_s: float = 0.008
    cancelled_s: float = 0.004


@dataclass(slots=True)
class ConflictingClient:
    """`transactions` counts those sent, `conflicts` those cancelled for a conflict, `items` on which sort keys. `done`:
    the items of each transaction that took effect."""

    client: DynamoDBClient
    time: VirtualTime
    random: random.Random
    latencies: Latencies = field(default_factory=Latencies)
    transactions: int = 0
    conflicts: int = 0
    items: Counter[str] = field(default_factory=Counter)
    done: list[frozenset[tuple[str, str, str]]] = field(default_factory=list)
    _held: dict[tuple[str, str, str], object] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def batch_get_item(self, **arguments: Any) -> Any:
        self.time.sleep(self.latencies.read_s)
        return self.client.batch_get_item(**arguments)

    def put_item(self, **arguments: Any) -> Any:
        self._refuse_if_held("PutItem", arguments["TableName"], arguments["Item"])
        return self.client.put_item(**arguments)

    def delete_item(self, **arguments: Any) -> Any:
        self._refuse_if_held("DeleteItem", arguments["TableName"], arguments["Key"])
        return self.client.delete_item(**arguments)

    def transact_write_items(self, *, TransactItems: Sequence[Any], **more: Any) -> Any:  # noqa: N803
        self.transactions += 1
        self.time.sleep(self.latencies.network_s)
        me, items = object(), [_place(item) for item in TransactItems]
        reached = sorted(range(len(items)), key=lambda _: self.random.random())
        reasons = [{"Code": "None"} for _ in items]
        for n in reached:
            if self._held.setdefault(items[n], me) is not me:
                reasons[n] = {"Code": "TransactionConflict"}
            self.time.sleep(self.latencies.spread_s / len(items))
        met = [items[n][2].partition("#")[0] for n in reached if reasons[n]["Code"] != "None"]
        try:
            if not met:
                self.time.sleep(self.latencies.held_s)
                answer = self.client.transact_write_items(TransactItems=TransactItems, **more)
                self.done.append(frozenset(items))
                return answer
            self.time.sleep(self.latencies.cancelled_s)
        finally:
            self._held = {item: holder for item, holder in self._held.items() if holder is not me}
        self.conflicts += 1
        self.items.update(met)
        raise _error("TransactWriteItems", "TransactionCanceledException", CancellationReasons=reasons)

    def _refuse_if_held(self, operation: str, table: str, key: dict[str, Any]) -> None:
        self.time.sleep(self.latencies.network_s)
        if (table, key["pk"]["S"], key["sk"]["S"]) in self._held:
            raise _error(operation, "TransactionConflictException")


def _place(item: Any) -> tuple[str, str, str]:
    ((_, arguments),) = item.items()
    key = arguments.get("Item") or arguments["Key"]
    return arguments["TableName"], key["pk"]["S"], key["sk"]["S"]


def _error(operation: str, code: str, **more: Any) -> ClientError:
    answer: Any = {"Error": {"Code": code, "Message": code}, "ResponseMetadata": {"HTTPStatusCode": 400}, **more}
    return ClientError(answer, operation)
