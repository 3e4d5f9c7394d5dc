"""The id of a recall: says by itself when it was, and that this caller was given it. Nothing has to be kept for it."""

from __future__ import annotations

import hashlib
import uuid
from datetime import UTC, datetime, timedelta

from shared.domain.errors import NotFound

# How long feedback on a recall is taken.
OPEN_FOR = timedelta(days=1)
_CHECK = 16


def recall_id(fresh_id: str, principal: str) -> str:
    """`fresh_id` is a UUIDv7. The check is no secret: feedback opens nothing that its sender may not read anyway."""
    return f"{fresh_id}-{_check(fresh_id, principal)}"


def _check(fresh_id: str, principal: str) -> str:
    return hashlib.sha256(f"recall\x00{fresh_id}\x00{principal}".encode()).hexdigest()[:_CHECK]


def require_recall(text: str, principal: str, now: datetime) -> str:
    """The id itself, if this caller was given it within the last day. Raises `NotFound`."""
    fresh_id = text.rpartition("-")[0]
    try:
        made_at = datetime.fromtimestamp((uuid.UUID(fresh_id).int >> 80) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        raise NotFound("there is no such recall") from None
    if recall_id(fresh_id, principal) != text or not now - OPEN_FOR <= made_at <= now + timedelta(minutes=1):
        raise NotFound("there is no such recall")
    return text
