"""A record that is not what was written: it has its key and revision, and no attributes that can be read.

Reading an attribute of it raises `IntegrityViolation`, so that no reader can forget the check. Code that needs the key
alone (a purge, a guard) works as with any record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import NoReturn, TypeGuard

from shared.domain.errors import IntegrityViolation
from shared.records.store.record import Key, Record, Value


class WhyShut(StrEnum):
    CHANGED = "changed"  # it was edited, moved here, or never written by the service
    KEY_DESTROYED = "key_destroyed"  # its owner's data key was destroyed: it comes from a copy of a deleted owner


class ShutAttributes(Mapping[str, Value]):
    __slots__ = ("key", "why")

    def __init__(self, key: Key, why: WhyShut) -> None:
        self.key = key
        self.why = why

    def __getitem__(self, name: str) -> NoReturn:
        raise _refusal()

    def __iter__(self) -> Iterator[str]:
        raise _refusal()

    def __len__(self) -> int:
        raise _refusal()

    def __bool__(self) -> bool:
        raise _refusal()

    def __contains__(self, name: object) -> bool:
        raise _refusal()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShutAttributes) and (self.key, self.why) == (other.key, other.why)

    def __hash__(self) -> int:
        return hash((self.key, self.why))


def _refusal() -> IntegrityViolation:
    return IntegrityViolation("a stored record is not what was written, so it is not served")


def shut(record: Record, why: WhyShut) -> Record:
    return replace(record, attributes=ShutAttributes(record.key, why))


def is_shut(record: Record | None) -> TypeGuard[Record]:
    return record is not None and isinstance(record.attributes, ShutAttributes)


def why_shut(record: Record) -> WhyShut | None:
    return record.attributes.why if isinstance(record.attributes, ShutAttributes) else None


def intact(records: Iterable[Record]) -> list[Record]:
    return [record for record in records if not is_shut(record)]
