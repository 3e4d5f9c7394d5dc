"""Deletions: wire models to domain values and back."""

from __future__ import annotations

from shared.contracts.deletions import (
    DeletionAccepted,
    DeletionBody,
    PreviewItem,
    PreviewResponse,
    ReceiptBody,
    SelectorBody,
    StoreLine,
    TargetBody,
    VerifiedDeletionBody,
)
from shared.domain.deletion.barrier import DeletionRequest, Receipt, RequestStatus, Selector
from shared.runtime.mapping.receipts import signed_verification
from shared.usecases.deletion_preview.preview import Preview
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
        status=RequestStatus.ACCEPTED,
        accepted_at=request.accepted_at,
        subject=request.subject,
        selector=_selector_body(request.selector),
        matched=request.matched,
    )


def deletion(request: DeletionRequest) -> DeletionBody:
    return DeletionBody.model_construct(
        request_id=request.request_id,
        scope=request.scope,
        subject=request.subject,
        selector=_selector_body(request.selector),
        matched=request.found,
        status=request.status,
        accepted_at=request.accepted_at,
        completed_at=request.completed_at,
        targets={
            target.value: TargetBody.model_construct(
                status=state.status, attempts=state.attempts, removed=state.removed, residue=state.residue
            )
            for target, state in request.targets
        },
        receipt=None if request.receipt is None else _receipt(request, request.receipt),
    )


def verified(request: DeletionRequest, signed: SignedVerification | None) -> VerifiedDeletionBody:
    return VerifiedDeletionBody.model_construct(
        **dict(deletion(request)), verification=None if signed is None else signed_verification(signed)
    )


def _receipt(request: DeletionRequest, value: Receipt) -> ReceiptBody:
    return ReceiptBody(
        number=value.number,
        request_id=value.request_id,
        subject=value.subject,
        selector=value.selector,
        accepted_at=value.accepted_at,
        completed_at=value.completed_at,
        stores=[StoreLine(store=name, removed=removed, residue=residue) for name, removed, residue in value.stores],
        backups_until=value.backups_until,
        previous=value.previous,
        hash=value.hash,
        signing=request.signing,
        log_index=request.log_index,
    )
