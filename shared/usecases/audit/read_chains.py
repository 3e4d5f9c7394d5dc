"""The chains of one owner as they are stored, valid or not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from urllib.parse import unquote

from shared.domain.audit.chain import AuditRecord
from shared.domain.errors import IntegrityViolation, Malformed
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.audit import audit_entry, ends_by_itself_at
from shared.records.store.record import Record, Table
from shared.records.store.shut import intact
from shared.usecases.services import Services

_PAGE = 200


@dataclass(frozen=True, slots=True)
class Chain:
    """All records of one subject in order, with the scope that they name; `None` for a record that cannot be read.
    `since`: the owner's epoch in which the first of them was written."""

    subject: str
    scope: Scope
    entries: tuple[AuditRecord | None, ...]
    last_record: Record
    since: int = 0

    def is_over(self, now: datetime) -> bool:
        """Whether the memory's time to live is over: the store may remove it before maintenance audits that."""
        try:
            end = ends_by_itself_at(self.last_record)
        except (TypeError, ValueError, IntegrityViolation):
            return False
        return end is not None and end <= now


def stored_chains(
    services: Services, owner: Scope, after: str | None, prefix: str = keys.AUDIT_PREFIX
) -> Iterator[Chain]:  # fmt: skip
    pages = stored_pages(services, Table.LEDGER, owner, prefix, after)
    records = (record for page in pages for record in page)
    for start, group in groupby(records, key=lambda record: record.key.sk.rpartition("#")[0]):
        yield _chain(owner, start, list(group))


def _chain(owner: Scope, start: str, records: list[Record]) -> Chain:
    entries = tuple(_entry(record) for record in records)
    readable = intact(records)
    subjects = [str(r.attributes.get("subject")) for r in readable]
    # The key names the chain's subject; what the records say of it is checked against the key.
    subject = next(
        (s for s in subjects if keys.audit_prefix(s) == f"{start}#"), unquote(start.removeprefix(keys.AUDIT_PREFIX))
    )
    scopes = {_scope(record, owner) for record in readable}
    return Chain(subject, scopes.pop() if len(scopes) == 1 else owner, entries, records[-1], records[0].epoch)


def _scope(record: Record, owner: Scope) -> Scope:
    try:
        scope = Scope.parse(str(record.attributes.get("scope")))
    except Malformed:
        return owner
    return scope if scope.owner == owner else owner


def _entry(record: Record) -> AuditRecord | None:
    try:
        return audit_entry(record)
    except (KeyError, TypeError, ValueError, IntegrityViolation):
        return None


def stored_pages(
    services: Services, table: Table, owner: Scope, prefix: str, after: str | None
) -> Iterator[tuple[Record, ...]]:
    while True:
        page = services.records.page(table, keys.path(owner), sk_prefix=prefix, after=after, limit=_PAGE)
        if page.records:
            yield page.records
        if page.next_after is None:
            return
        after = page.next_after
