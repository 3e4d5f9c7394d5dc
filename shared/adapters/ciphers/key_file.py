"""Field encryption by a key file, for the laptop: AES-256-GCM."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.domain.errors import Unavailable

_NONCE = 12


class FileCipher:
    """The key is made with the file, which only its user may read. Without the file sealed content stays closed."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                file.write(AESGCM.generate_key(256))
        self._key = AESGCM(path.read_bytes())

    def seal(self, text: str, context: str) -> bytes:
        nonce = os.urandom(_NONCE)
        return nonce + self._key.encrypt(nonce, text.encode(), context.encode())

    def open(self, sealed: bytes, context: str) -> str:
        try:
            return self._key.decrypt(sealed[:_NONCE], sealed[_NONCE:], context.encode()).decode()
        except InvalidTag as error:
            raise Unavailable("the key for sensitive fields is not the one that sealed this") from error
