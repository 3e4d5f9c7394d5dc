"""What a statement is compared by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

# Roles that only an amount can have: what stands between the comparison and its number is passed over.
COMPARISONS = frozenset(("at_least", "at_most", "more_than", "less_than", "roughly", "nth"))


class Kind(StrEnum):
    """What an atom names. Atoms of one kind are alternatives to each other only within one `group`."""

    WORD = "word"
    NAME = "name"  # of a person, a place, a product; also identifiers and quoted text
    SELF = "self"  # whom the memory belongs to: "I", "the user", 我, 用户
    AMOUNT = "amount"  # group: the dimension (`count`, `duration`, `money`, ...)
    CALENDAR = "calendar"  # group: `date`, `weekday`, `month`, `year`, `time`
    CHOICE = "choice"  # one of a closed set of alternatives; group: the set (`colour`, `language`, `temperature`, ...)


@dataclass(frozen=True, slots=True)
class Atom:
    """One meaning-bearing piece, in canonical form: synonyms have one text, amounts one unit.

    `role`: the relation that a preposition or a comparison puts it in (`from`, `than`, `at_least`, `of`, ...).
    `sign`: -1 for the opposite of `text` ("hate" is `like` with -1). `negated`: under a negation of its own.
    `aside`: the negation is a contrast ("tables, not prose") and not the clause's. `value`: it stands in what is said, not
    in what it is said about. `numbered`: an amount right after a noun ("server 3"), which may be part of a name.
    `link`: the loose preposition before it ("tests *for* documentation"), which matters only where the order changes.
    `count`: `one` ("a dog") or `many` ("dogs"), where the word says it.
    """

    text: str
    kind: Kind = Kind.WORD
    group: str = ""
    role: str = ""
    sign: int = 1
    negated: bool = False
    aside: bool = False
    value: bool = False
    numbered: str = ""
    link: str = ""
    count: str = ""

    @property
    def holds(self) -> int:
        """+1 or -1: the sign with the negation."""
        return -self.sign if self.negated else self.sign


@dataclass(frozen=True, slots=True)
class Statement:
    """A parsed text.

    `marks`: what keeps it from being a plain present fact (`plan`, `possible`, `must`, `past`, ...). `predicates`: the
    known verbs and links in it (`be`, `live`, ...). `relative`: it holds a date that only the day of saying it tells
    ("tomorrow"). `indefinite`: it begins with one of several ("a friend"). `clauses`: how many. `scopes`: each mark with the atom after it. `besides`: it says "also". `unread`: too long to be compared but as a whole.
    """

    atoms: tuple[Atom, ...]
    marks: frozenset[str] = frozenset()
    predicates: frozenset[str] = frozenset()
    relative: bool = False
    indefinite: bool = False
    scopes: tuple[tuple[str, int], ...] = ()
    clauses: int = 1
    besides: bool = False
    unread: bool = False
