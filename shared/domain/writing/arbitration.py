"""Arbitration: which of two statements about one thing is current."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.memories.evidence import Source
from shared.domain.writing.decisions import ArbitrationPolicy


class SameKeyOutcome(StrEnum):
    """Why the incoming memory becomes current, or does not."""

    HIGHER_TIER = "higher_tier"
    EQUAL_EVIDENCE_LATER = "same_tier_and_no_less_confident"
    LOWER_TIER = "lower_tier"
    LESS_CONFIDENT = "less_confident"
    LATE = "late_evidence"

    @property
    def incoming_stands(self) -> bool:
        return self in (SameKeyOutcome.HIGHER_TIER, SameKeyOutcome.EQUAL_EVIDENCE_LATER)


@dataclass(frozen=True, slots=True)
class Claim:
    """What decides: the source's tier, the confidence, and the instant of the evidence in `instants.sort_text` form.

    `updates`: it says of itself that it is so from that instant on.
    """

    source: Source
    confidence: float
    evidence_at: str
    updates: bool = False


def same_key(current: Claim, incoming: Claim) -> SameKeyOutcome:
    """SPEC section 4, update: under one key with other content.

    Late evidence never becomes current, however credible. Otherwise a higher tier wins, and at the same tier a
    confidence no less than the current one's.
    """
    if incoming.evidence_at < current.evidence_at:
        return SameKeyOutcome.LATE
    if incoming.source.tier > current.source.tier:
        return SameKeyOutcome.HIGHER_TIER
    if incoming.source.tier < current.source.tier:
        return SameKeyOutcome.LOWER_TIER
    return (
        SameKeyOutcome.EQUAL_EVIDENCE_LATER
        if incoming.confidence >= current.confidence
        else SameKeyOutcome.LESS_CONFIDENT
    )


class ContradictionOutcome(StrEnum):
    """How two statements that contradict each other under different keys end, and why."""

    INCOMING_HIGHER_TIER = "higher_tier"
    INCOMING_MORE_CONFIDENT = "more_confident"
    INCOMING_LATER_WORD = "a_persons_later_word"
    INCOMING_UPDATES = "later_state"
    STORED_HIGHER_TIER = "lower_tier"
    STORED_MORE_CONFIDENT = "less_confident"
    STORED_LATER_WORD = "late_evidence"
    UNDECIDED = "near_equal_evidence"

    @property
    def incoming_stands(self) -> bool:
        return self in (
            ContradictionOutcome.INCOMING_HIGHER_TIER,
            ContradictionOutcome.INCOMING_MORE_CONFIDENT,
            ContradictionOutcome.INCOMING_LATER_WORD,
            ContradictionOutcome.INCOMING_UPDATES,
        )


def across_keys(stored: Claim, incoming: Claim, policy: ArbitrationPolicy) -> ContradictionOutcome:
    """SPEC section 4, contradiction: tier, then a clear gap in confidence, then recency for an update: a person's later
    word about the same thing, or anyone who says last that it is so now. Other near-equal evidence waits for a
    person."""
    if incoming.source.tier != stored.source.tier:
        higher = incoming.source.tier > stored.source.tier
        return ContradictionOutcome.INCOMING_HIGHER_TIER if higher else ContradictionOutcome.STORED_HIGHER_TIER
    gap = incoming.confidence - stored.confidence
    if abs(gap) >= policy.confidence_gap - 1e-9:
        return ContradictionOutcome.INCOMING_MORE_CONFIDENT if gap > 0 else ContradictionOutcome.STORED_MORE_CONFIDENT
    later = incoming.evidence_at >= stored.evidence_at
    if incoming.source in (Source.USER_STATED, Source.HUMAN_CONFIRMED):
        return ContradictionOutcome.INCOMING_LATER_WORD if later else ContradictionOutcome.STORED_LATER_WORD
    if later and incoming.updates:
        return ContradictionOutcome.INCOMING_UPDATES
    if stored.updates and stored.evidence_at > incoming.evidence_at:
        return ContradictionOutcome.STORED_LATER_WORD
    return ContradictionOutcome.UNDECIDED
