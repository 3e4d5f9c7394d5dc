"""What a scope's memories are made of at a moment: by source, status, age and time left. Counts, no content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from shared.domain.hygiene.maintenance_rules import RetrievalStats, staleness_of
from shared.domain.memories.evidence import Source
from shared.domain.memories.lifetimes import ExpiryPolicy
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope, ScopeKind

# What a person stated, a model inferred, a tool reported: the shares by which a diagnosis of noise begins.
ORIGINS: Mapping[Source, str] = {
    Source.SYSTEM_OF_RECORD: "record",
    Source.HUMAN_CONFIRMED: "stated",
    Source.USER_STATED: "stated",
    Source.CONFIG_CHANGE: "tool",
    Source.TASK_OUTCOME: "tool",
    Source.AGENT_INFERRED: "inferred",
    Source.EXTERNAL_UNVERIFIED: "external",
}
STALENESS = ((0.25, "below_0.25"), (0.5, "below_0.50"), (0.7, "below_0.70"))
VERY_STALE = "0.70_and_more"
TIME_LEFT = ((0, "due"), (7, "within_7_days"), (30, "within_30_days"), (90, "within_90_days"))
LATER, NEVER = "later", "never"


@dataclass(slots=True)
class Composition:
    """`scopes`: how many scopes of each owner hold memories."""

    memories: int = 0
    origins: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    staleness: Counter[str] = field(default_factory=Counter)
    time_left: Counter[str] = field(default_factory=Counter)
    scopes: dict[Scope, set[Scope]] = field(default_factory=dict)
    complete: bool = True

    def add(self, memory: Memory, stats: RetrievalStats | None, now: datetime, policy: ExpiryPolicy) -> None:
        self.memories += 1
        self.origins[ORIGINS[memory.source]] += 1
        self.statuses[memory.status.value] += 1
        self.types[memory.type.value] += 1
        self.staleness[_staleness(staleness_of(memory, stats, policy).at(now))] += 1
        self.time_left[_time_left(memory.expiry.hard_at, now)] += 1
        self.scopes.setdefault(memory.scope.owner, set()).add(memory.scope)

    def shares(self) -> dict[str, float]:
        """Of the memories, by origin."""
        return {name: round(n / self.memories, 4) for name, n in sorted(self.origins.items())}

    @property
    def scopes_of_users(self) -> list[int]:
        """For each user with memories."""
        return sorted(len(scopes) for owner, scopes in self.scopes.items() if owner.kind is ScopeKind.USER)


def _staleness(value: float) -> str:
    return next((name for limit, name in STALENESS if value < limit), VERY_STALE)


def _time_left(ends: datetime | None, now: datetime) -> str:
    if ends is None:
        return NEVER
    return next((name for days, name in TIME_LEFT if ends <= now + timedelta(days=days)), LATER)


# Changes that are writes: what was taken, as new or as a version, a repetition, a contradiction or a weaker statement.
_TAKEN = ("created", "updated", "confirmed", "kept_existing", "corrected", "disputed", "promoted")
_ENDED = ("expired", "evicted", "evicted_over_limit", "removed")


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares in [0, 1] of the writes that were taken; `reads`: recalls for each write. `None`: nothing was written."""

    writes: int
    duplicates: float | None
    conflicts: float | None
    corrections: float | None
    ended: float | None
    reads: float | None

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Rates:
        writes = sum(counts.get(name, 0) for name in _TAKEN)

        def share(names: Iterable[str]) -> float | None:
            return round(sum(counts.get(name, 0) for name in names) / writes, 4) if writes else None

        return cls(
            writes,
            duplicates=share(("confirmed",)),
            conflicts=share(("disputed",)),
            corrections=share(("corrected",)),
            ended=share(_ENDED),
            reads=share(("recalls_answered",)),
        )
