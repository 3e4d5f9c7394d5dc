"""Which scopes below a scope hold memories or sessions: for a supervisor, and for the owner of what lies below."""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read, may_read_below
from shared.domain.deletion.barrier import SubjectState
from shared.domain.errors import Malformed
from shared.domain.scopes import Scope, ScopeKind
from shared.records import keys
from shared.records.store.record import Table
from shared.records.store.shut import intact
from shared.records.store.stored_form import MAX_SK_BYTES
from shared.usecases.cursors import cursor, position
from shared.usecases.reading.read_memories import owners_barriers
from shared.usecases.services import Services

# A page looks at no more entries than this, however few are of the asked kind; the cursor goes on from there.
_MAX_LOOKED_AT = 1000
_PAGE = 100


@dataclass(frozen=True, slots=True)
class FoundScope:
    """`subject`: whether a deletion of its owner hides everything in it."""

    scope: Scope
    subject: SubjectState


@dataclass(frozen=True, slots=True)
class ScopePage:
    items: tuple[FoundScope, ...]
    next_cursor: str | None


def list_scopes(
    services: Services, caller: Caller, scope: Scope | None, *, kind: ScopeKind | None, limit: int, after: str | None
) -> ScopePage:
    """The scopes strictly below the target in which a memory or a session was written and that no deletion has removed,
    by path. `limit`: 1 to 100. Raises the errors of access: below an organisation this is a supervisor's."""
    target = may_read(caller, scope)
    may_read_below(caller, target)
    bound_to = f"{caller.principal}|{target.path}|{kind}|scopes"
    prefix = f"{keys.directory_prefix(target)}/"
    start = position(after, bound_to)
    if start is not None and (not start.startswith(prefix) or len(start.encode()) > MAX_SK_BYTES):
        raise Malformed.field("cursor", "is not one that this list gave to this caller")
    found: list[Scope] = []
    looked_at = 0
    while True:
        page = services.records.page(
            Table.MEMORIES, keys.path(target.org_scope), sk_prefix=prefix, after=start, limit=_PAGE
        )
        for record in intact(page.records):
            place = Scope.parse(str(record.attributes["path"]))
            if kind is None or place.kind is kind:
                if len(found) == limit:
                    return ScopePage(_with_states(services, found), cursor(str(start), bound_to))
                found.append(place)
            start = record.key.sk
        looked_at += _PAGE
        if page.next_after is None:
            return ScopePage(_with_states(services, found), None)
        start = page.next_after
        if looked_at >= _MAX_LOOKED_AT:
            return ScopePage(_with_states(services, found), cursor(start, bound_to))


def _with_states(services: Services, found: list[Scope]) -> tuple[FoundScope, ...]:
    barriers = owners_barriers(services, found)
    return tuple(FoundScope(scope, barriers[keys.path(scope.owner)].subject_state) for scope in found)
