"""Reviews: what waits for a person, who works on it, and what was decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from shared.domain.memories.evidence import Source
from shared.domain.scopes import Scope


class ReviewKind(StrEnum):
    CONFLICT = "conflict"
    CANDIDATE = "candidate"
    SENSITIVE = "sensitive"
    STALE = "stale"
    EVICTION = "eviction"
    FEEDBACK = "feedback"


class ReviewStatus(StrEnum):
    OPEN = "open"
    CLAIMED = "claimed"
    RESOLVED = "resolved"


class ReviewDecision(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"
    EDIT = "edit"
    MERGE = "merge"


@dataclass(frozen=True, slots=True)
class ReviewPolicy:
    # SPEC section 8: long enough to look at one case, short enough that a forgotten one is soon free again.
    claim_lease: timedelta = timedelta(minutes=15)
    # A decision can be looked up, and repeated without effect, for as long as what it rejected is kept as history.
    kept_resolved: timedelta = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Member:
    """A memory under review, with where it lies."""

    memory_id: str
    scope: Scope


@dataclass(frozen=True, slots=True)
class ReviewClaim:
    """`by` is a principal; the lease is over at `until`."""

    by: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Resolution:
    """`fingerprint` distinguishes decisions without holding their content. No `decision`: other
    evidence or another review has settled the matter."""

    decision: ReviewDecision | None
    fingerprint: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Review:
    """`members` all belong to one owner. `reason` is one line without content."""

    review_id: str
    kind: ReviewKind
    members: tuple[Member, ...]
    reason: str
    created_at: datetime
    claim: ReviewClaim | None = None
    resolution: Resolution | None = None
    revision: int = 1

    @property
    def owner(self) -> Scope:
        return self.members[0].scope.owner

    def status(self, now: datetime) -> ReviewStatus:
        if self.resolution is not None:
            return ReviewStatus.RESOLVED
        return ReviewStatus.OPEN if self.claim is None or self.claim.until <= now else ReviewStatus.CLAIMED

    def is_claimed_by_another(self, principal: str, now: datetime) -> bool:
        return self.status(now) is ReviewStatus.CLAIMED and self.claim is not None and self.claim.by != principal

    def lies_within(self, target: Scope) -> bool:
        """A reviewer may see a review if they may govern the scopes of all its members."""
        return all(target.contains(member.scope) for member in self.members)

    def claimed(self, principal: str, now: datetime, policy: ReviewPolicy) -> Review:
        return replace(self, claim=ReviewClaim(principal, now + policy.claim_lease))


# What a machine concluded, as against what a person or a system of record says.
_CONCLUDED = (Source.CONFIG_CHANGE, Source.TASK_OUTCOME, Source.AGENT_INFERRED, Source.EXTERNAL_UNVERIFIED)


def stays_rejected(rejected_tier: int, source: Source) -> bool:
    """SPEC section 8: what a person rejected is not inferred again from evidence of the same or a lower tier. A
    person's own word is not an inference. `rejected_tier` is 0 where nothing was rejected."""
    return source in _CONCLUDED and source.tier <= rejected_tier
