"""What a sealed record looks like in the store.

Content: all attributes, in CBOR, are one AES-256-GCM ciphertext in the attribute `sealed_record`:

1 byte of format | 8 bytes: id of the data key | 12 bytes of nonce | ciphertext and tag

A record that outlives its owner: its attributes as they are, with `record_seal`, an HMAC-SHA-256 behind the same
first nine bytes. In both, the record's table, keys, revision, epoch, expiry and next check are part of what is
authenticated: a record that was moved, renamed or put back under another revision does not open."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import cast

import cbor2
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from shared.domain.instants import sort_text
from shared.records.keys import is_encrypted
from shared.records.store.record import Attributes, Record, Value
from shared.records.store.stored_form import stored_form

SEALED_RECORD, RECORD_SEAL = "sealed_record", "record_seal"
KEY_ID_BYTES, KEY_BYTES = 8, 32
_FORMAT = b"\x01"
_NONCE = 12
_HEAD = len(_FORMAT) + KEY_ID_BYTES


class NotIntact(Exception):
    """It was not sealed by this key as it is."""


@dataclass(frozen=True)
class DataKey:
    """Random bytes of one owner, from which each use derives a key of its own. `revision`: of the record it lies in.
    `epoch`: the last of the owner in which the record was there beside a barrier that was clear (0: or in none)."""

    key_id: bytes
    secret: bytes
    revision: int
    epoch: int = 0

    @cached_property
    def cipher(self) -> AESGCM:
        return AESGCM(self._derived("record encryption"))

    @cached_property
    def seal_key(self) -> bytes:
        return self._derived("record seal")

    @cached_property
    def mark_key(self) -> bytes:
        return self._derived("hash in a sort key")

    def mark(self, hash: str) -> str:
        """The replacement of a text's hash in a sort key: equal for equal hashes of one owner."""
        return hmac.new(self.mark_key, hash.encode(), "sha256").hexdigest()

    def _derived(self, use: str) -> bytes:
        return HKDF(hashes.SHA256(), KEY_BYTES, salt=self.key_id, info=use.encode()).derive(self.secret)


def sealed(record: Record, key: DataKey, nonces: Callable[[int], bytes]) -> Record:
    """The record as it is stored. Its key and its instants must be those under which it will be read."""
    plain = stored_form(record)
    head = _FORMAT + key.key_id
    if is_encrypted(record.key):
        nonce = nonces(_NONCE)
        ciphertext = key.cipher.encrypt(nonce, cbor2.dumps(plain.attributes), _about(plain))
        return replace(plain, attributes={SEALED_RECORD: head + nonce + ciphertext})
    return replace(plain, attributes={**plain.attributes, RECORD_SEAL: head + _seal(plain, key)})


def key_id_of(record: Record) -> bytes | None:
    """The id of the data key named in the record, `None` if it names none."""
    found = record.attributes.get(SEALED_RECORD if is_encrypted(record.key) else RECORD_SEAL)
    if not isinstance(found, bytes) or len(found) <= _HEAD or not found.startswith(_FORMAT):
        return None
    return found[len(_FORMAT) : _HEAD]


def opened(record: Record, key: DataKey) -> Attributes:
    """The attributes as they were before the record was sealed. Raises `NotIntact`."""
    if is_encrypted(record.key):
        return _decrypted(record, key)
    seal = cast("bytes", record.attributes[RECORD_SEAL])
    plain = replace(record, attributes={n: v for n, v in record.attributes.items() if n != RECORD_SEAL})
    if not hmac.compare_digest(seal[_HEAD:], _seal(plain, key)):
        raise NotIntact
    return plain.attributes


def _decrypted(record: Record, key: DataKey) -> Attributes:
    body = cast("bytes", record.attributes[SEALED_RECORD])[_HEAD:]
    if len(record.attributes) != 1:
        raise NotIntact
    try:
        plain = key.cipher.decrypt(body[:_NONCE], body[_NONCE:], _about(record))
    except (InvalidTag, ValueError) as error:
        raise NotIntact from error
    return cast("Attributes", cbor2.loads(plain))


def _seal(plain: Record, key: DataKey) -> bytes:
    body = cbor2.dumps([_about(plain), _ordered(plain.attributes)])
    return hmac.new(key.seal_key, body, "sha256").digest()


def _ordered(value: Value) -> object:
    """Maps by name, since a store need not keep their order; the rest as it is, types and all."""
    if isinstance(value, Mapping):
        return {name: _ordered(value[name]) for name in sorted(value)}
    if isinstance(value, list | tuple):
        return [_ordered(item) for item in value]
    return value


def _about(record: Record) -> bytes:
    key = record.key
    return cbor2.dumps(
        [
            key.table.value,
            key.pk,
            key.sk,
            record.revision,
            _text(record.expires_at),
            _text(record.next_check_at),
            record.epoch,
        ]
    )


def _text(instant: datetime | None) -> str | None:
    return None if instant is None else sort_text(instant)
