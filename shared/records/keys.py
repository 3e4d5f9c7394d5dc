"""Where each record lies. Partition = owner (a user, a project, an org, `/global`), so that a subject is one partition
of each table, and forgetting it is a query.

| table    | pk    | sk                                     | what |
|----------|-------|----------------------------------------|------|
| memories | owner | `barrier`                              | the deletion barrier of the owner |
| memories | owner | `salt`                                 | the owner's random HMAC key, destroyed with it |
| memories | owner | `cur#{sub}#{memory_id}`                | the current version of a memory |
| memories | owner | `ver#{memory_id}#{n}`                  | an ended version or a rejected incoming memory |
| memories | owner | `vec#{memory_id}`                      | its vector, and the `sub` that it lies in |
| memories | owner | `key#{sub}#{type}#{key}`               | pointer: key -> digest of the current memory |
| memories | owner | `hash#{sub}#{type}#{sha256}`           | pointer: text -> copy of the current memory |
| memories | owner | `acc#{memory_id}`                      | how often it was retrieved, and when last |
| memories | owner | `edge#{source}#{memory_id}`            | derivation: event -> memory |
| memories | owner | `removed#{kind}#{mark}`                   | narrow tombstone: an id, or an HMAC of a deleted text |
| memories | both  | `rev#`, `rvp#`, `rvm#`, `rejected#`    | reviews and rejections: `records.reviews` |
| memories | org   | `scope#{path}`                         | directory of the scopes that hold something |
| memories | org   | `tune`                                 | its relevance thresholds: `records.tuning` |
| sessions | owner | `ses#{sid}`                            | a session |
| sessions | owner | `evt#{sid}#{incarnation}#{seq}`        | its events in order of arrival |
| sessions | owner | `eid#{sid}#{event_id}`                 | where the event of that id lies |
| sessions | owner | `evp#{sid}#{incarnation}#{event_id}#{n}` | what a long content goes on with |
| sessions | owner | `evv#{sid}#{event_id}`                 | the vector of that event, once a search has made it |
| sessions | owner | `lst#{sub}#{incarnation}`              | pointer: sessions of a scope by age |
| sessions | owner | `sta#{sid}#{incarnation}`              | the task state of a session |
| sessions | owner | `sum#{sid}#{incarnation}#`, `...#{n}`  | its summary, the versions before, parts `#{n}+{m}` |
| sessions | owner | `cpl#{sid}#{incarnation}#`, `...#{seq}` | its completion, and what became of an event |
| ledger   | owner | `del#{request_id}`, `aud#{memory_id}#{n}` | deletions, audit |
| ledger   | org   | `dlo#{owner}#{request_id}`             | pointer: a deletion that is not finished |
| ledger   | `deletions` | `org#{org}`                      | the organisations that ever deleted something |
| ledger   | owner | `tch#{request_id}#{memory_id}`         | what a narrow deletion did to a memory |
| ledger   | org   | `rcp#{n}`, `plan#{id}`, `lease#{name}` | receipts, plans, leases |
| ledger   | org   | `met#{day}`                            | counts of a day: `records.metrics` |
| ledger   | caller| `idem#{path}#{key}`                    | idempotency answers |

`sub`, keys and foreign ids are percent-encoded, so `#` only ever separates; an id that grows too long by it (a key part
holds at most 1,024 or 2,048 bytes) is replaced by its hash, marked with `%%`, which no encoded text contains.
"""

from __future__ import annotations

import hashlib
from urllib.parse import quote, unquote

from shared.domain.scopes import Scope
from shared.records.store.record import Key, Table

# Attribute names that infrastructure must know as well.
PK, SK, REVISION, EXPIRES_AT = "pk", "sk", "revision", "expires_at"
CHECK_BUCKET, NEXT_CHECK_AT = "check_bucket", "next_check_at"
DUE_INDEX = "due"
VERSION_PREFIX = "ver#"
RETRIEVALS_PREFIX = "acc#"
CURRENT_PREFIX = "cur#"  # the records that the search index is a view of
DUE_SHARDS = 4  # partitions of the due index: 4,000 writes a second; fixed once there is data


# A task, a node and a memory id stay well under the 1,024 bytes of a sort key; a user beside any organisation under the
# 2,048 of a partition key. An organisation's id (at most 1,536 bytes) is never shortened: `org_of` reads it back.
_LONGEST_ID = 160


def encoded(text: str) -> str:
    plain = quote(text, safe="")
    return plain if len(plain) <= _LONGEST_ID else f"%%{hashed(text)}"


def path(scope: Scope) -> str:
    """The scope's path as a key part: hierarchical like the path itself, and bounded."""
    if not scope.segments:
        return "/global"
    (kind, org), *rest = scope.segments
    return f"/{kind}/{quote(org, safe='')}" + "".join(f"/{kind}/{encoded(id)}" for kind, id in rest)


def org_of(pk: str) -> str:
    """The tenant's id in a partition key of the memories table, empty for `/global`."""
    return unquote(pk.split("/")[2]) if pk.startswith("/org/") else ""


def sub(scope: Scope) -> str:
    """The part of `path` below the owner, empty at the owner itself."""
    return path(scope).removeprefix(path(scope.owner))


def _owner(scope: Scope) -> str:
    return path(scope.owner)


def hashed(*parts: str) -> str:
    """A fixed-length stand-in for parts that could outgrow the 1,024 bytes of a sort key."""
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest()


BARRIER = "barrier"


def barrier(scope: Scope) -> Key:
    return Key(Table.MEMORIES, _owner(scope), BARRIER)


def salt(scope: Scope) -> Key:
    return Key(Table.MEMORIES, _owner(scope), "salt")


def current_prefix(scope: Scope) -> str:
    return f"{CURRENT_PREFIX}{sub(scope)}#"


def current(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"{current_prefix(scope)}{encoded(memory_id)}")


def memory_id_of(current: Key) -> str:
    """The memory id, encoded, in the key of a current record."""
    return current.sk.rpartition("#")[2]


def vector_beside(current: Key) -> Key:
    return Key(Table.MEMORIES, current.pk, f"vec#{memory_id_of(current)}")


def version_prefix(memory_id: str) -> str:
    return f"{VERSION_PREFIX}{encoded(memory_id)}#"


def version(scope: Scope, memory_id: str, number: int) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"{version_prefix(memory_id)}{number:010d}")


def vector(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"vec#{encoded(memory_id)}")


def retrievals(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"{RETRIEVALS_PREFIX}{encoded(memory_id)}")


def key_pointer(scope: Scope, type: str, key: str) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"key#{sub(scope)}#{type}#{hashed(key)}")


def hash_pointer(scope: Scope, type: str, content_hash: str) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"hash#{sub(scope)}#{type}#{content_hash}")


EDGE_PREFIX = "edge#"


def edge_prefix(source: str) -> str:
    """By the last part of `session_id/event_id`: an event is found under its own id, anyone who cites it in which
    form.
    """
    return f"{EDGE_PREFIX}{hashed(source.rpartition('/')[2] or source)}#"


def edge(scope: Scope, source: str, memory_id: str) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"{edge_prefix(source)}{encoded(memory_id)}")


def tombstone(scope: Scope, kind: str, mark: str) -> Key:
    return Key(Table.MEMORIES, _owner(scope), f"tomb#{kind}#{encoded(mark)}")


def directory_prefix(scope: Scope) -> str:
    return f"scope#{path(scope).removeprefix(path(scope.org_scope))}"


def directory(scope: Scope) -> Key:
    return Key(Table.MEMORIES, path(scope.org_scope), directory_prefix(scope))


def session(scope: Scope, session_id: str) -> Key:
    return Key(Table.SESSIONS, _owner(scope), f"ses#{encoded(session_id)}")


SESSION_PREFIX = "ses#"


def event_prefix(session_id: str) -> str:
    """Of all events under the session id, those of an expired session that had it before among them."""
    return f"evt#{encoded(session_id)}#"


def incarnation_prefix(session_id: str, incarnation: str) -> str:
    """Of the events of one session, whatever had its id before."""
    return f"{event_prefix(session_id)}{incarnation}#"


def event(scope: Scope, session_id: str, incarnation: str, sequence: int) -> Key:
    return Key(Table.SESSIONS, _owner(scope), f"{incarnation_prefix(session_id, incarnation)}{sequence:010d}")


def event_ids_prefix(session_id: str) -> str:
    return f"eid#{encoded(session_id)}#"


def event_id(scope: Scope, session_id: str, id: str) -> Key:
    return Key(Table.SESSIONS, _owner(scope), f"{event_ids_prefix(session_id)}{hashed(id)}")


def event_parts_prefix(session_id: str) -> str:
    return f"evp#{encoded(session_id)}#"


def event_part(scope: Scope, session_id: str, incarnation: str, id: str, number: int) -> Key:
    """By the event's id, like its pointer."""
    place = f"{event_parts_prefix(session_id)}{incarnation}#{hashed(id)}"
    return Key(Table.SESSIONS, _owner(scope), f"{place}#{number:04d}")


def event_vectors_prefix(session_id: str) -> str:
    return f"evv#{encoded(session_id)}#"


def event_vector(scope: Scope, session_id: str, id: str) -> Key:
    """By the event's id, like its pointer: anyone who deletes by id, and anyone who looks for what is left, finds
    it.
    """
    return Key(Table.SESSIONS, _owner(scope), f"{event_vectors_prefix(session_id)}{hashed(id)}")


def state_prefix(session_id: str) -> str:
    return f"sta#{encoded(session_id)}#"


def state(scope: Scope, session_id: str, incarnation: str) -> Key:
    return Key(Table.SESSIONS, _owner(scope), f"{state_prefix(session_id)}{incarnation}")


def summary_prefix(session_id: str) -> str:
    return f"sum#{encoded(session_id)}#"


def summary(scope: Scope, session_id: str, incarnation: str) -> Key:
    """The summary that is served, or what is known of it while none is."""
    return Key(Table.SESSIONS, _owner(scope), f"{summary_prefix(session_id)}{incarnation}#")


def summary_version(scope: Scope, session_id: str, incarnation: str, version: int) -> Key:
    head = summary(scope, session_id, incarnation)
    return Key(head.table, head.pk, f"{head.sk}{version:010d}")


def summary_part(head: Key, version: int, number: int) -> Key:
    """Of the content of the summary at `head`, where it takes more than one record."""
    return Key(head.table, head.pk, f"{head.sk}{version:010d}+{number:02d}")


def completion_prefix(session_id: str) -> str:
    return f"cpl#{encoded(session_id)}#"


def completion(scope: Scope, session_id: str, incarnation: str) -> Key:
    return Key(Table.SESSIONS, _owner(scope), f"{completion_prefix(session_id)}{incarnation}#")


def completion_step(scope: Scope, session_id: str, incarnation: str, step: str) -> Key:
    """What became of one event, or of the lesson: kept in the transaction that promoted it."""
    head = completion(scope, session_id, incarnation)
    return Key(head.table, head.pk, f"{head.sk}{step}")


def listing_prefix(scope: Scope) -> str:
    return f"lst#{sub(scope)}#"


def listing(scope: Scope, incarnation: str) -> Key:
    """`incarnation` is a UUIDv7, so that the order of keys is the order in which sessions were made."""
    return Key(Table.SESSIONS, _owner(scope), f"{listing_prefix(scope)}{incarnation}")


DELETION_PREFIX = "del#"


def deletion(scope: Scope, request_id: str) -> Key:
    return Key(Table.LEDGER, _owner(scope), f"{DELETION_PREFIX}{hashed(request_id)}")


AUDIT_PREFIX = "aud#"


OPEN_DELETION_PREFIX = "dlo#"
ORGS_WITH_DELETIONS = "deletions"


def open_deletion(scope: Scope, request_id: str) -> Key:
    """In its organisation, while it is unfinished: after a restore its owner's barrier may know nothing of it."""
    return Key(Table.LEDGER, path(scope.org_scope), f"{OPEN_DELETION_PREFIX}{hashed(path(scope.owner), request_id)}")


def org_with_deletions(scope: Scope) -> Key:
    return Key(Table.LEDGER, ORGS_WITH_DELETIONS, f"org#{path(scope.org_scope)}")


def touched_prefix(request_id: str) -> str:
    return f"tch#{hashed(request_id)}#"


def touched(scope: Scope, request_id: str, memory_id: str) -> Key:
    """What a deletion did to a memory that it met on its way: the index has to follow."""
    return Key(Table.LEDGER, _owner(scope), f"{touched_prefix(request_id)}{encoded(memory_id)}")


def audit_prefix(subject: str) -> str:
    return f"{AUDIT_PREFIX}{encoded(subject)}#"


def audit(scope: Scope, subject: str, number: int) -> Key:
    return Key(Table.LEDGER, _owner(scope), f"{audit_prefix(subject)}{number:010d}")


def receipt(scope: Scope, number: int) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"rcp#{number:010d}")


def receipt_head(scope: Scope) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), "rcp-head")


def plan(scope: Scope, plan_id: str) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"plan#{encoded(plan_id)}")


def plan_items_prefix(plan_id: str) -> str:
    return f"planitems#{encoded(plan_id)}#"


def plan_items(scope: Scope, plan_id: str, number: int) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"{plan_items_prefix(plan_id)}{number:06d}")


def lease(scope: Scope, name: str) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"lease#{name}")


READ_PREFIX = "red#"


def read_record(scope: Scope, id: str) -> Key:
    return Key(Table.LEDGER, _owner(scope), f"{READ_PREFIX}{encoded(id)}")


def feedback(caller: str, recall_id: str) -> Key:
    return Key(Table.LEDGER, f"caller#{hashed(caller)}", f"fbk#{hashed(recall_id)}")


def idempotency(caller: str, path: str, key: str) -> Key:
    """`caller` is the principal (tenant, bound scope and subject), so that two callers' keys never meet. It is hashed:
    two scopes in one partition key would outgrow it."""
    return Key(Table.LEDGER, f"caller#{hashed(caller)}", f"idem#{hashed(path, key)}")
