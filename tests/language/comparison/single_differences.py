"""Labelled pairs of an older and a newer text: another value of what has one at a time (`update`), two that both hold
(`both`), and what only looks like a change (`trap`); of other languages rivals and pairs that are apart.

`python -m tests.language.comparison.single_differences --errors tuned` prints both halves and the misses of one."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shared.language.comparison.relation import Relation, relate
from shared.language.comparison.single_difference import SingleDifference, single_difference

HALVES = ("tuned", "held_out")
LANGUAGES = ("en", "zh", "other")
_AS_NEAR_AS_CAN_BE = 1.0

Found = tuple[str, str, str, SingleDifference | None, bool]


@cache
def found(half: str, language: str) -> tuple[Found, ...]:
    """Kind, both texts, what `single_difference` says, and whether the write would set the two against each other."""
    return tuple(_found(half, language))


def _found(half: str, language: str) -> Iterator[Found]:
    file = Path(__file__).with_name("single_differences.json")
    for kind, pairs in json.loads(file.read_text(encoding="utf-8"))[half][language].items():
        for older, newer in pairs:
            against = relate(older, newer, _AS_NEAR_AS_CAN_BE).relation is Relation.CONTRADICTS
            yield kind, older, newer, single_difference(older, newer), against


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", choices=HALVES, action="append", default=[])
    arguments = parser.parse_args()
    for half in HALVES:
        for language in LANGUAGES:
            reported = found(half, language)
            for kind in dict.fromkeys(kind for kind, *_ in reported):
                rows = [row for row in reported if row[0] == kind]
                updates = sum(difference is not None and difference.updates for *_, difference, _ in rows)
                rivals = sum(difference is not None and not difference.updates for *_, difference, _ in rows)
                against = sum(contradicts for *_, contradicts in rows)
                print(
                    f"{half:8} {language:5} {kind:6} {len(rows):3}: updates {updates:3}  rival {rivals:3}  "
                    f"in the write against each other {against:3}"
                )
                for _, older, newer, difference, contradicts in rows if half in arguments.errors else ():
                    if (kind == "update") != contradicts or (kind == "rival" and difference is None):
                        print(f"    {older} | {newer}: {difference}")


if __name__ == "__main__":
    main()
