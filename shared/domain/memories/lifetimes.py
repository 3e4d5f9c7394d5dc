"""Time to live by type, and the numbers of maintenance. `hygiene` decides which rule applies when."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from shared.domain.instants import days
from shared.domain.memories.memory import AS_ITS_TYPE, Expiry, Lifetime, Memory, MemoryType


@dataclass(frozen=True, slots=True)
class TimeToLive:
    """Counted from record time (the last write or confirmation), so that old evidence brought in today lives."""

    soft: timedelta | None
    hard: timedelta | None


@dataclass(frozen=True, slots=True)
class UpkeepPolicy:
    """SPEC section 8: after how long maintenance does what."""

    # A month without a reader after the soft expiry: nobody misses it.
    soft_expired_unread: timedelta = timedelta(days=30)
    # What ended while it was remembered explains for a month what has changed, and nobody recalls it.
    validity_ended: timedelta = timedelta(days=30)
    # As long as decided reviews can be looked up: the history explains the current version for a quarter.
    ended_kept: timedelta = timedelta(days=90)
    # Below this a statement is hardly more than a guess; two months without new evidence and it is ranked down.
    low_confidence: float = 0.3
    low_confidence_for: timedelta = timedelta(days=60)
    # Staleness in hundredths: 0.4 age + 0.3 access decay + 0.3 conflict, compared in whole numbers.
    stale_at: int = 70
    evict_at: int = 90
    age_span: timedelta = timedelta(days=365)  # of types without a hard expiry
    access_span: timedelta = timedelta(days=30)
    # How many memories of one organisation a scheduled pass removes: what is more waits for a person, because so much
    # at once may come from a setting that is wrong.
    most_removed: int = 5_000
    # How many memories a user and a project keep before maintenance evicts; 0: no limit. Of an organisation and of
    # `/global` people write, so they have none. Ten thousand is what the design asks for; a project has many writers.
    user_memories: int = 10_000
    project_memories: int = 50_000
    # Facts and procedures have no time to live: a person looks at what nobody has read for half a year.
    unread: timedelta = timedelta(days=180)
    # What is written together is in the index an hour later, so the daily scan sees it within a day and this hour.
    scan_after: timedelta = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ExpiryPolicy:
    """SPEC section 4. Preferences and episodes fade after a quarter and end after a year; task learnings serve a
    task, so a month and a quarter; facts, procedures and profiles end by being replaced."""

    preference: TimeToLive = TimeToLive(days(90), days(365))
    task: TimeToLive = TimeToLive(days(30), days(90))
    episodic: TimeToLive = TimeToLive(days(90), days(365))
    semantic: TimeToLive = TimeToLive(None, None)
    procedural: TimeToLive = TimeToLive(None, None)
    profile: TimeToLive = TimeToLive(None, None)
    # The store's own time to live is a safety net behind the audited removal: a week after it was due.
    store_grace: timedelta = timedelta(days=7)
    upkeep: UpkeepPolicy = field(default_factory=UpkeepPolicy)

    def of(self, type: MemoryType) -> TimeToLive:
        return {
            MemoryType.PREFERENCE: self.preference,
            MemoryType.TASK: self.task,
            MemoryType.EPISODIC: self.episodic,
            MemoryType.SEMANTIC: self.semantic,
            MemoryType.PROCEDURAL: self.procedural,
            MemoryType.PROFILE: self.profile,
        }[type]

    def expiry_of(self, type: MemoryType, recorded_at: datetime, given: Lifetime = AS_ITS_TYPE) -> Expiry:
        """What the writer has set goes before what the type has. It never fades after it has ended."""
        live = self.of(type)
        soft = live.soft if given.soft_days is None else days(given.soft_days)
        hard = live.hard if given.hard_days is None else days(given.hard_days)
        hard_at = given.ends_at or (None if hard is None else recorded_at + hard)
        soft_at = None if soft is None else recorded_at + soft
        if soft_at is not None and hard_at is not None:
            soft_at = min(soft_at, hard_at)
        return Expiry(soft_at, hard_at, given)


def store_expiry(memory: Memory, policy: ExpiryPolicy) -> datetime | None:
    return None if memory.expiry.hard_at is None else memory.expiry.hard_at + policy.store_grace
