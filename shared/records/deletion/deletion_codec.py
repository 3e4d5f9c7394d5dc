"""Barriers, deletion requests, marks and receipts to record attributes and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from shared.domain.deletion.barrier import (
    Barrier,
    BarrierState,
    DeletionRequest,
    Mark,
    Receipt,
    RequestStatus,
    Selector,
    SelectorKind,
    Signing,
    Target,
    TargetState,
    TargetStatus,
)
from shared.domain.deletion.holds import Export, Held, Hold
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.store.attributes import instant, instant_text, present, required_instant
from shared.records.store.record import Attributes, Record


def barrier(record: Record | None) -> Barrier:
    """No record: nothing was ever deleted."""
    if record is None:
        return Barrier()
    a = cast("Mapping[str, Any]", record.attributes)
    return Barrier(
        state=BarrierState(a["state"]),
        deleted_before=a["deleted_before"],
        narrow_before=a.get("narrow_before", ""),
        hidden=frozenset(a.get("hidden", ())),
        requests=tuple(a.get("requests", ())),
        revision=record.revision,
        marks=tuple(_mark(mark) for mark in a.get("marks", ())),
        crowded=a.get("crowded", False),
        epoch=a.get("epoch", 0),
        subject_epoch=a.get("subject_epoch", 0),
        holds=tuple(_hold(hold) for hold in a.get("holds", ())),
    )


def barrier_record(scope: Scope, value: Barrier, next_check_at: datetime | None) -> Record:
    return Record(
        keys.barrier(scope),
        {
            "owner": scope.owner.path,
            "state": value.state.value,
            "deleted_before": value.deleted_before,
            "narrow_before": value.narrow_before,
            "epoch": value.epoch,
            "subject_epoch": value.subject_epoch,
            "hidden": sorted(value.hidden),
            "requests": list(value.requests),
            **({"marks": [_mark_attributes(mark) for mark in value.marks]} if value.marks else {}),
            **({"crowded": True} if value.crowded else {}),
            **({"holds": [_hold_attributes(hold) for hold in value.holds]} if value.holds else {}),
        },
        value.revision,
        next_check_at=next_check_at,
    )


def _mark_attributes(mark: Mark) -> Attributes:
    return present(
        {
            "request_id": mark.request_id,
            "kind": mark.selector.kind.value,
            "ids": list(mark.selector.ids),
            "session_id": mark.selector.session_id,
            "scope": mark.scope.path,
            "accepted_at": instant_text(mark.accepted_at),
            "epoch": mark.epoch,
        }
    )


def _mark(a: Mapping[str, Any]) -> Mark:
    return Mark(
        a["request_id"],
        Selector(SelectorKind(a["kind"]), tuple(a.get("ids", ())), a.get("session_id")),
        Scope.parse(a["scope"]),
        required_instant(a["accepted_at"]),
        epoch=a.get("epoch", 0),
    )


def _hold_attributes(hold: Hold) -> Attributes:
    return {
        "hold_id": hold.hold_id,
        "reference": hold.reference,
        "by": hold.by,
        "placed_at": instant_text(hold.placed_at),
    }


def _hold(a: Mapping[str, Any]) -> Hold:
    return Hold(a["hold_id"], a["reference"], a["by"], required_instant(a["placed_at"]))


def _state_attributes(state: TargetState) -> list[object]:
    done = instant_text(state.completed_at) or ""
    return [state.status.value, state.attempts, state.removed, state.residue, done, state.cause]


def _state(status: str, attempts: int, removed: int, residue: int, completed_at: str, cause: str) -> TargetState:
    return TargetState(TargetStatus(status), attempts, removed, residue, instant(completed_at or None), cause)


def _held_attributes(held: Held) -> Attributes:
    return present({**_hold_attributes(held.hold), "released_at": instant_text(held.released_at)})


def _held(a: Mapping[str, Any]) -> Held:
    return Held(_hold(a), instant(a.get("released_at")))


def deletion_record(request: DeletionRequest) -> Record:
    receipt = request.receipt
    return Record(
        keys.deletion(request.scope, request.request_id),
        present(
            {
                "request_id": request.request_id,
                "scope": request.scope.path,
                "places": [[id, place.path] for id, place in request.places],
                "selector_kind": request.selector.kind.value,
                "ids": list(request.selector.ids),
                "session_id": request.selector.session_id,
                "cursors": {target.value: cursor for target, cursor in request.cursors},
                "accepted_at": instant_text(request.accepted_at),
                "epoch": request.epoch,
                "actor": request.actor,
                "status": request.status.value,
                "targets": {target.value: _state_attributes(state) for target, state in request.targets},
                "attempt": request.attempt,
                "attempt_at": instant_text(request.attempt_at),
                "matched": request.matched,
                "completed_at": instant_text(request.completed_at),
                "receipt": receipt_attributes(receipt) if receipt else None,
                "signing": request.signing.value,
                "log_index": request.log_index,
                "reopened": request.reopened,
                "holds": [_held_attributes(held) for held in request.holds],
                "exports": [[made.at, made.actor, made.scope] for made in request.exports],
            }
        ),
        request.revision,
    )


def deletion(record: Record) -> DeletionRequest:
    a = cast("Mapping[str, Any]", record.attributes)
    return DeletionRequest(
        request_id=a["request_id"],
        scope=Scope.parse(a["scope"]),
        places=tuple((id, Scope.parse(place)) for id, place in a.get("places", ())),
        selector=Selector(SelectorKind(a["selector_kind"]), tuple(a.get("ids", ())), a.get("session_id")),
        cursors=tuple((Target(name), cursor) for name, cursor in sorted(a.get("cursors", {}).items())),
        accepted_at=required_instant(a["accepted_at"]),
        epoch=a.get("epoch", 0),
        actor=a["actor"],
        status=RequestStatus(a["status"]),
        targets=tuple(
            (Target(name), _state(*state))
            for name, state in sorted(a["targets"].items(), key=lambda entry: list(Target).index(Target(entry[0])))
        ),
        attempt=a.get("attempt", 0),
        attempt_at=instant(a.get("attempt_at")),
        matched=a.get("matched"),
        completed_at=instant(a.get("completed_at")),
        receipt=receipt(a["receipt"]) if "receipt" in a else None,
        signing=Signing(a["signing"]),
        log_index=a.get("log_index"),
        reopened=a.get("reopened", 0),
        holds=tuple(_held(held) for held in a.get("holds", ())),
        exports=tuple(Export(*made) for made in a.get("exports", ())),
        revision=record.revision,
    )


def receipt_attributes(value: Receipt) -> Attributes:
    return {
        "number": value.number,
        "request_id": value.request_id,
        "subject": value.subject,
        "selector": value.selector,
        "accepted_at": value.accepted_at,
        "completed_at": value.completed_at,
        "stores": [list(store) for store in value.stores],
        "backups_until": value.backups_until,
        "previous": value.previous,
        "hash": value.hash,
        "holds": [list(hold) for hold in value.holds],
        "exports": [list(made) for made in value.exports],
    }


def receipt(attributes: Attributes) -> Receipt:
    a = cast("Mapping[str, Any]", attributes)
    stores = tuple((str(name), int(removed), int(left), str(done)) for name, removed, left, done in a["stores"])
    holds, exports = tuple(map(tuple, a["holds"])), tuple(map(tuple, a["exports"]))
    return Receipt(**{**a, "stores": stores, "holds": holds, "exports": exports})
