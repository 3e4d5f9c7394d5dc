"""Keys of the ledger: deletions, audit, plans and answers to repeated requests.

| pk          | sk                                     | what |
|-------------|----------------------------------------|------|
| `restores`  | `last`                                 | the last restore: how far its replay is, and its admission |
| `operations` | `op#{id}`                             | rebuilds and restores, in the order of time |
| `request-rates` | `bucket#{tenant, user}`            | token buckets: no records of the store's form |
| owner       | `del#{request_id}`, `aud#{memory_id}#{n}` | deletions, audit |
| org         | `dlo#{owner}#{request_id}`             | pointer: a deletion that is not finished |
| `deletions` | `org#{org}`                            | the organisations that ever deleted something |
| owner       | `dop#{id}`                             | pointer: a deletion in the order of time |
| owner       | `tch#{request_id}#{memory_id}`         | what a narrow deletion did to a memory |
| owner       | `cnt#{request_id}#{target}#{id}`       | what one removal of a deletion took away |
| org         | `rcp#{n}`, `plan#{id}`, `lease#{name}` | receipts, plans, leases |
| org         | `met#{day}`                            | counts of a day: `records.ledger.daily_counts` |
| owner       | `red#{id}`                             | who was shown what |
| owner       | `exp#{id}`                             | what was given away as a file |
| owner       | `chh`, `chg#{n}`                       | its feed of changes: the last number, and what changed |
| owner       | `chs#{memory or deletion}#{source}`    | where a source of the feed stands in it |
| owner       | `cha#{session_id}#{completion}`        | a session was completed: a source of the feed |
| caller      | `idem#{path}#{key}`, `fbk#{recall_id}` | idempotency answers, feedback |
"""

from __future__ import annotations

from shared.domain.scopes import Scope
from shared.records.keys.memories import OPERATION_PREFIX
from shared.records.keys.parts import encoded, hashed, path
from shared.records.store.record import Key, Table

DELETION_PREFIX = "del#"


def deletion(scope: Scope, request_id: str) -> Key:
    return Key(Table.LEDGER, path(scope.owner), f"{DELETION_PREFIX}{hashed(request_id)}")


OPEN_DELETION_PREFIX = "dlo#"
ORGS_WITH_DELETIONS = "deletions"


def open_deletion(scope: Scope, request_id: str) -> Key:
    """In its organisation, while it is unfinished: after a restore its owner's barrier may know nothing of it."""
    return Key(Table.LEDGER, path(scope.org_scope), f"{OPEN_DELETION_PREFIX}{hashed(path(scope.owner), request_id)}")


RESTORES = "restores"  # a partition of its own, so that a role may read this and nothing else of the ledger


def last_restore() -> Key:
    return Key(Table.LEDGER, RESTORES, "last")


# Partitions of their own, for the same reason.
DEPLOYMENTS_OPERATIONS = "operations"


def operation_of_deployment(id: str) -> Key:
    """A rebuild of the index or a restore, which are nobody's. `id` is a UUIDv7."""
    return Key(Table.LEDGER, DEPLOYMENTS_OPERATIONS, f"{OPERATION_PREFIX}{encoded(id)}")


REQUEST_RATES = "request-rates"


def request_rate(*ids: str) -> Key:
    """The token bucket of a tenant, or of a tenant and a user: by a hash, for it needs no name."""
    return Key(Table.LEDGER, REQUEST_RATES, f"bucket#{hashed(*ids)}")


DELETION_POINTER_PREFIX = "dop#"


def deletion_pointer(scope: Scope, id: str) -> Key:
    """`id` is a UUIDv7, drawn at the acceptance."""
    return Key(Table.LEDGER, path(scope.owner), f"{DELETION_POINTER_PREFIX}{encoded(id)}")


def org_with_deletions(scope: Scope) -> Key:
    return Key(Table.LEDGER, ORGS_WITH_DELETIONS, f"org#{path(scope.org_scope)}")


def touched_prefix(request_id: str) -> str:
    return f"tch#{hashed(request_id)}#"


def touched(scope: Scope, request_id: str, memory_id: str) -> Key:
    """What a deletion did to a memory that it met on its way: the index has to follow."""
    return Key(Table.LEDGER, path(scope.owner), f"{touched_prefix(request_id)}{encoded(memory_id)}")


def counts_prefix(request_id: str, target: str = "") -> str:
    """Of the counts of a deletion that wait to be added to its request; of one of its targets, if named."""
    return f"cnt#{hashed(request_id)}#" + (f"{target}#" if target else "")


def counts(scope: Scope, request_id: str, target: str, id: str) -> Key:
    """How much one removal took away: put in the transaction that removes."""
    return Key(Table.LEDGER, path(scope.owner), f"{counts_prefix(request_id, target)}{hashed(id)}")


AUDIT_PREFIX = "aud#"


def audit_prefix(subject: str) -> str:
    return f"{AUDIT_PREFIX}{encoded(subject)}#"


def audit(scope: Scope, subject: str, number: int) -> Key:
    return Key(Table.LEDGER, path(scope.owner), f"{audit_prefix(subject)}{number:010d}")


def blocked_head(scope: Scope, subject: str) -> Key:
    """The end of the chain of refusals of these kinds."""
    return Key(Table.LEDGER, path(scope.owner), f"blk#{encoded(subject)}")


def receipt(scope: Scope, number: int) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"rcp#{number:010d}")


def receipt_head(scope: Scope) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), "rcp-head")


PLAN_PREFIX = "plan#"


def plan(scope: Scope, plan_id: str) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"{PLAN_PREFIX}{encoded(plan_id)}")


def plan_items_prefix(plan_id: str) -> str:
    return f"planitems#{encoded(plan_id)}#"


def plan_items(scope: Scope, plan_id: str, number: int) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"{plan_items_prefix(plan_id)}{number:06d}")


def lease(scope: Scope, name: str) -> Key:
    return Key(Table.LEDGER, path(scope.org_scope), f"lease#{name}")


def owner_lease(pk: str, name: str) -> Key:
    """For the owner of a partition, beside its organisation's."""
    return Key(Table.LEDGER, "/".join(pk.split("/")[:3]), f"lease#{name}#{hashed(pk)}")


READ_PREFIX = "red#"


def read_prefix(id: str) -> str:
    """Of the records of one recall: one for each of its targets."""
    return f"{READ_PREFIX}{encoded(id)}"


def read_record(scope: Scope, id: str) -> Key:
    return Key(Table.LEDGER, path(scope.owner), f"{READ_PREFIX}{encoded(id)}")


EXPORT_PREFIX = "exp#"


def export_record(scope: Scope, id: str) -> Key:
    return Key(Table.LEDGER, path(scope.owner), f"{EXPORT_PREFIX}{encoded(id)}")


FEED_PREFIX = "chg#"
SOURCE_PREFIX = "chs#"
COMPLETED_PREFIX = "cha#"
# The records that the feed of changes follows: they are made once, and never replaced by what they say.
FOLLOWED_PREFIXES = (AUDIT_PREFIX, COMPLETED_PREFIX)


def feed_head(pk: str) -> Key:
    """How many changes an owner's feed has numbered."""
    return Key(Table.LEDGER, pk, "chh")


def feed_entry(pk: str, number: int) -> Key:
    return Key(Table.LEDGER, pk, f"{FEED_PREFIX}{number:012d}")


def feed_number(entry: Key) -> int:
    return int(entry.sk.removeprefix(FEED_PREFIX))


def feed_sources_prefix(subject: str) -> str:
    """Of what the feed says about a memory, or `deletion:{hash}`."""
    return f"{SOURCE_PREFIX}{encoded(subject)}#"


def feed_source(pk: str, subject: str, source: str) -> Key:
    return Key(Table.LEDGER, pk, f"{feed_sources_prefix(subject)}{source}")


def removal_source(pk: str, memory_id: str) -> Key:
    """Of a memory's removal, by whatever: it is removed once."""
    return feed_source(pk, memory_id, "removed")


def is_source_of_deletion(key: Key) -> bool:
    """Whether a source of the feed is the acceptance or the end of a deletion, not a memory."""
    return key.sk.startswith(f"{SOURCE_PREFIX}{encoded('deletion:')}")


def completed_prefix(session_id: str) -> str:
    return f"{COMPLETED_PREFIX}{encoded(session_id)}#"


def completed_session(scope: Scope, session_id: str, incarnation: str, number: int) -> Key:
    """A session's completion, for the feed of changes; it keeps its place in it too."""
    return Key(Table.LEDGER, path(scope.owner), f"{completed_prefix(session_id)}{incarnation}#{number:06d}")


def feedback(caller: str, recall_id: str) -> Key:
    return Key(Table.LEDGER, f"caller#{hashed(caller)}", f"fbk#{hashed(recall_id)}")


def idempotency(caller: str, path: str, key: str) -> Key:
    """`caller` is the principal (tenant, bound scope and subject), so that two callers' keys never meet. It is hashed:
    two scopes in one partition key would outgrow it."""
    return Key(Table.LEDGER, f"caller#{hashed(caller)}", f"idem#{hashed(path, key)}")
