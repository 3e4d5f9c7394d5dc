"""ES256 by an asymmetric KMS key, which never leaves KMS."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

from shared.domain.errors import Unavailable
from shared.ports import Signature

if TYPE_CHECKING:
    from mypy_boto3_kms import KMSClient

    from shared.domain.receipts.public_keys import SigningKey

_LONGEST_MESSAGE = 4096  # bytes that KMS hashes itself


class KmsSigner:
    """KMS gets the message itself as far as it accepts it, and the digest of a longer one: the signature means the
    same. The public key is requested once."""

    def __init__(self, client: KMSClient, key_id: str) -> None:
        self._client = client
        self._key_id = key_id

    def public_key(self) -> SigningKey:
        return self._public_key

    def sign(self, message: bytes) -> Signature:
        from botocore.exceptions import BotoCoreError, ClientError

        from shared.adapters.signing.es256 import raw

        whole = len(message) <= _LONGEST_MESSAGE
        try:
            answer = self._client.sign(
                KeyId=self._key_id,
                Message=message if whole else hashlib.sha256(message).digest(),
                MessageType="RAW" if whole else "DIGEST",
                SigningAlgorithm="ECDSA_SHA_256",
            )
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the signing key cannot be used now") from error
        return Signature(raw(answer["Signature"]), self._public_key.key_id)

    @cached_property
    def _public_key(self) -> SigningKey:
        from botocore.exceptions import BotoCoreError, ClientError
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import load_der_public_key

        from shared.adapters.signing.es256 import public_key

        try:
            answer = self._client.get_public_key(KeyId=self._key_id)
        except (ClientError, BotoCoreError) as error:
            raise Unavailable("the signing key cannot be read now") from error
        key = load_der_public_key(answer["PublicKey"])
        if not isinstance(key, ec.EllipticCurvePublicKey):
            raise ValueError("the signing key must be on the curve P-256")  # noqa: TRY004 - a wrong key
        return public_key(key)
