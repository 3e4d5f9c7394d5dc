"""Keys of an organisation's log of receipts.

| table    | pk  | sk                              | what |
|----------|-----|---------------------------------|------|
| ledger   | org | `log#{index}`                   | a leaf: the signed statement, and the subtrees that it completes |
| ledger   | org | `log-head`                      | how many leaves there are, and the row of subtrees that they are |
| ledger   | org | `sgk#{key_id}`                  | a public key that signed something here |
| memories | org | `unsigned#{owner}#{request_id}` | pointer: a deletion whose receipt is not signed yet; it is due |
"""

from __future__ import annotations

from shared.domain.scopes import Scope
from shared.records.keys.parts import encoded, hashed, path
from shared.records.store.record import Key, Table

LOG_PREFIX = "log#"
UNSIGNED_PREFIX = "unsigned#"
SIGNING_KEY_PREFIX = "sgk#"


def log_leaf(scope: Scope, index: int) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"{LOG_PREFIX}{index:012d}")


def log_head(scope: Scope) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), "log-head")


def signing_key(scope: Scope, key_id: str) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"{SIGNING_KEY_PREFIX}{encoded(key_id)}")


def unsigned_receipt(scope: Scope, request_id: str) -> Key:
    """In the memories table, for what is due lies there; in its organisation, for the owner's partition is purged."""
    return Key(Table.MEMORIES, path(scope.org_scope), f"{UNSIGNED_PREFIX}{hashed(path(scope.owner), request_id)}")
