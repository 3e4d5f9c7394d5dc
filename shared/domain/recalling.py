"""The numbers of a recall."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.memories import MemoryType


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
    push_types: tuple[MemoryType, ...] = (
        MemoryType.PREFERENCE,
        MemoryType.PROFILE,
        MemoryType.TASK,
        MemoryType.SEMANTIC,
    )
    # Candidates of each sub-query: 50 lose nothing on LoCoMo against more, 30 lose .005 (RANKING.md). A larger `top_k`
    # asks for more, up to the bound.
    candidates: int = 50
    most_candidates: int = 200
    # Records read for k answers: some of what a lagging view finds is no longer there.
    hydrate_factor: int = 2
    # With search down: how many memories of each readable scope are looked through, newest first.
    degraded_looked_at: int = 200
