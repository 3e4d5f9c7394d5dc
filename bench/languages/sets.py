"""What is asked in which store: parallel facts in several languages, and Chinese sets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.calibration import texts

# Kinds of sentences that fill a parallel store: facts, preferences, rules and decisions of the language's own.
_AROUND = "SPCD"
_LEAD_INS = Path(__file__).parent / "lead_ins.json"
OWN_CHINESE = Path(__file__).parent / "chinese.json"
# Rows that say the same in every language: a fact, two questions for it, and a statement that is like the fact.
_PARALLEL = Path(__file__).parent / "parallel"
# Rows: the user's fact, the same relation of another person's, and the question for each, mostly in other words.
_RELATIONS = Path(__file__).parent / "relations"
# The same, written after the words of the packs' relations.
_LATER = Path(__file__).parent / "relations_later"


@dataclass(frozen=True, slots=True)
class Question:
    """`answers`: numbers of the memories in the store, one at least."""

    text: str
    answers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Store:
    memories: tuple[str, ...]
    questions: tuple[Question, ...]


def parallel(language: str, facts: Path | None) -> Store:
    """The cohort's facts in one language, those of a file of parallel facts if there is one, and as many sentences of
    the language's own in every language."""
    cohort = texts.cohort()[language]
    memories = list(cohort["statements"])
    questions = [Question(cohort["queries"][n], frozenset((n,))) for n in texts.ANSWERED]
    if facts is not None:
        for fact, question in _read(facts)[language]:
            questions.append(Question(question, frozenset((len(memories),))))
            memories.append(fact)
    return Store((*memories, *_around_alike(language)), tuple(questions))


def further(language: str, *, half: int | None = None) -> Store:
    """34 facts of other domains, each with two questions and a statement like it. `half` 0 asks for the even facts, on
    which choices are made, 1 for the odd ones, `None` for all; the memories are the same."""
    rows = _read(_PARALLEL / f"{language}.json")
    questions = (
        Question(text, frozenset((n,)))
        for n, (_, *asked, _) in enumerate(rows)
        if half is None or n % 2 == half
        for text in asked
    )
    return Store((*(row[0] for row in rows), *(row[-1] for row in rows), *_around_alike(language)), tuple(questions))


def whose(language: str, *, half: int | None = None, later: bool = False) -> Store:
    """22 relations (job, home, car ...) of the user and of another person, each asked for. `half` as in `further`.
    `later`: ten others, on which nothing was chosen."""
    rows = _read((_LATER if later else _RELATIONS) / f"{language}.json")
    questions = []
    for n, (_, _, own, other) in enumerate(rows):
        if half is None or n % 2 == half:
            questions += [Question(own, frozenset((n,))), Question(other, frozenset((len(rows) + n,)))]
    memories = (*(row[0] for row in rows), *(row[1] for row in rows), *_around_alike(language))
    return Store(memories, tuple(questions))


def talked_about(store: Store, language: str) -> Store:
    """The same questions at the end of other talk: some 60 words, or as many characters as that takes."""
    lead_ins = _read(_LEAD_INS)[language]
    questions = (
        Question(f"{lead_ins[n % len(lead_ins)]} {question.text}", question.answers)
        for n, question in enumerate(store.questions)
    )
    return Store(store.memories, tuple(questions))


def own_chinese() -> list[Store]:
    raw = _read(OWN_CHINESE)
    return [Store(tuple(raw["memories"]), tuple(Question(text, frozenset(ids)) for text, ids in raw["questions"]))]


def chinese_groups(path: Path, *, pooled: int = 1) -> list[Store]:
    """A file of groups, each with memories `m` and questions `q`; so many groups together are one store."""
    groups = _read(path)
    return [_pooled(groups[start : start + pooled]) for start in range(0, len(groups), pooled)]


def _pooled(groups: list[dict[str, Any]]) -> Store:
    """A text that several groups have is one memory of the store."""
    places: dict[str, int] = {}
    questions = []
    for group in groups:
        numbers = [places.setdefault(text, len(places)) for text in group["m"]]
        questions += [Question(text, frozenset(numbers[n] for n in ids)) for text, ids in group["q"]]
    return Store(tuple(places), tuple(questions))


def _around_alike(language: str) -> Sequence[str]:
    """As many in every language."""
    return _around(language)[: min(len(_around(other)) for other in texts.languages_of_kinds())]


def _around(language: str) -> list[str]:
    return [text for of, kind, text in texts.sentences() if of == language and kind in _AROUND]


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
