"""How many memories an owner may have, what makes room when there are more, and what never does.

From the limit on maintenance evicts. From a twentieth above it it does so at once, and a tenth above it new memories
are refused: a writer who loops meets that, and so does an owner of whom only protected memories are left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from shared.domain.errors import MemoryLimitReached
from shared.domain.hygiene.maintenance_rules import RetrievalStats, staleness_of
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.lifetimes import ExpiryPolicy, UpkeepPolicy
from shared.domain.memories.memory import ENDED, Importance, Memory, MemoryType, Status
from shared.domain.scopes import ScopeKind

# From this chance on that a text sets a limit, forbids or requires something, it is not evicted.
_BINDING = 0.5
_WAITING = (Status.CANDIDATE, Status.PENDING_REVIEW)


@dataclass(frozen=True, slots=True)
class OwnerLimit:
    """In memories, of any status and in every scope of the owner. 0: no limit."""

    most: int

    def excess(self, memories: int) -> int:
        """How many are to be evicted."""
        return max(0, memories - self.most) if self.most else 0

    def is_pressing(self, memories: int) -> bool:
        """Whether maintenance begins before its daily pass."""
        return self.excess(memories) > self.most // 20

    def is_usual(self, memories: int) -> bool:
        """Whether writes alone explain the excess. A larger one comes from a lowered limit, which the daily pass deals
        with, whose removals are limited."""
        return self.excess(memories) <= 2 * (self.most // 10 + 1)

    def is_full(self, memories: int) -> bool:
        return self.excess(memories) > self.most // 10

    def refuse_more(self, memories: int) -> None:
        """Raises `MemoryLimitReached` a tenth above the limit."""
        if self.is_full(memories):
            raise MemoryLimitReached(
                "the owner has more memories than its limit allows, and maintenance has not made room: delete or "
                "correct what is no longer needed, or try again later",
                memory_limit=self.most,
                memories=memories,
            )


def limit_of(kind: ScopeKind, policy: UpkeepPolicy) -> OwnerLimit | None:
    """Of an owner of this kind; `None` for one that is not counted."""
    most = {ScopeKind.USER: policy.user_memories, ScopeKind.PROJECT: policy.project_memories}.get(kind)
    return None if most is None else OwnerLimit(most)


def may_evict(memory: Memory) -> bool:
    """Never what another system or a person answers for, what waits for a person, and what binds or matters. What has
    ended counts as a memory while its record is there, and makes room whatever it said."""
    if memory.status in ENDED:
        return True
    answered_for = memory.type is MemoryType.PROFILE or memory.source is Source.SYSTEM_OF_RECORD
    matters = memory.meaning.binding >= _BINDING or memory.importance is not Importance.NORMAL
    return not (answered_for or matters or memory.trust is Trust.INSTRUCTION or memory.status in _WAITING)


EvictionOrder: TypeAlias = tuple[bool, float, float, str]


def eviction_order(
    memory: Memory, stats: RetrievalStats | None, policy: ExpiryPolicy, now: datetime
) -> EvictionOrder:  # fmt: skip
    """The greatest is evicted first: what has ended, then the most stale, then the oldest."""
    stale = staleness_of(memory, stats, policy).at(now)
    return (memory.status in ENDED, stale, -memory.created_at.timestamp(), memory.memory_id)
