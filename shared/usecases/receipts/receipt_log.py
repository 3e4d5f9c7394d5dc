"""An organisation's log of receipts: one leaf is appended at a time, and proofs read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shared.domain.receipts.merkle import (
    Frontier,
    Node,
    Row,
    consistency_path,
    inclusion_path,
    leaf_hash,
    nodes_of,
    row,
    row_hash,
)
from shared.domain.receipts.public_keys import SigningKey
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.log_leaves import Leaf, StoredLeaf, frontier, put_frontier, put_leaf, put_signing_key
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record
from shared.usecases.services import Services

LOG_NAME = "receipts"


def log_name(org: Scope) -> str:
    """The log's name at the witness and in its heads."""
    return f"{LOG_NAME}{org.org_scope.path}"


def appending(
    org: Scope, statement: bytes, key: SigningKey, owner: Scope, request_id: str, reading: Reading
) -> tuple[Leaf, Change]:
    """The next leaf, and the change that appends it. `reading` holds the log's head and the signing key's record."""
    before = frontier(reading[keys.log_head(org)])
    after, hashes = before.appended(leaf_hash(statement))
    leaf = Leaf(before.size, statement, hashes, owner.path, request_id, key.key_id)
    return leaf, put_leaf(org, leaf) | put_frontier(org, after, reading) | put_signing_key(org, key, reading)


def read_frontier(services: Services, org: Scope) -> Frontier:
    return frontier(services.records.get([keys.log_head(org)])[0])


def read_leaf(services: Services, org: Scope, index: int) -> StoredLeaf | None:
    (record,) = services.records.get([keys.log_leaf(org, index)])
    return None if record is None else StoredLeaf.read(record)


def root_at(services: Services, org: Scope, size: int) -> bytes:
    """The root that the log had at a size that it has reached. A `LookupError` when leaves are missing."""
    nodes = row(0, size)
    return row_hash(nodes, _hashes(services, org, [nodes]))


def proven_inclusion(services: Services, org: Scope, index: int, size: int) -> list[bytes]:
    return _path(services, org, inclusion_path(index, size))


def proven_consistency(services: Services, org: Scope, first: int, second: int) -> list[bytes]:
    return _path(services, org, consistency_path(first, second))


def _path(services: Services, org: Scope, rows: Sequence[Row]) -> list[bytes]:
    hashes = _hashes(services, org, rows)
    return [row_hash(nodes, hashes) for nodes in rows]


def _hashes(services: Services, org: Scope, rows: Sequence[Row]) -> Mapping[Node, bytes]:
    nodes = nodes_of(rows)
    leaves = sorted({node.last_leaf for node in nodes})
    records = services.records.get([keys.log_leaf(org, leaf) for leaf in leaves]) if leaves else []
    found = {leaf: _completed(leaf, record) for leaf, record in zip(leaves, records, strict=True)}
    return {node: found[node.last_leaf][node.level] for node in nodes}


def _completed(index: int, record: Record | None) -> tuple[bytes, ...]:
    if record is None:
        raise LookupError(f"leaf {index} of the log is missing")
    return StoredLeaf.read(record).leaf.hashes
