"""Public keys as others read them: JSON Web Keys (RFC 7517) and COSE keys (RFC 9052, section 7)."""

from __future__ import annotations

import base64
from dataclasses import dataclass

import cbor2

# Labels and values of a COSE key on P-256.
_KTY, _KID, _ALG, _CRV, _X, _Y = 1, 2, 3, -1, -2, -3
_EC2, _P256, _ES256 = 2, 1, -7


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key on P-256 that signs, or once signed. `key_id`: its thumbprint (RFC 7638, SHA-256, base64url), which anyone
    who has the key can work out. `x` and `y`: 32 bytes each."""

    key_id: str
    x: bytes
    y: bytes

    def holds(self, message: bytes, signature: bytes) -> bool:
        """Whether `signature` (r and s, 32 bytes each) is this key's own over the message (ES256)."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

        half = len(signature) // 2
        r, s, x, y = (int.from_bytes(n, "big") for n in (signature[:half], signature[half:], self.x, self.y))
        try:
            key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
            key.verify(encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
        except (InvalidSignature, ValueError):
            return False
        return True

    def jwk(self) -> dict[str, str]:
        return {
            "kty": "EC",
            "crv": "P-256",
            "x": base64url(self.x),
            "y": base64url(self.y),
            "alg": "ES256",
            "use": "sig",
            "kid": self.key_id,
        }

    def cose(self) -> dict[int, object]:
        return {_KTY: _EC2, _KID: self.key_id.encode(), _ALG: _ES256, _CRV: _P256, _X: self.x, _Y: self.y}


def cose_key_set(keys: tuple[SigningKey, ...]) -> bytes:
    return cbor2.dumps([key.cose() for key in keys], canonical=True)


def base64url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
