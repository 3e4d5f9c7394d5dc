"""Reads audited as ids, if the deployment switches that on: who saw which memories, when, and on whose behalf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import cast

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import acts_for, may_govern
from shared.domain.instants import sort_text
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.record import Change, Record, Table
from shared.usecases.cursors import cursor, position
from shared.usecases.services import Services

KEPT_FOR = timedelta(days=400)


class ReadKind(StrEnum):
    RECALL = "recall"
    LIST = "list"
    GET = "get"
    HISTORY = "history"
    EXPORT = "export"
    CONTEXT = "context"
    PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """`scope` is the target of the read. `memory_ids` are those that the answer showed."""

    kind: ReadKind
    scope: str
    actor: str
    acting_for: str | None
    at: str
    memory_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadPage:
    items: tuple[ReadRecord, ...]
    next_cursor: str | None


def note_read(
    services: Services, caller: Caller, kind: ReadKind, scope: Scope | None, memories: Sequence[Memory]
) -> None:
    """Does nothing while the switch is off. While it is on, a read that cannot be audited is not answered: the
    store's error is raised."""
    note_ids(services, caller, kind, scope, [memory.memory_id for memory in memories])


def note_ids(
    services: Services, caller: Caller, kind: ReadKind, scope: Scope | None, memory_ids: Sequence[str]
) -> None:
    """As `note_read`, of memories known by their ids."""
    if not services.audit_reads:
        return
    target, now = scope or caller.bound, services.clock.now()
    attributes = {
        "kind": kind.value,
        "scope": target.path,
        "actor": caller.principal,
        "acting_for": acts_for(caller, target),
        "at": sort_text(now),
        "memory_ids": list(dict.fromkeys(memory_ids)),
    }
    key = keys.read_record(target, services.ids.new())
    services.records.commit(Change(puts=(Record(key, attributes, expires_at=now + KEPT_FOR),)))


def note_reads(
    services: Services, caller: Caller, kind: ReadKind, targets: Sequence[Scope], memories: Sequence[Memory]
) -> None:
    """As `note_read`, for each target with the memories that were seen of it: those of its own line, above it and
    below."""
    if len(targets) < 2:
        note_read(services, caller, kind, next(iter(targets), None), memories)
        return
    for target in targets:
        seen = [m for m in memories if target.contains(m.scope) or m.scope.contains(target)]
        note_read(services, caller, kind, target, seen)


def list_reads(services: Services, caller: Caller, scope: Scope | None, *, limit: int, after: str | None) -> ReadPage:
    """Reads of one owner's memories (the owner of the target scope), newest first."""
    target = may_govern(caller, scope, Role.AUDITOR)
    bound_to = f"{caller.principal}|{target.path}|reads"
    page = services.records.page(
        Table.LEDGER,
        keys.path(target.owner),
        sk_prefix=keys.READ_PREFIX,
        after=position(after, bound_to),
        limit=limit,
        newest_first=True,
    )
    found = [_read(record) for record in page.records]
    items = tuple(read for read in found if target.contains(Scope.parse(read.scope)))
    return ReadPage(items, None if page.next_after is None else cursor(page.next_after, bound_to))


def _read(record: Record) -> ReadRecord:
    a = record.attributes
    return ReadRecord(
        ReadKind(cast("str", a["kind"])),
        cast("str", a["scope"]),
        cast("str", a["actor"]),
        cast("str | None", a["acting_for"]),
        cast("str", a["at"]),
        tuple(cast("list[str]", a["memory_ids"])),
    )
