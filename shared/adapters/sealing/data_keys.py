"""The data keys that a process holds: wrapped in the store, open for at most five minutes here.

One call of the wrapping key (KMS, or the laptop's key file) a new key, and one an owner every five minutes that a
process works for. The standing key, which is never destroyed, is kept as long as the process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

from shared.adapters.sealing.envelope import KEY_BYTES, KEY_ID_BYTES, DataKey
from shared.ports import Cipher
from shared.records.keys import STANDING, data_key
from shared.records.store.record import Record

KEPT_S = 300.0
_MOST = 2_000


@dataclass(slots=True)
class DataKeys:
    """`wrapping` is the key that wraps them; `monotonic` gives seconds. Safe for use by several threads."""

    wrapping: Cipher
    randomness: Callable[[int], bytes]
    monotonic: Callable[[], float] = time.monotonic
    _known: dict[str, tuple[float, DataKey]] = field(default_factory=dict)
    _absent: dict[str, None] = field(default_factory=dict)

    def known(self, pk: str) -> DataKey | None:
        found = self._known.get(pk)
        if found is None or (pk != STANDING and self.monotonic() - found[0] >= KEPT_S):
            return None
        return found[1]

    def learn(self, pk: str, record: Record) -> DataKey:
        """The key in a record at `keys.data_key(pk)`. Raises `Unavailable` when it cannot be unwrapped."""
        key_id = cast("bytes", record.attributes["key_id"])
        known = self.known(pk)
        if known is not None and (known.key_id, known.revision) == (key_id, record.revision):
            return known
        secret = self.wrapping.open(cast("bytes", record.attributes["wrapped"]), _context(pk, key_id))
        return self._keep(pk, DataKey(key_id, bytes.fromhex(secret), record.revision, record.epoch))

    def fresh(self, pk: str) -> tuple[DataKey, Record]:
        """A new key, which belongs to no owner until its record is stored."""
        key_id, secret = self.randomness(KEY_ID_BYTES), self.randomness(KEY_BYTES)
        wrapped = self.wrapping.seal(secret.hex(), _context(pk, key_id))
        record = Record(data_key(pk), {"key_id": key_id, "wrapped": wrapped})
        return DataKey(key_id, secret, record.revision), record

    def keep(self, pk: str, key: DataKey) -> None:
        self._keep(pk, key)

    def was_there(self, pk: str, key: DataKey, epoch: int) -> None:
        """A transaction found the key's record, and the owner's barrier clear in this epoch."""
        since, known = self._known.get(pk, (0.0, None))
        if known == key:
            self._known[pk] = (since, replace(key, epoch=epoch))

    def forget(self, pk: str) -> None:
        self._known.pop(pk, None)
        self._absent.pop(pk, None)

    def was_absent(self, pk: str) -> bool:
        """Whether a read found none: a caller that makes one without another read is refused if there is one now."""
        return pk in self._absent

    def note_absent(self, pk: str) -> None:
        self.forget(pk)
        if len(self._absent) >= _MOST:
            self._absent.clear()
        self._absent[pk] = None

    def _keep(self, pk: str, key: DataKey) -> DataKey:
        if len(self._known) >= _MOST:
            self._known.clear()
        self._absent.pop(pk, None)
        self._known[pk] = (self.monotonic(), key)
        return key


def _context(pk: str, key_id: bytes) -> str:
    return f"data-key|{pk}|{key_id.hex()}"
