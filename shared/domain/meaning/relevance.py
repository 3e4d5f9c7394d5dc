"""How relevant a memory is to a query: one measure for all languages and embedders.

`x = centred cosine + words + what kind of query it is`, and relevance is one curve of x. Small talk asks for nothing. A
task names what is to be done and not what bears on it, so that what bears on it lies further off than an answer from
its question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector, dot
from shared.language.attributes.asked_relation import Asks
from shared.language.speech.questions import QueryCues
from shared.language.speech.small_talk import is_small_talk
from shared.language.text.scripts import is_cjk


@dataclass(frozen=True, slots=True)
class RelevancePolicy:
    """Chosen on sets of nine languages (docs/decisions/relevance.md)."""

    small_talk: float = 0.5  # on this side of the plane a query asks for nothing
    small_talk_costs: float = 0.3
    task: float = 0.5
    task_adds: float = 0.06
    # In place of `task_adds` at the start of a task, so that the bar of a push (0.80, at .32) lies for a task where .26
    # and .10 would put it.
    push_adds: float = 0.16
    within: float = 0.25  # of the best x: what lies further below is not shown by default


POLICY = RelevancePolicy()


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """A query, read once for all candidates. `centred`: its centred vector, or the raw one where the embedder is not
    measured. `mean`: its product with the cohort's mean memory."""

    text: str
    centred: Vector
    mean: float
    small: float
    task: float
    stated: float
    remark: float
    matter: frozenset[str]
    spaced: bool
    asks: Asks
    calibration: Calibration

    @classmethod
    def of(cls, text: str, vector: Vector | None, calibration: Calibration) -> AskedQuery:
        """`vector` `None`: the embedder does not answer, and only words are compared."""
        centring, planes = calibration.centring, calibration.queries
        if vector is None:
            centring, planes, vector = None, None, ()
        centred = vector if centring is None else centring.of_query(vector)
        mean = 0.0 if centring is None else centring.asked_mean(centred)
        small, task, stated, remark = (
            (0.0,) * 4
            if planes is None
            else (planes.small(centred), planes.task(centred), planes.stated(centred), planes.remark(centred))
        )
        if is_small_talk(text):
            small = max(small, 1.0)  # "Good night!" asks for nothing in any language, however near the plane it lies
        matter = frozenset(QueryCues.of(text).compared)
        asks = Asks.of(text)
        return cls(text, centred, mean, small, task, stated, remark, matter, not is_cjk(text), asks, calibration)

    @property
    def is_small_talk(self) -> bool:
        return self.small > POLICY.small_talk

    @property
    def is_task(self) -> bool:
        return self.task > POLICY.task and not self.is_small_talk

    def cosine(self, product: float, length: float) -> float:
        """The centred cosine, of the product of `centred` and the memory's raw vector and the memory's length."""
        centring = self.calibration.centring
        return product if centring is None else centring.cosine(product, self.mean, length)

    def cosine_of(self, vector: Vector) -> float:
        """The centred cosine with a memory's raw vector."""
        centring = self.calibration.centring
        product = dot(self.centred, vector)
        return product if centring is None else self.cosine(product, centring.length(vector))

    def held(self, text: str, tokens: Iterable[str]) -> int:
        """How many terms of the query's matter a memory of these tokens holds. What tells the relation asked for holds
        its word."""
        return len(self.matter.intersection(tokens)) or int(self.asks.is_stated_by(text))

    def x(self, cosine: float | None, held: int, *, spaced: bool, push: bool = False) -> float:
        """`held`: how many terms of the query's matter the memory holds. `spaced`: neither of them is written in a
        script without spaces. Without a vector (content that must not be embedded) the words alone decide."""
        share = held / (len(self.matter) + 1)
        if cosine is None:
            return share
        words = self.calibration.spaced_words if spaced and self.spaced else self.calibration.other_words
        return cosine + words * share + self.kind_adds(push=push)

    def kind_adds(self, *, push: bool) -> float:
        if self.is_small_talk:
            return -POLICY.small_talk_costs
        if self.is_task:
            return POLICY.push_adds if push else POLICY.task_adds
        return 0.0

    def relevance(self, x: float) -> float:
        return self.calibration.relevance_curve(x)


@lru_cache(maxsize=4096)
def is_spaced(text: str) -> bool:
    return not is_cjk(text)
