"""Two statements laid side by side: which of their atoms say the same, and what each has beyond the other."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from shared.language.comparison.parse import Atom, Kind, Statement
from shared.language.comparison.qualifiers import leads_in
from shared.language.statements.predicates import VERB_CONCEPTS

_WORDED = (Kind.WORD, Kind.NAME, Kind.CHOICE)
_AND = frozenset(("and", "和", "与", "及", "以及", "跟"))
_IS = frozenset(("是", "为", "叫"))
_VALUED = (Kind.AMOUNT, Kind.CALENDAR)


@dataclass(frozen=True, slots=True)
class Alignment:
    """`pairs`: places of equal atoms, whatever their polarity, by the place in the first. `left`, `right`: places of
    the atoms that only the one or the other has; whom the memory belongs to ("I", "the user") is on neither side."""

    one: Statement
    other: Statement
    pairs: tuple[tuple[int, int], ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    @property
    def complete(self) -> bool:
        return not self.left and not self.right

    def swapped(self) -> bool:
        """Whether the shared atoms stand in another order that may change who does what to whom.

        Things of one kind (names, amounts of one dimension, alternatives of one set) must keep their order; of the
        other words no three may come in reverse. Dates may stand anywhere: they do nothing to anyone.
        """
        if all(one < other for (_, one), (_, other) in pairwise(self.pairs)):
            return False
        if self._crossed():
            return True
        places: dict[str, int] = {}
        turns: list[int] = []
        for at, to in self.pairs:
            atom = self.one.atoms[at]
            sort = _sort(atom) or _sort(self.other.atoms[to])
            if sort:
                if places.get(sort, -1) > to:
                    return True
                places[sort] = to
            if atom.kind is not Kind.CALENDAR:
                turns.append(to)
        return _three_reversed(turns)

    def _crossed(self) -> bool:
        """Whether two words changed places and their prepositions with them ("tests for documentation", "documentation
        for tests"), or a compound was turned round ("milk chocolate", "chocolate milk")."""
        rows = [(at, to) for at, to in self.pairs if self.one.atoms[at].kind is not Kind.CALENDAR]
        for n, (at, to) in enumerate(rows):
            for later, before in rows[n + 1 :]:
                if before < to and self._exchanged(at, to, later, before):
                    return True
        return False

    def _exchanged(self, at: int, to: int, later: int, before: int) -> bool:
        one, other = self.one.atoms, self.other.atoms
        links = (one[at].link, other[to].link, one[later].link, other[before].link)
        if links[0] != links[1] and links[2] != links[3]:
            return True
        words = all(a.kind in _WORDED and not a.role for a in (one[at], one[later]))
        neighbours = later == at + 1 and to == before + 1
        return words and neighbours and not any(links) and not {one[at].text, one[later].text} & VERB_CONCEPTS


def align(one: Statement, other: Statement) -> Alignment:
    waiting: dict[tuple[str, str, str], deque[int]] = defaultdict(deque)
    for at, atom in enumerate(other.atoms):
        waiting[_key(atom)].append(at)
    pairs: list[tuple[int, int]] = []
    left: list[int] = []
    for at, atom in enumerate(one.atoms):
        places = waiting[_key(atom)]
        if places:
            pairs.append((at, places.popleft()))
        elif not _implied(atom):
            left.append(at)
    right = sorted(at for places in waiting.values() for at in places if not _implied(other.atoms[at]))
    return _joined(Alignment(one, other, tuple(pairs), tuple(left), tuple(right)))


def _joined(found: Alignment) -> Alignment:
    """Chinese words that no dictionary knows may be cut differently: 安静|房间 and 安静房间 are one text."""
    if not found.left or not found.right or len(found.left) == len(found.right):
        return found
    one, other = [found.one.atoms[at] for at in found.left], [found.other.atoms[at] for at in found.right]
    plain = all(_is_plain(atom) for atom in (*one, *other))
    in_a_row = all(b - a == 1 for at in (found.left, found.right) for a, b in pairwise(at))
    if plain and in_a_row and "".join(a.text for a in one) == "".join(a.text for a in other):
        return Alignment(found.one, found.other, (*found.pairs, (found.left[0], found.right[0])), (), ())
    return found


def _is_plain(atom: Atom) -> bool:
    """A bare word outside the Latin script, joined to the one before by nothing that means anything."""
    bare = not atom.role and atom.sign > 0 and not atom.negated and atom.link in ("", "的")
    return atom.kind in (Kind.WORD, Kind.NAME) and bare and not atom.text.isascii()


def _key(atom: Atom) -> tuple[str, str, str]:
    return atom.role, atom.text, atom.group if atom.kind in _VALUED else ""


def _implied(atom: Atom) -> bool:
    """ "Likes tea" in a user's memory is "I like tea", and "the database" may be "my database": as a subject only."""
    return atom.kind is Kind.SELF and atom.role in ("", "of") and not atom.value


def _sort(atom: Atom) -> str:
    match atom.kind:
        case Kind.NAME | Kind.SELF:
            return f"name {atom.role}"
        case Kind.AMOUNT | Kind.CHOICE:
            return f"{atom.group} {atom.role}"
        case _:
            return ""


def _three_reversed(turns: list[int]) -> bool:
    """Whether three of the numbers fall from first to last."""
    for middle in range(1, len(turns) - 1):
        value = turns[middle]
        if any(v > value for v in turns[:middle]) and any(v < value for v in turns[middle + 1 :]):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in which the two differ: what each has there, and where in its statement that begins."""

    left: tuple[Atom, ...]
    right: tuple[Atom, ...]
    left_at: int
    right_at: int

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return (*self.left, *self.right)


def slots_of(found: Alignment) -> list[Slot]:
    """The differing places in order, paired; none when the one differs in more places than the other."""
    left, right = _values(found.one, found.left), _values(found.other, found.right)
    if len(left) != len(right):
        return []
    return [Slot(a, b, at, to) for (at, a), (to, b) in zip(left, right, strict=True)]


def _values(statement: Statement, places: Sequence[int]) -> list[tuple[int, tuple[Atom, ...]]]:
    """Neighbouring words and names make one value."""
    values: list[tuple[int, tuple[Atom, ...]]] = []
    for at in places:
        atom = statement.atoms[at]
        if values and worded(atom) and not leads_in(atom) and atom.link not in _IS:
            start, value = values[-1]
            if start + len(value) == at and worded(value[-1]):
                values[-1] = (start, (*value, atom))
                continue
        values.append((at, (atom,)))
    return values


def worded(atom: Atom) -> bool:
    return atom.kind in (Kind.WORD, Kind.NAME)


def listed(statement: Statement, start: int, value: Sequence[Atom]) -> bool:
    """One of several: "in Berlin and Rome"."""
    after = statement.atoms[start + len(value)].link if start + len(value) < len(statement.atoms) else ""
    return after in _AND or any(atom.link in _AND for atom in value)
