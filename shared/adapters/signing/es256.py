"""What both signers share: a public key by its thumbprint, and a signature without its DER form."""

from __future__ import annotations

import hashlib
import json

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from shared.domain.receipts.public_keys import SigningKey, base64url

COORDINATE = 32  # bytes of r, s, x and y on P-256


def public_key(key: ec.EllipticCurvePublicKey) -> SigningKey:
    """A `ValueError` for a key on another curve."""
    if not isinstance(key.curve, ec.SECP256R1):
        raise ValueError("the signing key must be on the curve P-256")  # noqa: TRY004 - a wrong key, not a wrong type
    numbers = key.public_numbers()
    x, y = numbers.x.to_bytes(COORDINATE, "big"), numbers.y.to_bytes(COORDINATE, "big")
    return SigningKey(thumbprint(x, y), x, y)


def thumbprint(x: bytes, y: bytes) -> str:
    """RFC 7638: SHA-256 over the canonical JSON of the key's required members."""
    members = {"crv": "P-256", "kty": "EC", "x": base64url(x), "y": base64url(y)}
    return base64url(hashlib.sha256(json.dumps(members, separators=(",", ":")).encode()).digest())


def raw(der: bytes) -> bytes:
    """r and s side by side, as COSE and JOSE carry them."""
    r, s = decode_dss_signature(der)
    return r.to_bytes(COORDINATE, "big") + s.to_bytes(COORDINATE, "big")
