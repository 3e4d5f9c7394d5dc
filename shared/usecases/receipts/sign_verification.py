"""What a verification on demand has found, signed as a receipt is. It is not logged: the log is of deletions, and the
next verification may find something else."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from shared.domain.deletion.barrier import DeletionRequest
from shared.domain.errors import Unavailable
from shared.domain.instants import sort_text
from shared.domain.receipts import cose
from shared.domain.receipts.deletion_statement import VERIFICATION_TYPE, StoreResult, VerificationStatement
from shared.domain.receipts.public_keys import SigningKey
from shared.ports import Signer
from shared.records import keys
from shared.records.ledger.log_leaves import put_signing_key
from shared.records.store.reading import Reading
from shared.records.store.record import CheckFailed
from shared.usecases.services import Services


@dataclass(frozen=True, slots=True)
class SignedVerification:
    """`statement`: COSE_Sign1, ES256, by `key`."""

    statement: bytes
    key: SigningKey


def sign_verification(services: Services, found: DeletionRequest) -> SignedVerification | None:
    """`found`: the deletion with today's residue. `None` where nothing is signed, or the key cannot be used now: what
    was found is worth its answer without a signature."""
    if services.signer is None:
        return None
    try:
        return _signed(services, services.signer, found)
    except Unavailable:
        return None


def _signed(services: Services, signer: Signer, found: DeletionRequest) -> SignedVerification:
    now, key, org = services.clock.now(), signer.public_key(), found.scope.org_scope
    stated = VerificationStatement(
        request_id=found.request_id,
        subject=found.subject,
        scope=found.scope.path,
        selector=found.selector.kind.value,
        ids=found.selector.ids,
        session_id=found.selector.session_id,
        status=found.status.value,
        accepted_at=sort_text(found.accepted_at),
        verified_at=sort_text(now),
        stores=tuple(StoreResult(target.value, state.removed, state.residue) for target, state in found.targets),
    )
    header = cose.Signed(key.key_id, services.issuer, stated.about, int(now.timestamp())).statement_header(
        VERIFICATION_TYPE
    )
    content = stated.content()
    message = cose.statement(header, content, signer.sign(cose.to_be_signed(header, content)).value)
    place = keys.signing_key(org, key.key_id)
    change = put_signing_key(org, key, Reading.of([place], services.records.get([place])))
    if change.puts:
        with suppress(CheckFailed):  # somebody else has just put the same
            services.records.commit(change)
    return SignedVerification(message, key)
