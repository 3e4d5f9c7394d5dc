"""Reading the audit: who did what to which version, by ids and never by content."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_audit, may_govern
from shared.domain.audit.chain import AuditRecord
from shared.domain.errors import IntegrityViolation, Malformed
from shared.domain.scopes import Scope, segment_id
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.store.record import Record, Table
from shared.usecases.cursors import cursor, parts, position
from shared.usecases.reading.read_memories import owners_within
from shared.usecases.services import Services

# A page looks at no more records than this, however few of them lie in the scope; the cursor goes on from there.
MAX_LOOKED_AT = 1000


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """`limit`: 1 to 100."""

    scope: Scope | None = None
    memory_id: str | None = None
    newest_first: bool = True
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class AuditItem:
    """`scope` is the path where the subject of the record lay."""

    scope: str
    entry: AuditRecord


@dataclass(frozen=True, slots=True)
class AuditPage:
    items: tuple[AuditItem, ...]
    next_cursor: str | None


def read_audit(services: Services, caller: Caller, query: AuditQuery) -> AuditPage:
    """Ordered by owner, then by chain (memories by age), then by sequence. A record that cannot be read is skipped;
    `verify_audit` reports it. Without a role a person asks for the chain of one memory of their own at a time."""
    names_one = query.memory_id is not None
    target = may_audit(caller, query.scope) if names_one else may_govern(caller, query.scope, Role.AUDITOR)
    subject = None if query.memory_id is None else segment_id(query.memory_id, "memory_id")
    bound_to = f"{caller.principal}|{target.path}|{subject}|{query.newest_first}|audit"
    after = audit_position(position(query.cursor, bound_to))
    items: list[AuditItem] = []
    last = after
    for looked_at, (place, record) in enumerate(_walk(services, target, subject, after, query), start=1):
        if len(items) == query.limit or looked_at > MAX_LOOKED_AT:
            return AuditPage(tuple(items), cursor(json.dumps(last), bound_to))
        last = place
        item = _item(record)
        if item is not None and target.contains(Scope.parse(item.scope)):
            items.append(item)
    return AuditPage(tuple(items), None)


def audit_position(text: str | None) -> list[str] | None:
    """The position of a walk over owners: the owner's path and a sort key. Raises `Malformed`."""
    if text is None:
        return None
    found = parts(text, 2)
    if not all(isinstance(part, str) for part in found):
        raise Malformed.field("cursor", "is not one that this list gave to this caller")
    return cast("list[str]", found)


def _walk(
    services: Services, target: Scope, subject: str | None, after: list[str] | None, query: AuditQuery
) -> Iterator[tuple[list[str], Record]]:
    prefix = keys.AUDIT_PREFIX if subject is None else keys.audit_prefix(subject)
    for owner in owners_from(services, target, after):
        start = after[1] if after is not None and after[0] == owner.path else None
        while True:
            page = services.records.page(
                Table.LEDGER,
                keys.path(owner),
                sk_prefix=prefix,
                after=start,
                limit=query.limit + 1,
                newest_first=query.newest_first,
            )
            for record in page.records:
                yield [owner.path, record.key.sk], record
            if page.next_after is None:
                break
            start = page.next_after


def owners_from(services: Services, target: Scope, after: list[str] | None) -> list[Scope]:
    """The owners of the target, beginning with the one at which a walk stopped."""
    owners = owners_within(services, target)
    if after is None:
        return owners
    return owners[next((n for n, owner in enumerate(owners) if owner.path == after[0]), len(owners)) :]


def _item(record: Record) -> AuditItem | None:
    try:
        return AuditItem(cast("str", record.attributes["scope"]), audit_entry(record))
    except (KeyError, TypeError, ValueError, IntegrityViolation):
        return None
