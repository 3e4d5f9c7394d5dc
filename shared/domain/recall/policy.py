"""The numbers of a recall.

The id of a recall: says by itself when it was, and that this caller was given it. Nothing has to be kept for it.
"""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from shared.domain.errors import NotFound
from shared.domain.memories.memory import MemoryType


class Mode(StrEnum):
    PULL = "pull"
    PUSH = "push"


class TimeKind(StrEnum):
    """What `as_of` asks: what held then, or what was believed then."""

    VALID = "valid"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class RecallPolicy:
    """SPEC section 5."""

    pull_relevance: float = 0.75
    push_relevance: float = 0.8
    push_items: int = 5
    push_tokens: int = 2_000  # of the contents together
    push_types: tuple[MemoryType, ...] = (
        MemoryType.PREFERENCE,
        MemoryType.PROFILE,
        MemoryType.TASK,
        MemoryType.SEMANTIC,
    )
    # Candidates of each sub-query: on LoCoMo 50 lose .004 of R@10 against them, in one owner's 5,882 memories .012, and
    # 150 win no more (docs/decisions/ranking.md). A larger `top_k` asks for more, up to the bound.
    candidates: int = 100
    most_candidates: int = 200
    # Records read for k answers: some of what a lagging view finds is no longer there.
    hydrate_factor: int = 2
    # With search down: how many memories of each readable scope are looked through, newest first.
    degraded_looked_at: int = 200


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
