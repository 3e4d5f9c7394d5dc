"""Piecewise linear maps from a measure to [0,1]."""

from __future__ import annotations

import bisect
import math
from dataclasses import dataclass


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


# From the measure of `relevance` to relevance. Of the pairs that a relevance of 0.75 to 0.8 is given to, one in six is
# right; of those at 0.9 and more, nineteen in twenty (`bench/calibration`, reliability).
RELEVANCE = Curve(
    ((-0.05, 0.0), (0.11, 0.10), (0.17, 0.30), (0.24, 0.75), (0.30, 0.80), (0.43, 0.93), (0.70, 0.99), (1.2, 1.0))
)
# From the centred cosine of two memories to similarity: unlike facts lie below .30, siblings at .06 to .53, paraphrases
# at .75 to .96, contradictions at .60 to .99: more than .7 is "the same matter", .95 "the same as far as vectors tell".
SAMENESS = Curve(((0.0, 0.0), (0.27, 0.30), (0.52, 0.70), (0.66, 0.95), (1.0, 1.0)))
