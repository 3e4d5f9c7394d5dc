"""Legal holds of an owner: placed and released by an auditor, each in a chain of the audit of its own.

The owner's barrier holds them, which every acceptance of a deletion reads: the order of the store decides whether a
deletion was accepted before a hold or is kept by it, and it costs no further call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import may_govern
from shared.domain.audit.chain import AuditAction, AuditRecord
from shared.domain.deletion.barrier import RequestStatus
from shared.domain.deletion.holds import Hold
from shared.domain.errors import Malformed, NotFound, RequestIdTaken
from shared.domain.instants import sort_text
from shared.domain.scopes import Scope, ScopeKind, segment_id
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import put_barrier
from shared.records.ledger.audit import audit_record
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.store.reading import Reading
from shared.records.store.record import Change
from shared.usecases.deletion.reopen import go_on_without_holds
from shared.usecases.once import Kept, Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.admission import refuse_secret_ids

_MOST = 20  # that stand at once, of one owner
_BUSY = "too many changes of this subject at once"


@dataclass(frozen=True, slots=True)
class PlacedHold:
    """`not_held`: unfinished deletions that were accepted before it."""

    hold: Hold
    scope: Scope
    not_held: tuple[str, ...]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class ReleasedHold:
    """`resumed`: deletions that no hold keeps any more."""

    hold_id: str
    scope: Scope
    released_at: datetime
    resumed: tuple[str, ...]
    replayed: bool = False


def place_hold(
    services: Services,
    caller: Caller,
    scope: Scope,
    hold_id: str,
    reference: str,
    idempotency: IdempotencyKey | None = None,
) -> PlacedHold:
    """The same id with the same reference is the same hold. Raises `ForbiddenRole`, `Malformed`, and `RequestIdTaken`
    for an id that was used before."""
    owner, hold_id = _owner(caller, scope), segment_id(hold_id, "hold_id")
    refuse_secret_ids("hold_id", [hold_id])
    refuse_secret_ids("reference", [reference])
    once, subject = Once(services, idempotency), _subject(hold_id)
    wanted = [keys.barrier(owner), keys.audit(owner, subject, 1)]

    def attempt() -> PlacedHold:
        found, now = services.records.get(wanted), services.clock.now()
        barrier = deletion_codec.barrier(found[0])
        standing = next((hold for hold in barrier.holds if hold.hold_id == hold_id), None)
        if standing is not None and standing.reference == reference:
            once.look_now()
            return PlacedHold(standing, owner, ())
        if standing is not None or found[1] is not None:
            raise RequestIdTaken("this hold id belongs to another hold")
        if len(barrier.holds) >= _MOST:
            raise Malformed.field("hold_id", f"is one too many: at most {_MOST} holds stand at once")
        hold = Hold(hold_id, reference, caller.principal, now)
        held = replace(barrier, holds=(*barrier.holds, hold))
        placed = PlacedHold(hold, owner, _unheld(services, owner, barrier.requests))
        change = _audited(owner, subject, 1, AuditAction.HOLD_PLACED, caller, now, "")
        change |= put_barrier(owner, held, Reading.of(wanted[:1], found[:1]), services.deletion_policy, now)
        once.commit(change, {"hold_id": hold_id, "reference": reference, "by": hold.by, "at": now.isoformat(),
                             "not_held": list(placed.not_held)})  # fmt: skip
        return placed

    def again(kept: Kept) -> PlacedHold:
        hold = Hold(kept["hold_id"], kept["reference"], kept["by"], _at(kept))
        return PlacedHold(hold, owner, tuple(kept.get("not_held", ())), replayed=True)

    return once.answer(lambda: until_committed(attempt, services.write_policy.attempts, _BUSY), again)


def release_hold(
    services: Services, caller: Caller, scope: Scope | None, hold_id: str, idempotency: IdempotencyKey | None = None
) -> ReleasedHold:
    """The deletions that it kept go on, unless another hold keeps them. Raises `ForbiddenRole` and `NotFound`."""
    owner, subject = _owner(caller, scope or caller.bound), _subject(segment_id(hold_id, "hold_id"))
    once, wanted = Once(services, idempotency), [keys.barrier(owner), keys.audit(owner, subject, 1)]

    def attempt() -> ReleasedHold:
        found, now = services.records.get(wanted), services.clock.now()
        barrier = deletion_codec.barrier(found[0])
        left = tuple(hold for hold in barrier.holds if hold.hold_id != hold_id)
        if left == barrier.holds:
            raise NotFound("there is no such hold in this scope")
        resumed = () if left else _held(services, owner, barrier.requests)
        previous = "" if found[1] is None else str(found[1].attributes["hash"])
        change = _audited(owner, subject, 2, AuditAction.HOLD_RELEASED, caller, now, previous)
        change |= put_barrier(
            owner, replace(barrier, holds=left), Reading.of(wanted[:1], found[:1]), services.deletion_policy, now
        )
        once.commit(change, {"at": now.isoformat(), "resumed": list(resumed)})
        _go_on(services, owner, barrier.requests)
        return ReleasedHold(hold_id, owner, now, resumed)

    def again(kept: Kept) -> ReleasedHold:
        return ReleasedHold(hold_id, owner, _at(kept), tuple(kept.get("resumed", ())), replayed=True)

    return once.answer(lambda: until_committed(attempt, services.write_policy.attempts, _BUSY), again)


def list_holds(services: Services, caller: Caller, scope: Scope | None) -> tuple[Scope, tuple[Hold, ...]]:
    """The owner, and the holds of it that stand, oldest first. Raises `ForbiddenRole`."""
    owner = _owner(caller, scope or caller.bound)
    (record,) = services.records.get([keys.barrier(owner)])
    return owner, deletion_codec.barrier(record).holds


def _owner(caller: Caller, scope: Scope) -> Scope:
    target = may_govern(caller, scope, Role.AUDITOR)
    if target != target.owner or target.kind not in (ScopeKind.USER, ScopeKind.PROJECT):
        raise Malformed.field("scope", "must be a user or a project: a hold keeps all of it")
    return target


def _subject(hold_id: str) -> str:
    return f"hold:{keys.hashed(hold_id)}"


def _at(kept: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(kept["at"])


def _audited(
    owner: Scope, subject: str, sequence: int, action: AuditAction, caller: Caller, now: datetime, previous: str
) -> Change:
    entry = AuditRecord(
        subject=subject,
        sequence=sequence,
        action=action,
        actor=caller.principal,
        acting_for=None,
        at=sort_text(now),
        version=0,
        content_hmac="",
        previous=previous,
    ).sealed()
    return Change(puts=(audit_record(owner, entry),))


def _unheld(services: Services, owner: Scope, ids: tuple[str, ...]) -> tuple[str, ...]:
    return _with(services, owner, ids, held=False)


def _held(services: Services, owner: Scope, ids: tuple[str, ...]) -> tuple[str, ...]:
    return _with(services, owner, ids, held=True)


def _with(services: Services, owner: Scope, ids: tuple[str, ...], *, held: bool) -> tuple[str, ...]:
    found = services.records.get([keys.deletion(owner, id) for id in ids]) if ids else []
    requests = [deletion_codec.deletion(record) for record in found if record is not None]
    return tuple(one.request_id for one in requests if (one.status is RequestStatus.HELD) == held)


def _go_on(services: Services, owner: Scope, ids: tuple[str, ...]) -> None:
    """What is not reached here, because the process ends, the sweeper finds."""
    for record in services.records.get([keys.deletion(owner, id) for id in ids]) if ids else []:
        if record is not None:
            go_on_without_holds(services, deletion_codec.deletion(record))
