"""What the numbers of one embedder mean: how its vectors are centred, and the planes that separate kinds of texts.

All of it is fitted from labelled texts by `bench.calibration`; no threshold in the code looks at a raw cosine.
"""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.meaning.centring import Centring, Vector, dot
from shared.domain.meaning.curves import RELEVANCE, SAMENESS, Curve


@dataclass(frozen=True, slots=True)
class Plane:
    """A linear measure of a centred vector: near 1 on one side, near 0 on the other, .5 between."""

    weights: Vector
    offset: float

    def __call__(self, centred: Vector) -> float:
        return dot(centred, self.weights) + self.offset


@dataclass(frozen=True, slots=True)
class QueryPlanes:
    """Of centred queries. `small`: asks for nothing. `task`: an order or a call for advice. `stated`: informs and does
    not ask. `remark`: says something about the moment."""

    small: Plane
    task: Plane
    stated: Plane
    remark: Plane


@dataclass(frozen=True, slots=True)
class PairPlanes:
    """Of two centred memories. `change`: of newer - older, whether the newer says how the same matter stands now.
    `subject` and `subject_newer`: of newer - older and of the newer, whether both speak of one subject. `update`: of
    the measures of a pair (`NewerStatement.measures`), the logit of the chance that the newer replaces the older."""

    change: Plane
    subject: Plane
    subject_newer: Vector
    update: Plane | None = None


@dataclass(frozen=True, slots=True)
class KindPlanes:
    """Multinomial planes over the centred vector of one sentence embedded alone: `kinds[n]` belongs to `weights[n]`
    and `offsets[n]`."""

    kinds: str
    weights: tuple[Vector, ...]
    offsets: Vector


@dataclass(frozen=True, slots=True)
class Fit:
    """What a fit showed on its cohort. AUC: how often a right pair is above a wrong one. `right`: the median of right
    pairs, `wrong`: what 99 % of the wrong pairs lie below, both as centred cosines. `kinds`: the share of sentences
    whose kind is told right out of fold; `assertions`: the same of what they assert."""

    auc: float
    right: float
    wrong: float
    kinds: float
    assertions: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """`centring` `None`: nobody has measured this embedder, or its fit was refused; cosines are then read as they are,
    by `relevance_curve` and `sameness_curve`, and words alone decide the kinds of texts.

    `spaced_words` and `other_words`: what the words of a question that a memory holds add to the measure, where both
    are in a script with spaces and elsewhere.
    """

    model: str
    centring: Centring | None = None
    queries: QueryPlanes | None = None
    pairs: PairPlanes | None = None
    kinds: KindPlanes | None = None
    # What a sentence asserts (`domain.meaning.assertions`).
    assertions: KindPlanes | None = None
    fit: Fit | None = None
    relevance_curve: Curve = RELEVANCE
    sameness_curve: Curve = SAMENESS
    spaced_words: float = 0.40
    other_words: float = 0.15

    @property
    def measured(self) -> bool:
        return self.fit is not None

    def similarity(self, centred_cosine: float) -> float:
        """How near two memories are, in [0,1], on the scale that the thresholds of deduplication are written in."""
        return self.sameness_curve(centred_cosine)
