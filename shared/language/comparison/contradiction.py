"""Whether two statements cannot both hold: opposite polarity about one thing, or another value of one attribute.

A missed contradiction costs little and a false one much (it overturns a true memory), so a statement that the rules do
not understand never contradicts another.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from shared.language.comparison.alignment import Alignment, Slot, listed, slots_of, worded
from shared.language.comparison.parse import Atom, Kind
from shared.language.comparison.places_and_names import may_both_hold, placed
from shared.language.comparison.qualifiers import may_recur, one_matter, restricts
from shared.language.statements import predicates as known
from shared.language.statements.calendars import EITHER_HALF
from shared.language.statements.gazetteer import says_whence

# A difference in more places than this is another statement, not another value.
_MOST_SLOTS = 3
_UNSURE = frozenset(("possible", "asks", "would", "try"))
_OVER = frozenset(("past", "perfect"))
_DAYS = frozenset(("date", "month", "year"))
_NAMING_ROLES = frozenset(("", "to", "for"))
_BOUNDS = frozenset(("until", "since", "from", "before", "after", "to"))
_LANGUAGE = frozenset(("language", "语言"))
_TITLES = frozenset("dr mr mrs ms prof".split())
_VERSION = frozenset(("version", "版本"))
_MEDIUM = frozenset(("in", "以", "用"))
_NAMED = known.ROLES_OF_PEOPLE | known.NAMED_ATTRIBUTES
_ATTRIBUTES = known.ATTRIBUTES | known.NAMED_ATTRIBUTES


@dataclass(frozen=True, slots=True)
class _Case:
    """What a slot is judged by: the shared predicates and words, and the whole alignment."""

    found: Alignment
    predicates: frozenset[str]
    shared: tuple[Atom, ...]

    @property
    def once(self) -> bool:
        """What is past holds once only for what happens once: "was born", "joined"; one may visit a place twice."""
        return not self.found.one.marks & _OVER or bool(self.predicates & known.ONCE)

    @property
    def only_is(self) -> bool:
        """Whether the slot is all that is said: "is free on Monday" says more of Monday than "is on Monday"."""
        if self.predicates & known.ONE_OBJECT or self.predicates - {"be", "located", "need"}:
            return True
        said = (atom for atom in self.shared if atom.value and atom.role not in _BOUNDS)
        return all(atom.text in _ATTRIBUTES | _TITLES or atom.kind in (Kind.AMOUNT, Kind.CALENDAR) for atom in said)

    def restricted(self, slot: Slot) -> bool:
        """Whether the two differ in a circumstance. A preposition that is the verb's own leads in its value."""
        if all(worded(atom) for atom in slot.atoms) and self.placed(slot):
            return False
        one, other = self.found.one, self.found.other
        return restricts(one, slot.left_at, self.predicates) or restricts(other, slot.right_at, self.predicates)

    def placed(self, slot: Slot) -> bool:
        one, other = self.found.one, self.found.other
        return placed(one, slot.left_at, len(slot.left)) and placed(other, slot.right_at, len(slot.right))

    @property
    def attribute(self) -> str:
        """The attribute's name for the reason, by its concept in the word lists: never a word of the statement."""
        named = next((a.text for a in self.shared if a.text in _ATTRIBUTES | {"listen_port"} and a.text.isascii()), "")
        return f": {named.removeprefix('listen_').replace('_', ' ')}" if named else ""

    def speaks_of(self, words: frozenset[str]) -> bool:
        return any(
            atom.text in words or (not atom.text.isascii() and any(atom.text.endswith(word) for word in words))
            for atom in self.shared
        )


def opposite(found: Alignment) -> str | None:
    """Why the two say the opposite of each other, all else being equal; `None` when they do not."""
    if not found.complete:
        return None
    pairs = [(found.one.atoms[at], found.other.atoms[to]) for at, to in found.pairs]
    flips = [(a, b) for a, b in pairs if a.holds != b.holds]
    if not flips:
        return None
    if len(flips) == 2 and all(a.aside or b.aside for a, b in flips):
        return "the one is put before the other in the opposite order"
    timed = any(atom.group == "time" for atom in found.one.atoms)
    if found.swapped() or (timed and any(a.text in known.TURNING for a, _ in flips)):
        return None  # it opens at six and closes at nine
    if len(flips) % 2 == 1 or any(a.aside != b.aside for a, b in flips):
        return "opposite polarity about the same thing"
    return None


# How much, how often or how well: someone who does not do it at all does not do it this way either.
_DEGREES = frozenset(
    "lot many much often heavy fluent severe serious strong very daily good well big "
    "严重 经常 常 常常 每天 总是 大量 流利 很 非常 特别 重度 偶尔".split()
)


def denied(found: Alignment, *, ever: bool = False) -> str | None:
    """Why the one denies the other although that says more: who does not smoke does not smoke heavily, and who owns no car
    owns no red one. The reverse is no denial, nor is what the other restricts ("on Sundays", "at Acme"). `ever`: the
    denying one says "never", so that "has never smoked" denies "smokes"."""
    if found.left and found.right:
        return None
    one_is_general = bool(found.right) or (not found.left and "perfect" in found.one.marks)
    general, exact = (found.one, found.other) if one_is_general else (found.other, found.one)
    if general.relative or exact.relative or general.besides or exact.besides:
        return None
    marks = general.marks - {"perfect"} if ever else general.marks
    if (marks | exact.marks) & (_UNSURE | _OVER) or marks != exact.marks:
        return None
    pairs = [(found.one.atoms[at], found.other.atoms[to]) for at, to in found.pairs]
    flips = [(a, b) if one_is_general else (b, a) for a, b in pairs if a.holds != b.holds]
    if len(flips) != 1 or not flips[0][0].negated or flips[0][0].sign < 0 or flips[0][0].aside or found.swapped():
        return None
    more = [exact.atoms[at] for at in (found.right or found.left)]
    owned = flips[0][0].text == "own"
    return "denied altogether" if all(_says_how(atom) or (owned and _says_which(atom)) for atom in more) else None


def _says_how(atom: Atom) -> bool:
    return _says_which(atom) and (atom.text in _DEGREES or (atom.text.endswith("ly") and len(atom.text) > 4))


def _says_which(atom: Atom) -> bool:
    """ "Red": neither a circumstance nor a deed. Of what one does or likes there may be an exception of a kind: decaf
    coffee. What one does not have at all one has in no colour."""
    if atom.kind not in (Kind.WORD, Kind.CHOICE) or atom.role or atom.link or atom.negated or atom.sign < 0:
        return False
    return atom.text not in known.VERB_CONCEPTS and atom.text not in _ATTRIBUTES


def other_value(found: Alignment) -> str | None:
    """The attribute of which the two name different values, as one line; `None` when they do not."""
    one, other = found.one, found.other
    slots = slots_of(found)
    if one.besides or other.besides:
        return None
    if one.marks & _UNSURE or one.relative or other.relative or not 0 < len(slots) <= _MOST_SLOTS:
        return None
    if any(one.atoms[at].holds != other.atoms[to].holds for at, to in found.pairs):
        return None
    if "wish" in one.marks and any(slot.left[0].kind is not Kind.CHOICE for slot in slots):
        return None  # one may wish for two things
    predicates = one.predicates & other.predicates
    if not predicates and "be" in one.predicates | other.predicates and not one.marks & _OVER:
        predicates = frozenset(("be",))
    case = _Case(found, predicates, tuple(one.atoms[at] for at, _ in found.pairs))
    if any(atom.negated for atom in case.shared):
        return None  # what is not so in one way may not be so in the other either
    if any(atom.negated for slot in slots for atom in slot.atoms):
        return None  # one works neither here nor there
    if not one_matter([(slot.left[0], slot.right[0]) for slot in slots], predicates):
        return None
    if any(case.restricted(slot) for slot in slots):
        return None
    reasons = [_reason(slot, case) for slot in slots]
    kinds = {slot.left[0].kind for slot in slots}
    if any(listed(one, slot.left_at, slot.left) or listed(other, slot.right_at, slot.right) for slot in slots):
        return None
    if None in reasons or (len(kinds) > 1 and Kind.CALENDAR in kinds):
        return None  # with another date the other value may hold as well
    return reasons[0]


def _reason(slot: Slot, case: _Case) -> str | None:
    one, other = slot.left[0], slot.right[0]
    if one.role != other.role or one.holds != other.holds or not all(atom.value for atom in slot.atoms):
        return None
    if all(worded(atom) for atom in slot.atoms):
        return _named(slot, case)
    if one.kind is not other.kind:
        return None
    match one.kind:
        case Kind.AMOUNT if one.group == other.group:
            return _amount(one, other, case)
        case Kind.CALENDAR:
            return _date(one, other, case)
        case Kind.CHOICE if one.group == other.group:
            return _choice(one, case)
        case _:
            return None


def _amount(one: Atom, other: Atom, case: _Case) -> str | None:
    predicates = case.predicates
    if one.group == "count" and Fraction(one.text) == Fraction(other.text) and not case.speaks_of(_VERSION):
        return None  # 042 and 42, 3.10 and 3.1: perhaps one number, perhaps two codes
    if one.numbered != other.numbered or not case.once or "can" in case.found.one.marks:
        return None
    if one.numbered == "all" and one.group != "count":
        return "other interval of the same thing"
    if not predicates - known.NO_ATTRIBUTE or "like" in predicates:
        return None
    if one.group == "ordinal":
        return "other number in the same place" if predicates & {"be", "live", "located"} else None
    if one.numbered in known.NUMBERED and not predicates & (known.ONE_OBJECT | {"be", "run", "happen"}):
        return None
    what = {"count": "number", "money": "amount of money"}.get(one.group, one.group)
    return f"other {what} of the same attribute{case.attribute}"


def _date(one: Atom, other: Atom, case: _Case) -> str | None:
    if one.group == other.group == "time" and _maybe_equal(one.text, other.text):
        return None
    if one.group in _DAYS and other.group in _DAYS:
        apart = any(a and b and a != b for a, b in zip(_day(one), _day(other), strict=True))
    else:
        apart = one.group == other.group
    bound = one.role in _BOUNDS
    if may_recur(one, case.predicates, case.shared):
        return None
    if not apart or not case.predicates & known.DATED or not case.once or not (case.only_is or bound):
        return None
    if any(atom.kind is Kind.AMOUNT for atom in case.shared):
        return None  # a value at a time: the time tells which value
    return f"other {one.group} of the same thing"


def _day(atom: Atom) -> tuple[str, str, str]:
    """Year, month and day, with what is open left empty: "May" is not another month than "May 2027"."""
    parts = atom.text.split("-")
    match atom.group:
        case "date":
            year, month, day = ["", *parts][-3:]
            return year, month, day
        case "month":
            year, month = ["", *parts][-2:]
            return year, month, ""
        case _:
            return atom.text, "", ""


def _maybe_equal(one: str, other: str) -> bool:
    """ "At three" may be 15:00."""
    if EITHER_HALF not in (one[0], other[0]):
        return False
    (hour, minute), (other_hour, other_minute) = (text.strip(EITHER_HALF).split(":") for text in (one, other))
    return minute == other_minute and (int(hour) - int(other_hour)) % 12 == 0


def _choice(one: Atom, case: _Case) -> str | None:
    if not case.once or not case.predicates or "like" in case.predicates or not case.only_is:
        return None
    name = one.group.rstrip("!0123456789")
    if one.group.endswith("!"):
        reported = name in known.TELLS_HOW or case.predicates & {"be", "prefer", "want"}
        return f"opposite {name} of the same thing" if reported else None
    if name == "language" and one.link not in _MEDIUM and not case.speaks_of(_LANGUAGE):
        return None  # "Italian food" is no language
    named = case.predicates & {"be", "named"} and case.speaks_of(_ATTRIBUTES)
    if named or case.predicates & known.ONE_CHOICE.get(name, known.ONE_CHOICE_OTHERWISE):
        return f"other {name} of the same thing"
    return None


def _named(slot: Slot, case: _Case) -> str | None:
    if _one_of_many(case):
        return None
    if not case.once or any(a.role not in _NAMING_ROLES or a.text in known.VERB_CONCEPTS for a in slot.atoms):
        return None
    names = slot.left[-1].kind is Kind.NAME and slot.right[-1].kind is Kind.NAME
    placed = case.placed(slot)
    if may_both_hold(slot.left, slot.right, case.predicates):
        return None
    alike = slot.left[-1].kind is slot.right[-1].kind  # 住在上海, 住校
    if placed and alike and (names or not slot.left[0].text.isascii()):
        return "other name in the same place"
    if placed and case.predicates & {"named", "work_as"}:
        return "other word for the same attribute"
    if not case.only_is:
        return None
    if "be" in case.predicates and case.speaks_of(known.ATTRIBUTES):
        return "other value of the same attribute"
    whence = any(len(side) == 1 and says_whence(side[0].text) for side in (slot.left, slot.right))
    if names and not whence and "be" in case.predicates and case.speaks_of(_NAMED):
        return "other name in the same role"
    return None


def _one_of_many(case: _Case) -> bool:
    """ "A friend is called Tom": another may be called Tim."""
    if case.found.one.indefinite or case.found.other.indefinite or case.speaks_of(known.ONE_OF_MANY):
        return True
    return case.speaks_of(known.ONE_OF_A_FAMILY) and not any(atom.kind is Kind.NAME for atom in case.shared)
