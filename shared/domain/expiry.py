"""Life in time: time to live by type, and the next instant at which a maintenance rule could apply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.domain.instants import days
from shared.domain.memories import Memory, MemoryType


@dataclass(frozen=True, slots=True)
class TimeToLive:
    """Counted from record time (the last write or confirmation), so that old evidence brought in today lives."""

    soft: timedelta | None
    hard: timedelta | None


@dataclass(frozen=True, slots=True)
class ExpiryPolicy:
    """SPEC section 4. Preferences and episodes fade after a quarter and are gone after a year; task learnings serve a
    task, so a month and a quarter; facts, procedures and profiles end by being replaced."""

    preference: TimeToLive = TimeToLive(days(90), days(365))
    task: TimeToLive = TimeToLive(days(30), days(90))
    episodic: TimeToLive = TimeToLive(days(90), days(365))
    semantic: TimeToLive = TimeToLive(None, None)
    procedural: TimeToLive = TimeToLive(None, None)
    profile: TimeToLive = TimeToLive(None, None)
    # The store's own time to live is a safety net behind the audited removal: a week after it was due.
    store_grace: timedelta = timedelta(days=7)

    def of(self, type: MemoryType) -> TimeToLive:
        return {
            MemoryType.PREFERENCE: self.preference,
            MemoryType.TASK: self.task,
            MemoryType.EPISODIC: self.episodic,
            MemoryType.SEMANTIC: self.semantic,
            MemoryType.PROCEDURAL: self.procedural,
            MemoryType.PROFILE: self.profile,
        }[type]

    def soft_expiry(self, type: MemoryType, recorded_at: datetime) -> datetime | None:
        soft = self.of(type).soft
        return None if soft is None else recorded_at + soft

    def hard_expiry(self, type: MemoryType, recorded_at: datetime) -> datetime | None:
        hard = self.of(type).hard
        return None if hard is None else recorded_at + hard


def next_check(memory: Memory, now: datetime) -> datetime | None:
    """The one next instant at which a maintenance rule could apply, never in the past; `None` when none ever can."""
    return None if memory.hard_expires_at is None else max(memory.hard_expires_at, now)


def store_expiry(memory: Memory, policy: ExpiryPolicy) -> datetime | None:
    return None if memory.hard_expires_at is None else memory.hard_expires_at + policy.store_grace
