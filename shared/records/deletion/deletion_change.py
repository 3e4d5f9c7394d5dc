"""Which records a deletion writes: its request, the owner's barrier, the receipt chain, the audit chain."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import cast

from shared.domain.audit.chain import AuditAction, AuditRecord
from shared.domain.deletion.barrier import Barrier, DeletionPolicy, DeletionRequest, Receipt
from shared.domain.instants import sort_text, wire_text
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.ledger.audit import audit_record
from shared.records.memories.memory_change import Author
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record


def put_request(request: DeletionRequest, reading: Reading) -> Change:
    key = keys.deletion(request.scope, request.request_id)
    revision = reading.next_revision(key)
    return Change(puts=(deletion_codec.deletion_record(replace(request, revision=revision)),)) | reading.unchanged(key)


def scheduled(request: DeletionRequest) -> Change:
    """Where a replay after a restore finds the deletion: in its organisation until it has a receipt there."""
    open_key = keys.open_deletion(request.scope, request.request_id)
    return Change(
        puts=(
            Record(open_key, {"owner": request.scope.owner.path, "request_id": request.request_id}),
            Record(keys.org_with_deletions(request.scope), {"org": request.scope.org_scope.path}),
        )
    )


def awaiting_signature(request: DeletionRequest, due: datetime) -> Change:
    """Where the schedule finds a receipt whose signing never came to its end."""
    key = keys.unsigned_receipt(request.scope, request.request_id)
    attributes = {"owner": request.scope.owner.path, "request_id": request.request_id}
    return Change(puts=(Record(key, attributes, next_check_at=due),))


def put_barrier(scope: Scope, barrier: Barrier, reading: Reading, policy: DeletionPolicy, now: datetime) -> Change:
    """While requests are open the barrier itself is due, so that the sweeper finds what never ran."""
    key = keys.barrier(scope)
    due = now + policy.sweep_after if barrier.requests else None
    record = deletion_codec.barrier_record(scope, replace(barrier, revision=reading.next_revision(key)), due)
    return Change(puts=(record,)) | reading.unchanged(key)


def put_receipt(
    request: DeletionRequest, reading: Reading, policy: DeletionPolicy, now: datetime
) -> tuple[Receipt, Change]:
    """The next link in the organisation's chain. `reading` holds the chain's head."""
    head = keys.receipt_head(request.scope)
    last = reading[head]
    receipt = Receipt(
        number=1 if last is None else cast("int", last.attributes["number"]) + 1,
        request_id=request.request_id,
        subject=request.subject,
        selector=request.selector.kind.value,
        accepted_at=wire_text(request.accepted_at),
        completed_at=wire_text(now),
        stores=tuple(
            (target.value, state.removed, state.residue, wire_text(state.completed_at or now))
            for target, state in request.targets
        ),
        backups_until=wire_text(now + policy.backup_retention),
        previous="" if last is None else cast("str", last.attributes["hash"]),
        holds=tuple(
            (
                held.hold.hold_id,
                held.hold.reference,
                wire_text(held.hold.placed_at),
                wire_text(held.released_at or now),
            )
            for held in request.holds
        ),
        exports=tuple((made.at, made.actor, made.scope) for made in request.exports),
    ).sealed()
    link = Record(keys.receipt(request.scope, receipt.number), deletion_codec.receipt_attributes(receipt))
    return receipt, Change(puts=(link,)) | reading.put(head, {"number": receipt.number, "hash": receipt.hash})


def audited_deletion(request: DeletionRequest, sequence: int, author: Author, previous: str) -> Change:
    """The deletion's own chain: asked for, then completed, and for each time that residue was found opened again and
    completed again."""
    action = AuditAction.DELETION_COMPLETED
    if sequence % 2:
        action = AuditAction.DELETION_REQUESTED if sequence == 1 else AuditAction.DELETION_REOPENED
    entry = AuditRecord(
        subject=f"deletion:{keys.hashed(request.request_id)}",
        sequence=sequence,
        action=action,
        actor=author.actor,
        acting_for=author.acting_for,
        at=sort_text(author.at),
        version=0,
        content_hmac="",
        previous=previous,
    ).sealed()
    return Change(puts=(audit_record(request.scope, entry),))
