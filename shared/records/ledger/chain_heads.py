"""The heads of an owner's audit chains as they were when they were last published, and which owners have new ones.

| table  | pk      | sk              | what |
|--------|---------|-----------------|------|
| ledger | owner   | `heads#{page}`  | the heads, in pages |
| ledger | `heads` | `due#{owner}`   | pointer: an owner whose chains have grown since |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from shared.domain.audit.chain_heads import ChainHead
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import MAX_ACTIONS, Change, Key, Record, Table

HEADS_PREFIX = "heads#"
FIRST_PAGE = f"{HEADS_PREFIX}0000"
DUE_PARTITION, DUE_PREFIX = "heads", "due#"
_A_PAGE = 1_000  # about 120 KB
MOST = _A_PAGE * (MAX_ACTIONS - 1)


def page_key(owner: Scope, number: int) -> Key:
    return Key(Table.LEDGER, keys.path(owner), f"{HEADS_PREFIX}{number:04d}")


def due_key(owner: Scope) -> Key:
    return Key(Table.LEDGER, DUE_PARTITION, f"{DUE_PREFIX}{keys.hashed(keys.path(owner))}")


def due_record(owner: Scope) -> Record:
    return Record(due_key(owner), {"owner": owner.path})


def owner_of(pointer: Record) -> Scope:
    """Of a pointer, or of the first page of an owner's heads."""
    return Scope.parse(str(pointer.attributes["owner"]))


def heads_in(pages: Iterable[Record]) -> list[ChainHead]:
    found = (cast("Sequence[Any]", page.attributes["heads"]) for page in pages)
    return [ChainHead(str(subject), int(number), str(hash)) for page in found for subject, number, hash in page]


def put_heads(owner: Scope, heads: Sequence[ChainHead], first: Record | None) -> Change:
    """All pages anew, guarded by the first one as it was read: two publishers never mix theirs. At most `MOST` heads
    (a `ValueError`)."""
    ordered = sorted(heads)
    if len(ordered) > MOST:
        raise ValueError(f"an owner has at most {MOST} chains of audit records")
    key = page_key(owner, 0)
    pages = [ordered[start : start + _A_PAGE] for start in range(0, len(ordered), _A_PAGE)] or [[]]
    change = Reading({key: first}).put(key, {**_attributes(pages[0]), "owner": owner.path})
    puts = tuple(Record(page_key(owner, n), _attributes(page)) for n, page in enumerate(pages[1:], start=1))
    return change | Change(puts=puts)


def _attributes(heads: Sequence[ChainHead]) -> dict[str, Any]:
    return {"heads": [[head.subject, head.sequence, head.hash] for head in heads]}
