"""ES256 by a key file, for the laptop."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from shared.adapters.ciphers.key_file import DamagedKeyFile
from shared.adapters.signing.es256 import public_key, raw
from shared.domain.receipts.public_keys import SigningKey
from shared.ports import Signature


class FileSigner:
    """The key is made with the file, which only its user may read; another file in its place is another key."""

    def __init__(self, path: Path) -> None:
        """Raises `OSError`, and `ValueError` when the file holds no private key on P-256."""
        if not path.exists():
            _make(path)
        try:
            key = serialization.load_pem_private_key(path.read_bytes(), password=None)
        except (ValueError, TypeError):
            raise DamagedKeyFile(path) from None
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError(f"{path} holds no key on the curve P-256")  # noqa: TRY004 - a wrong file, not a wrong type
        self._key = key
        self._public_key = public_key(key.public_key())

    def public_key(self) -> SigningKey:
        return self._public_key

    def sign(self, message: bytes) -> Signature:
        return Signature(raw(self._key.sign(message, ec.ECDSA(hashes.SHA256()))), self._public_key.key_id)


def _make(path: Path) -> None:
    """All of the file or nothing: it is written beside its place and then renamed."""
    pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
