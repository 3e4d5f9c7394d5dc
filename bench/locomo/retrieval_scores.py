"""Recall and nDCG of a ranking against its evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Self

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Scores:
    """Means over questions, each in [0,1]; `questions` says over how many. `session_at_10`: whether any of the ten
    comes from a session that holds evidence."""

    questions: int
    recall_at_5: float
    recall_at_10: float
    ndcg_at_10: float
    session_at_10: float = 0.0

    @classmethod
    def mean(cls, scores: Sequence[Scores]) -> Self:
        if not scores:
            return cls(0, 0.0, 0.0, 0.0)
        return cls(
            len(scores),
            fmean(s.recall_at_5 for s in scores),
            fmean(s.recall_at_10 for s in scores),
            fmean(s.ndcg_at_10 for s in scores),
            fmean(s.session_at_10 for s in scores),
        )

    def __str__(self) -> str:
        return f"{self.recall_at_5:.3f}   {self.recall_at_10:.3f}   {self.ndcg_at_10:.3f}   {self.questions:5}"


def scores_of(found: Sequence[frozenset[str]], evidence: frozenset[str]) -> Scores:
    """One question's scores. `found` is best first, each memory as the evidence ids that it stands for (two turns of
    the same words are one memory); evidence counts once, where it is met first."""
    seen: set[str] = set()
    gain = 0.0
    covered_at = {}
    for place, ids in enumerate(found[:SHOWN], start=1):
        new = (ids & evidence) - seen
        if new:
            gain += 1 / math.log2(place + 1)
            seen |= new
        covered_at[place] = len(seen)
    sessions = set(map(_session, evidence))
    hit = any(_session(id) in sessions for ids in found[:SHOWN] for id in ids)
    best = sum(1 / math.log2(place + 1) for place in range(1, min(SHOWN, len(evidence)) + 1))
    return Scores(
        1,
        _covered(covered_at, 5) / len(evidence),
        _covered(covered_at, SHOWN) / len(evidence),
        min(1.0, gain / best),
        float(hit),
    )


def _covered(covered_at: dict[int, int], k: int) -> int:
    return max((count for place, count in covered_at.items() if place <= k), default=0)


def _session(id: str) -> str:
    """Of a turn's id, `SESSION:TURN`."""
    return id.rpartition(":")[0]
