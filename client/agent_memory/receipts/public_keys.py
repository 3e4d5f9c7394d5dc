"""Public keys from files: a JSON Web Key, a set of them, or PEM. Each is known by its thumbprint, not by its name."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from agent_memory.receipts import messages
from agent_memory.receipts.messages import Message, NotValid

Keys = Mapping[str, ec.EllipticCurvePublicKey]


def keys_in(content: bytes) -> Keys:
    """Raises `NotValid` when there is no key on P-256 to be read."""
    if content.lstrip().startswith(b"-----BEGIN"):
        return _known(_pem(content))
    value = messages.json_in(content, "the key file")
    return from_jwks(value["keys"] if isinstance(value, dict) and "keys" in value else [value])


def from_jwks(values: object) -> Keys:
    if not isinstance(values, list):
        raise NotValid("the keys cannot be read")
    found: dict[str, ec.EllipticCurvePublicKey] = {}
    for value in values:
        found |= _known(_jwk(value))
    return found


def verify(message: Message, payload: bytes, keys: Keys, what: str) -> str:
    """The id of the key that signed it. Raises `NotValid`."""
    key = keys.get(message.key_id)
    if key is None:
        raise NotValid(f"{what} is signed by the key {message.key_id}, which is not among those given")
    signature = message.signature
    if len(signature) != 64:
        raise NotValid(f"the signature of {what} has the wrong length")
    der = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    try:
        key.verify(der, message.to_be_signed(payload), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise NotValid(f"the signature of {what} does not hold") from error
    return message.key_id


def raw(text: object, what: str) -> bytes:
    """Bytes from base64url without padding. Raises `NotValid`."""
    if not isinstance(text, str):
        raise NotValid(f"{what} is missing")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotValid(f"{what} cannot be read") from error


def _pem(content: bytes) -> ec.EllipticCurvePublicKey:
    try:
        key = load_pem_public_key(content)
    except ValueError as error:
        raise NotValid("the key cannot be read") from error
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise NotValid("the key is not on the curve P-256")
    return key


def _jwk(value: Any) -> ec.EllipticCurvePublicKey:
    if not isinstance(value, dict) or (value.get("kty"), value.get("crv")) != ("EC", "P-256"):
        raise NotValid("the key is not on the curve P-256")
    x, y = (int.from_bytes(raw(value.get(name), "a key"), "big") for name in ("x", "y"))
    try:
        return ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    except ValueError as error:
        raise NotValid("the key is not on the curve P-256") from error


def _known(key: ec.EllipticCurvePublicKey) -> dict[str, ec.EllipticCurvePublicKey]:
    numbers = key.public_numbers()
    x, y = (_base64url(number.to_bytes(32, "big")) for number in (numbers.x, numbers.y))
    text = json.dumps({"crv": "P-256", "kty": "EC", "x": x, "y": y}, separators=(",", ":"))
    return {_base64url(hashlib.sha256(text.encode()).digest()): key}


def _base64url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
