"""Field encryption by a key file, for the laptop: AES-256-GCM."""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.domain.errors import Unavailable

_NONCE, _KEY = 12, 32


class DamagedKeyFile(ValueError):
    """The file holds no key of its kind; what was sealed or signed under it needs the file as it was."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"the key file {path} is damaged: put a copy of it back. Removing it makes a new key, under which nothing "
            "opens that was sealed before"
        )


class FileCipher:
    """The key is made with the file, which only its user may read. Without the file sealed content stays closed."""

    def __init__(self, path: Path) -> None:
        """Raises `OSError`, and `DamagedKeyFile`."""
        if not path.exists():
            with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
                file.write(AESGCM.generate_key(256))
        key = path.read_bytes()
        if len(key) != _KEY:
            raise DamagedKeyFile(path)
        self._key = AESGCM(key)

    def seal(self, text: str, context: str) -> bytes:
        nonce = os.urandom(_NONCE)
        return nonce + self._key.encrypt(nonce, text.encode(), context.encode())

    def open(self, sealed: bytes, context: str) -> str:
        try:
            return self._key.decrypt(sealed[:_NONCE], sealed[_NONCE:], context.encode()).decode()
        except InvalidTag as error:
            raise Unavailable("the key for sensitive fields is not the one that sealed this") from error
