"""Field encryption by a KMS key, without a data key of our own to keep."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from shared.domain.errors import Unavailable

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

_PIECE = 4096  # bytes that one call encrypts at most


class KmsCipher:
    """A content of at most 10,000 characters is one to ten pieces, each its own call; they open in their order only."""

    def __init__(self, client: KMSClient, key_id: str) -> None:
        self._client = client
        self._key_id = key_id

    def seal(self, text: str, context: str) -> bytes:
        plain = text.encode()
        count = max(1, -(-len(plain) // _PIECE))
        pieces = []
        for number in range(count):
            piece = plain[number * _PIECE : (number + 1) * _PIECE]
            pieces.append(self._encrypt(piece, _context(context, number, count)).hex())
        return json.dumps(pieces).encode()

    def open(self, sealed: bytes, context: str) -> str:
        pieces = json.loads(sealed)
        plain = [
            self._decrypt(bytes.fromhex(piece), _context(context, number, len(pieces)))
            for number, piece in enumerate(pieces)
        ]
        return b"".join(plain).decode()

    def _encrypt(self, piece: bytes, context: dict[str, str]) -> bytes:
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            answer = self._client.encrypt(KeyId=self._key_id, Plaintext=piece, EncryptionContext=context)
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the key for sensitive fields cannot be used now") from error
        return answer["CiphertextBlob"]

    def _decrypt(self, piece: bytes, context: dict[str, str]) -> bytes:
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            answer = self._client.decrypt(KeyId=self._key_id, CiphertextBlob=piece, EncryptionContext=context)
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the key for sensitive fields cannot be used now") from error
        return answer["Plaintext"]


def _context(owner: str, number: int, count: int) -> dict[str, str]:
    return {"owner": owner, "piece": f"{number}/{count}"}
