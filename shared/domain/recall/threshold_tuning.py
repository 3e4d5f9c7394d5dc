"""How an organisation's relevance thresholds follow what its agents say of their recalls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from shared.domain.audit.daily_counts import DailyCounts
from shared.domain.recall.policy import Mode, RecallPolicy

# The names of the counts, beside those of the audit, in an organisation's counts of a day.
RECALLS_ANSWERED = "recalls_answered"  # with at least one memory
RECALLS_DEGRADED = "recalls_degraded"  # without the search index or the embedder, with memories or without
MEMORIES_RECALLED = "memories_recalled"
FEEDBACK_GIVEN = "feedback_given"  # recalls with feedback of an agent
FEEDBACK_HITS = "feedback_hits"  # recalls with a used memory
MEMORIES_USED = "memories_used"
MEMORIES_WRONG = "memories_wrong"
CORRECTED = "corrected"  # the audit's word: corrected by a person


@dataclass(frozen=True, slots=True)
class TuningPolicy:
    """The numbers are SPEC section 5's unless they say otherwise."""

    step: float = 0.05
    lowest: float = 0.5
    highest: float = 0.95
    low_hit_rate: float = 0.3
    high_false_positives: float = 0.4
    # Recalls with feedback, or memories judged, below which a rate says nothing: of 20 recalls of which 60 % hit, fewer
    # than 30 % are seen to hit twice in a thousand times.
    least_sample: int = 20
    # Days that are looked back on, today among them: a week holds every habit of an organisation once.
    window_days: int = 7
    # Moves that are remembered with the thresholds; the audit keeps all.
    moves_kept: int = 20


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The least relevance, in [0,1], of what a recall hands out by itself."""

    pull: float
    push: float

    @classmethod
    def of(cls, policy: RecallPolicy) -> Thresholds:
        return cls(policy.pull_relevance, policy.push_relevance)

    def for_mode(self, mode: Mode) -> float:
        return self.push if mode is Mode.PUSH else self.pull


@dataclass(frozen=True, slots=True)
class FeedbackCounts:
    """What was said of `recalls` recalls: of `hits` a memory was used; `used` and `wrong` memories in all; and how
    often a person corrected one in that time."""

    recalls: int = 0
    hits: int = 0
    used: int = 0
    wrong: int = 0
    corrected: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> FeedbackCounts:
        names = (FEEDBACK_GIVEN, FEEDBACK_HITS, MEMORIES_USED, MEMORIES_WRONG, CORRECTED)
        return cls(*(counts.get(name, 0) for name in names))

    @property
    def judged(self) -> int:
        return self.used + self.wrong

    @property
    def hit_rate(self) -> float | None:
        """Of the recalls with feedback: recalls without feedback are not misses."""
        return self.hits / self.recalls if self.recalls else None

    @property
    def false_positive_rate(self) -> float | None:
        return self.wrong / self.judged if self.judged else None

    @property
    def correction_rate(self) -> float | None:
        """Corrections by people for each memory that was judged, at most 1."""
        return min(1.0, self.corrected / self.judged) if self.judged else None


class Signal(StrEnum):
    FALSE_POSITIVES = "false_positives"
    LOW_HIT_RATE = "low_hit_rate"


def signal(counts: FeedbackCounts, policy: TuningPolicy) -> Signal | None:
    """What the feedback asks for.

    Many wrong memories: the threshold lets too much through and has to rise. Few recalls of any use, without many wrong
    memories: it keeps too much back and has to fall. Where both hold the first decides, for a wrong memory does harm
    and a missing one only fails to help; and while too few were judged to raise it, they still keep it from falling.
    """
    wrong, hits = counts.false_positive_rate, counts.hit_rate
    if wrong is not None and wrong > policy.high_false_positives:
        return Signal.FALSE_POSITIVES if counts.judged >= policy.least_sample else None
    few = hits is not None and hits < policy.low_hit_rate
    return Signal.LOW_HIT_RATE if few and counts.recalls >= policy.least_sample else None


def tuned(thresholds: Thresholds, counts: FeedbackCounts, policy: TuningPolicy) -> Thresholds | None:
    """The thresholds one step further, each within the bounds; `None` when they stay as they are."""
    asked = signal(counts, policy)
    if asked is None:
        return None
    move = _raised if asked is Signal.FALSE_POSITIVES else _lowered
    moved = Thresholds(move(thresholds.pull, policy), move(thresholds.push, policy))
    return None if moved == thresholds else moved


def _raised(value: float, policy: TuningPolicy) -> float:
    """A deployment's own value beyond the bound stays where it is."""
    return max(value, min(policy.highest, round(value + policy.step, 2)))


def _lowered(value: float, policy: TuningPolicy) -> float:
    return min(value, max(policy.lowest, round(value - policy.step, 2)))


RESET = "reset"


@dataclass(frozen=True, slots=True)
class Move:
    """`reason`: a `Signal`, or `RESET` by an operator."""

    at: datetime
    by: str
    reason: str
    before: Thresholds
    after: Thresholds


@dataclass(frozen=True, slots=True)
class Tuning:
    """An organisation's thresholds and their moves. `chain` names its audit; `thresholds` `None`: the deployment's own.

    `settled`: on which day they last moved, and what had been counted on it by then: only what was said since says
    something about them.
    """

    chain: str
    thresholds: Thresholds | None = None
    moves: tuple[Move, ...] = ()
    settled: DailyCounts | None = None
    audit_sequence: int = 0
    audit_hash: str = ""

    def since(self, daily: Iterable[DailyCounts]) -> FeedbackCounts:
        """What was counted under the present thresholds."""
        counted: Counter[str] = Counter()
        for day in daily:
            if self.settled is not None and day.day < self.settled.day:
                continue
            counted.update(day.counts)
            if self.settled is not None and day.day == self.settled.day:
                counted.subtract(self.settled.counts)
        return FeedbackCounts.of({name: max(0, count) for name, count in counted.items()})

    def moved(self, move: Move, thresholds: Thresholds | None, today: DailyCounts, policy: TuningPolicy) -> Tuning:
        moves = (*self.moves, move)[-policy.moves_kept :]
        return replace(self, thresholds=thresholds, moves=moves, settled=today)
