"""Arbitration: which of two statements about one thing stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.evidence import Source


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
    """What decides: the source's tier, the confidence, and the instant of the evidence in `instants.sort_text` form."""

    source: Source
    confidence: float
    evidence_at: str


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
