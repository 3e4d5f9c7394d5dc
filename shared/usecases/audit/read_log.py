"""Reads audited as ids, if the deployment switches that on: who saw which memories, when, and on whose behalf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import cast

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import acts_for, may_audit
from shared.domain.errors import NotFound
from shared.domain.instants import sort_text
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope, segment_id
from shared.ports import ReadNote
from shared.records import keys
from shared.records.store.record import Attributes, Change, Record, Table
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
    """`scope` is the target of the read. `memories`: ids and versions that the answer showed; version 0: not known.
    `recall_id`: of a recall or a context."""

    kind: ReadKind
    scope: str
    actor: str
    acting_for: str | None
    at: str
    memories: tuple[tuple[str, int], ...]
    purpose: str | None = None
    recall_id: str | None = None

    @property
    def memory_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(id for id, _ in self.memories))


@dataclass(frozen=True, slots=True)
class ReadPage:
    items: tuple[ReadRecord, ...]
    next_cursor: str | None


def note_read(
    services: Services, caller: Caller, kind: ReadKind, scope: Scope | None, memories: Sequence[Memory]
) -> None:
    """Does nothing while the switch is off. While it is on, a read that cannot be audited is not answered: the
    store's error is raised."""
    if services.audit_reads:
        _keep_now(services, caller, kind, scope, _shown(memories))


def note_ids(
    services: Services, caller: Caller, kind: ReadKind, scope: Scope | None, memory_ids: Sequence[str]
) -> None:
    """As `note_read`, of memories known by their ids."""
    if services.audit_reads:
        _keep_now(services, caller, kind, scope, tuple((id, 0) for id in dict.fromkeys(memory_ids)))


def _keep_now(
    services: Services, caller: Caller, kind: ReadKind, scope: Scope | None, shown: tuple[tuple[str, int], ...]
) -> None:
    note = _note(caller, kind, services.ids.new(), scope or caller.bound, None, shown)
    keep_reads(services, services.clock.now(), [note])


def recall_reads(
    services: Services,
    caller: Caller,
    kind: ReadKind,
    recall_id: str,
    purpose: str | None,
    targets: Sequence[Scope],
    memories: Sequence[Memory],
) -> tuple[ReadNote, ...]:
    """What a recall shows, for each target with the memories that were seen of it: those of its own line, above it and
    below. None while the switch is off. They go with the message about the retrieval, so that they cost no call."""
    if not services.audit_reads:
        return ()
    if len(targets) < 2:
        target = next(iter(targets), caller.bound)
        return (_note(caller, kind, recall_id, target, purpose, _shown(memories)),)
    seen = ((t, [m for m in memories if t.contains(m.scope) or m.scope.contains(t)]) for t in targets)
    return tuple(_note(caller, kind, recall_id, target, purpose, _shown(of_target)) for target, of_target in seen)


def _shown(memories: Sequence[Memory]) -> tuple[tuple[str, int], ...]:
    return tuple(dict.fromkeys((memory.memory_id, memory.version) for memory in memories))


def _note(
    caller: Caller, kind: ReadKind, id: str, target: Scope, purpose: str | None, shown: tuple[tuple[str, int], ...]
) -> ReadNote:
    return ReadNote(id, kind.value, target.path, caller.principal, acts_for(caller, target), purpose, shown)


def keep_reads(services: Services, at: datetime, notes: Sequence[ReadNote]) -> None:
    """The same note again is the same record."""
    for number, note in enumerate(notes):
        attributes: Attributes = {
            "kind": note.kind,
            "scope": note.scope,
            "actor": note.actor,
            "acting_for": note.acting_for,
            "at": sort_text(at),
            "purpose": note.purpose,
            "memories": [list(one) for one in note.memories],
            "id": note.id,
        }
        key = keys.read_record(Scope.parse(note.scope), f"{note.id}.{number}")
        services.records.commit(Change(puts=(Record(key, attributes, expires_at=at + KEPT_FOR),)))


def find_read(services: Services, caller: Caller, scope: Scope | None, recall_id: str) -> ReadRecord:
    """What the recall with this id showed of the target scope. Raises `NotFound`, also where reads are not audited."""
    target = may_audit(caller, scope)
    prefix = keys.read_prefix(segment_id(recall_id, "recall_id"))
    page = services.records.page(Table.LEDGER, keys.path(target.owner), sk_prefix=prefix)
    found = (_read(record) for record in page.records)
    within = next((read for read in found if target.contains(Scope.parse(read.scope))), None)
    if within is None:
        raise NotFound("there is no audited recall of this id in this scope")
    return within


def list_reads(services: Services, caller: Caller, scope: Scope | None, *, limit: int, after: str | None) -> ReadPage:
    """Reads of one owner's memories (the owner of the target scope), newest first."""
    target = may_audit(caller, scope)
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
    kind = ReadKind(cast("str", a["kind"]))
    return ReadRecord(
        kind,
        cast("str", a["scope"]),
        cast("str", a["actor"]),
        cast("str | None", a["acting_for"]),
        cast("str", a["at"]),
        tuple((str(id), int(version)) for id, version in cast("list[tuple[str, int]]", a["memories"])),
        cast("str | None", a.get("purpose")),
        cast("str", a["id"]) if kind in (ReadKind.RECALL, ReadKind.CONTEXT) else None,
    )
