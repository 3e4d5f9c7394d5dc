"""What a record looks like once stored, and what can be stored at all: the same in every store.

The bounds are DynamoDB's, so that a test on a laptop meets what production would refuse. Attributes come back as plain
`dict`, `list`, `str`, `int`, `float`, `bool`, `bytes` and `None`, equal to what was put and of the same type, except
that every sequence is a list and a subclass (an enum, say) is its plain type. Instants come back in UTC.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from shared.domain.errors import TooLarge
from shared.records.store.record import Change, Key, Record, Value
from shared.records.store.shut import is_shut

MAX_PK_BYTES = 2048
MAX_SK_BYTES = 1024
MAX_RECORD_BYTES = 400 * 1024
MAX_CHANGE_BYTES = 4 * 1024 * 1024
# DynamoDB nests 32 levels deep; two are the adapter's own.
MAX_DEPTH = 30
MAX_INT = 10**38 - 1
# Revision, instants, the due bucket and their names, when a record has them all.
_OWN_BYTES = 200


def stored_form(record: Record) -> Record:
    """A deep copy of `record` in the form in which it comes back.

    Raises `TooLarge` when the record or its key outgrows the store, `ValueError` for what no store can hold: a blank
    key, a number that is not finite or has more than 38 digits, an instant without an offset, a lone surrogate.
    """
    return _sized(record)[0]


def stored_forms(change: Change) -> tuple[Record, ...]:
    """The stored form of each put. Raises as `stored_form` does, and `TooLarge` for what no transaction can carry."""
    for key in (*change.removes, *(check.key for check in change.checks)):
        check_key(key)
    records = [_sized(record) for record in change.puts]
    if sum([size for _, size in records]) > MAX_CHANGE_BYTES:
        raise TooLarge(f"a change would be larger than {MAX_CHANGE_BYTES // 1024 // 1024} MB")
    return tuple([record for record, _ in records])


def _sized(record: Record) -> tuple[Record, int]:
    check_key(record.key)
    attributes = {_text(name): _plain(value, 1) for name, value in record.attributes.items()}
    stored = Record(
        record.key, attributes, int(record.revision), _utc(record.expires_at), _utc(record.next_check_at), record.epoch
    )  # fmt: skip
    size = record_bytes(stored)
    if size > MAX_RECORD_BYTES:
        raise TooLarge(f"a record would be larger than {MAX_RECORD_BYTES // 1024} KB")
    return stored, size


def check_key(key: Key) -> None:
    """Raises `TooLarge` for a key that outgrows the store, `ValueError` for an empty part or a lone surrogate."""
    if not key.pk or not key.sk:
        raise ValueError("a key has a partition and a sort key")
    if len(key.pk.encode()) > MAX_PK_BYTES or len(key.sk.encode()) > MAX_SK_BYTES:
        raise TooLarge("the ids of the scope and the record are too long together")


def record_bytes(record: Record) -> int:
    """The size of a record as DynamoDB counts it, or a little more: names and values in UTF-8, 3 bytes a container.

    Of a record that is not intact nothing is known: it may be as large as any.
    """
    if is_shut(record):
        return MAX_RECORD_BYTES
    key = len(record.key.pk.encode()) + len(record.key.sk.encode())
    return key + _OWN_BYTES + _bytes(record.attributes)


def _bytes(value: Value) -> int:
    if isinstance(value, str):
        return _utf8(value)
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, dict | Mapping):
        return 3 + sum([_utf8(name) + 1 + _bytes(item) for name, item in value.items()])
    if isinstance(value, list | Sequence):
        return 3 + sum([1 + _bytes(item) for item in value])
    if value is None or isinstance(value, bool):
        return 1
    return len(repr(value)) // 2 + 2


def _utf8(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _plain(value: object, depth: int) -> Value:
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _integer(int(value))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("a record holds finite numbers")
        return float(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if depth >= MAX_DEPTH:
        raise TooLarge(f"a record nests at most {MAX_DEPTH} levels deep")
    if isinstance(value, dict | Mapping):
        return {_text(name): _plain(item, depth + 1) for name, item in value.items()}
    if isinstance(value, list | Sequence):
        return [_plain(item, depth + 1) for item in value]
    raise ValueError(f"a record cannot hold a {type(value).__name__}")


def _text(value: object) -> str:
    if type(value) is str and value.isascii():
        return value
    if not isinstance(value, str):
        raise ValueError(f"an attribute is named by text, not by a {type(value).__name__}")  # noqa: TRY004
    value.encode()  # a lone surrogate raises UnicodeEncodeError, a ValueError
    return str.__str__(value)


def _integer(value: int) -> int:
    if abs(value) > MAX_INT:
        raise ValueError("an integer has at most 38 digits")
    return value


def _utc(instant: datetime | None) -> datetime | None:
    if instant is None:
        return None
    if instant.tzinfo is None:
        raise ValueError("an instant has an offset")
    return instant.astimezone(UTC)
