"""Whether a name is what its verb or preposition takes: where one lives, works or lies, what one is called."""

from __future__ import annotations

from collections.abc import Sequence

from shared.language.comparison.parse import Atom, Statement
from shared.language.statements import predicates as known
from shared.language.statements.gazetteer import wider

_PLACING_LINKS = frozenset(("in", "at", "for", "on", "to", "在", "于"))
_EMPLOYING_LINKS = _PLACING_LINKS - {"on", "to"}  # one works on many things
_LIVING = frozenset(("live", "located"))
_SOMEWHERE = _LIVING | {"work", "born", "happen"}


def placed(statement: Statement, start: int, length: int) -> bool:
    """Whether a verb that takes one name stands right before the value, or its preposition does, or the verb right
    after it ("by the Falcon team"), so that the value is that verb's and no other word's."""
    atoms = statement.atoms
    after = atoms[start + length].text if start + length < len(atoms) else ""
    links = _PLACING_LINKS if statement.predicates & _LIVING else _EMPLOYING_LINKS
    verb = atoms[start - 1].text if start else ""
    if (
        verb in known.ONE_OBJECT and (verb != "work" or not atoms[start].link or atoms[start].link in links)
    ) or after in known.ONE_AGENT:
        return True
    ends = not after or (after in known.PLACING and start + length + 1 == len(atoms))
    if ends and atoms[start].link in ("in", "at") and _stays_put(statement, start):
        return True
    return atoms[start].link in links and ends and bool(statement.predicates & known.PLACING)


def _stays_put(statement: Statement, start: int) -> bool:
    """Whether the subject is one thing that has one place: "my office is in Oslo"."""
    subject = statement.atoms[start - 1] if start else None
    if subject is None or subject.value or subject.count == "many" or statement.predicates != {"be"}:
        return False
    return subject.text in known.STAYS_PUT and not any(
        atom.link or atom.role not in ("", "of") for atom in statement.atoms[:start]
    )


def may_both_hold(left: Sequence[Atom], right: Sequence[Atom], predicates: frozenset[str]) -> bool:
    """Whether two names in the same place of two statements do not rule each other out: the one may only be more exact,
    or says where somebody works and the other for whom."""
    one, other = left[0], right[0]
    if _refines(left, right):
        return True
    if (predicates & _SOMEWHERE or "in" in (one.link, other.link)) and wider(one.text, other.text):
        return True
    return "work" in predicates and _where_and_for_whom(one, other)


def _refines(left: Sequence[Atom], right: Sequence[Atom]) -> bool:
    """ "Porto" and "Porto Alegre", 浦东 and 上海浦东."""
    words, others = ({atom.text for atom in side} for side in (left, right))
    one, other = ("".join(atom.text for atom in side) for side in (left, right))
    return words <= others or others <= words or (not one.isascii() and (one in other or other in one))


def _where_and_for_whom(one: Atom, other: Atom) -> bool:
    """ "Works in Berlin" and "works at Globex", 在上海工作 and 在腾讯工作."""
    return {"place"} < {one.group, other.group} or (one.link == "in") != (other.link == "in")
