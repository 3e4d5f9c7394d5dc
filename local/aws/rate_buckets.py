"""Token buckets of tenants and users, where one process serves all of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta


class ProcessRateBuckets:
    """Lost at its end: a full bucket is what a caller has before its first request."""

    def __init__(self) -> None:
        self._full_at: dict[tuple[str, ...], datetime] = {}

    def take(self, ids: Sequence[str], refill: timedelta, now: datetime) -> datetime:
        full_at = max(self._full_at.get(tuple(ids), now), now) + refill
        self._full_at[tuple(ids)] = full_at
        return full_at
