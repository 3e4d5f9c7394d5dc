"""Reading COSE messages strictly: whatever is not encoded in the one deterministic way is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cbor2

MOST_BYTES = 1_000_000
ALG, CONTENT_TYPE, KID, CWT_CLAIMS, RECEIPTS, VDS, VDP = 1, 3, 4, 15, 394, 395, 396
ISS, SUB, IAT = 1, 2, 6
_SIGN1, _ES256 = 18, -7


class NotValid(Exception):
    """What was given does not hold; the message says why, for a person."""


@dataclass(frozen=True, slots=True)
class Message:
    """A COSE_Sign1. Nothing of it is verified by having been read. `payload` is `None` when it was left out."""

    header: bytes
    protected: Mapping[Any, Any]
    unprotected: Mapping[Any, Any]
    payload: bytes | None
    signature: bytes

    @property
    def key_id(self) -> str:
        kid = self.protected.get(KID)
        if not isinstance(kid, bytes):
            raise NotValid("a signature does not name its key")
        return kid.decode("utf-8", "replace")

    def claim(self, label: int) -> Any:
        claims = self.protected.get(CWT_CLAIMS)
        return claims.get(label) if isinstance(claims, Mapping) else None

    def without_receipts(self) -> bytes:
        """The bytes that were logged: the statement before receipts were put inside."""
        return _encoded(cbor2.CBORTag(_SIGN1, [self.header, {}, self.payload, self.signature]))

    def to_be_signed(self, payload: bytes) -> bytes:
        return _encoded(["Signature1", self.header, b"", payload])


def read(raw: bytes, what: str) -> Message:
    """Raises `NotValid`."""
    value = decoded(raw, what)
    if not isinstance(value, cbor2.CBORTag) or value.tag != _SIGN1 or not _is_list(value.value, 4):
        raise NotValid(f"{what} is no COSE_Sign1 message")
    header, unprotected, payload, signature = value.value
    if not isinstance(header, bytes) or not isinstance(unprotected, Mapping):
        raise NotValid(f"{what} has no headers")
    if not isinstance(signature, bytes) or not (payload is None or isinstance(payload, bytes)):
        raise NotValid(f"{what} has no signature")
    protected = decoded(header, f"the header of {what}")
    if not isinstance(protected, Mapping) or protected.get(ALG) != _ES256:
        raise NotValid(f"{what} is not signed by ES256")
    if 2 in protected:
        raise NotValid(f"{what} demands what this check does not know")
    return Message(header, protected, unprotected, payload, signature)


def decoded(raw: bytes, what: str) -> Any:
    """One value of deterministic CBOR. Raises `NotValid` for anything else."""
    if len(raw) > MOST_BYTES:
        raise NotValid(f"{what} is too long")
    try:
        value = cbor2.loads(raw)
        again = _encoded(value)
    except Exception as error:  # a decoder of foreign bytes fails in many ways, and each means the same
        raise NotValid(f"{what} cannot be read") from error
    if again != raw:
        raise NotValid(f"{what} is not encoded as it was signed")
    return value


def json_in(content: bytes, what: str) -> Any:
    """Raises `NotValid`."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise NotValid(f"{what} cannot be read") from error


def inclusion_proof(receipt: Message) -> tuple[int, int, list[bytes]]:
    """Size of the tree, index of the entry, and the path. Raises `NotValid`."""
    if receipt.protected.get(VDS) != 1:
        raise NotValid("the receipt is of another kind of log than RFC 9162")
    if receipt.payload is not None:
        raise NotValid("the receipt brings its own root")
    proofs = receipt.unprotected.get(VDP)
    inclusion = proofs.get(-1) if isinstance(proofs, Mapping) else None
    if inclusion is None or not _is_list(inclusion, 1) or not isinstance(inclusion[0], bytes):
        raise NotValid("the receipt holds no inclusion proof")
    proof = decoded(inclusion[0], "the inclusion proof")
    if not _is_list(proof, 3) or not _is_list(proof[2], None):
        raise NotValid("the inclusion proof cannot be read")
    size, index, path = proof
    if type(size) is not int or type(index) is not int:
        raise NotValid("the inclusion proof cannot be read")
    if not all(isinstance(node, bytes) and len(node) == 32 for node in path):
        raise NotValid("the inclusion proof cannot be read")
    return size, index, list(path)


def receipts_in(statement: Message) -> list[bytes]:
    found = statement.unprotected.get(RECEIPTS, [])
    if not _is_list(found, None) or not all(isinstance(one, bytes) for one in found):
        raise NotValid("the receipts inside the statement cannot be read")
    return list(found)


def _is_list(value: object, length: int | None) -> bool:
    return isinstance(value, (list, tuple)) and length in (None, len(value))


def _encoded(value: object) -> bytes:
    return cbor2.dumps(value, canonical=True)
