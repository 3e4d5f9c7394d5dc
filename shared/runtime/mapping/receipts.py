"""Signed receipts, keys and the log: domain values to wire models."""

from __future__ import annotations

from shared.contracts.governance.receipts import (
    KeyBody,
    KeySetBody,
    LogBody,
    LogCheckBody,
    LogPlaceBody,
    SignedReceiptBody,
    SignedVerificationBody,
)
from shared.domain.receipts.log_state import LogCheck
from shared.domain.receipts.public_keys import SigningKey, base64url, cose_key_set
from shared.domain.scopes import Scope
from shared.usecases.receipts.read_receipt import LogProof, SignedReceipt
from shared.usecases.receipts.sign_verification import SignedVerification


def signed_receipt(value: SignedReceipt) -> SignedReceiptBody:
    return SignedReceiptBody(
        request_id=value.request_id,
        signing=value.signing,
        statement=base64url(value.statement),
        receipt=base64url(value.receipt),
        transparent=base64url(value.transparent),
        log=LogPlaceBody(
            name=value.log,
            index=value.index,
            size=value.size,
            root=base64url(value.root),
            head=base64url(value.head),
        ),
        keys=[_key(key) for key in value.keys],
    )


def signed_verification(value: SignedVerification) -> SignedVerificationBody:
    return SignedVerificationBody(statement=base64url(value.statement), keys=[_key(value.key)])


def key_set(keys: tuple[SigningKey, ...]) -> KeySetBody:
    return KeySetBody(keys=[_key(key) for key in keys], cose=base64url(cose_key_set(keys)))


def _key(key: SigningKey) -> KeyBody:
    return KeyBody(**key.jwk())


def log_proof(value: LogProof) -> LogBody:
    return LogBody(
        log=value.log,
        start=value.start,
        to=value.to,
        from_root=None if value.start_root is None else base64url(value.start_root),
        root=base64url(value.root),
        consistency=[base64url(hash) for hash in value.path],
        head=None if value.head is None else base64url(value.head),
        size=value.size,
    )


def log_check(value: LogCheck, org: Scope) -> LogCheckBody:
    return LogCheckBody(
        state=value.state, size=value.size, witnessed=value.witnessed, detail=value.sentence(org.path)
    )  # fmt: skip
