"""COSE messages as bytes: signed statements (RFC 9052, RFC 9943), receipts of the log (RFC 9942) and its heads.

Everything is encoded deterministically, so that the bytes that were signed can be made again from what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cbor2

SIGN1_TAG = 18
ES256 = -7
# Header labels.
ALG, CONTENT_TYPE, KID, CWT_CLAIMS, RECEIPTS, VDS, VDP = 1, 3, 4, 15, 394, 395, 396
# Claims, the tree of RFC 9162 among the verifiable data structures, and its kinds of proofs.
ISS, SUB, IAT = 1, 2, 6
RFC9162_SHA256 = 1
INCLUSION = -1
HEAD_CONTENT_TYPE = "application/vnd.agent-memory.tree-head+cbor"


@dataclass(frozen=True, slots=True)
class Signed:
    """What a signature says of itself: who signed with which key, about what, when (seconds since 1970)."""

    key_id: str
    issuer: str
    subject: str
    at: int

    def statement_header(self, content_type: str) -> bytes:
        return _encoded({ALG: ES256, CONTENT_TYPE: content_type, KID: self.key_id.encode(), CWT_CLAIMS: self._claims()})

    def receipt_header(self) -> bytes:
        return _encoded({ALG: ES256, KID: self.key_id.encode(), CWT_CLAIMS: self._claims(), VDS: RFC9162_SHA256})

    def head_header(self) -> bytes:
        return self.statement_header(HEAD_CONTENT_TYPE)

    def _claims(self) -> dict[int, str | int]:
        return {ISS: self.issuer, SUB: self.subject, IAT: self.at}


def to_be_signed(header: bytes, payload: bytes) -> bytes:
    """The `Sig_structure` of RFC 9052, section 4.4, without external data."""
    return _encoded(["Signature1", header, b"", payload])


def statement(header: bytes, payload: bytes, signature: bytes) -> bytes:
    """A signed statement, as it is registered: its bytes are the entry of the log."""
    return _sign1(header, {}, payload, signature)


def receipt(header: bytes, size: int, index: int, path: Sequence[bytes], signature: bytes) -> bytes:
    """That the entry at `index` is in the tree of `size` entries. The root that is signed is left out: who checks it
    works it out from the entry and the path."""
    proof = _encoded([size, index, list(path)])
    return _sign1(header, {VDP: {INCLUSION: [proof]}}, None, signature)


def transparent(signed_statement: bytes, receipts: Sequence[bytes]) -> bytes:
    """The statement with its receipts: one file that says everything."""
    header, _, payload, signature = cbor2.loads(signed_statement).value
    return _sign1(header, {RECEIPTS: list(receipts)}, payload, signature)


def key_id_of(message: bytes) -> str:
    """Of a message of ours. It is read here and not verified."""
    header, *_ = cbor2.loads(message).value
    return bytes(cbor2.loads(header)[KID]).decode()


def head_payload(name: str, size: int, root: bytes) -> bytes:
    return _encoded({"log": name, "size": size, "root": root})


def _sign1(header: bytes, unprotected: dict[int, object], payload: bytes | None, signature: bytes) -> bytes:
    return _encoded(cbor2.CBORTag(SIGN1_TAG, [header, unprotected, payload, signature]))


def _encoded(value: object) -> bytes:
    return cbor2.dumps(value, canonical=True)
