"""The receipt of a completed deletion becomes one that others can check: signed, logged, and witnessed.

Every part can be repeated, and goes on where an earlier attempt stopped: if no signature can be made or the witness
cannot be reached, the receipt is late and nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from shared.domain.deletion.barrier import DeletionRequest, Receipt, Signing
from shared.domain.errors import NotFound
from shared.domain.receipts import cose
from shared.domain.receipts.deletion_statement import CONTENT_TYPE, DeletionStatement, StoreResult
from shared.domain.scopes import Scope
from shared.ports import Signer
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.deletion.deletion_change import put_request
from shared.records.ledger.log_leaves import StoredLeaf, put_signing_key
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Record
from shared.usecases.deletion.run_deletion import load
from shared.usecases.receipts.check_log import LogRolledBack, require_intact
from shared.usecases.receipts.receipt_log import (
    appending,
    log_name,
    proven_inclusion,
    read_leaf,
    root_at,
)
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

_GAVE_UP = "too many receipts of this organisation at once"


def sign_receipt(services: Services, owner: Scope, request_id: str) -> Signing:
    """Takes the receipt as far as possible. Raises `Unavailable` when it is to be tried again, and `LogRolledBack`
    when a person has to look. Raises `ValueError` for a deletion that has no receipt yet."""
    request = load(services, owner, request_id)
    if request.receipt is None:
        raise ValueError("a receipt is signed when its deletion is completed")
    if services.signer is None or request.signing in (Signing.NOT_SIGNED, Signing.SIGNED):
        return request.signing
    org = request.scope.org_scope
    require_intact(services, org)
    if request.signing is Signing.PENDING:
        receipt = request.receipt
        if request.log_index is None:
            request = _logged(services, services.signer, request, receipt)
        _sign_leaf(services, services.signer, request, receipt)
    return _published(services, load(services, owner, request_id))


def statement_of(request: DeletionRequest, receipt: Receipt) -> DeletionStatement:
    selector = request.selector
    return DeletionStatement(
        request_id=request.request_id,
        subject=request.subject,
        scope=request.scope.path,
        selector=selector.kind.value,
        ids=selector.ids,
        session_id=selector.session_id,
        epoch=request.epoch,
        accepted_at=receipt.accepted_at,
        completed_at=receipt.completed_at,
        stores=tuple(StoreResult(*store) for store in receipt.stores),
        backups_until=receipt.backups_until,
        number=receipt.number,
        chain=receipt.hash,
        holds=receipt.holds,
        exports=receipt.exports,
    )


def _logged(services: Services, signer: Signer, request: DeletionRequest, receipt: Receipt) -> DeletionRequest:
    """The statement is signed once and appended once: the request's own record is part of the transaction."""
    org, statement, key = request.scope.org_scope, statement_of(request, receipt), signer.public_key()
    header = _signed(services, key.key_id, statement.about).statement_header(CONTENT_TYPE)
    content = statement.content()
    message = cose.statement(header, content, signer.sign(cose.to_be_signed(header, content)).value)
    place = keys.deletion(request.scope, request.request_id)
    wanted = [place, keys.log_head(org), keys.signing_key(org, key.key_id)]

    def attempt() -> DeletionRequest:
        reading = Reading.of(wanted, services.records.get(wanted))
        current = _request(reading[place])
        if current.log_index is not None:
            return current
        leaf, change = appending(org, message, key, request.scope.owner, request.request_id, reading)
        logged = replace(current, log_index=leaf.index)
        services.records.commit(change | put_request(logged, reading))
        return logged

    return until_committed(attempt, services.write_policy.attempts, _GAVE_UP)


def _sign_leaf(services: Services, signer: Signer, request: DeletionRequest, receipt: Receipt) -> None:
    """The tree of which the leaf is the last one is signed after the leaf is stored: no root is ever signed for a
    tree that did not exist."""
    org, leaf, key = request.scope.org_scope, _leaf(services, request).leaf, signer.public_key()
    root, name = root_at(services, org, leaf.size), log_name(org)
    path = proven_inclusion(services, org, leaf.index, leaf.size)
    header = _signed(services, key.key_id, statement_of(request, receipt).about).receipt_header()
    signature = signer.sign(cose.to_be_signed(header, root)).value
    inclusion = cose.receipt(header, leaf.size, leaf.index, path, signature)
    header = _signed(services, key.key_id, f"urn:agent-memory:log:{quote(name, safe='')}").head_header()
    payload = cose.head_payload(name, leaf.size, root)
    head = cose.statement(header, payload, signer.sign(cose.to_be_signed(header, payload)).value)
    wanted = [keys.deletion(request.scope, request.request_id), keys.signing_key(org, key.key_id)]

    def attempt() -> None:
        stored, reading = _leaf(services, request), Reading.of(wanted, services.records.get(wanted))
        current = _request(reading[wanted[0]])
        if current.signing is not Signing.PENDING:
            return
        change = stored.put(stored.leaf.signed(inclusion, head)) | put_signing_key(org, key, reading)
        services.records.commit(change | put_request(replace(current, signing=Signing.LOGGED), reading))

    until_committed(attempt, services.write_policy.attempts, _GAVE_UP)


def _published(services: Services, request: DeletionRequest) -> Signing:
    org, leaf = request.scope.org_scope, _leaf(services, request).leaf
    if services.witness is not None:
        services.witness.publish(log_name(org), leaf.size, root_at(services, org, leaf.size), leaf.head)
    place = keys.deletion(request.scope, request.request_id)

    def attempt() -> Signing:
        reading = Reading.of([place], services.records.get([place]))
        done = replace(_request(reading[place]), signing=Signing.SIGNED)
        waiting = Change(removes=(keys.unsigned_receipt(request.scope, request.request_id),))
        services.records.commit(put_request(done, reading) | waiting)
        return done.signing

    return until_committed(attempt, services.write_policy.attempts, _GAVE_UP)


def _signed(services: Services, key_id: str, about: str) -> cose.Signed:
    return cose.Signed(key_id, services.issuer, about, int(services.clock.now().timestamp()))


def _request(record: Record | None) -> DeletionRequest:
    if record is None:
        raise NotFound("there is no such deletion")
    return deletion_codec.deletion(record)


def _leaf(services: Services, request: DeletionRequest) -> StoredLeaf:
    found = None if request.log_index is None else read_leaf(services, request.scope.org_scope, request.log_index)
    if found is None or found.leaf.request_id != request.request_id:
        raise LogRolledBack(f"the leaf of a receipt is missing in the log of {request.scope.org_scope.path}")
    return found
