"""Writeback policy, first form: what is stored at all, and what is stored only as a candidate."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from shared.domain.errors import LowConfidence, NotWorthRemembering
from shared.domain.evidence import Source
from shared.domain.memories import Status


@dataclass(frozen=True, slots=True)
class WritebackPolicy:
    """SPEC section 4: an inference below 0.5 is a guess, below 0.8 it waits for a person."""

    inferred_active: float = 0.8
    inferred_stored: float = 0.5


def refuse_empty(content: str) -> None:
    """Raises `NotWorthRemembering` for text without a letter, a digit or a symbol: only space and punctuation."""
    if not any(unicodedata.category(c)[0] in "LNS" for c in content):
        raise NotWorthRemembering("the text says nothing")


def landing_status(source: Source, confidence: float, policy: WritebackPolicy) -> Status:
    """`active`, or `candidate` for what must be reviewed before it is a fact. Raises `LowConfidence` for a guess."""
    if source is Source.EXTERNAL_UNVERIFIED:
        return Status.CANDIDATE
    if source is Source.AGENT_INFERRED:
        if confidence < policy.inferred_stored:
            raise LowConfidence(f"an inference below {policy.inferred_stored} is not stored")
        if confidence < policy.inferred_active:
            return Status.CANDIDATE
    return Status.ACTIVE
