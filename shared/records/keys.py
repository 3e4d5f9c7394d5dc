"""Where each record lies. Partition = owner (a user, a project, an org, `/global`), so that a subject is one partition
of each table, and forgetting it is a query.

| table    | pk    | sk                                     | what |
|----------|-------|----------------------------------------|------|
| memories | owner | `barrier`                              | the deletion barrier of the owner |
| memories | owner | `salt`                                 | the owner's random HMAC key, destroyed with it |
| memories | owner | `cur#{sub}#{memory_id}`                | the current version of a memory |
| memories | owner | `ver#{memory_id}#{n}`                  | an ended version or a rejected newcomer |
| memories | owner | `vec#{memory_id}`                      | its vector, and the `sub` that it lies in |
| memories | owner | `key#{sub}#{type}#{key}`               | pointer: key -> digest of the current memory |
| memories | owner | `hash#{sub}#{type}#{sha256}`           | pointer: text -> copy of the current memory |
| memories | owner | `edge#{source}#{memory_id}`            | derivation: event -> memory |
| memories | owner | `gone#{kind}#{mark}`                   | narrow tombstone: an id, or an HMAC of a deleted text |
| memories | org   | `scope#{path}`                         | directory of the scopes that hold something |
| sessions | owner | `ses#{sid}` `evt#{sid}#{seq}` `eid#{sid}#{event_id}` | session, events, their ids |
| ledger   | owner | `del#{request_id}`, `aud#{memory_id}#{n}` | deletions, audit |
| ledger   | org   | `rcp#{n}`, `plan#{id}`, `lease#{name}` | receipts, plans, leases |
| ledger   | caller| `idem#{path}#{key}`                    | idempotency answers |

`sub`, keys and foreign ids are percent-encoded, so `#` only ever separates.
"""

from __future__ import annotations

import hashlib
from urllib.parse import quote

from shared.domain.scopes import Scope
from shared.records.model import Key, Table

# Attribute names that infrastructure must know as well.
PK, SK, REVISION, EXPIRES_AT = "pk", "sk", "revision", "expires_at"
CHECK_BUCKET, NEXT_CHECK_AT = "check_bucket", "next_check_at"
DUE_INDEX = "due"
CURRENT_PREFIX = "cur#"  # the records that the search index is a view of
DUE_SHARDS = 4  # partitions of one day's due records: 4,000 writes a second to the due index


def encoded(text: str) -> str:
    return quote(text, safe="")


def hashed(*parts: str) -> str:
    """A fixed-length stand-in for parts that could outgrow the 1,024 bytes of a sort key."""
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()


def barrier(scope: Scope) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, "barrier")


def salt(scope: Scope) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, "salt")


def current_prefix(scope: Scope) -> str:
    return f"{CURRENT_PREFIX}{scope.sub}#"


def current(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, f"{current_prefix(scope)}{encoded(memory_id)}")


def version_prefix(memory_id: str) -> str:
    return f"ver#{encoded(memory_id)}#"


def version(scope: Scope, memory_id: str, number: int) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, f"{version_prefix(memory_id)}{number:010d}")


def vector(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, f"vec#{encoded(memory_id)}")


def key_pointer(scope: Scope, type: str, key: str) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, f"key#{scope.sub}#{type}#{hashed(key)}")


def hash_pointer(scope: Scope, type: str, content_hash: str) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, f"hash#{scope.sub}#{type}#{content_hash}")


def edge_prefix(source: str) -> str:
    return f"edge#{hashed(source)}#"


def edge(scope: Scope, source: str, memory_id: str) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, f"{edge_prefix(source)}{encoded(memory_id)}")


def gone(scope: Scope, kind: str, mark: str) -> Key:
    return Key(Table.MEMORIES, scope.owner.path, f"gone#{kind}#{encoded(mark)}")


def directory_prefix(scope: Scope) -> str:
    return f"scope#{scope.path}"


def directory(scope: Scope) -> Key:
    return Key(Table.MEMORIES, scope.org_scope.path, directory_prefix(scope))


def session(scope: Scope, session_id: str) -> Key:
    return Key(Table.SESSIONS, scope.owner.path, f"ses#{encoded(session_id)}")


SESSION_PREFIX = "ses#"


def event_prefix(session_id: str) -> str:
    return f"evt#{encoded(session_id)}#"


def event(scope: Scope, session_id: str, sequence: int) -> Key:
    return Key(Table.SESSIONS, scope.owner.path, f"{event_prefix(session_id)}{sequence:010d}")


def event_id(scope: Scope, session_id: str, id: str) -> Key:
    return Key(Table.SESSIONS, scope.owner.path, f"eid#{encoded(session_id)}#{hashed(id)}")


DELETION_PREFIX = "del#"


def deletion(scope: Scope, request_id: str) -> Key:
    return Key(Table.LEDGER, scope.owner.path, f"{DELETION_PREFIX}{hashed(request_id)}")


def audit_prefix(subject: str) -> str:
    return f"aud#{encoded(subject)}#"


def audit(scope: Scope, subject: str, number: int) -> Key:
    return Key(Table.LEDGER, scope.owner.path, f"{audit_prefix(subject)}{number:010d}")


def receipt(scope: Scope, number: int) -> Key:
    return Key(Table.LEDGER, scope.org_scope.path, f"rcp#{number:010d}")


def receipt_head(scope: Scope) -> Key:
    return Key(Table.LEDGER, scope.org_scope.path, "rcp-head")


def plan(scope: Scope, plan_id: str) -> Key:
    return Key(Table.LEDGER, scope.org_scope.path, f"plan#{encoded(plan_id)}")


def plan_items_prefix(plan_id: str) -> str:
    return f"planitems#{encoded(plan_id)}#"


def plan_items(scope: Scope, plan_id: str, number: int) -> Key:
    return Key(Table.LEDGER, scope.org_scope.path, f"{plan_items_prefix(plan_id)}{number:06d}")


def lease(scope: Scope, name: str) -> Key:
    return Key(Table.LEDGER, scope.org_scope.path, f"lease#{name}")


def idempotency(caller: str, path: str, key: str) -> Key:
    """`caller` is the principal (tenant, bound scope and subject), so that two callers' keys never meet."""
    return Key(Table.LEDGER, f"caller#{caller}", f"idem#{hashed(path, key)}")
