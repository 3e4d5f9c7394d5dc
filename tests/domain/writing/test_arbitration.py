"""Which of two statements under one key holds: tier, then confidence, and never late evidence."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.instants import sort_text
from shared.domain.memories.evidence import Source, Trust, trust_of
from shared.domain.writing.arbitration import Claim, SameKeyOutcome, same_key
from tests.builders import NOW, days
from tests.strategies import recent

# High to low, as SPEC section 2 lists them; those of one row are level.
LADDER = [
    (Source.SYSTEM_OF_RECORD,),
    (Source.HUMAN_CONFIRMED,),
    (Source.USER_STATED,),
    (Source.CONFIG_CHANGE, Source.TASK_OUTCOME),
    (Source.AGENT_INFERRED,),
    (Source.EXTERNAL_UNVERIFIED,),
]
RANK = {source: -place for place, row in enumerate(LADDER) for source in row}

EARLIER, LATER = sort_text(NOW - days(1)), sort_text(NOW)


def test_the_ladder_of_credibility_holds_every_source() -> None:
    assert set(RANK) == set(Source)
    for one, other in itertools.product(Source, Source):
        assert (one.tier > other.tier) == (RANK[one] > RANK[other])
        assert (one.tier == other.tier) == (RANK[one] == RANK[other])


def test_every_source_has_the_confidence_of_the_specification() -> None:
    assert {source.value: source.default_confidence for source in Source} == {
        "system_of_record": 1.0, "human_confirmed": 1.0, "user_stated": 1.0, "config_change": 0.9, "task_outcome": 0.7,
        "agent_inferred": 0.6, "external_unverified": 0.4,
    }  # fmt: skip


def test_only_unverified_sources_are_unverified_and_none_is_an_instruction() -> None:
    assert {s: trust_of(s) for s in Source} == {
        **dict.fromkeys(Source, Trust.DATA), Source.EXTERNAL_UNVERIFIED: Trust.UNVERIFIED,
    }  # fmt: skip


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("stored", "reported"), [(0.5, 0.5), (0.5, 0.51), (0.51, 0.5), (0.0, 1.0), (1.0, 0.0)])
@pytest.mark.parametrize(("current", "incoming"), list(itertools.product(Source, Source)))
def test_tier_by_confidence_by_lateness(
    current: Source, incoming: Source, stored: float, reported: float, late: bool
) -> None:  # fmt: skip
    outcome = same_key(Claim(current, stored, LATER), Claim(incoming, reported, EARLIER if late else LATER))
    if late:
        expected = SameKeyOutcome.LATE
    elif RANK[incoming] != RANK[current]:
        expected = SameKeyOutcome.HIGHER_TIER if RANK[incoming] > RANK[current] else SameKeyOutcome.LOWER_TIER
    else:
        expected = SameKeyOutcome.EQUAL_EVIDENCE_LATER if reported >= stored else SameKeyOutcome.LESS_CONFIDENT
    assert outcome is expected
    assert outcome.incoming_stands == (expected in (SameKeyOutcome.HIGHER_TIER, SameKeyOutcome.EQUAL_EVIDENCE_LATER))


claims = st.builds(
    Claim,
    st.sampled_from(Source),
    st.sampled_from([0.0, 0.4, 0.6, 0.6000001, 0.9, 1.0]),
    recent.map(sort_text) | st.just(LATER),
)


@given(claims, claims)
def test_two_statements_never_both_hold_unless_they_are_level(one: Claim, other: Claim) -> None:
    both = same_key(one, other).incoming_stands and same_key(other, one).incoming_stands
    level = (one.source.tier, one.confidence, one.evidence_at) == (
        other.source.tier,
        other.confidence,
        other.evidence_at,
    )
    assert both == level


@given(claims, claims, claims)
def test_what_is_replaced_never_comes_back_over_what_replaced_it(one: Claim, other: Claim, third: Claim) -> None:
    if same_key(one, other).incoming_stands and same_key(other, third).incoming_stands:
        assert same_key(one, third).incoming_stands


@given(claims, claims)
def test_late_evidence_never_becomes_current_however_credible(current: Claim, incoming: Claim) -> None:
    if incoming.evidence_at < current.evidence_at:
        assert same_key(current, incoming) is SameKeyOutcome.LATE
