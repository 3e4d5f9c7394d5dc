"""Request units of DynamoDB, on demand, of every call that a client makes: by the sizes of the items themselves.

As AWS documents them: a write is a unit a KB of the larger of the item before and after (at least 1), doubled in a
transaction, whose condition checks are billed as writes; a strongly consistent read is a unit for 4 KB of an item
(also of one that is not there), an eventually consistent one half; a query reads the sum of its items. An entry of a
secondary index that changes is a write of its own, not doubled: one for the old, one for the new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shared.records.keys import CHECK_BUCKET, NEXT_CHECK_AT, PK, SK

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

WRITE_BYTES, READ_BYTES = 1024, 4096


@dataclass(slots=True)
class Units:
    """`writes` and `reads` in request units, those of the index among the writes; `calls` by operation."""

    writes: float = 0.0
    reads: float = 0.0
    calls: Counter[str] = field(default_factory=Counter)
    by_record: Counter[str] = field(default_factory=Counter)

    def clear(self) -> None:
        self.writes = self.reads = 0.0
        self.calls.clear()
        self.by_record.clear()


def item_bytes(item: Mapping[str, Any]) -> int:
    """Names and values, in UTF-8."""
    return sum(len(name.encode()) + value_bytes(value) for name, value in item.items())


def value_bytes(value: Mapping[str, Any]) -> int:
    ((kind, of),) = value.items()
    match kind:
        case "S":
            return len(of.encode())
        case "N":
            digits = len(str(of).lstrip("-").replace(".", "").strip("0"))
            return (digits + 1) // 2 + 1 + (1 if str(of).startswith("-") else 0)
        case "B":
            return len(bytes(of))
        case "BOOL" | "NULL":
            return 1
        case "M":
            return 3 + sum(len(name.encode()) + 1 + value_bytes(one) for name, one in of.items())
        case "L":
            return 3 + sum(1 + value_bytes(one) for one in of)
        case _:
            raise ValueError(f"no item here holds a {kind}")


def units_of(size: int, per: int) -> int:
    return max(1, -(-size // per))


class MeteredClient:
    """A client whose calls are counted. It reads items itself to know their sizes, which counts for nothing."""

    def __init__(self, inner: DynamoDBClient, units: Units) -> None:
        self._inner = inner
        self._units = units

    def batch_get_item(self, **arguments: Any) -> Any:
        answer = self._inner.batch_get_item(**arguments)
        self._units.calls["BatchGetItem"] += 1
        for table, asked in arguments["RequestItems"].items():
            share = 1.0 if asked.get("ConsistentRead") else 0.5
            found = answer["Responses"].get(table, [])
            missing = len(asked["Keys"]) - len(found)
            self._units.reads += share * (missing + sum(units_of(item_bytes(item), READ_BYTES) for item in found))
        return answer

    def query(self, **arguments: Any) -> Any:
        answer = self._inner.query(**arguments)
        self._units.calls["Query"] += 1
        share = 1.0 if arguments.get("ConsistentRead") else 0.5
        self._units.reads += share * units_of(sum(map(item_bytes, answer["Items"])), READ_BYTES)
        return answer

    def put_item(self, **arguments: Any) -> Any:
        return self._written("PutItem", self._inner.put_item, arguments, [("Put", arguments)], 1)

    def delete_item(self, **arguments: Any) -> Any:
        return self._written("DeleteItem", self._inner.delete_item, arguments, [("Delete", arguments)], 1)

    def transact_write_items(self, **arguments: Any) -> Any:
        parts = [next(iter(one.items())) for one in arguments["TransactItems"]]
        return self._written("TransactWriteItems", self._inner.transact_write_items, arguments, parts, 2)

    def _written(self, name: str, call: Any, arguments: Any, parts: Iterable[tuple[str, Any]], times: int) -> Any:
        parts = list(parts)
        before = [self._item(part) for _, part in parts]
        self._units.calls[name] += 1
        answer = call(**arguments)
        for (kind, part), old in zip(parts, before, strict=True):
            new = {"ConditionCheck": old, "Delete": {}}.get(kind, part.get("Item"))
            key = part.get("Key") or part["Item"]
            of_index = 0 if kind == "ConditionCheck" else _index_writes(old, new)
            writes = times * units_of(max(item_bytes(old), item_bytes(new)), WRITE_BYTES) + of_index
            self._units.writes += writes
            self._units.by_record[f"{kind} {key[SK]['S'].partition('#')[0]}"] += writes
        return answer

    def _item(self, part: Mapping[str, Any]) -> dict[str, Any]:
        key = part.get("Key") or {name: part["Item"][name] for name in (PK, SK)}
        found: dict[str, Any] = dict(self._inner.get_item(TableName=part["TableName"], Key=key).get("Item", {}))
        return found


def _index_writes(old: Mapping[str, Any], new: Mapping[str, Any]) -> int:
    """Of the index of what is due (`DUE_INDEX`), which holds keys only."""
    entries = [tuple(item[name]["S"] for name in (CHECK_BUCKET, NEXT_CHECK_AT)) if CHECK_BUCKET in item else None
               for item in (old, new)]  # fmt: skip
    return 0 if entries[0] == entries[1] else sum(entry is not None for entry in entries)
