"""Whether two statements say the same, contradict each other, or are two facts. Vectors cannot tell: they put "I love
it" and "I hate it" as near as paraphrases. So nearness only opens the question, and the words decide it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from shared.domain.tokens import ranking_tokens

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


class Relation(StrEnum):
    SAME = "same"
    CONTRADICTS = "contradicts"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Related:
    """`reason`: one line for the caller that names the witness and quotes nothing of either text."""

    relation: Relation
    reason: str


@dataclass(frozen=True, slots=True)
class SamenessPolicy:
    """SPEC section 4, on the reference scale: `same` and more is as near as paraphrases lie, above `near` the two are
    about the same matter."""

    same: float = 0.95
    near: float = 0.7


_DEFAULT = SamenessPolicy()


def relate(stored: str, newcomer: str, similarity: float, *, policy: SamenessPolicy = _DEFAULT) -> Related:
    """`similarity`: `Calibration.similarity` of the two texts' cosine."""
    if similarity <= policy.near:
        return Related(Relation.DIFFERENT, "not near enough")
    if _NUMBER.findall(stored) != _NUMBER.findall(newcomer):
        return Related(Relation.DIFFERENT, "other numbers")
    if similarity >= policy.same and sorted(ranking_tokens(stored)) == sorted(ranking_tokens(newcomer)):
        return Related(Relation.SAME, "the same words")
    return Related(Relation.DIFFERENT, "other words")
