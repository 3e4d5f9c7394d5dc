"""How well sameness and contradiction are found, on both halves: `python -m tests.language.comparison.sameness_report`.

`--errors tuned` (or `held`) also lists the pairs that were not judged as labelled.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from shared.language.comparison.relation import Relation, relate
from tests.language.comparison.pairs import LABELS, LANGUAGES, Pair, pairs, reworded_facts


def reported(chosen: Sequence[Pair], similarity: float | None = None) -> Counter[Relation]:
    return Counter(pair.related(similarity).relation for pair in chosen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", choices=("tuned", "held"))
    arguments = parser.parse_args()
    for title, similarity in (("with the measured cosines", None), ("by the words alone (similarity 1)", 1.0)):
        print(title)
        for held_out in (False, True):
            _half(held_out, similarity)
    _reworded()
    if arguments.errors:
        _errors(arguments.errors == "held")


def _half(held_out: bool, similarity: float | None) -> None:
    print("  held out" if held_out else "  tuned on")
    for language in LANGUAGES:
        chosen = [p for p in pairs() if p.held_out is held_out and p.language == language]
        for kind in LABELS:
            counts = reported([p for p in chosen if p.kind == kind], similarity)
            shown = "  ".join(f"{relation} {counts[relation]:3}" for relation in Relation)
            print(f"    {language} {kind:12} {sum(counts.values()):3}: {shown}")
        merged = sum(p.related(similarity).relation is Relation.SAME for p in chosen if p.label is not Relation.SAME)
        false = sum(
            p.related(similarity).relation is Relation.CONTRADICTS
            for p in chosen
            if p.label is not Relation.CONTRADICTS
        )
        right = sum(p.related(similarity).relation is Relation.SAME for p in chosen if p.label is Relation.SAME)
        found = sum(
            p.related(similarity).relation is Relation.CONTRADICTS for p in chosen if p.label is Relation.CONTRADICTS
        )
        same, contradictions = (sum(p.label is r for p in chosen) for r in (Relation.SAME, Relation.CONTRADICTS))
        print(
            f"    {language}: wrongly merged {merged}; paraphrases merged {right}/{same} ({right / same:.0%}); "
            f"contradictions found {found}/{contradictions} ({found / contradictions:.0%}), false ones {false}"
        )


def _reworded() -> None:
    print("freely reworded facts, by the words alone")
    for language in LANGUAGES:
        counts = Counter(
            (label, relate(one, other, 1.0).relation)
            for lang, label, one, other in reworded_facts()
            if lang == language
        )
        for label in Relation:
            shown = "  ".join(f"{reported} {counts[label, reported]:3}" for reported in Relation)
            print(f"    {language} labelled {label:12}: {shown}")


def _errors(held_out: bool) -> None:
    for pair in pairs():
        related = pair.related()
        if pair.held_out is held_out and related.relation is not pair.label:
            print(f"{pair.kind}: {related.relation} ({related.reason}), cosine {pair.cosine}, {pair.similarity:.2f}")
            print(f"    {pair.stored}\n    {pair.incoming}")


if __name__ == "__main__":
    main()
