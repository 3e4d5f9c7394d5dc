"""Under which circumstance something is said to hold: "in the morning", "on long flights", "for module 2", 写周报时.

Statements that differ in the circumstance are two facts and do not contradict each other: somebody may prefer tea in
the morning and coffee in the afternoon, and a general rule may have an exception.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.language.comparison.parse import Atom, Kind, Statement
from shared.language.statements.predicates import VERB_CONCEPTS

# Prepositions that lead in what a statement is restricted to, where they do not belong to its verb ("lives in").
LEADING = frozenset("in on at for with about to into onto upon 在 给 于 对 对于 用于".split())
# In what something is said, written, paid or shown: no circumstance but the manner itself.
_MANNER = frozenset("language format currency colour code units mode".split())
_OF_MANNER = frozenset(("in", "以", "用"))
_WITHIN = frozenset(("of", "的"))  # "for groups of five"
_FOR = frozenset("for with about to 给 对".split())
# Where a thing is, or what number it has there: "is on floor 3", "is in room 4".
_PLACED = frozenset("be located live happen".split())
# Said of what comes round again: with a weekday it tells on which of the days.
_RECURRING = frozenset("open close wake sleep run exercise start end leave arrive".split())
_ONCE_ON_A_DAY = frozenset("be located happen meet schedule move postpone".split())


def leads_in(atom: Atom) -> bool:
    """Whether a circumstance may begin with the atom: what precedes it is complete."""
    return atom.link in LEADING or bool(atom.role)


def restricts(statement: Statement, at: int, predicates: frozenset[str]) -> bool:
    """Whether the word, name, number or alternative at a place tells when, where or for what the rest holds, and is
    not the value itself."""
    atom = statement.atoms[at]
    if atom.kind is Kind.CALENDAR:
        return False  # `may_recur` judges days and hours
    opener = _opener(statement.atoms, at)
    if opener is None:
        return False
    link = opener.link or opener.role
    if link not in LEADING:
        return False
    match atom.kind:
        case Kind.CHOICE:
            return not (link in _OF_MANNER and atom.group.rstrip("!") in _MANNER)
        case Kind.AMOUNT:
            if any(other.kind is Kind.AMOUNT and other.value and other is not atom for other in statement.atoms):
                return link != "at"  # "ten euros for two people", "20 degrees on floor 3"
            return opener is not atom and (link in _FOR or not predicates & _PLACED)
        case _:
            return True


def _opener(atoms: Sequence[Atom], at: int) -> Atom | None:
    """The atom whose preposition leads in the phrase that a place stands in, back to the verb at most."""
    for place in range(at, -1, -1):
        atom = atoms[place]
        if not atom.value or atom.text in VERB_CONCEPTS:
            return None
        if (atom.link and atom.link not in _WITHIN) or atom.role:
            return atom
    return None


def may_recur(one: Atom, predicates: frozenset[str], shared: Sequence[Atom]) -> bool:
    """Whether a weekday says on which days something happens: "opens at six on Mondays"."""
    if one.group == "time":
        return False
    timed = any(atom.kind is Kind.CALENDAR and atom.group != one.group for atom in shared)
    if timed and not predicates & _ONCE_ON_A_DAY:
        return True
    return one.group == "weekday" and "open" in predicates


def one_matter(slots: Sequence[tuple[Atom, Atom]], predicates: frozenset[str]) -> bool:
    """Whether what differs is one value: one place; both ends of a span, or a day with its hour; or one comparison the
    other way round. Whatever else differs beside a value is a circumstance."""
    if len(slots) == 1:
        return True
    left, right = ([slot[side] for slot in slots] for side in (0, 1))
    if sorted(atom.text for atom in left) == sorted(atom.text for atom in right):
        return True
    if any(atom.kind is not Kind.CALENDAR for atom in (*left, *right)):
        return False
    groups = {atom.group for atom in (*left, *right)}
    return len(groups) == 1 or not predicates & _RECURRING
