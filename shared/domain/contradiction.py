"""Whether two statements cannot both hold: opposite polarity about one thing, or another value of one attribute.

Silence is cheap and a false contradiction is not (it overturns a true memory), so whatever the rules do not understand
is no contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.alignment import Alignment
from shared.domain.statements import Atom, Kind, Statement
from shared.domain.statements import predicates as known
from shared.domain.statements.calendars import EITHER_HALF

# A difference in more places than this is another statement, not another value.
_MOST_SLOTS = 3
_UNSURE = frozenset(("possible", "asks", "would", "try"))
_SAID_ONCE_A_TIME = frozenset(("past", "perfect"))


def opposite(found: Alignment) -> str | None:
    """Why the two say the opposite of each other, all else being equal; `None` when they do not."""
    if not found.complete:
        return None
    flips = [(found.one.atoms[at], found.other.atoms[to]) for at, to in found.pairs if _flipped(found, at, to)]
    if not flips:
        return None
    if any(a.text in ("open", "start", "enabled") for a, _ in flips) and _has_a_time(found.one):
        return None  # it opens at six, and closes at nine
    if all(a.aside or b.aside for a, b in flips) and len(flips) == 2:
        return "the one is put before the other in the opposite order"
    if found.swapped():
        return None
    if len(flips) % 2 == 1 or any(a.aside != b.aside for a, b in flips):
        return "opposite polarity about the same thing"
    return None


def _has_a_time(statement: Statement) -> bool:
    return any(atom.group == "time" for atom in statement.atoms)


def _flipped(found: Alignment, at: int, to: int) -> bool:
    return found.one.atoms[at].holds != found.other.atoms[to].holds


def other_value(found: Alignment) -> str | None:
    """The attribute of which the two name different values, as one line; `None` when they do not."""
    one, other = found.one, found.other
    if one.marks & _UNSURE or one.relative or other.relative:
        return None
    slots = _slots(found)
    if slots is None or not 0 < len(slots) <= _MOST_SLOTS or (not found.pairs and not _speaks_of_self(one)):
        return None
    predicates = set(one.predicates & other.predicates)
    if not predicates and "be" in one.predicates | other.predicates and not one.marks & _SAID_ONCE_A_TIME:
        predicates = {"be"}
    shared = [one.atoms[at] for at, _ in found.pairs]
    if any(one.atoms[at].holds != other.atoms[to].holds for at, to in found.pairs):
        return None
    reasons = [_slot_reason(left, right, predicates, shared, one) for left, right in slots]
    if "wish" in one.marks and any(left[0].kind is not Kind.CHOICE for left, _ in slots):
        return None  # one may wish for two things
    if any(reason is None for reason in reasons) or _is_condition(slots, one):
        return None
    return reasons[0]


def _speaks_of_self(statement: Statement) -> bool:
    return bool(statement.predicates)


def _slots(found: Alignment) -> list[tuple[list[Atom], list[Atom]]] | None:
    """The differing atoms, in order and paired by place; neighbouring words and names make one value."""
    left = _values(found.one, found.left)
    right = _values(found.other, found.right)
    if len(left) != len(right):
        return None
    return list(zip(left, right, strict=True))


def _values(statement: Statement, places: Sequence[int]) -> list[list[Atom]]:
    values: list[list[Atom]] = []
    before = -2
    for at in places:
        atom = statement.atoms[at]
        worded = atom.kind in (Kind.WORD, Kind.NAME)
        if values and at == before + 1 and worded and values[-1][-1].kind in (Kind.WORD, Kind.NAME) and not atom.role:
            values[-1].append(atom)
        else:
            values.append([atom])
        before = at
    return values


def _slot_reason(
    left: Sequence[Atom], right: Sequence[Atom], predicates: set[str], shared: Sequence[Atom], whole: Statement
) -> str | None:
    one, other = left[0], right[0]
    if one.role != other.role or not all(a.value for a in (*left, *right)) or one.holds != other.holds:
        return None
    if one.kind is Kind.AMOUNT and other.kind is Kind.AMOUNT and one.group == other.group:
        return _amount(one, other, predicates, whole)
    if one.kind is Kind.CALENDAR and other.kind is Kind.CALENDAR:
        return _date(one, other, predicates, whole)
    if one.kind is Kind.CHOICE and other.kind is Kind.CHOICE and one.group == other.group:
        return _choice(one, predicates, shared, whole)
    if Kind.AMOUNT in (one.kind, other.kind) or Kind.CALENDAR in (one.kind, other.kind):
        return None
    return _named(left, right, predicates, shared, whole)


def _once(predicates: set[str], whole: Statement) -> bool:
    """What is past holds once only for what happens once: "was born", "joined"; one may visit a place twice."""
    return not whole.marks & _SAID_ONCE_A_TIME or bool(predicates & known.ONCE)


def _amount(one: Atom, other: Atom, predicates: set[str], whole: Statement) -> str | None:
    if not predicates or not predicates - known.NO_ATTRIBUTE or "like" in predicates or not _once(predicates, whole):
        return None
    if one.group == "ordinal":
        return None if not predicates & {"be", "live", "located"} else "other number in the same place"
    if (one.numbered in known.NUMBERED or other.numbered in known.NUMBERED) and not predicates & (
        known.ONE_NAME | {"be", "run", "happen"}
    ):
        return None
    if one.numbered != other.numbered:
        return None
    what = {"count": "number", "money": "amount of money"}.get(one.group, one.group)
    return f"other {what} of the same attribute{_of(one)}"


def _of(atom: Atom) -> str:
    return f": {atom.numbered}" if atom.numbered in known.ATTRIBUTES else ""


def _date(one: Atom, other: Atom, predicates: set[str], whole: Statement) -> str | None:
    if one.group == other.group == "time" and _maybe_equal(one.text, other.text):
        return None
    same = one.group == other.group or {one.group, other.group} <= {"date", "month"}
    if not same or not predicates & known.DATED:
        return None
    if whole.marks & _SAID_ONCE_A_TIME and not predicates & known.ONCE:
        return None
    if any(a.kind is Kind.AMOUNT for a in whole.atoms):
        return None  # a value at a time: the time tells which value
    return f"other {one.group} of the same thing"


def _maybe_equal(one: str, other: str) -> bool:
    """ "At three" may be 15:00."""
    if EITHER_HALF not in (one[0], other[0]):
        return False
    (hour, minute), (other_hour, other_minute) = (text.strip(EITHER_HALF).split(":") for text in (one, other))
    return minute == other_minute and (int(hour) - int(other_hour)) % 12 == 0


def _choice(one: Atom, predicates: set[str], shared: Sequence[Atom], whole: Statement) -> str | None:
    if not _once(predicates, whole) or not predicates or "like" in predicates:
        return None
    name = one.group.rstrip("!0123456789")
    if one.group.endswith("!"):
        return f"opposite {name} of the same thing"
    allowed = known.ONE_CHOICE.get(name, known.ONE_CHOICE_OTHERWISE)
    if predicates & allowed or (predicates & {"be", "named"} and _has(shared, known.ATTRIBUTES)):
        return f"other {name} of the same thing"
    return None


def _named(
    left: Sequence[Atom], right: Sequence[Atom], predicates: set[str], shared: Sequence[Atom], whole: Statement
) -> str | None:
    if not _once(predicates, whole) or any(a.role not in ("", "to", "for", "at", "in_", "with") for a in (*left, *right)):
        return None
    named = all(a.kind is Kind.NAME for a in (left[-1], right[-1]))
    plain = all(a.kind in (Kind.WORD, Kind.NAME) for a in (*left, *right))
    if not plain or any(a.text in known.VERB_CONCEPTS for a in (*left, *right)):
        return None
    if (named or not left[0].text.isascii()) and predicates & known.ONE_NAME:
        return "other name in the same place"
    if predicates & {"named", "work_as"}:
        return "other word for the same attribute"
    if predicates & {"be"} and _has(shared, known.ATTRIBUTES):
        return "other value of the same attribute"
    if named and predicates & {"be"} and _has(shared, known.ROLES_OF_PEOPLE):
        return "other name in the same role"
    return None


def _has(shared: Sequence[Atom], words: frozenset[str]) -> bool:
    return any(
        atom.text in words or (not atom.text.isascii() and any(atom.text.endswith(word) for word in words))
        for atom in shared
    )


def _is_condition(slots: Sequence[tuple[Sequence[Atom], Sequence[Atom]]], whole: Statement) -> bool:
    """Two differences of which one is a date: the other value may hold at the other date."""
    kinds = {left[0].kind for left, _ in slots}
    return len(kinds) > 1 and Kind.CALENDAR in kinds and bool(whole.atoms)
