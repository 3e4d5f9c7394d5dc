"""One list of what takes a while: of each owner the newest first, whatever its kind. Each kind is read from its own
records, so that the list says what they say. What a deletion hides is not in it; the deletions themselves are.

Calls to the store: for each owner and page, one for each kind of record, the barrier, and what the records point to."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias, cast

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_govern, may_read, shows
from shared.domain.deletion.barrier import Barrier, DeletionRequest, RequestStatus
from shared.domain.deletion.targets import TargetStatus
from shared.domain.errors import Malformed, NotFound
from shared.domain.operations.operation import OF_DEPLOYMENT, Operation, OperationKind, OperationState
from shared.domain.scopes import Scope, ScopeKind, segment_id
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger import hygiene_plans
from shared.records.operations import operation_codec
from shared.records.store.record import Key, Record, Table
from shared.records.store.shut import intact
from shared.usecases.audit.list_audit import owners_from
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.cursors import cursor, parts, position
from shared.usecases.services import Services
from shared.usecases.sessions.completion_record import completion_at

# A page looks at no more records and owners than these, however few it shows; the cursor goes on from there.
_MAX_LOOKED_AT = 500
_MAX_OWNERS = 25
_AT_LEAST = 100  # records of a kind that are read at once, however few are asked for: most may be of another state

_Found: TypeAlias = "Operation | None"


@dataclass(frozen=True, slots=True)
class OperationQuery:
    """`limit`: 1 to 100."""

    scope: Scope | None = None
    kind: OperationKind | None = None
    state: OperationState | None = None
    limit: int = 50
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class OperationPage:
    items: tuple[Operation, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class _Source:
    """Records of one prefix, in whose keys the ids of operations follow one another as time does."""

    table: Table
    prefix: str
    kinds: frozenset[OperationKind]
    pk: str | None = None  # absent: the owner's

    def place(self, owner: Scope) -> str:
        return self.pk or keys.path(owner)

    def id_of(self, record: Record) -> str:
        return record.key.sk.removeprefix(self.prefix)


_NOTED = _Source(
    Table.MEMORIES, keys.OPERATION_PREFIX, frozenset({OperationKind.IMPORT, OperationKind.EXTRACTION})
)  # fmt: skip
_DELETIONS = _Source(Table.LEDGER, keys.DELETION_POINTER_PREFIX, frozenset({OperationKind.DELETION}))
_EXPORTS = _Source(Table.LEDGER, keys.EXPORT_PREFIX, frozenset({OperationKind.EXPORT}))
_PLANS = _Source(Table.LEDGER, keys.PLAN_PREFIX, frozenset({OperationKind.PLAN}))
_OF_DEPLOYMENT = _Source(Table.LEDGER, keys.OPERATION_PREFIX, OF_DEPLOYMENT, keys.DEPLOYMENTS_OPERATIONS)


def list_operations(services: Services, caller: Caller, query: OperationQuery) -> OperationPage:
    """Those in the target scope and below it: of one owner, or, of an organisation, owner by owner. Raises the errors
    of access: an organisation's are its auditors' and administrators'."""
    target = may_follow(caller, query.scope)
    bound_to = f"{caller.principal}|{target.path}|{query.kind}|{query.state}|operations"
    after = _place(position(query.cursor, bound_to))
    found: list[Operation] = []
    looked_at = 0
    owners = owners_from(services, target, after)
    for number, owner in enumerate(owners):
        start = after[1] if after is not None and after[0] == owner.path else None
        if number == _MAX_OWNERS:
            return _page(found, (owner.path, None), bound_to)
        for id, operation in _of_owner(services, owner, _sources(caller, owner), query, start):
            if len(found) == query.limit or looked_at == _MAX_LOOKED_AT:
                return _page(found, (owner.path, start), bound_to)
            start, looked_at = id, looked_at + 1
            if operation is not None and _is_asked_for(caller, target, query, operation):
                found.append(operation)
    return _page(found, None, bound_to)


def get_operation(services: Services, caller: Caller, scope: Scope | None, id: str) -> Operation:
    """Of the owner of the target scope. Raises `NotFound`, whatever the reason, and the errors of access."""
    target = may_follow(caller, scope)
    name = keys.encoded(segment_id(id, "operation_id"))
    owner = target.owner
    sources = _sources(caller, owner)
    places = [(source, Key(source.table, source.place(owner), f"{source.prefix}{name}")) for source in sources]
    records = services.records.get([key for _, key in places])
    held = [(source, record) for (source, _), record in zip(places, records, strict=True) if record is not None]
    for operation in _read(services, owner, [(source, r) for source, r in held if intact([r])]):
        if operation is not None and _is_shown(caller, target, operation):
            return operation
    raise NotFound("there is no such operation in this scope")


def may_follow(caller: Caller, scope: Scope | None) -> Scope:
    """Anyone who may read a user's or a project's scope may follow what goes on in it; an organisation's auditors,
    operators and administrators all of it. Raises `ForbiddenScope` or `ForbiddenRole`."""
    target = scope or caller.bound
    governs = next((role for role in (Role.ADMIN, Role.OPERATOR) if caller.has(role)), Role.AUDITOR)
    if target.kind in (ScopeKind.ORG, ScopeKind.GLOBAL):
        return may_govern(caller, target, governs)
    if caller.has(governs) and caller.bound.contains(target):
        return target
    return may_read(caller, target)


def _sources(caller: Caller, owner: Scope) -> Sequence[_Source]:
    """Those of a deployment are among those of the organisation that runs it."""
    of_owner = (_NOTED, _DELETIONS, _EXPORTS)
    if owner != owner.org_scope:
        return of_owner
    return (*of_owner, _PLANS, *((_OF_DEPLOYMENT,) if caller.of_operator_org else ()))


def _is_shown(caller: Caller, target: Scope, operation: Operation) -> bool:
    return operation.kind in OF_DEPLOYMENT or shows(caller, target, operation.scope)


def _is_asked_for(caller: Caller, target: Scope, query: OperationQuery, operation: Operation) -> bool:
    return (
        (query.kind is None or operation.kind is query.kind)
        and (query.state is None or operation.state is query.state)
        and _is_shown(caller, target, operation)
    )


def _place(text: str | None) -> list[str] | None:
    """The path of an owner, and the id after which it goes on. Raises `Malformed`."""
    if text is None:
        return None
    found = parts(text, 2)
    if not isinstance(found[0], str) or not isinstance(found[1], str | None):
        raise Malformed.field("cursor", "is not one that this list gave to this caller")
    return cast("list[str]", found)


def _page(found: Sequence[Operation], place: tuple[str, str | None] | None, bound_to: str) -> OperationPage:
    return OperationPage(tuple(found), None if place is None else cursor(json.dumps(place), bound_to))


def _of_owner(
    services: Services, owner: Scope, sources: Sequence[_Source], query: OperationQuery, after: str | None
) -> Iterator[tuple[str, Operation | None]]:
    """By id, the newest first; `None` for what is not shown."""
    sources = [source for source in sources if query.kind is None or query.kind in source.kinds]
    at_once = max(query.limit, _AT_LEAST)
    while True:
        met: list[tuple[str, _Source, Record]] = []
        more = False
        for source in sources:
            page = services.records.page(
                source.table,
                source.place(owner),
                sk_prefix=source.prefix,
                after=None if after is None else source.prefix + after,
                limit=at_once,
                newest_first=True,
            )
            met += [(source.id_of(record), source, record) for record in page.records]
            more = more or page.next_after is not None
        newest = heapq.nlargest(at_once, met, key=lambda one: one[0])
        read = _read(services, owner, [(source, record) for _, source, record in newest])
        yield from zip((id for id, _, _ in newest), read, strict=True)
        if not more and len(newest) == len(met):
            return
        after = newest[-1][0]


def _read(services: Services, owner: Scope, found: Sequence[tuple[_Source, Record]]) -> list[Operation | None]:
    """In their order. What the records point to is read in one call, the barrier with it."""
    if not found:
        return []
    at = [_points_to(owner, source, record) for source, record in found]
    wanted = list(dict.fromkeys(key for key in at if key is not None))
    barrier_record, *beside = services.records.get([keys.barrier(owner), *wanted])
    barrier = whole_barrier(services, barrier_record)
    held = dict(zip(wanted, beside, strict=True))
    return [
        _operation(barrier, services.clock.now(), source, record, None if key is None else held[key])
        for (source, record), key in zip(found, at, strict=True)
    ]


def _points_to(owner: Scope, source: _Source, record: Record) -> Key | None:
    if not intact([record]):
        return None
    if source is _DELETIONS:
        return keys.deletion(owner, str(record.attributes["request_id"]))
    part = operation_codec.session_part(record) if source is _NOTED else None
    return None if part is None else keys.completion(owner, part.session_id, part.incarnation)


def _operation(
    barrier: Barrier, now: datetime, source: _Source, record: Record, beside: Record | None
) -> Operation | None:
    """`None` for what a deletion hides, what is over, and what cannot be read."""
    if not intact([record]) or (beside is not None and not intact([beside])):
        return None
    if source is _DELETIONS:
        return None if beside is None else _deletion(source.id_of(record), deletion_codec.deletion(beside))
    if source is _OF_DEPLOYMENT:
        return operation_codec.operation(record)
    return _READERS[source.prefix](barrier, now, record, beside)


def _noted(barrier: Barrier, now: datetime, record: Record, beside: Record | None) -> Operation | None:
    if barrier.hides_epoch(record.epoch):
        return None
    operation, part = operation_codec.operation(record), operation_codec.session_part(record)
    if part is None:
        return operation
    completion = completion_at(beside)
    if completion is None or barrier.hides_session(part.session_id, operation.scope, record.epoch):
        return None
    if completion.number > part.number or completion.done:
        return replace(operation, state=OperationState.DONE, done=operation.of)
    return operation


def _export(barrier: Barrier, now: datetime, record: Record, beside: Record | None) -> Operation | None:
    a = record.attributes
    at = str(a["at"])
    if barrier.hides_everything() or at <= barrier.deleted_before:
        return None
    moment = datetime.fromisoformat(at)
    scope, id = Scope.parse(str(a["scope"])), record.key.sk.removeprefix(keys.EXPORT_PREFIX)
    return Operation(id, OperationKind.EXPORT, OperationState.DONE, scope, moment, moment, str(a["actor"]))


def _plan(barrier: Barrier, now: datetime, record: Record, beside: Record | None) -> Operation | None:
    head = hygiene_plans.head(record)
    if head.finished:
        state = OperationState.DONE
    elif head.expires_at <= now:
        state = OperationState.STOPPED
    else:
        state = OperationState.RUNNING if head.is_held(now) else OperationState.WAITING
    return Operation(
        head.plan_id,
        OperationKind.PLAN,
        state,
        head.scope,
        head.as_of,
        None,
        head.actor,
        head.progress.done,
        head.items,
        head.plan_id,
    )


_READERS: dict[str, Callable[[Barrier, datetime, Record, Record | None], _Found]] = {
    _NOTED.prefix: _noted,
    _EXPORTS.prefix: _export,
    _PLANS.prefix: _plan,
}
_STATES = {
    RequestStatus.ACCEPTED: OperationState.RUNNING,
    RequestStatus.RUNNING: OperationState.RUNNING,
    RequestStatus.HELD: OperationState.WAITING,
    RequestStatus.COMPLETED: OperationState.DONE,
    RequestStatus.NEEDS_ATTENTION: OperationState.STOPPED,
}


def _deletion(id: str, request: DeletionRequest) -> Operation:
    succeeded = sum(state.status is TargetStatus.SUCCEEDED for _, state in request.targets)
    return Operation(
        id,
        OperationKind.DELETION,
        _STATES[request.status],
        request.scope,
        request.accepted_at,
        request.completed_at,
        request.actor,
        succeeded,
        len(request.targets),
        request.request_id,
    )
