"""Which data key seals a record, and where that key lies.

| table | pk         | sk         | what |
|-------|------------|------------|------|
| keys  | owner      | `data-key` | the owner's data key, wrapped: destroyed with the owner |
| keys  | `standing` | `data-key` | the key of what outlives its owner, wrapped |

What outlives its owner holds no content: the ledger, the barrier, and an organisation's lists. It stays readable in the
store, under a seal. All the rest is encrypted, so that a new kind of record is, too.

Sort keys that end with the hash of a text are replaced by an HMAC under the owner's key: nobody can try guessed texts
against them. `~` marks one that has been replaced.
"""

from __future__ import annotations

from shared.domain.scopes import Scope
from shared.records.keys.parts import path
from shared.records.store.record import Key, Table

STANDING = "standing"
_DATA_KEY = "data-key"
_OUTLIVING_PREFIXES = ("barrier", "scope#", "rev#", "tune")
_HASHED_PREFIXES = ("hash#", "rejected#")
_REPLACED = "~"


def data_key(pk: str) -> Key:
    """Where the data key of a partition's owner (or `STANDING`) lies."""
    return Key(Table.KEYS, pk, _DATA_KEY)


def data_key_of(scope: Scope) -> Key:
    return data_key(path(scope.owner))


def is_encrypted(key: Key) -> bool:
    """Whether the record at the key may hold content; else it is sealed only, under the standing key."""
    return key.table is not Table.LEDGER and not (
        key.table is Table.MEMORIES and key.sk.startswith(_OUTLIVING_PREFIXES)
    )


def sealing_pk(key: Key) -> str:
    """Whose data key seals the record."""
    return key.pk if is_encrypted(key) else STANDING


def hides_a_hash(key: Key) -> bool:
    """Whether the sort key ends with the plain hash of a text."""
    return (
        key.table is Table.MEMORIES
        and key.sk.startswith(_HASHED_PREFIXES)
        and not key.sk.rpartition("#")[2].startswith(_REPLACED)
    )


def with_mark(key: Key, mark: str) -> Key:
    """The key with `mark` in the place of the hash."""
    before = key.sk.rpartition("#")[0]
    return Key(key.table, key.pk, f"{before}#{_REPLACED}{mark}")
