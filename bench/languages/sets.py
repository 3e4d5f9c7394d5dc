"""What is asked in which store: parallel facts in several languages, and Chinese sets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.calibration import texts

# Kinds of sentences that fill a parallel store: facts, preferences, rules and decisions of the language's own.
_AROUND = "SPCD"
_LEAD_INS = Path(__file__).parent / "lead_ins.json"
OWN_CHINESE = Path(__file__).parent / "chinese.json"


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
    by_language = {other: _around(other) for other in texts.languages_of_kinds()}
    least = min(map(len, by_language.values()))
    return Store((*memories, *by_language[language][:least]), tuple(questions))


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


def _around(language: str) -> list[str]:
    return [text for of, kind, text in texts.sentences() if of == language and kind in _AROUND]


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
