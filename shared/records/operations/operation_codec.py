"""Operations that have no record of their own. Imports and extractions lie with what is their owner's, and go with it;
rebuilds and restores have a partition of their own. A deletion has a pointer, for its own record does not lie in the
order of time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from shared.domain.operations.operation import OF_DEPLOYMENT, Operation, OperationKind, OperationState
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.attributes import instant, instant_text, present, required_instant
from shared.records.store.record import Attributes, Change, Record

KEPT_FOR = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class SessionPart:
    """The `number`th completion of one session, to which an extraction belongs."""

    session_id: str
    incarnation: str
    number: int


def put_operation(operation: Operation, part: SessionPart | None = None) -> Change:
    attributes: Attributes = present(
        {
            "kind": operation.kind.value,
            "state": operation.state.value,
            "scope": operation.scope.path,
            "started": instant_text(operation.started),
            "ended": instant_text(operation.ended),
            "actor": operation.actor,
            "of": operation.of,
        }
    )
    more: dict[str, Any] = {"done": operation.done}
    if part is not None:
        more |= {"session_id": part.session_id, "incarnation": part.incarnation, "number": part.number}
    of_nobody = operation.kind in OF_DEPLOYMENT
    key = keys.operation_of_deployment(operation.id) if of_nobody else keys.operation(operation.scope, operation.id)
    expires_at = operation.started + KEPT_FOR
    return Change(puts=(Record(key, {**attributes, **more}, expires_at=expires_at),))


def operation(record: Record) -> Operation:
    a = cast("dict[str, Any]", record.attributes)
    return Operation(
        id=record.key.sk.removeprefix(keys.OPERATION_PREFIX),
        kind=OperationKind(a["kind"]),
        state=OperationState(a["state"]),
        scope=Scope.parse(a["scope"]),
        started=required_instant(a["started"]),
        ended=instant(a.get("ended")),
        actor=a["actor"],
        done=a["done"],
        of=a.get("of"),
        resource=a.get("session_id"),
    )


def session_part(record: Record) -> SessionPart | None:
    a = cast("dict[str, Any]", record.attributes)
    return SessionPart(a["session_id"], a["incarnation"], a["number"]) if "session_id" in a else None


def put_pointer(scope: Scope, id: str, request_id: str, at: datetime) -> Change:
    """Of a deletion, in the order of acceptance."""
    key = keys.deletion_pointer(scope, id)
    return Change(puts=(Record(key, {"request_id": request_id}, expires_at=at + KEPT_FOR),))
