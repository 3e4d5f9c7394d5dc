"""What is kept of an answer, so that a retry gets it again: ids and outcomes for 24 hours, never content."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from shared.domain.errors import IdempotencyMismatch
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record

KEPT_FOR = timedelta(hours=24)  # of the interface


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """One caller's key on one path, with the fingerprint of the body that it was sent with.

    The fingerprint is keyed by the caller's own key, of which the store keeps a hash only: nobody can try guessed
    bodies against what is stored.
    """

    record_key: Key
    fingerprint: str

    @classmethod
    def of(cls, principal: str, path: str, key: str, body: bytes) -> IdempotencyKey:
        fingerprint = hmac.new(key.encode(), body, hashlib.sha256).hexdigest()
        return cls(keys.idempotency(principal, path, key), fingerprint)

    @property
    def holder(self) -> str:
        """Whom a lease belongs to that a request with this key has taken."""
        return f"{self.record_key.pk}/{self.record_key.sk}"

    def part(self, number: int) -> IdempotencyKey:
        """The key of one item of a batch."""
        base = self.record_key
        return IdempotencyKey(Key(base.table, base.pk, f"{base.sk}#{number}"), self.fingerprint)

    def remembered(self, record: Record | None, now: datetime) -> Mapping[str, Any] | None:
        """The answer recorded under this key, `None` when there is none or its day is over.

        Raises `IdempotencyMismatch` when it belongs to another body.
        """
        if record is None or (record.expires_at is not None and record.expires_at <= now):
            return None
        answer = cast("Mapping[str, Any]", record.attributes)
        if answer["fingerprint"] != self.fingerprint:
            raise IdempotencyMismatch("this Idempotency-Key was used with another body")
        return answer

    def remember(self, answer: Attributes, reading: Reading, now: datetime) -> Change:
        return reading.put(self.record_key, {**answer, "fingerprint": self.fingerprint}, expires_at=now + KEPT_FOR)
