"""Records as DynamoDB items, and back, to the very type and bit.

The record's attributes lie as native values in one map, `attributes`, apart from the store's own attributes, so that no
name of a memory can ever meet `pk` or `revision`. DynamoDB has one type of number, of 38 decimal digits, and writes
`1.0` as `1`; so that a float comes back a float:

- an `int` is an `N`; a float that has a fraction is an `N` of its shortest exact decimal form (`repr`). Read back, a
  number with a fraction was a float, one without was an int.
- the other floats (`1.0`, `-0.0`, `1e300`, `5e-324`: whole, signed zero, or outside an `N`'s range) are the map
  `{"$float": "1.0"}`. A name that is empty or begins with `$` gets one `$` more, so that no data can look like it.

`expires_at` is what DynamoDB's time to live needs, whole seconds since 1970, rounded up so that nothing goes early; the
instant itself, when it is not whole, is in `expires_at_exact`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from shared.domain.instants import sort_text
from shared.records.keys import CHECK_BUCKET, DUE_SHARDS, EPOCH, EXPIRES_AT, NEXT_CHECK_AT, PK, REVISION, SK
from shared.records.store.record import Key, Record, Table, Value

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.type_defs import AttributeValueTypeDef, UniversalAttributeValueTypeDef

ATTRIBUTES = "attributes"
EXPIRES_AT_EXACT = "expires_at_exact"
_FLOAT = "$float"
_SMALLEST = Decimal("1E-130")  # of an N, apart from 0
_UNIX_START = datetime(1970, 1, 1, tzinfo=UTC)


def key_item(key: Key) -> dict[str, UniversalAttributeValueTypeDef]:
    return {PK: {"S": key.pk}, SK: {"S": key.sk}}


def to_item(record: Record) -> dict[str, UniversalAttributeValueTypeDef]:
    """Of a record in its stored form (`records.stored`)."""
    item = key_item(record.key)
    item[REVISION] = {"N": str(record.revision)}
    item[ATTRIBUTES] = _value(record.attributes)
    if record.epoch:
        item[EPOCH] = {"N": str(record.epoch)}
    if record.expires_at is not None:
        whole = -((_UNIX_START - record.expires_at) // timedelta(seconds=1))
        item[EXPIRES_AT] = {"N": str(whole)}
        if record.expires_at.microsecond:
            item[EXPIRES_AT_EXACT] = {"S": sort_text(record.expires_at)}
    if record.next_check_at is not None:
        item[NEXT_CHECK_AT] = {"S": sort_text(record.next_check_at)}
        item[CHECK_BUCKET] = {"S": check_bucket(shard(record.key))}
    return item


def from_item(table: Table, item: Mapping[str, AttributeValueTypeDef]) -> Record:
    attributes = {_unescaped(name): _from_value(value) for name, value in item[ATTRIBUTES]["M"].items()}
    expires_at = None
    if EXPIRES_AT_EXACT in item:
        expires_at = datetime.fromisoformat(item[EXPIRES_AT_EXACT]["S"])
    elif EXPIRES_AT in item:
        expires_at = _UNIX_START + timedelta(seconds=int(item[EXPIRES_AT]["N"]))
    next_check_at = datetime.fromisoformat(item[NEXT_CHECK_AT]["S"]) if NEXT_CHECK_AT in item else None
    key = Key(table, item[PK]["S"], item[SK]["S"])
    epoch = int(item[EPOCH]["N"]) if EPOCH in item else 0
    return Record(key, attributes, int(item[REVISION]["N"]), expires_at, next_check_at, epoch)


def shard(key: Key) -> int:
    """The key's partition in the due index: evenly spread, and always the same."""
    digest = hashlib.sha256(f"{key.pk}\x00{key.sk}".encode()).digest()
    return digest[0] % DUE_SHARDS


def check_bucket(shard: int) -> str:
    """All records due on one day are in one of `DUE_SHARDS` partitions, in order of time: no day has to be looked
    up."""
    return f"due#{shard}"


def _value(value: Value) -> Any:
    if value is None:
        return {"NULL": True}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, str):
        return {"S": value}
    if isinstance(value, int):
        return {"N": str(value)}
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, bytes):
        return {"B": value}
    if isinstance(value, Mapping):
        return {"M": {_escaped(name): _value(item) for name, item in value.items()}}
    return {"L": [_value(item) for item in value]}


def _float(value: float) -> Any:
    exact = Decimal(repr(value))
    if value.is_integer() or abs(exact) < _SMALLEST:
        return {"M": {_FLOAT: {"S": repr(value)}}}
    return {"N": str(exact)}


def _from_value(value: Any) -> Value:
    ((kind, held),) = value.items()
    match kind:
        case "S" | "BOOL":
            return held  # type: ignore[no-any-return]
        case "N":
            number = Decimal(held)
            return int(number) if number == number.to_integral_value() else float(number)
        case "NULL":
            return None
        case "B":
            return bytes(held)
        case "L":
            return [_from_value(item) for item in held]
        case "M":
            if _FLOAT in held:
                return float(held[_FLOAT]["S"])
            return {_unescaped(name): _from_value(item) for name, item in held.items()}
        case _:
            raise ValueError(f"an item of this service holds no {kind}")


def _escaped(name: str) -> str:
    return name if name and name[0] != "$" else "$" + name


def _unescaped(name: str) -> str:
    return name[1:] if name[0] == "$" else name
