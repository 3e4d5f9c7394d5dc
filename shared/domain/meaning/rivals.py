"""Whether the newer of two statements may say how the matter of the older stands now.

Vectors distinguish it from two statements that both hold, and from one about somebody else, in any language, but not
surely enough to end the older one. It decides what comes first, and what is labelled as possibly outdated.
"""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector, dot
from shared.domain.meaning.marks import Marks


@dataclass(frozen=True, slots=True)
class RivalPolicy:
    """Chosen on the cohort's pairs; on pairs written later the newer of two thirds of the updates comes first and that
    of one trap in fifteen (docs/decisions/relevance.md)."""

    likeness: float = 0.35  # centred cosine of the two
    change: float = 0.50
    subject: float = 0.40
    # A person's own word about what an agent concluded: less is enough, since it is the better evidence anyway.
    denied_likeness: float = 0.30
    denied_change: float = 0.40
    # At a recall: the newer one is relevant by itself, and the older not far more so.
    newer_x: float = 0.18
    gap: float = 0.30


POLICY = RivalPolicy()


@dataclass(frozen=True, slots=True)
class NewerStatement:
    """A statement read once against all that it is compared with. `centred`: its centred vector, or the raw one where
    the embedder is not measured: then no planes tell rivals, and words alone do."""

    centred: Vector
    mean: float
    change: float
    subject: float
    calibration: Calibration

    @classmethod
    def of(cls, vector: Vector, calibration: Calibration) -> NewerStatement:
        centring, pairs = calibration.centring, calibration.pairs
        if centring is None or pairs is None:
            return cls(vector, 0.0, 0.0, 0.0, calibration)
        centred = centring.of_memory(vector)
        change = dot(centred, pairs.change.weights) + pairs.change.offset
        subject = dot(centred, pairs.subject.weights) + dot(centred, pairs.subject_newer) + pairs.subject.offset
        return cls(centred, centring.asked_mean(centred), change, subject, calibration)

    def likeness(self, product: float, marks: Marks) -> float:
        """The centred cosine, of the product of `centred` and the older one's raw vector."""
        centring = self.calibration.centring
        return product if centring is None else centring.cosine(product, self.mean, marks.length)

    def is_rival_of(self, likeness: float, older: Marks, *, denies: bool = False) -> bool:
        """`denies`: the older one is an inference and this one a person's own word."""
        if self.calibration.pairs is None:
            return False
        change = self.change - older.change
        if denies and likeness >= POLICY.denied_likeness and change >= POLICY.denied_change:
            return True
        return (
            likeness >= POLICY.likeness and change >= POLICY.change and self.subject - older.subject >= POLICY.subject
        )
