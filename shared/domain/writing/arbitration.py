"""Arbitration: which of two statements about one thing stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.memories.evidence import Source


class Verdict(StrEnum):
    """Why the newcomer stands or falls."""

    HIGHER_TIER = "higher_tier"
    EQUAL_EVIDENCE_LATER = "same_tier_and_no_less_confident"
    LOWER_TIER = "lower_tier"
    LESS_CONFIDENT = "less_confident"
    LATE = "late_evidence"

    @property
    def newcomer_stands(self) -> bool:
        return self in (Verdict.HIGHER_TIER, Verdict.EQUAL_EVIDENCE_LATER)


@dataclass(frozen=True, slots=True)
class Claim:
    """What decides: the source's tier, the confidence, and the instant of the evidence in `instants.sort_text` form.

    `updates`: it says of itself that it is so from that instant on.
    """

    source: Source
    confidence: float
    evidence_at: str
    updates: bool = False


def same_key(current: Claim, newcomer: Claim) -> Verdict:
    """SPEC section 4, update: under one key with other content.

    Late evidence never becomes current, however credible. Otherwise a higher tier wins, and at the same tier a
    confidence no less than the current one's.
    """
    if newcomer.evidence_at < current.evidence_at:
        return Verdict.LATE
    if newcomer.source.tier > current.source.tier:
        return Verdict.HIGHER_TIER
    if newcomer.source.tier < current.source.tier:
        return Verdict.LOWER_TIER
    return Verdict.EQUAL_EVIDENCE_LATER if newcomer.confidence >= current.confidence else Verdict.LESS_CONFIDENT


class Ruling(StrEnum):
    """How two statements that contradict each other under different keys end, and why."""

    NEWCOMER_HIGHER_TIER = "higher_tier"
    NEWCOMER_MORE_CONFIDENT = "more_confident"
    NEWCOMER_LATER_WORD = "a_persons_later_word"
    NEWCOMER_UPDATES = "later_state"
    STORED_HIGHER_TIER = "lower_tier"
    STORED_MORE_CONFIDENT = "less_confident"
    STORED_LATER_WORD = "late_evidence"
    UNDECIDED = "near_equal_evidence"

    @property
    def newcomer_stands(self) -> bool:
        return self in (
            Ruling.NEWCOMER_HIGHER_TIER,
            Ruling.NEWCOMER_MORE_CONFIDENT,
            Ruling.NEWCOMER_LATER_WORD,
            Ruling.NEWCOMER_UPDATES,
        )


@dataclass(frozen=True, slots=True)
class ArbitrationPolicy:
    # SPEC section 4: a smaller difference is no reason to overturn a statement without asking.
    confidence_gap: float = 0.2


def across_keys(stored: Claim, newcomer: Claim, policy: ArbitrationPolicy) -> Ruling:
    """SPEC section 4, contradiction: tier, then a clear gap in confidence, then recency for an update: a person's later
    word about the same thing, or whoever says last that it is so now. Other near-equal evidence waits for a person."""
    if newcomer.source.tier != stored.source.tier:
        higher = newcomer.source.tier > stored.source.tier
        return Ruling.NEWCOMER_HIGHER_TIER if higher else Ruling.STORED_HIGHER_TIER
    gap = newcomer.confidence - stored.confidence
    if abs(gap) >= policy.confidence_gap - 1e-9:
        return Ruling.NEWCOMER_MORE_CONFIDENT if gap > 0 else Ruling.STORED_MORE_CONFIDENT
    later = newcomer.evidence_at >= stored.evidence_at
    if newcomer.source in (Source.USER_STATED, Source.HUMAN_CONFIRMED):
        return Ruling.NEWCOMER_LATER_WORD if later else Ruling.STORED_LATER_WORD
    if later and newcomer.updates:
        return Ruling.NEWCOMER_UPDATES
    if stored.updates and stored.evidence_at > newcomer.evidence_at:
        return Ruling.STORED_LATER_WORD
    return Ruling.UNDECIDED
