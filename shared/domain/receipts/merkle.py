"""The Merkle tree of RFC 9162 (section 2.1), by its complete subtrees.

A complete subtree never changes once its last leaf is there, so its hash is kept beside that leaf. Every other subtree
of a tree, and the tree itself, is a row of complete ones: a root or a proof takes a number of hashes that grows with
the logarithm of the size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

EMPTY_ROOT = hashlib.sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """The complete subtree over `2 ** level` leaves, the `index`-th of its level."""

    level: int
    index: int

    @property
    def last_leaf(self) -> int:
        """The leaf that completes it."""
        return ((self.index + 1) << self.level) - 1


# A subtree as complete ones from left to right, each smaller than the one before.
Row = tuple[Node, ...]


def row(start: int, end: int) -> Row:
    """The leaves from `start` (which is a multiple of a power of two not below their number) up to before `end`."""
    found: list[Node] = []
    while start < end:
        level = (end - start).bit_length() - 1
        found.append(Node(level, start >> level))
        start += 1 << level
    return tuple(found)


def row_hash(nodes: Row, hashes: Mapping[Node, bytes]) -> bytes:
    """A `KeyError` for a node whose hash is not given."""
    if not nodes:
        return EMPTY_ROOT
    found = hashes[nodes[-1]]
    for node in reversed(nodes[:-1]):
        found = node_hash(hashes[node], found)
    return found


@dataclass(frozen=True, slots=True)
class Frontier:
    """A tree as far as appending needs it: how many leaves it has, and the hashes of the row that it is."""

    size: int = 0
    hashes: tuple[bytes, ...] = ()

    @property
    def root(self) -> bytes:
        nodes = row(0, self.size)
        return row_hash(nodes, dict(zip(nodes, self.hashes, strict=True)))

    def appended(self, leaf: bytes) -> tuple[Frontier, tuple[bytes, ...]]:
        """With one more leaf (its hash), and the hashes of the subtrees that it completes, from level 0 on."""
        hashes, completed, index = list(self.hashes), [leaf], self.size
        while index & 1:
            completed.append(node_hash(hashes.pop(), completed[-1]))
            index >>= 1
        return Frontier(self.size + 1, (*hashes, completed[-1])), tuple(completed)


def inclusion_path(index: int, size: int) -> tuple[Row, ...]:
    """What an inclusion proof is made of, from the leaf up. A `ValueError` for a leaf that the tree has not."""
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} has no leaf {index}")
    found: list[Row] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            found.append(row(middle, end))
            end = middle
        else:
            found.append(row(start, middle))
            start = middle
    return tuple(reversed(found))


def consistency_path(first: int, second: int) -> tuple[Row, ...]:
    """What proves that the tree of `second` leaves goes on from that of `first`. A `ValueError` unless
    `0 < first <= second`; between a tree and itself nothing is to be proven."""
    if not 0 < first <= second:
        raise ValueError(f"a tree of {first} leaves is no beginning of one of {second}")
    found: list[Row] = []
    start, end, whole = 0, second, True
    while first < end:
        middle = start + _split(end - start)
        if first <= middle:
            found.append(row(middle, end))
            end = middle
        else:
            found.append(row(start, middle))
            start, whole = middle, False
    return tuple(reversed(found if whole else [*found, row(start, end)]))


def nodes_of(rows: Sequence[Row]) -> tuple[Node, ...]:
    return tuple(sorted({node for nodes in rows for node in nodes}))


def _split(size: int) -> int:
    """The greatest power of two below `size`, which is at least 2."""
    return 1 << ((size - 1).bit_length() - 1)
