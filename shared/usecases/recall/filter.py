"""Whether a memory, as the store of truth knows it, may be shown for a query; what may not is counted by reason."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.domain.deletion.barrier import Barrier
from shared.domain.memories.memory import RECALLABLE, Memory, MemoryType, Status
from shared.domain.recall.conflicts import Risk
from shared.domain.recall.policy import Mode, TimeKind
from shared.domain.recall.ranking import Ranked
from shared.domain.scopes import Scope
from shared.records.memories import memory_codec
from shared.records.store.record import Record


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """`min_relevance` `None` takes the mode's own threshold. `metadata`: every named value must be equal."""

    text: str
    scope: Scope | None = None
    mode: Mode = Mode.PULL
    top_k: int = 5
    types: tuple[MemoryType, ...] = ()
    keys: tuple[str, ...] = ()
    metadata: Mapping[str, object] | None = None
    purpose: str | None = None
    min_relevance: float | None = None
    risk: Risk = Risk.LOW
    as_of: datetime | None = None
    as_of_kind: TimeKind = TimeKind.VALID
    include_history: bool = False
    include_inherited: bool = True
    include_descendants: bool = False
    profile: str = "default"
    # Whose events are looked at as well: a session of exactly the target scope.
    session_id: str | None = None

    @property
    def looks_back(self) -> bool:
        return self.as_of is not None or self.include_history


class RecallFilter:
    def __init__(
        self,
        query: RecallQuery,
        scopes: Sequence[Scope],
        target: Scope,
        now: datetime,
        threshold: float,
        *,
        least_x: float = -math.inf,
    ) -> None:
        self._query, self._scopes, self._target, self.now = query, scopes, target, now
        self._threshold, self._least_x = threshold, least_x
        self.suppressed: Counter[str] = Counter()

    def is_relevant(self, found: Ranked) -> bool:
        if found.relevance >= self._threshold and found.x >= self._least_x:
            return True
        self.suppressed["below_relevance"] += 1
        return False

    def known(self, record: Record | None, barrier: Barrier, copies: Mapping[str, Memory | None]) -> Memory | None:
        """The memory as it is now, unless it is gone or a deletion hides it: a view that lags behind an update still
        found the right memory. `copies`: by id, what other owners' deletions leave of those that are copies."""
        if record is None:
            self.suppressed["gone"] += 1
            return None
        memory_id = str(record.attributes["memory_id"])
        there = copies[memory_id] if memory_id in copies else memory_codec.memory(record.attributes).at(self.now)
        memory = None if there is None else barrier.seen(there)
        if memory is None:
            self.suppressed["deleted"] += 1
        return memory

    def accepts(self, memory: Memory) -> bool:
        reason = self._objection(memory) or self._objection_of_time(memory)
        if reason is not None:
            self.suppressed[reason] += 1
        return reason is None

    def accepts_whose(self, memory: Memory) -> bool:
        """Whether versions of this memory may be shown, whatever time they are of."""
        reason = self._objection(memory)
        if reason is not None:
            self.suppressed[reason] += 1
        return reason is None

    def _objection(self, memory: Memory) -> str | None:
        query = self._query
        if memory.sealed is not None:
            return "sealed"
        if memory.is_expired(self.now):
            return "expired"
        if not memory.serves(query.purpose):
            return "out_of_purpose"
        below = query.include_descendants and memory.scope.is_below(self._target)
        if memory.scope not in self._scopes and not below:
            return "out_of_scope"
        if query.types and memory.type not in query.types:
            return "other_type"
        if query.keys and memory.key not in query.keys:
            return "other_key"
        if query.metadata and any(memory.metadata.get(k) != v for k, v in query.metadata.items()):
            return "other_metadata"
        return None

    def _objection_of_time(self, memory: Memory) -> str | None:
        if not memory.holds_at(self.now):
            return "out_of_validity"
        if memory.status not in (*RECALLABLE, Status.PENDING_REVIEW):
            return str(memory.status)
        return None
