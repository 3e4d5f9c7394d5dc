"""What kind of sentence is this? Planes over the vector of one sentence, embedded alone, in any language.

The planes know the direction and not always the border: where a word is the surer witness (once, always, denial, an
agent addressed), a lower chance is enough with the word.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from shared.domain.meaning.calibration import Calibration, KindPlanes
from shared.domain.meaning.centring import Vector, dot


class Kind(StrEnum):
    STATED = "S"
    PREFERENCE = "P"
    CONSTRAINT = "C"
    DECISION = "D"
    ONCE = "T"
    CHANGE = "U"
    DENIAL = "N"
    QUESTION = "Q"
    TASK = "K"
    SMALL_TALK = "X"
    ORDER = "O"
    SUPPOSED = "H"
    REPORT = "R"
    OUTSIDE = "B"


# What only a text from outside can be: a person's own sentence is neither.
_OUTSIDE = frozenset((Kind.ORDER, Kind.OUTSIDE))
_INFORMS = (Kind.STATED, Kind.CHANGE, Kind.REPORT)
_VETO = (Kind.QUESTION, Kind.SMALL_TALK, Kind.TASK, Kind.ONCE, Kind.SUPPOSED)


@dataclass(frozen=True, slots=True)
class KindPolicy:
    """Bars on chances, from the folds of the training lines (docs/decisions/kinds-of-sentences.md)."""

    # A person's sentence is kept unless question, small talk, task, once and supposed reach it together. At .5 one fact
    # in twenty of lives that no fit has seen was lost, at .6 one in thirty; a remark kept costs room, a fact lost the
    # fact.
    veto: float = 0.6
    binding: float = 0.05  # chance of a constraint from which a kept sentence is carried where nothing scrolls out
    once: float = 0.30
    once_with_word: float = 0.04
    # ... unless it says how things are: "my sister had her baby today". Of 52 such sentences in 13 languages 27 were
    # not kept without this and 11 with it; of 84 wishes in 21 languages one more is kept.
    informs: float = 0.50
    denial: float = 0.40
    denial_with_word: float = 0.10
    order: float = 0.50
    order_with_word: float = 0.10
    type_is_sure: float = 0.60


POLICY = KindPolicy()


@dataclass(frozen=True, slots=True)
class SentenceKinds:
    """Chances by kind, in [0,1]; they add up to 1."""

    chances: tuple[tuple[Kind, float], ...]

    def __getitem__(self, kind: Kind) -> float:
        return next(chance for own, chance in self.chances if own is kind)

    @property
    def top(self) -> tuple[Kind, float]:
        return max(self.chances, key=lambda found: found[1])

    def is_kept(self, *, lasting: bool) -> bool:
        """Whether a person's sentence is remembered: kept by veto, not by proof. `lasting`: it has a word for always,
        which outweighs what looks like a task or a wish for once."""
        vetoed = sum(self[kind] for kind in _VETO)
        return vetoed < POLICY.veto or (lasting and self[Kind.QUESTION] + self[Kind.SUPPOSED] < POLICY.veto)

    def is_once(self, *, word: bool, asks: bool = False) -> bool:
        """`word`: it has a word for this time, which news of today have too; `asks`: its words ask for something."""
        if not word:
            return self[Kind.ONCE] >= POLICY.once
        informs = sum(self[kind] for kind in _INFORMS)
        return self[Kind.ONCE] >= POLICY.once_with_word and (asks or informs < max(POLICY.informs, self[Kind.ONCE]))

    def is_denial(self, *, word: bool) -> bool:
        return self[Kind.DENIAL] >= (POLICY.denial_with_word if word else POLICY.denial)

    def is_order(self, *, word: bool) -> bool:
        """Of a sentence from outside. `word`: it addresses an agent."""
        return self[Kind.ORDER] >= (POLICY.order_with_word if word else POLICY.order)


def kinds_of(vector: Vector, calibration: Calibration, *, own: bool) -> SentenceKinds | None:
    """Of the raw vector of one sentence, embedded alone as a memory. `own`: a person's own words, which are no text
    from outside. `None` where the embedder is not measured."""
    centring, planes = calibration.centring, calibration.kinds
    if centring is None or planes is None:
        return None
    found = chances_of(centring.of_memory(vector), planes, left_out=_OUTSIDE if own else frozenset())
    return SentenceKinds(tuple((kind, found.get(kind.value, 0.0)) for kind in Kind))


def chances_of(centred: Vector, planes: KindPlanes, left_out: frozenset[str] = frozenset()) -> dict[str, float]:
    """Of each kind by its letter; they add up to 1. `left_out`: kinds that it cannot be."""
    scores = [
        (kind, dot(centred, weights) + offset)
        for kind, weights, offset in zip(planes.kinds, planes.weights, planes.offsets, strict=True)
        if kind not in left_out
    ]
    most = max(score for _, score in scores)
    powers = [(kind, math.exp(score - most)) for kind, score in scores]
    whole = math.fsum(power for _, power in powers)
    return {kind: power / whole for kind, power in powers}
