"""What comparisons need of a memory's vector beside one product: kept with its document, so that a search need not
bring vectors back."""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector, dot


@dataclass(frozen=True, slots=True)
class Marks:
    """`length`: of the centred vector (`Centring.length`). `change`, `subject`: the products of the centred vector at
    unit length with the planes of `PairPlanes`. An embedder that is not measured has lengths of 1 and no planes."""

    length: float = 1.0
    change: float = 0.0
    subject: float = 0.0


UNMEASURED = Marks()


def marks_of(vector: Vector, calibration: Calibration) -> Marks:
    """Of a memory's raw vector."""
    centring, pairs = calibration.centring, calibration.pairs
    if centring is None or pairs is None:
        return UNMEASURED
    apart, length = centring.off_mean(vector)
    return Marks(
        round(length, 6),
        round(dot(apart, pairs.change.weights) / length, 6),
        round(dot(apart, pairs.subject.weights) / length, 6),
    )
