"""Keys of the memories table. `sub` is the part of a scope below its owner.

| pk    | sk                           | what |
|-------|------------------------------|------|
| owner | `barrier`                    | the deletion barrier of the owner |
| owner | `salt`                       | the owner's random HMAC key, destroyed with it, and whether it is full |
| owner | `count`, `count#{n}`         | how many memories it has: `records.memories.memory_counts` |
| owner | `latest`                     | what was written last: `records.memories.latest_writes` |
| owner | `cur#{sub}#{memory_id}`      | the current version of a memory |
| owner | `ver#{memory_id}#{n}`        | an ended version or a rejected incoming memory |
| owner | `vec#{memory_id}`            | its vector, and the `sub` that it lies in |
| owner | `key#{sub}#{type}#{key}`     | pointer: key -> digest of the current memory |
| owner | `hash#{sub}#{type}#{sha256}` | pointer: text -> copy of the current memory |
| owner | `op#{id}`                    | an operation: `records.operations` |
| owner | `acc#{memory_id}`            | how often it was retrieved, and when last |
| owner | `edge#{source}#{memory_id}`  | derivation: event -> memory |
| owner | `tomb#{kind}#{mark}`         | narrow tombstone: an id, or an HMAC of a deleted text |
| owner | `task#{sub}#`, `...#{step}`  | the completion of a task, and what became of a session or a memory |
| both  | `rev#`, `rvp#`, `rvm#`, `rejected#` | reviews and rejections: `records.ledger.reviews` |
| org   | `scope#{path}`               | directory of the scopes that hold something |
| org   | `tune`                       | its relevance thresholds: `records.ledger.thresholds` |
"""

from __future__ import annotations

from shared.domain.scopes import Scope
from shared.records.keys.parts import encoded, hashed, path, sub
from shared.records.store.record import Key, Table

VERSION_PREFIX = "ver#"
RETRIEVALS_PREFIX = "acc#"
CURRENT_PREFIX = "cur#"
INDEXED_PREFIXES = (CURRENT_PREFIX, VERSION_PREFIX)  # the records that the search index is a view of
BARRIER = "barrier"
LATEST = "latest"
COUNT = "count"
SALT = "salt"
POINTER_PREFIXES = ("hash#", "key#")  # what finds a memory by its text or its key


def barrier(scope: Scope) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), BARRIER)


def salt(scope: Scope) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), SALT)


def latest(scope: Scope) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), LATEST)


def count_of(pk: str) -> Key:
    return Key(Table.MEMORIES, pk, COUNT)


def counted_in(pk: str, part: int) -> Key:
    return Key(Table.MEMORIES, pk, f"{COUNT}#{part:02d}")


def current_prefix(scope: Scope) -> str:
    return f"{CURRENT_PREFIX}{sub(scope)}#"


def current(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"{current_prefix(scope)}{encoded(memory_id)}")


def memory_id_of(indexed: Key) -> str:
    """The memory id, encoded, in the key of a current record or of an ended version."""
    parts = indexed.sk.split("#")
    return parts[1] if indexed.sk.startswith(VERSION_PREFIX) else parts[-1]


def vector_beside(indexed: Key) -> Key:
    return Key(Table.MEMORIES, indexed.pk, f"vec#{memory_id_of(indexed)}")


def version_prefix(memory_id: str) -> str:
    return f"{VERSION_PREFIX}{encoded(memory_id)}#"


def is_indexed(key: Key) -> bool:
    """Whether the search index is a view of the record at the key."""
    return key.sk.startswith(CURRENT_PREFIX) or (
        key.sk.startswith(VERSION_PREFIX) and key.sk.rpartition("#")[2].isdecimal()
    )


def version_number_of(version: Key) -> int:
    """Of the key of an ended version."""
    return int(version.sk.rpartition("#")[2])


def version(scope: Scope, memory_id: str, number: int) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"{version_prefix(memory_id)}{number:010d}")


def vector(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"vec#{encoded(memory_id)}")


def retrievals(scope: Scope, memory_id: str) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"{RETRIEVALS_PREFIX}{encoded(memory_id)}")


def guards_itself(key: Key) -> bool:
    """Whether the record only counts or lists, means nothing without others, and is removed with its owner's: where
    it is replaced in the revision that was read, no deletion has taken the owner's records meanwhile."""
    return key.table is Table.MEMORIES and (
        key.sk.startswith((RETRIEVALS_PREFIX, f"{COUNT}#")) or key.sk in (LATEST, COUNT)
    )


def key_pointer(scope: Scope, type: str, key: str) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"key#{sub(scope)}#{type}#{hashed(key)}")


def hash_pointer(scope: Scope, type: str, content_hash: str) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"hash#{sub(scope)}#{type}#{content_hash}")


EDGE_PREFIX = "edge#"


def edge_prefix(source: str) -> str:
    """By the last part of `session_id/event_id`: an event is found under its own id, anyone who cites it in which
    form.
    """
    return f"{EDGE_PREFIX}{hashed(source.rpartition('/')[2] or source)}#"


def edge(scope: Scope, source: str, memory_id: str) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"{edge_prefix(source)}{encoded(memory_id)}")


def tombstone(scope: Scope, kind: str, mark: str) -> Key:
    return Key(Table.MEMORIES, path(scope.owner), f"tomb#{kind}#{encoded(mark)}")


OPERATION_PREFIX = "op#"


def operation(scope: Scope, id: str) -> Key:
    """`id` is a UUIDv7: the order of keys is that of time."""
    return Key(Table.MEMORIES, path(scope.owner), f"{OPERATION_PREFIX}{encoded(id)}")


def task(scope: Scope) -> Key:
    """The completion of a task or a node: there from its beginning on."""
    return Key(Table.MEMORIES, path(scope.owner), f"task#{sub(scope)}#")


def task_prefixes_within(scope: Scope) -> tuple[str, str]:
    """Of the completion of a task or node and its steps, and of those below it."""
    return f"task#{sub(scope)}#", f"task#{sub(scope)}/"


def is_task(key: Key) -> bool:
    """Whether it is a completion's own key, and not a step's."""
    return key.sk.count("#") == 2 and key.sk.endswith("#")


def task_step(scope: Scope, step: str) -> Key:
    head = task(scope)
    return Key(head.table, head.pk, f"{head.sk}{step}")


def current_prefixes_within(scope: Scope) -> tuple[str, str]:
    """Of the current records in a scope, and of those below it."""
    return current_prefix(scope), f"{CURRENT_PREFIX}{sub(scope)}/"


def directory_prefix(scope: Scope) -> str:
    return f"scope#{path(scope).removeprefix(path(scope.org_scope))}"


def directory(scope: Scope) -> Key:
    return Key(Table.MEMORIES, path(scope.org_scope), directory_prefix(scope))
