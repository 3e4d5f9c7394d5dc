"""Which relation of a person a question asks for, and which a statement tells, in whatever words and languages: "What is
my job?" asks for what "Je travaille comme infirmière" tells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from shared.language.attributes.whose_fact import asks_of_the_speaker, names_another, tells_of_another
from shared.language.packs.registry import Packs, PerPacks, kept_per_packs
from shared.language.speech.questions import speaks_of_now, tells_of_another_time
from shared.language.text.scripts import has_cjk

# Of a longer text the beginning is read.
_LONGEST = 200

# What names another person by itself: "my husband" asks for what "I am married to Pavel" tells.
_TO_PEOPLE = frozenset({"spouse", "children"})

# By the name of the relation, and whether the language is written with spaces.
_Words: TypeAlias = Mapping[tuple[str, bool], re.Pattern[str]]


def _words(packs: Packs, *, asks: bool) -> _Words:
    sources: dict[tuple[str, bool], list[str]] = {}
    for pack in packs:
        for relation in pack.relations:
            words = relation.asks if asks else relation.tells
            sources.setdefault((relation.name, pack.spaced), []).append(words.pattern())
    return {key: re.compile("|".join(each), re.IGNORECASE) for key, each in sources.items()}


_ASKS = PerPacks(lambda packs: _words(packs, asks=True))
_TELLS = PerPacks(lambda packs: _words(packs, asks=False))


def relations_asked(question: str) -> frozenset[str]:
    """The names of the relations that it asks for; mostly none."""
    read, spaced = question[:_LONGEST], not has_cjk(question)
    found = ((name, words) for (name, of_spaced), words in _ASKS().items() if of_spaced == spaced)
    return frozenset(name for name, words in found if words.search(read) is not None)


def tells_any(statement: str, relations: frozenset[str]) -> bool:
    """Whether it tells one of these relations, of whichever person."""
    return any(_tells(statement[:_LONGEST], relation) for relation in relations)


@kept_per_packs(8192)
def _tells(statement: str, relation: str) -> bool:
    words = _TELLS().get((relation, not has_cjk(statement)))
    return words is not None and words.search(statement) is not None


@dataclass(frozen=True, slots=True)
class Asks:
    """Whose fact a question asks for, and which of that person's relations; `now`: as it is now."""

    of_speaker: bool
    of_another: bool
    relations: frozenset[str]
    now: bool

    @classmethod
    @kept_per_packs(256)
    def of(cls, question: str) -> Asks:
        of_speaker, of_another = asks_of_the_speaker(question), names_another(question)
        return cls(of_speaker, of_another, relations_asked(question), speaks_of_now(question))

    def may_tell(self, statement: str) -> bool:
        """False for what tells of another person when the speaker's own is asked for."""
        return not self.of_speaker or not tells_of_another(statement)

    def tells(self, statement: str) -> bool:
        """Whether it tells one of the relations as it is at the time asked for: of anybody in the speaker's life, where
        the question names one."""
        relations = self.relations if not self.of_another or names_another(statement) else self.relations & _TO_PEOPLE
        return tells_any(statement, relations) and not (self.now and tells_of_another_time(statement))

    def is_stated_by(self, statement: str) -> bool:
        return self.tells(statement) and self.may_tell(statement)
