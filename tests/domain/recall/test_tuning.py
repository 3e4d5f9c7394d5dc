"""Which way thresholds move, by what, and how far."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.audit.daily_counts import DailyCounts
from shared.domain.recall.policy import Mode, RecallPolicy
from shared.domain.recall.threshold_tuning import (
    FEEDBACK_GIVEN,
    FEEDBACK_HITS,
    MEMORIES_USED,
    MEMORIES_WRONG,
    RESET,
    FeedbackCounts,
    Move,
    Signal,
    Thresholds,
    Tuning,
    TuningPolicy,
    signal,
    tuned,
)
from tests.builders import NOW

POLICY = TuningPolicy()
DEFAULT = Thresholds.of(RecallPolicy())
TODAY = NOW.date()


def heard(recalls: int = 20, hits: int = 20, used: int = 20, wrong: int = 0) -> FeedbackCounts:
    return FeedbackCounts(recalls, hits, used, wrong)


def test_few_hits_lower_both_thresholds_by_a_step() -> None:
    assert tuned(DEFAULT, heard(hits=5, used=5), POLICY) == Thresholds(0.7, 0.75)


def test_many_wrong_memories_raise_both_by_a_step() -> None:
    assert tuned(DEFAULT, heard(used=11, wrong=9), POLICY) == Thresholds(0.8, 0.85)


def test_where_both_hold_a_wrong_memory_weighs_more_than_a_missing_one() -> None:
    assert signal(heard(hits=0, used=0, wrong=20), POLICY) is Signal.FALSE_POSITIVES


@pytest.mark.parametrize(
    "counts",
    [
        heard(hits=6, used=6),  # 0.3 is not below 0.3
        heard(used=12, wrong=8),  # 0.4 is not above 0.4
        heard(recalls=100, hits=80, used=200, wrong=20),
        FeedbackCounts(),
    ],
)
def test_what_is_not_past_its_bound_moves_nothing(counts: FeedbackCounts) -> None:
    assert tuned(DEFAULT, counts, POLICY) is None


@pytest.mark.parametrize("counts", [heard(recalls=19, hits=0, used=0), heard(used=0, wrong=19, hits=20)])
def test_a_handful_of_feedback_says_nothing(counts: FeedbackCounts) -> None:
    assert tuned(DEFAULT, counts, POLICY) is None


def test_no_further_memories_pass_while_most_judged_ones_were_wrong() -> None:
    assert tuned(DEFAULT, heard(recalls=50, hits=1, used=1, wrong=3), POLICY) is None


def test_at_its_bound_a_threshold_stays_and_the_other_goes_on() -> None:
    assert tuned(Thresholds(0.5, 0.55), heard(hits=0, used=0), POLICY) == Thresholds(0.5, 0.5)
    assert tuned(Thresholds(0.5, 0.5), heard(hits=0, used=0), POLICY) is None
    assert tuned(Thresholds(0.93, 0.95), heard(wrong=20), POLICY) == Thresholds(0.95, 0.95)


def test_a_deployments_own_value_beyond_the_bounds_is_never_moved_the_wrong_way() -> None:
    assert tuned(Thresholds(0.3, 0.4), heard(hits=0, used=0), POLICY) is None
    assert tuned(Thresholds(0.97, 0.99), heard(wrong=20), POLICY) is None


def test_rates_of_nothing_are_unknown() -> None:
    nothing = FeedbackCounts()
    assert (nothing.hit_rate, nothing.false_positive_rate, nothing.correction_rate) == (None, None, None)
    some = FeedbackCounts(recalls=4, hits=3, used=6, wrong=2, corrected=2)
    assert (some.hit_rate, some.false_positive_rate, some.correction_rate) == (0.75, 0.25, 0.25)
    assert FeedbackCounts(used=1, corrected=5).correction_rate == 1.0


def day(number: int, **counts: int) -> DailyCounts:
    return DailyCounts(date(2026, 3, number), counts)


def test_only_what_was_said_since_the_last_move_counts() -> None:
    move = Move(NOW, "hygiene", Signal.LOW_HIT_RATE.value, DEFAULT, Thresholds(0.7, 0.75))
    before = day(5, **{FEEDBACK_GIVEN: 30, FEEDBACK_HITS: 3})
    state = Tuning("tuning:1").moved(move, move.after, before, POLICY)
    days = [
        day(4, **{FEEDBACK_GIVEN: 100, MEMORIES_WRONG: 100}),
        day(5, **{FEEDBACK_GIVEN: 37, FEEDBACK_HITS: 8, MEMORIES_USED: 5}),
        day(6, **{FEEDBACK_GIVEN: 2, FEEDBACK_HITS: 1, MEMORIES_USED: 4}),
    ]
    assert state.since(days) == FeedbackCounts(recalls=9, hits=6, used=9)


def test_only_the_last_moves_are_remembered() -> None:
    state = Tuning("tuning:1")
    for number in range(50):
        move = Move(NOW, f"op{number}", RESET, DEFAULT, DEFAULT)
        state = state.moved(move, None, DailyCounts(TODAY, {}), POLICY)
    assert [move.by for move in state.moves] == [f"op{number}" for number in range(30, 50)]


counts = st.builds(
    FeedbackCounts, st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 60)
)
within = st.integers(50, 95).map(lambda hundredths: hundredths / 100)


@given(within, within, st.lists(counts, max_size=40))
def test_with_any_feedback_thresholds_stay_within_their_bounds_and_move_by_at_most_a_step(
    pull: float, push: float, reported: list[FeedbackCounts]
) -> None:
    standing = Thresholds(pull, push)
    for said in reported:
        moved = tuned(standing, said, POLICY) or standing
        for mode in Mode:
            assert POLICY.lowest <= moved.for_mode(mode) <= POLICY.highest
            assert abs(moved.for_mode(mode) - standing.for_mode(mode)) <= POLICY.step + 1e-9
        assert (moved.push >= moved.pull) or standing.push < standing.pull
        standing = moved


@given(st.lists(st.sampled_from(["up", "down"]), max_size=60))
def test_steps_are_exact_hundredths_however_many_there_were(ways: list[str]) -> None:
    standing = DEFAULT
    for way in ways:
        said = heard(wrong=40) if way == "up" else heard(hits=0, used=0)
        standing = tuned(standing, said, POLICY) or standing
        assert all(round(value * 20) / 20 == value for value in (standing.pull, standing.push))


@given(counts)
def test_the_direction_is_the_signals(said: FeedbackCounts) -> None:
    moved, asked = tuned(DEFAULT, said, POLICY), signal(said, POLICY)
    assert (moved is None) == (asked is None)
    if moved is not None:
        assert (moved.pull > DEFAULT.pull) == (asked is Signal.FALSE_POSITIVES)
