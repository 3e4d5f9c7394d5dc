"""Evidence: where a statement comes from, how far that is believed, and when it arose."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum


class Source(StrEnum):
    SYSTEM_OF_RECORD = "system_of_record"
    HUMAN_CONFIRMED = "human_confirmed"
    USER_STATED = "user_stated"
    CONFIG_CHANGE = "config_change"
    TASK_OUTCOME = "task_outcome"
    AGENT_INFERRED = "agent_inferred"
    EXTERNAL_UNVERIFIED = "external_unverified"

    @property
    def tier(self) -> int:
        """Credibility, 1 (lowest) to 6. Configuration changes and task outcomes are level."""
        return _TIERS[self]

    @property
    def default_confidence(self) -> float:
        return _DEFAULT_CONFIDENCE[self]


_TIERS = {
    Source.SYSTEM_OF_RECORD: 6,
    Source.HUMAN_CONFIRMED: 5,
    Source.USER_STATED: 4,
    Source.CONFIG_CHANGE: 3,
    Source.TASK_OUTCOME: 3,
    Source.AGENT_INFERRED: 2,
    Source.EXTERNAL_UNVERIFIED: 1,
}
# SPEC section 2. Confidence ranks and arbitrates; it is not a probability of truth.
_DEFAULT_CONFIDENCE = {
    Source.SYSTEM_OF_RECORD: 1.0,
    Source.HUMAN_CONFIRMED: 1.0,
    Source.USER_STATED: 1.0,
    Source.CONFIG_CHANGE: 0.9,
    Source.TASK_OUTCOME: 0.7,
    Source.AGENT_INFERRED: 0.6,
    Source.EXTERNAL_UNVERIFIED: 0.4,
}


def sources_of_tier(least: int, among: Sequence[Source] = ()) -> tuple[Source, ...]:
    """Those of at least this tier, of all sources if none is named."""
    return tuple(source for source in among or Source if source.tier >= least)


# Whose instructions are none (SPEC section 4): what a model concluded, a page said, a tool returned. None of these is a
# person's own word, and a change of configuration is what a tool or the agent says that it has changed.
UNTRUSTED = (Source.AGENT_INFERRED, Source.EXTERNAL_UNVERIFIED, Source.TASK_OUTCOME, Source.CONFIG_CHANGE)


class Trust(StrEnum):
    """How text may be used. Nothing becomes an instruction by being remembered."""

    DATA = "data"
    UNVERIFIED = "unverified"
    INSTRUCTION = "instruction"


def trust_of(source: Source) -> Trust:
    return Trust.UNVERIFIED if source is Source.EXTERNAL_UNVERIFIED else Trust.DATA


def least_tier_of(trust: Trust) -> int:
    """The least tier that a source of text of this trust can have."""
    return {Trust.INSTRUCTION: 6, Trust.DATA: 2, Trust.UNVERIFIED: 1}[trust]


def evidence_instant(observed_at: datetime, recorded_at: datetime) -> datetime:
    """When the evidence can have arisen at the latest: a statement dated into the future arose when it was recorded.

    What is late, and what a deletion covers, is judged by this, so that a wrong clock neither makes a memory
    irreplaceable until its date comes nor lifts old evidence over a deletion.
    """
    return min(observed_at, recorded_at)
