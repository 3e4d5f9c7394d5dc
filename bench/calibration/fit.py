"""One fit: from the cohort's vectors to a calibration, with what it must show before it is used."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.calibration import texts
from bench.calibration.planes import (
    PAIR_RIDGE,
    QUERY_RIDGE,
    FittedPlane,
    Side,
    chances,
    kind_planes,
    ridge_plane,
    sides,
)
from bench.calibration.vectors import Floats, Vectors
from shared.domain.meaning.calibration import Fit

# With as many as there are languages the rarest details of one language go as well; docs/decisions/relevance.md.
DIRECTIONS = 20
# The values that a fit must reach. The packaged embedder has .999, .50, .21 and .75.
LEAST_AUC, LEAST_RIGHT, MOST_WRONG, LEAST_KINDS, LEAST_ASSERTIONS = 0.98, 0.35, 0.27, 0.60, 0.85
_FOLDS = 5


@dataclass(frozen=True, slots=True)
class Fitted:
    memory: Side
    query: Side
    small: FittedPlane
    task: FittedPlane
    stated: FittedPlane
    remark: FittedPlane
    change: FittedPlane
    subject: FittedPlane
    kinds: Floats
    assertions: Floats
    fit: Fit

    @property
    def refused_because(self) -> str:
        """Empty when the fit may be used."""
        fit, reasons = self.fit, []
        if fit.auc < LEAST_AUC:
            reasons.append(f"AUC {fit.auc:.3f} is below {LEAST_AUC}")
        if fit.right < LEAST_RIGHT:
            reasons.append(f"the median of right pairs {fit.right:.2f} is below {LEAST_RIGHT}")
        if fit.wrong > MOST_WRONG:
            reasons.append(f"99 % of the wrong pairs reach {fit.wrong:.2f}, more than {MOST_WRONG}")
        if fit.kinds < LEAST_KINDS:
            reasons.append(f"the kinds of {fit.kinds:.2f} of the sentences are recognised, less than {LEAST_KINDS}")
        if fit.assertions < LEAST_ASSERTIONS:
            reasons.append(
                f"what {fit.assertions:.2f} of the sentences assert is recognised, less than {LEAST_ASSERTIONS}"
            )
        return "; ".join(reasons)


def fitted(vectors: Vectors, *, half: int | None = None, directions: int = DIRECTIONS) -> Fitted:
    """`half` 0 fits the kinds of sentences on the first half of each list alone, so that the other can be reported."""
    statements, queries = texts.statements(), texts.queries()
    by_statement = [vectors.memories(own) for own in statements.values()]
    by_query = [vectors.queries(own) for own in queries.values()]
    memory, query = sides(by_statement, by_query, directions)

    labelled = list(texts.labelled_queries())
    kind = np.array([k for k, _ in labelled])
    asked = query(vectors.queries([text for _, text in labelled]))
    small = ridge_plane(asked, kind == "s", QUERY_RIDGE)
    task = ridge_plane(asked[kind != "s"], kind[kind != "s"] == "t", QUERY_RIDGE)

    sentences = texts.sentences(half=half)
    as_queries = {k: [t for _, own, t in sentences if own == k] for k in "SPCDUNRX"}
    facts = query(vectors.queries([t for own in statements.values() for t in own] + as_queries["S"] + as_queries["C"]))
    remarks = query(vectors.queries(as_queries["X"]))
    stated = _against(facts, asked)
    remark = _against(remarks, np.vstack([facts, asked[kind != "s"]]))

    pairs = texts.pairs()
    of = np.array([pair.kind for pair in pairs])
    older, newer = (memory(vectors.memories([getattr(p, side) for p in pairs])) for side in ("older", "newer"))
    apart = newer - older
    change = ridge_plane(apart[of != "trap"], of[of != "trap"] == "update", PAIR_RIDGE)
    both = np.hstack([apart, newer])
    subject = ridge_plane(both[of != "both"], of[of != "both"] == "update", PAIR_RIDGE)

    kinds = np.array([texts.KINDS.index(k) for _, k, _ in sentences])
    said = memory(vectors.memories([t for _, _, t in sentences]))
    auc, right, wrong = _answers(memory, query, by_statement, by_query)
    planes = kind_planes(said, kinds, len(texts.KINDS))
    by_assertion, assertions = assertion_planes(vectors, memory)
    fit = Fit(auc, right, wrong, _out_of_fold(said, kinds, len(texts.KINDS)), by_assertion)
    return Fitted(memory, query, small, task, stated, remark, change, subject, planes, assertions, fit)


def assertion_planes(vectors: Vectors, memory: Side) -> tuple[float, Floats]:
    """The share recognised out of fold, and the planes."""
    labelled = texts.asserted()
    asserted = np.array([texts.ASSERTIONS.index(own) for _, own, _ in labelled])
    said = memory(vectors.memories([text for _, _, text in labelled]))
    count = len(texts.ASSERTIONS)
    return _out_of_fold(said, asserted, count), kind_planes(said, asserted, count)


def _against(yes: Floats, no: Floats) -> FittedPlane:
    return ridge_plane(np.vstack([no, yes]), np.arange(len(no) + len(yes)) >= len(no), QUERY_RIDGE)


def _answers(
    memory: Side, query: Side, by_statement: list[Floats], by_query: list[Floats]
) -> tuple[float, float, float]:
    """AUC, the median of the right and the 99 % quantile of the wrong, of questions and statements of one language."""
    right: list[float] = []
    wrong: list[float] = []
    for statements, queries in zip(by_statement, by_query, strict=True):
        cosines = query(queries)[texts.ANSWERED] @ memory(statements).T
        is_right = np.array(texts.ANSWERED)[:, None] == np.arange(len(statements))
        right += cosines[is_right].tolist()
        wrong += cosines[~is_right].tolist()
    return auc(np.array(right), np.array(wrong)), float(np.median(right)), float(np.quantile(wrong, 0.99))


def auc(right: Floats, wrong: Floats) -> float:
    """How often a right one stands above a wrong one."""
    return float(np.mean(np.searchsorted(np.sort(wrong), right) / len(wrong)))


def _out_of_fold(vectors: Floats, kinds: NDArray[np.int_], count: int) -> float:
    """The share whose kind the planes of the other folds recognise."""
    fold = np.arange(len(kinds)) % _FOLDS
    right = 0
    for n in range(_FOLDS):
        planes = kind_planes(vectors[fold != n], kinds[fold != n], count)
        right += int(np.sum(chances(planes, vectors[fold == n]).argmax(axis=1) == kinds[fold == n]))
    return right / len(kinds)
