"""The owners whose records lie at or below a scope."""

from __future__ import annotations

from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.model import Table
from shared.usecases.read_memories import scopes_below
from shared.usecases.services import Services

_RECEIPTS = 100
MAX_RECEIPTS = 1000  # deleted subjects that an organisation's audit still names, the latest first


def owners_within(services: Services, target: Scope) -> list[Scope]:
    """In a stable order. Below an organisation: who holds something, and who was deleted, by the receipts."""
    if target != target.org_scope or not target.segments:
        return [target.owner]
    below = {scope.owner for scope in scopes_below(services, target)} | _deleted(services, target)
    return [target, *sorted(below - {target})]


def _deleted(services: Services, org: Scope) -> set[Scope]:
    found: set[Scope] = set()
    after: str | None = None
    for _ in range(MAX_RECEIPTS // _RECEIPTS):
        page = services.records.page(
            Table.LEDGER, keys.path(org), sk_prefix="rcp#", after=after, limit=_RECEIPTS, newest_first=True
        )
        found |= {Scope.parse(str(record.attributes["subject"])) for record in page.records}
        after = page.next_after
        if after is None:
            break
    return found
