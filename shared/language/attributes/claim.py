"""One statement about a relation that has one value at a time."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Takes(StrEnum):
    """What a relation takes for a value: `ANY` words, or only what is a name, a number or a date. "My boss is nice" names no
    boss, and "the deadline is strict" no day."""

    ANY = "any"
    NAMED = "named"
    AMOUNT = "amount"


@dataclass(frozen=True, slots=True)
class OneValued:
    """`relation`: its name, for the reason that is shown. `about`: of what, and whose ("budget" of "flights"), which two
    statements must have in common, circumstances included. `value`: as it is written. `only_if_now`: another value is a
    change only where one of the two says that it is so now."""

    relation: str
    about: frozenset[str]
    value: str
    takes: Takes = Takes.ANY
    only_if_now: bool = False
