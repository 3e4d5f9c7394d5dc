"""Labelled pairs of a statement and a change told in other words ("moved to Bergen", 戒烟了): what it is about is
updated by it, everything else is left alone. `python -m tests.sameness.changes` prints both halves.

The held-out half was written first and chose no rule.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shared.domain.sameness import Related, Relation, relate

HALVES = ("tuned", "held_out")
LABELS = {"change": Relation.CONTRADICTS, "both": Relation.DIFFERENT}
_AS_NEAR_AS_CAN_BE = 1.0
_FILE = Path(__file__).with_name("changes.json")

Told = tuple[str, str, str, Related]


@cache
def told(half: str, language: str) -> tuple[Told, ...]:
    """Kind, both texts, and how they were told."""
    return tuple(_told(half, language))


def _told(half: str, language: str) -> Iterator[Told]:
    for kind, pairs in json.loads(_FILE.read_text(encoding="utf-8"))[half][language].items():
        for one, other in pairs:
            yield kind, one, other, relate(one, other, _AS_NEAR_AS_CAN_BE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", choices=HALVES, action="append", default=[])
    arguments = parser.parse_args()
    for half in HALVES:
        for language in ("en", "zh"):
            for kind, label in LABELS.items():
                counts = Counter(related.relation for k, _, _, related in told(half, language) if k == kind)
                shown = "  ".join(f"{relation} {counts[relation]:3}" for relation in Relation)
                print(f"{half:9} {language} {kind:7} {counts.total():3} should be {label:12}: {shown}")
            for kind, one, other, related in told(half, language) if half in arguments.errors else ():
                if related.relation is not LABELS[kind]:
                    print(f"    {kind}: {related.relation} ({related.reason}): {one} | {other}")


if __name__ == "__main__":
    main()
