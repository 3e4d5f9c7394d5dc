"""What a raw cosine means: each embedder has a range of its own, so thresholds look at calibrated values only."""

from __future__ import annotations

import bisect
import math
from collections.abc import Mapping
from dataclasses import dataclass

from shared.language.text.scripts import Writing


@dataclass(frozen=True, slots=True)
class Curve:
    """A non-falling, piecewise linear map into [0,1]; before its first and after its last point it is level.

    `points`: at least two, x strictly rising, y in [0,1] and never falling; anything else is a `ValueError`.
    """

    points: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if len(self.points) < 2:
            raise ValueError("a curve has at least two points")
        if not all(math.isfinite(x) and 0.0 <= y <= 1.0 for x, y in self.points):
            raise ValueError("a curve maps finite numbers into [0,1]")
        pairs = zip(self.points, self.points[1:], strict=False)
        if any(x1 >= x2 or y1 > y2 for (x1, y1), (x2, y2) in pairs):
            raise ValueError("a curve goes to the right and never falls")

    def __call__(self, x: float) -> float:
        at = bisect.bisect_right(self.points, x, key=lambda point: point[0])
        if at == 0:
            return self.points[0][1]
        if at == len(self.points):
            return self.points[-1][1]
        (x1, y1), (x2, y2) = self.points[at - 1], self.points[at]
        return min(y2, y1 + (y2 - y1) * (x - x1) / (x2 - x1))


@dataclass(frozen=True, slots=True)
class RelevanceScale:
    """Reads a question against a memory: 0.75 and more means "answers it or says it", 0.3 and less "another matter".

    The curve's x is `cosine + coverage_weight * coverage`, coverage being the share of the question's matter that the
    memory's own words hold: words part what the vectors of small models leave close together.
    """

    curve: Curve
    coverage_weight: float

    def __call__(self, cosine: float, coverage: float) -> float:
        return self.curve(cosine + self.coverage_weight * coverage)


@dataclass(frozen=True, slots=True)
class Calibration:
    """How to read the cosines of one embedding model, by the writing of the two texts.

    `sameness` reads a memory against a memory, for deduplication: 0.95 and more means "says the same, as far as vectors
    can tell" (opposites say nearly the same to every embedder, so a merge needs a second witness), more than 0.7 "the
    same matter".

    `measured` is false where the scales are an assumption and not the outcome of `bench/calibrate.py`.
    """

    model: str
    recall: Mapping[Writing, RelevanceScale]
    sameness: Mapping[Writing, Curve]
    measured: bool

    def __post_init__(self) -> None:
        if set(self.recall) != set(Writing) or set(self.sameness) != set(Writing):
            raise ValueError("a calibration has a scale for every writing")

    def relevance(self, cosine: float | None, coverage: float, writing: Writing = Writing.SPACED) -> float:
        """In [0,1]. Without a vector (content that must not be embedded) the words alone decide."""
        if cosine is None:
            return coverage
        return self.recall[writing](cosine, coverage)

    def similarity(self, cosine: float, writing: Writing = Writing.SPACED) -> float:
        """How near two memories are, on the scale that the thresholds of deduplication are written in."""
        return self.sameness[writing](cosine)
