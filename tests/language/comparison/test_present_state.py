"""What updates by its own words, and what that decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.instants import sort_text
from shared.domain.memories.evidence import Source
from shared.domain.writing.arbitration import Claim, ContradictionOutcome, across_keys
from shared.domain.writing.decisions import ArbitrationPolicy
from shared.language.comparison.updates import says_it_is_so_now
from tests.builders import NOW, days
from tests.language.comparison.present_state_phrases import NOT_SO_NOW, SO_NOW

EARLIER, LATER = sort_text(NOW - days(1)), sort_text(NOW)
POLICY = ArbitrationPolicy()


@pytest.mark.parametrize("half", [0, 1])
def test_nothing_that_is_not_so_now_is_taken_for_an_update(half: int) -> None:
    assert [text for text in NOT_SO_NOW[half::2] if says_it_is_so_now(text)] == []


@pytest.mark.parametrize(("half", "missed"), [(0, 0), (1, 1)])
def test_what_says_that_it_is_so_now_is_known_by_it(half: int, missed: int) -> None:
    assert sum(not says_it_is_so_now(text) for text in SO_NOW[half::2]) <= missed


@pytest.mark.parametrize("source", [Source.CONFIG_CHANGE, Source.TASK_OUTCOME, Source.AGENT_INFERRED])
def test_the_later_statement_that_says_it_is_so_now_holds_in_any_order_of_arrival(source: Source) -> None:
    was, now = Claim(source, 0.9, EARLIER), Claim(source, 0.85, LATER, updates=True)
    assert across_keys(was, now, POLICY) is ContradictionOutcome.INCOMING_UPDATES
    assert across_keys(now, was, POLICY) is ContradictionOutcome.STORED_LATER_WORD


@pytest.mark.parametrize(
    ("stored", "incoming"),
    [
        (Claim(Source.AGENT_INFERRED, 0.85, LATER), Claim(Source.AGENT_INFERRED, 0.85, EARLIER, updates=True)),
        (Claim(Source.AGENT_INFERRED, 0.85, EARLIER), Claim(Source.AGENT_INFERRED, 0.85, LATER)),
        (Claim(Source.AGENT_INFERRED, 0.85, EARLIER, updates=True), Claim(Source.AGENT_INFERRED, 0.85, LATER)),
    ],
)
def test_what_was_so_earlier_or_does_not_say_so_updates_nothing(stored: Claim, incoming: Claim) -> None:
    assert across_keys(stored, incoming, POLICY) is ContradictionOutcome.UNDECIDED


claims = st.builds(
    Claim, st.sampled_from(Source), st.sampled_from([0.6, 0.7, 0.9]), st.sampled_from([EARLIER, LATER]), st.booleans()
)


@given(claims, claims)
def test_saying_now_outweighs_neither_a_tier_nor_a_gap(one: Claim, other: Claim) -> None:
    outcome = across_keys(one, other, POLICY)
    if one.source.tier != other.source.tier:
        assert outcome.incoming_stands == (other.source.tier > one.source.tier)
    elif abs(one.confidence - other.confidence) >= 0.2 - 1e-9:
        assert outcome.incoming_stands == (other.confidence > one.confidence)
