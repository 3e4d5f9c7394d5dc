"""The log of receipts to records and back: its leaves, its head, and the keys that signed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self, cast

from shared.domain.receipts.merkle import Frontier
from shared.domain.receipts.public_keys import SigningKey
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.attributes import present
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record


@dataclass(frozen=True, slots=True)
class Leaf:
    """An entry of the log. `hashes`: of the subtrees that it completes, from its own on. `receipt` and `head` are
    signed after it is there: that it is in the tree of which it is the last leaf, and what that tree was."""

    index: int
    statement: bytes
    hashes: tuple[bytes, ...]
    owner: str
    request_id: str
    key_id: str
    receipt: bytes = b""
    head: bytes = b""

    @property
    def size(self) -> int:
        """Of the tree of which it is the last leaf."""
        return self.index + 1

    def signed(self, receipt: bytes, head: bytes) -> Leaf:
        return replace(self, receipt=receipt, head=head)


@dataclass(frozen=True, slots=True)
class StoredLeaf:
    leaf: Leaf
    record: Record

    @classmethod
    def read(cls, record: Record) -> Self:
        a = cast("dict[str, Any]", record.attributes)
        return cls(
            Leaf(
                index=a["index"],
                statement=a["statement"],
                hashes=tuple(a["hashes"]),
                owner=a["owner"],
                request_id=a["request_id"],
                key_id=a["key_id"],
                receipt=a.get("receipt", b""),
                head=a.get("head", b""),
            ),
            record,
        )

    def put(self, leaf: Leaf) -> Change:
        key = self.record.key
        return Reading({key: self.record}).put(key, _attributes(leaf))


def put_leaf(scope: Scope, leaf: Leaf) -> Change:
    key = keys.log_leaf(scope, leaf.index)
    return Reading({key: None}).put(key, _attributes(leaf))


def _attributes(leaf: Leaf) -> dict[str, Any]:
    return {
        **present(
            {
                "statement": leaf.statement,
                "hashes": list(leaf.hashes),
                "owner": leaf.owner,
                "request_id": leaf.request_id,
                "key_id": leaf.key_id,
                "receipt": leaf.receipt or None,
                "head": leaf.head or None,
            }
        ),
        "index": leaf.index,
    }


def frontier(record: Record | None) -> Frontier:
    if record is None:
        return Frontier()
    a = cast("dict[str, Any]", record.attributes)
    return Frontier(a["size"], tuple(a["hashes"]))


def put_frontier(scope: Scope, value: Frontier, reading: Reading) -> Change:
    return reading.put(keys.log_head(scope), {"size": value.size, "hashes": list(value.hashes)})


def put_signing_key(scope: Scope, key: SigningKey, reading: Reading) -> Change:
    """A key that signed something stays known forever: its signatures are checked with it when it signs no more.
    `reading` holds its record, or that there is none."""
    place = keys.signing_key(scope, key.key_id)
    if reading[place] is not None:
        return Change()
    return reading.put(place, {"key_id": key.key_id, "x": key.x, "y": key.y})


def signing_key(record: Record) -> SigningKey:
    a = cast("dict[str, Any]", record.attributes)
    return SigningKey(a["key_id"], a["x"], a["y"])
