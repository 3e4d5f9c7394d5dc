"""Deletions: wire models to domain values and back."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote

from shared.contracts.deletions import (
    DeletionAccepted,
    DeletionBody,
    ElsewhereBody,
    ExportBody,
    HeldBody,
    HoldBody,
    PlacedHoldBody,
    PreviewItem,
    PreviewResponse,
    ReceiptBody,
    ReleasedHoldBody,
    SelectorBody,
    StoreLine,
    TargetBody,
    VerifiedDeletionBody,
)
from shared.domain.deletion.barrier import DeletionPolicy, DeletionRequest, Receipt, RequestStatus, Selector, Target
from shared.domain.deletion.elsewhere import elsewhere
from shared.domain.deletion.holds import Hold
from shared.domain.deletion.targets import Level
from shared.domain.scopes import Scope
from shared.runtime.mapping.receipts import signed_verification
from shared.usecases.deletion_preview.preview import Preview
from shared.usecases.holds.legal_holds import PlacedHold, ReleasedHold
from shared.usecases.receipts.sign_verification import SignedVerification

_SHOWN = 1_000  # characters of a content in a preview


def selector(body: SelectorBody) -> Selector:
    return Selector(body.kind, tuple(body.ids or ()), body.session_id)


def _selector_body(value: Selector) -> SelectorBody:
    return SelectorBody.model_construct(kind=value.kind, ids=list(value.ids) or None, session_id=value.session_id)


def preview(found: Preview) -> PreviewResponse:
    return PreviewResponse.model_construct(
        items=[
            PreviewItem.model_construct(
                layer=one.layer,
                reason=one.reason,
                id=one.id,
                scope=one.scope,
                session_id=one.session_id,
                content=one.content[:_SHOWN],
                relevance=None if one.relevance is None else round(one.relevance, 3),
                selector=_selector_body(one.selector),
            )
            for one in found.items
        ],
        examined=found.examined,
        degraded=found.degraded,
        next_cursor=found.next_cursor,
    )


def deletion_accepted(request: DeletionRequest) -> DeletionAccepted:
    """The first answer, and the same for every repetition, however far the deletion has come."""
    return DeletionAccepted.model_construct(
        request_id=request.request_id,
        status=RequestStatus.HELD if request.status is RequestStatus.HELD else RequestStatus.ACCEPTED,
        accepted_at=request.accepted_at,
        subject=request.subject,
        selector=_selector_body(request.selector),
        matched=request.matched,
        level=Level.HIDDEN if request.status is RequestStatus.HELD else Level.LOGICAL,
        covers=[target.value for target in Target],
        location=location(request),
    )


def location(request: DeletionRequest) -> str:
    """Where its state is read: the path with the scope, percent-encoded."""
    return f"/v1/deletions/{quote(request.request_id, safe='')}?scope={quote(request.scope.path, safe='')}"


def deletion(request: DeletionRequest, policy: DeletionPolicy) -> DeletionBody:
    return DeletionBody.model_construct(
        request_id=request.request_id,
        scope=request.scope,
        subject=request.subject,
        selector=_selector_body(request.selector),
        matched=request.found,
        status=request.status,
        accepted_at=request.accepted_at,
        completed_at=request.completed_at,
        level=request.level,
        targets={
            target.value: TargetBody.model_construct(
                status=state.status,
                attempts=state.attempts,
                removed=state.removed,
                residue=state.residue,
                completed_at=state.completed_at,
                cause=state.cause or None,
            )
            for target, state in request.targets
        },
        elsewhere=[
            ElsewhereBody.model_construct(what=one.what, until=one.until, note=one.note)
            for one in elsewhere(request, policy)
        ],
        exports=[_export(made.at, made.actor, made.scope) for made in request.exports],
        holds=[
            HeldBody.model_construct(
                hold_id=held.hold.hold_id,
                reference=held.hold.reference,
                placed_at=held.hold.placed_at,
                released_at=held.released_at,
            )
            for held in request.holds
        ],
        reopened=request.reopened,
        receipt=None if request.receipt is None else _receipt(request, request.receipt),
    )


def _export(at: str, by: str, scope: str) -> ExportBody:
    return ExportBody.model_construct(at=at, by=by, scope=scope)


def verified(
    request: DeletionRequest, policy: DeletionPolicy, signed: SignedVerification | None
) -> VerifiedDeletionBody:
    return VerifiedDeletionBody.model_construct(
        **dict(deletion(request, policy)), verification=None if signed is None else signed_verification(signed)
    )


def _receipt(request: DeletionRequest, value: Receipt) -> ReceiptBody:
    return ReceiptBody(
        number=value.number,
        request_id=value.request_id,
        subject=value.subject,
        selector=value.selector,
        accepted_at=value.accepted_at,
        completed_at=value.completed_at,
        stores=[
            StoreLine(store=name, removed=removed, residue=residue, completed_at=done)
            for name, removed, residue, done in value.stores
        ],
        backups_until=value.backups_until,
        previous=value.previous,
        hash=value.hash,
        holds=[
            HeldBody(
                hold_id=hold_id,
                reference=reference,
                placed_at=datetime.fromisoformat(placed),
                released_at=datetime.fromisoformat(released),
            )
            for hold_id, reference, placed, released in value.holds
        ],
        exports=[_export(*made) for made in value.exports],
        signing=request.signing,
        log_index=request.log_index,
    )


def hold(value: Hold, scope: Scope) -> HoldBody:
    return HoldBody.model_construct(
        hold_id=value.hold_id, scope=scope, reference=value.reference, by=value.by, placed_at=value.placed_at
    )


def placed(value: PlacedHold) -> PlacedHoldBody:
    return PlacedHoldBody.model_construct(**dict(hold(value.hold, value.scope)), not_held=list(value.not_held))


def released(value: ReleasedHold) -> ReleasedHoldBody:
    return ReleasedHoldBody.model_construct(
        hold_id=value.hold_id, scope=value.scope, released_at=value.released_at, resumed=list(value.resumed)
    )
