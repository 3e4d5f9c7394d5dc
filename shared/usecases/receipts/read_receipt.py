"""The parts that a reader needs to check elsewhere: a signed receipt, the keys that sign, and how the log has grown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from shared.domain.access.caller import Caller
from shared.domain.deletion.barrier import DeletionRequest, Signing
from shared.domain.errors import Malformed, NotFound
from shared.domain.receipts import cose
from shared.domain.receipts.public_keys import SigningKey
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.log_leaves import Leaf, signing_key
from shared.records.store.record import Record, Table
from shared.usecases.deletion.request_deletion import get_deletion
from shared.usecases.receipts.receipt_log import log_name, proven_consistency, read_frontier, read_leaf, root_at
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class SignedReceipt:
    """`transparent`: the statement with its receipt inside. `key_ids` of `keys` signed them; `root` is that of the tree
    of `size` entries, of which the statement is the last one."""

    request_id: str
    signing: Signing
    log: str
    index: int
    size: int
    root: bytes
    statement: bytes
    receipt: bytes
    transparent: bytes
    head: bytes
    keys: tuple[SigningKey, ...]


@dataclass(frozen=True, slots=True)
class LogProof:
    """The proof that the tree of `to` entries continues that of `start` (0: the empty tree, which needs no proof)."""

    log: str
    start: int
    to: int
    start_root: bytes | None
    root: bytes
    path: tuple[bytes, ...]
    head: bytes | None
    size: int


def read_receipt(services: Services, caller: Caller, scope: Scope | None, request_id: str) -> SignedReceipt:
    """Needs the right to see the deletion. Raises `NotFound` as long as the receipt is not signed."""
    request = get_deletion(services, caller, scope, request_id)
    leaf = _signed_leaf(services, request)
    org = request.scope.org_scope
    return SignedReceipt(
        request_id=request.request_id,
        signing=request.signing,
        log=log_name(org),
        index=leaf.index,
        size=leaf.size,
        root=root_at(services, org, leaf.size),
        statement=leaf.statement,
        receipt=leaf.receipt,
        transparent=cose.transparent(leaf.statement, [leaf.receipt]),
        head=leaf.head,
        keys=_keys_of(services, org, (leaf.statement, leaf.receipt, leaf.head)),
    )


def _signed_leaf(services: Services, request: DeletionRequest) -> Leaf:
    if request.log_index is None or request.signing not in (Signing.LOGGED, Signing.SIGNED):
        raise NotFound(_why_unsigned(request))
    stored = read_leaf(services, request.scope.org_scope, request.log_index)
    if stored is None or stored.leaf.request_id != request.request_id:
        raise NotFound("the log has lost this receipt: compare the log with its witness")
    return stored.leaf


def _why_unsigned(request: DeletionRequest) -> str:
    if request.receipt is None:
        return "this deletion has no receipt yet"
    if request.signing is Signing.NOT_SIGNED:
        return "this deployment signs no receipts"
    return "the receipt of this deletion waits for its signature"


def _keys_of(services: Services, org: Scope, messages: Iterable[bytes]) -> tuple[SigningKey, ...]:
    ids = list(dict.fromkeys(cose.key_id_of(message) for message in messages))
    found = services.records.get([keys.signing_key(org, id) for id in ids])
    return tuple(signing_key(record) for record in found if record is not None)


def read_signing_keys(services: Services, caller: Caller) -> tuple[SigningKey, ...]:
    """Every key that signed something for the caller's organisation, also retired ones. Any caller of the
    organisation may read them: they are public."""
    org, found = Scope.org(caller.org), list[Record]()
    after: str | None = None
    while True:
        page = services.records.page(Table.LEDGER, keys.path(org), sk_prefix=keys.SIGNING_KEY_PREFIX, after=after)
        found += page.records
        after = page.next_after
        if after is None:
            return tuple(signing_key(record) for record in found)


def read_log(services: Services, caller: Caller, start: int, to: int | None) -> LogProof:
    """The log of the caller's organisation at a size (its present one unless `to` says), and the proof that it
    continues the log of size `start`. Any caller of the organisation may read it: it holds numbers and hashes, no
    names.

    Raises `Malformed` for sizes that the log has not reached, or in the wrong order."""
    org = Scope.org(caller.org)
    size = read_frontier(services, org).size
    end = size if to is None else to
    if not 0 <= end <= size:
        raise Malformed.field("to", f"must be at most {size}, the size of the log")
    if not 0 <= start <= end:
        raise Malformed.field("from", f"must be at most {end}")
    last = read_leaf(services, org, end - 1) if end else None
    return LogProof(
        log=log_name(org),
        start=start,
        to=end,
        start_root=root_at(services, org, start) if start else None,
        root=root_at(services, org, end),
        path=tuple(proven_consistency(services, org, start, end)) if start else (),
        head=last.leaf.head or None if last is not None else None,
        size=size,
    )
