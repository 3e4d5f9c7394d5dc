"""Hygiene rules: what maintenance does to a memory, as a decision, and when it has to look again.

Every rule is one instant: the first at which it applies to the memory as it is. None of them passes again while the
memory stays as it is, so what is due is what lies in the past, and the next check is the earliest of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.hygiene.staleness import Staleness
from shared.domain.memories.lifetimes import ExpiryPolicy
from shared.domain.memories.memory import ENDED, NOT_YET, RECALLABLE, Memory, MemoryType, Status


class HygieneRule(StrEnum):
    """In their order: the first that applies decides."""

    HARD_EXPIRED = "hard_expired"
    VALIDITY_ENDED = "validity_ended"
    SOFT_EXPIRED_UNREAD = "soft_expired_unread"
    ENDED = "ended"
    LOW_CONFIDENCE = "low_confidence"
    EVICTION = "eviction"
    STALENESS = "staleness"
    SOFT_EXPIRED = "soft_expired"
    UNREAD = "unread"
    OVER_LIMIT = "over_limit"  # of the owner, and so no rule about the memory itself (`owner_limits`)


class HygieneAction(StrEnum):
    DELETE = "delete"
    DELETE_VERSION = "delete_version"
    MARK_STALE = "mark_stale"
    REVIEW = "review"


ACTIONS = {
    HygieneRule.HARD_EXPIRED: HygieneAction.DELETE,
    HygieneRule.VALIDITY_ENDED: HygieneAction.DELETE,
    HygieneRule.SOFT_EXPIRED_UNREAD: HygieneAction.DELETE,
    HygieneRule.ENDED: HygieneAction.DELETE_VERSION,
    HygieneRule.LOW_CONFIDENCE: HygieneAction.MARK_STALE,
    HygieneRule.EVICTION: HygieneAction.REVIEW,
    HygieneRule.STALENESS: HygieneAction.MARK_STALE,
    HygieneRule.SOFT_EXPIRED: HygieneAction.MARK_STALE,
    HygieneRule.UNREAD: HygieneAction.REVIEW,
    HygieneRule.OVER_LIMIT: HygieneAction.DELETE,
}

# Types that have no time to live and are put before a person instead.
_LASTING = (MemoryType.SEMANTIC, MemoryType.PROCEDURAL)
# What can contradict something: how things are (`meaning.STATE_LIKE`, which needs more than this module may import).
_SCANNED_TYPES = (MemoryType.PREFERENCE, MemoryType.PROFILE, *_LASTING)


@dataclass(frozen=True, slots=True)
class RetrievalStats:
    """How often a memory was handed out, and when last."""

    count: int = 0
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """One action on one version, and the rule that asked for it. `scope` is the memory's canonical path."""

    memory_id: str
    scope: str
    version: int
    rule: HygieneRule
    action: HygieneAction


def planned(memory: Memory, stats: RetrievalStats | None, policy: ExpiryPolicy, now: datetime) -> PlannedAction | None:
    """The first rule that matches decides; `None` when nothing is due. `stats` of `None`: never retrieved."""
    for rule, instant in _rules(memory, stats, policy):
        if instant <= now:
            return PlannedAction(memory.memory_id, memory.scope.path, memory.version, rule, ACTIONS[rule])
    return None


def planned_for_version(version: Memory, policy: ExpiryPolicy, now: datetime) -> PlannedAction | None:
    """The same for an ended version in the history, which nothing but its age matters for."""
    due = next_check_of_version(version, policy)
    if due is None or due > now:
        return None
    rule = HygieneRule.ENDED
    return PlannedAction(version.memory_id, version.scope.path, version.version, rule, ACTIONS[rule])


def next_check(
    memory: Memory, stats: RetrievalStats | None, policy: ExpiryPolicy, now: datetime
) -> datetime | None:  # fmt: skip
    """The one next instant at which a rule or the scan could apply, never in the past; `None` when none ever can.

    Retrievals only put it off: without `stats` it is early at worst.
    """
    instants = [instant for _, instant in _rules(memory, stats, policy)]
    scan = scan_due_at(memory, policy)
    if scan is not None:
        instants.append(scan)
    if memory.schedule.upcoming and memory.status not in ENDED:
        # The history takes up what has passed then, and its successor is scanned.
        instants.append(memory.schedule.upcoming[0].valid_from)
    return max(min(instants), now) if instants else None


def next_check_of_version(version: Memory, policy: ExpiryPolicy) -> datetime | None:
    """The history is kept for a while, and never beyond the hard expiry: the store's own time to live would take it
    then, without an audit and whatever a legal hold says."""
    if version.ending.at is None:
        return None
    kept = version.ending.at + policy.upkeep.ended_kept
    return kept if version.expiry.hard_at is None else min(kept, version.expiry.hard_at)


def scan_due_at(memory: Memory, policy: ExpiryPolicy) -> datetime | None:
    """When the contradiction scan has to look at a version that it has not seen; `None`: nothing to see."""
    return (memory.recorded_at or memory.created_at) + policy.upkeep.scan_after if waits_for_scan(memory) else None


def waits_for_scan(memory: Memory) -> bool:
    """Whether its current version has not been compared with its neighbours since it was recorded, or has no vector
    yet."""
    if memory.embedding == NOT_YET and memory.status not in ENDED:
        return True
    if memory.type not in _SCANNED_TYPES or memory.status not in RECALLABLE:
        return False
    seen = memory.upkeep.scanned_at
    return seen is None or seen < (memory.recorded_at or memory.created_at)


def staleness_of(memory: Memory, stats: RetrievalStats | None, policy: ExpiryPolicy) -> Staleness:
    return Staleness(
        confirmed_at=memory.updated_at,
        age_span=policy.of(memory.type).hard or policy.upkeep.age_span,
        read_at=_last_use(memory, stats),
        access_span=policy.upkeep.access_span,
        in_conflict=memory.status is Status.PENDING_REVIEW,
    )


def _ended_while_remembered(memory: Memory) -> datetime | None:
    """When a fact ended that still held when it was recorded. What was stated of the past was over from the start: how
    things were stays."""
    end = memory.valid_to
    if end is None or memory.status in ENDED or memory.schedule.upcoming:
        return None
    return end if end > (memory.recorded_at or memory.created_at) else None


def _last_use(memory: Memory, stats: RetrievalStats | None) -> datetime:
    """A write or a confirmation is a use as well: what was never retrieved has been unread since then."""
    read_at = None if stats is None else stats.last_at
    return memory.updated_at if read_at is None else max(read_at, memory.updated_at)


def _rules(
    memory: Memory, stats: RetrievalStats | None, policy: ExpiryPolicy
) -> Iterator[tuple[HygieneRule, datetime]]:  # fmt: skip
    """The rules that can ever apply to the memory as it is, in order, each with its first instant.

    Marking stale is for active memories only: a candidate would become a fact by it, a disputed one settled. A person
    is asked once about each state of a memory; the review stays open until somebody decides.
    """
    upkeep = policy.upkeep
    if memory.expiry.hard_at is not None:
        yield HygieneRule.HARD_EXPIRED, memory.expiry.hard_at
    if (ended := _ended_while_remembered(memory)) is not None:
        yield HygieneRule.VALIDITY_ENDED, ended + upkeep.validity_ended
    if memory.expiry.soft_at is not None and not memory.schedule.upcoming:
        unread_since = memory.expiry.soft_at
        if stats is not None and stats.last_at is not None:
            unread_since = max(unread_since, stats.last_at)
        yield HygieneRule.SOFT_EXPIRED_UNREAD, unread_since + upkeep.soft_expired_unread
    if memory.status in ENDED:
        yield HygieneRule.ENDED, (memory.ending.at or memory.updated_at) + upkeep.ended_kept
        return
    if memory.confidence < upkeep.low_confidence and memory.status is Status.ACTIVE:
        yield HygieneRule.LOW_CONFIDENCE, memory.updated_at + upkeep.low_confidence_for
    asked = memory.upkeep.review_asked_at is not None and memory.upkeep.review_asked_at >= memory.updated_at
    staleness = staleness_of(memory, stats, policy)
    evictable = None if asked or memory.status is Status.CANDIDATE else staleness.exceeds(upkeep.evict_at)
    if evictable is not None:
        yield HygieneRule.EVICTION, evictable
    fades = staleness.exceeds(upkeep.stale_at) if memory.status is Status.ACTIVE else None
    if fades is not None:
        yield HygieneRule.STALENESS, fades
    if memory.expiry.soft_at is not None and memory.status is Status.ACTIVE:
        yield HygieneRule.SOFT_EXPIRED, memory.expiry.soft_at
    if memory.type in _LASTING and memory.status in RECALLABLE and not asked:
        yield HygieneRule.UNREAD, _last_use(memory, stats) + upkeep.unread
