"""Exports that the service has made: a deletion does not reach them, so it lists them, for a person to be told."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from shared.domain.access.caller import Caller
from shared.domain.deletion.barrier import DeletionRequest
from shared.domain.deletion.holds import Export
from shared.domain.instants import sort_text
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.record import Change, Record, Table
from shared.usecases.services import Services

KEPT_FOR = timedelta(days=400)
_MOST = 100  # that a deletion names, the newest


def note_export(services: Services, caller: Caller, target: Scope) -> None:
    """Called before anything of it is given away; the store's error is raised."""
    now = services.clock.now()
    attributes = {"at": sort_text(now), "actor": caller.principal, "scope": target.path}
    key = keys.export_record(target, services.ids.new())
    services.records.commit(Change(puts=(Record(key, attributes, expires_at=now + KEPT_FOR),)))


def exports_before(services: Services, request: DeletionRequest) -> tuple[Export, ...]:
    """Those of a scope that holds what is deleted or lies in it, made before the acceptance, newest first."""
    accepted, found = sort_text(request.accepted_at), list[Export]()
    for place in dict.fromkeys((request.scope.owner, request.scope.org_scope)):
        after: str | None = None
        while True:
            page = services.records.page(
                Table.LEDGER, keys.path(place), sk_prefix=keys.EXPORT_PREFIX, after=after, newest_first=True
            )
            made = (_export(record) for record in page.records)
            found += [one for one in made if one.at <= accepted and _meets(Scope.parse(one.scope), request.scope)]
            after = page.next_after
            if after is None or len(found) >= _MOST:
                break
    return tuple(sorted(found, key=lambda one: one.at, reverse=True)[:_MOST])


def _meets(exported: Scope, deleted: Scope) -> bool:
    return exported.contains(deleted) or deleted.contains(exported)


def _export(record: Record) -> Export:
    a = record.attributes
    return Export(cast("str", a["at"]), cast("str", a["actor"]), cast("str", a["scope"]))
