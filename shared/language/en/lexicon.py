"""The English word lists, made ready for looking up: by phrase of lemmas, longest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from shared.language.en import words
from shared.language.en.lemmas import lemma

Phrase: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    text: str
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Mark:
    """What a phrase says about the whole statement (`plan`, `past`, ...)."""

    name: str


@dataclass(frozen=True, slots=True)
class Relative:
    """A date that depends on the day on which it is said."""

    text: str


Meaning: TypeAlias = "Concept | Mark | Relative"


def phrase(form: str) -> Phrase:
    return tuple(lemma(word) for word in form.split())


def _lines(block: str) -> list[tuple[str, list[str]]]:
    found = []
    for line in block.strip().splitlines():
        name, _, forms = line.partition(":")
        found.append((name.strip(), [form.strip() for form in forms.split(",")]))
    return found


def _put(form: str, meaning: Meaning, phrases: dict[Phrase, Meaning], exact: dict[Phrase, Meaning]) -> None:
    """`=form`: in this inflection only."""
    if form.startswith("="):
        exact[tuple(form[1:].split())] = meaning
    else:
        phrases[phrase(form)] = meaning


def _meanings() -> tuple[dict[Phrase, Meaning], dict[Phrase, Meaning]]:
    phrases: dict[Phrase, Meaning] = {}
    exact: dict[Phrase, Meaning] = {}
    for name, forms in _lines(words.SYNONYMS):
        concept = Concept(name.rstrip("-"), -1 if name.endswith("-") else 1)
        for form in forms:
            _put(form, concept, phrases, exact)
    for name, forms in _lines(words.MARKS):
        for form in forms:
            _put(form, Mark(name), phrases, exact)
    for form in words.RELATIVE_DATES.replace("\n", " ").split(","):
        phrases[phrase(form.strip())] = Relative(form.strip())
    for group in (words.EXCLUSIVE, words.ALTERNATIVES):
        for _, members in _lines(group.replace("|", ",")):
            phrases |= {phrase(m): Concept(m) for m in members if " " in m}
    return phrases, exact


def _choices(block: str, *, exclusive: bool) -> dict[str, str]:
    groups: dict[str, str] = {}
    for line in block.strip().splitlines():
        name, _, sets = line.partition(":")
        for n, members in enumerate(sets.split("|")):
            label = f"{name}{n or ''}{'!' if exclusive else ''}"
            for member in members.split(","):
                groups[member.strip()] = label
    return groups


PHRASES, EXACT = _meanings()
EXACT_STARTS = frozenset(form[0] for form in EXACT)
LONGEST = max(map(len, PHRASES))
# Which words can begin a phrase, and how long the longest one is: most words begin none.
REACH: dict[str, int] = {}
for _phrase in PHRASES:
    REACH[_phrase[0]] = max(REACH.get(_phrase[0], 0), len(_phrase))
CHOICES = _choices(words.ALTERNATIVES, exclusive=False) | _choices(words.EXCLUSIVE, exclusive=True)
