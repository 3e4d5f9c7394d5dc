"""The labelled texts: a file a language, so that a language is added by a file.

`cohort/<language>.json`: 24 statements and 18 queries that say the same in every language, in one order (a question is
answered by the statement of its own number; there are three tasks, two bits of small talk and one question about the
world), queries of each kind in the language's own words, and pairs of statements: `update` (the newer replaces the
older), `both` (both hold), `trap` (the newer speaks of somebody else or another matter). `kinds/<language>.json`:
sentences by kind. `kinds_reported/`: sentences that no fit sees. `assertions/` and `assertions_reported/`: the same by
what they assert. `assertions_fresh/`: what must be stored and what must not;
bars are chosen on the even lines, and the odd ones are reported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PARALLEL_KINDS = "qqqqqqtttssoqqqqqq"
ANSWERED = [n for n, kind in enumerate(PARALLEL_KINDS) if kind == "q"]  # query n asks for statement n
_OWN_KINDS = {
    "small_talk": "s", "keywords": "q", "mixed": "q", "tasks": "t", "advice": "t", "asks": "q", "world": "o",
}  # fmt: skip

# S stated fact, P preference, C constraint, D decision, T wish for one time, U change, N denial, Q question, K task,
# X small talk, O order hidden in outside text, H supposed or quoted, R report of somebody else, B benign outside text.
KINDS = "SPCDTUNQKXOHRB"
# F fact, G guess, M mood of the moment, W step being taken, E outcome that a tool reports and failures, A somebody's
# powers (permissions, limits of authority, who holds credentials, compliance), Q question.
ASSERTIONS = "FGMWEAQ"
# Sentences by kind that are facts here, whatever facts they are.
_FACTS = "SPCDUNRB"


@dataclass(frozen=True, slots=True)
class Pair:
    kind: str
    older: str
    newer: str
    question: str


@cache
def cohort() -> Mapping[str, Mapping[str, Any]]:
    return _by_language("cohort")


def languages_of_kinds() -> list[str]:
    """Those that have sentences by kind in both lists, fitted and reported."""
    return sorted(_by_language("kinds").keys() & _by_language("kinds_reported"))


def _by_language(folder: str) -> dict[str, Any]:
    return {
        file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted((FOLDER / folder).glob("*.json"))
    }


def statements() -> dict[str, list[str]]:
    return {language: texts["statements"] for language, texts in cohort().items()}


def queries() -> dict[str, list[str]]:
    return {language: texts["queries"] for language, texts in cohort().items()}


def labelled_queries() -> Iterator[tuple[str, str]]:
    """Kind (q asks, t task or advice, s small talk, o about the world) and text."""
    for texts in cohort().values():
        yield from zip(PARALLEL_KINDS, texts["queries"], strict=True)
        for field, kind in _OWN_KINDS.items():
            yield from ((kind, text) for text in texts[field])


def pairs() -> list[Pair]:
    return [
        Pair(kind, *texts) for own in cohort().values() for kind in ("update", "both", "trap") for texts in own[kind]
    ]


def sentences(*, half: int | None = None, reported: bool = False) -> list[tuple[str, str, str]]:
    """Language, kind and text; `half` 0 is fitted on, 1 is reported on, `None` is both."""
    found = []
    for language, by_kind in _by_language("kinds_reported" if reported else "kinds").items():
        for kind, texts in by_kind.items():
            chosen = texts if half is None else texts[half::2]
            found += [(language, kind, text) for text in chosen]
    return found


def asserted(*, reported: bool = False) -> list[tuple[str, str, str]]:
    """Language, assertion and text. What is fitted on holds the facts and questions among the sentences by kind too."""
    if reported:
        return _asserted("assertions_reported")
    by_kind = [
        (language, "Q" if kind == "Q" else "F", text) for language, kind, text in sentences() if kind in f"{_FACTS}Q"
    ]
    return [*_asserted("assertions"), *by_kind]


def fresh(*, half: int) -> list[tuple[str, bool, str]]:
    """Language, whether it must be stored, and text; bars are chosen on `half` 0, 1 is reported on."""
    return [
        (language, name == "keep", text)
        for language, lists in _by_language("assertions_fresh").items()
        for name in ("keep", "refuse")
        for text in lists[name][half::2]
    ]


def _asserted(folder: str) -> list[tuple[str, str, str]]:
    by_language = _by_language(folder)
    return [(language, own, text) for language, lists in by_language.items() for own in lists for text in lists[own]]
