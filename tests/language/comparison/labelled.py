"""Sets of labelled pairs in two halves, of which the held-out one was written first and chose no rule."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from shared.language.comparison.relation import Related, Relation, relate

HALVES = ("tuned", "held_out")
_AS_NEAR_AS_CAN_BE = 1.0

Pair = tuple[str, str, str, Related]


class LabelledPairs:
    """The pairs of a file beside this one, by half, language and kind. `labels`: the relation that each kind should
    get."""

    def __init__(self, name: str, labels: Mapping[str, Relation]) -> None:
        self._file = Path(__file__).with_name(name)
        self.labels = labels
        self.contributions = cache(lambda half, language: tuple(self._stated(half, language)))

    def _stated(self, half: str, language: str) -> Iterator[Pair]:
        """Kind, both texts, and the relation that was found."""
        for kind, pairs in json.loads(self._file.read_text(encoding="utf-8"))[half][language].items():
            for one, other in pairs:
                yield kind, one, other, relate(one, other, _AS_NEAR_AS_CAN_BE)

    def report(self, description: str | None) -> None:
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--errors", choices=HALVES, action="append", default=[])
        arguments = parser.parse_args()
        for half in HALVES:
            for language in ("en", "zh"):
                found = self.contributions(half, language)
                for kind, label in self.labels.items():
                    counts = Counter(related.relation for k, _, _, related in found if k == kind)
                    shown = "  ".join(f"{relation} {counts[relation]:3}" for relation in Relation)
                    print(f"{half:9} {language} {kind:10} {counts.total():3} should be {label:12}: {shown}")
                for kind, one, other, related in found if half in arguments.errors else ():
                    if related.relation is not self.labels[kind]:
                        print(f"    {kind}: {related.relation} ({related.reason}): {one} | {other}")
