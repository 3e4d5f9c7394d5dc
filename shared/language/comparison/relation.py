"""Whether two statements say the same, contradict each other, or are two facts. Vectors cannot decide it: "I love it"
and "I hate it" are as near as paraphrases. So nearness only raises the question, and the words decide it.

Merging two memories destroys one of them, so everything must agree: each word, name, number, unit, date and comparison
of the one is found in the other under a synonym at most, and polarity, tense and modality agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from shared.language.attributes.setting_aside import degrees_aside, introduced, openings_aside
from shared.language.comparison.alignment import Alignment, align
from shared.language.comparison.changes import as_a_choice, present_readings
from shared.language.comparison.contradiction import denied, opposite, other_value
from shared.language.comparison.parse import Atom, Kind, Statement, parse
from shared.language.comparison.single_difference import replaced_value
from shared.language.comparison.wishes import answer_wished, what_stands
from shared.language.speech.tension import tension_between
from shared.language.statements.predicates import TELLS_HOW, VERB_CONCEPTS
from shared.language.text.patterns import Regex
from shared.language.text.scripts import is_cjk
from shared.language.text.signs import signs
from shared.language.text.spelling import spelled_apart


class Relation(StrEnum):
    SAME = "same"
    CONTRADICTS = "contradicts"
    DIFFERENT = "different"
    # The incoming one closes the change request that the stored one approves, or the other way round.
    ENDS = "ends"
    ENDED_BY = "ended_by"


@dataclass(frozen=True, slots=True)
class Related:
    """`settled`: evidence may settle it; where it does not, a person is asked unless the one is the more credible.

    `reason`: one line for the caller that names the witness and quotes nothing of either text. `decided`: the rules
    know; where they do not, a judge may be asked whether the two contradict each other."""

    relation: Relation
    reason: str
    decided: bool = True
    settled: bool = True


@dataclass(frozen=True, slots=True)
class SamenessPolicy:
    """SPEC section 4, on the reference scale: `same` and more is as near as paraphrases lie, above `near` the two are
    about the same matter."""

    same: float = 0.95
    near: float = 0.7


_NEVER = Regex(r"\bnever\b|从未|从来|从没", re.IGNORECASE)
_DEFAULT = SamenessPolicy()
_DIFFERENT = Relation.DIFFERENT


def relate(stored: str, incoming: str, similarity: float, *, policy: SamenessPolicy = _DEFAULT) -> Related:
    """`similarity`: `Calibration.similarity` of the two texts' cosine. Beside one case, the relation does not depend on their order.

    What the words themselves set against each other (one subject and attribute, another value) contradicts however far
    apart the vectors lie: "lives in Oslo" and "the user lives in Bergen" are not near each other in meaning.

    The order plays a part in one case: a stored text that also says who speaks ("My name is Ann and I live in Oslo") is
    not replaced by one that does not repeat the name, which would be lost with it.
    """
    near = similarity > policy.near
    reported = _by_reading(stored, incoming, similarity, policy)
    if reported.relation is _DIFFERENT and (tense := tension_between(stored, incoming)):
        return Related(Relation.CONTRADICTS, tense, settled=False)
    if near or reported.relation is Relation.CONTRADICTS:
        return reported
    return Related(_DIFFERENT, "not near enough in meaning")


def _by_reading(stored: str, incoming: str, similarity: float, policy: SamenessPolicy) -> Related:
    if is_cjk(stored) != is_cjk(incoming):
        return Related(_DIFFERENT, "in two languages", decided=False)
    one, other = parse(stored), parse(incoming)
    if one.unread or other.unread:
        if one.atoms == other.atoms and similarity >= policy.same:
            return _unless_written_apart(Related(Relation.SAME, "the same text"), stored, incoming)
        return Related(_DIFFERENT, "too long to be compared by its words", decided=False)
    if not one.atoms or not other.atoms:
        return Related(_DIFFERENT, "nothing to compare")
    reported = _unless_written_apart(_by_their_words(one, other, similarity, policy), stored, incoming)
    if reported.relation is _DIFFERENT:
        against = (
            _against_what_stands(stored, incoming)
            or _against_what_changed(stored, incoming)
            or (None if _loses_a_name(stored, incoming) else _against_without_openings(stored, incoming))
        )
        return Related(Relation.CONTRADICTS, against) if against else reported
    return reported


def _unless_written_apart(reported: Related, stored: str, incoming: str) -> Related:
    """What the readers do not see of a text is nothing that they may lose."""
    if reported.relation is not Relation.SAME:
        return reported
    if signs(stored) != signs(incoming):
        return Related(_DIFFERENT, "other signs", decided=False)
    if spelled_apart(stored, incoming):
        return Related(_DIFFERENT, "another spelling of a name or a code", decided=False)
    return reported


def _against_what_stands(stored: str, incoming: str) -> str | None:
    """Why the two contradict each other as lasting rules, when "from now on" and similar words are left out of both."""
    tried = {(stored, incoming)}
    for reading in (what_stands, answer_wished):
        texts = reading(stored), reading(incoming)
        if texts not in tried:
            tried.add(texts)
            found = align(parse(texts[0]), parse(texts[1]))
            if found.one.marks == found.other.marks and not found.one.relative and not found.other.relative:
                against = opposite(found) if found.complete else other_value(found)
                if against:
                    return against
    return None


def _against_what_changed(stored: str, incoming: str) -> str | None:
    """Why the two contradict each other when one reports a change: by what it says about the present."""
    reported, changed = present_readings(stored), present_readings(incoming)
    if not reported and not changed:
        return None
    for one in reported or (stored,):
        for other in changed or (incoming,):
            against = _against(one, other) or _against_a_choice(one, other)
            if against:
                return against
    return None


def replaces_all_but_a_name(stored: str, incoming: str) -> bool:
    """Whether the stored one is kept for the name in it alone: what else it says has another value now."""
    return _loses_a_name(stored, incoming) and replaced_value(stored, incoming) is not None


def _loses_a_name(stored: str, incoming: str) -> bool:
    return any(name not in incoming for name in introduced(stored))


def _against_without_openings(stored: str, incoming: str) -> str | None:
    return replaced_value(stored, incoming) or _against_a_denial(stored, incoming)


def _against_a_denial(stored: str, incoming: str) -> str | None:
    """Why the one denies the other, with what only says that it is meant ("I was wrong, ...", "after all") set aside."""
    texts = [degrees_aside(openings_aside(text)) for text in (stored, incoming)]
    found = align(*map(parse, texts))
    against = denied(found, ever=any(_NEVER.search(text) for text in texts))
    if against is None and texts != [stored, incoming] and found.one.marks == found.other.marks:
        against = opposite(found)
    return against


def _against(one: str, other: str) -> str | None:
    found = align(parse(one), parse(other))
    if found.one.marks == found.other.marks and not found.one.relative and not found.other.relative:
        against = opposite(found) if found.complete else other_value(found)
        if against:
            return against
    return _against_what_stands(one, other)


def _against_a_choice(one: str, other: str) -> str | None:
    """One may like and use many things, but of light and dark mode only one; who changed prefers the other now."""
    texts = as_a_choice(one), as_a_choice(other)
    against = _against(*texts) if texts != (one, other) else None
    return against if against in _ONE_OF_TWO else None


_ONE_OF_TWO = frozenset(f"opposite {group} of the same thing" for group in TELLS_HOW)


def _by_their_words(one: Statement, other: Statement, similarity: float, policy: SamenessPolicy) -> Related:
    found = align(one, other)
    if _need(one.marks) != _need(other.marks):
        return Related(_DIFFERENT, _marks(one.marks ^ other.marks))
    if not found.complete:
        value = other_value(found)
        return Related(Relation.CONTRADICTS, value) if value else Related(_DIFFERENT, _beyond(found), decided=False)
    if one.relative:
        return Related(_DIFFERENT, "a date that depends on the day it was said")
    against = opposite(found)
    if against:
        return Related(Relation.CONTRADICTS, against)
    if one.marks != other.marks:
        return Related(_DIFFERENT, _marks(one.marks ^ other.marks))
    witness = _disagreement(found)
    if witness:
        return Related(_DIFFERENT, witness)
    if similarity < policy.same:
        return Related(_DIFFERENT, "the same words, but not near enough in meaning")
    return Related(Relation.SAME, "every word has its counterpart")


def _disagreement(found: Alignment) -> str | None:
    """What keeps two statements of the same words apart."""
    if found.swapped():
        return "the same words in other places"
    one, other = found.one, found.other
    negations = [(one.atoms[at], other.atoms[to]) for at, to in found.pairs]
    if any(
        (a.negated and a.sign < 0) or (b.negated and b.sign < 0) for a, b in negations if a != b and a.sign != b.sign
    ):
        return "a double negation"
    if any({a.count, b.count} == {"one", "many"} for a, b in negations):
        return "one against many"
    if not _negated_alike(found):
        return "another part is negated"
    if _verbs(one) > 1 and _scopes(one) != _scopes(other):
        return "another part is planned, past or a duty"
    return None


def _negated_alike(found: Alignment) -> bool:
    """The same atoms under negation; or the verb in the one and what follows it in the other: "eats no meat"."""
    one, other = found.one.atoms, found.other.atoms
    apart = [at for at, to in found.pairs if one[at].holds != other[to].holds or one[at].aside != other[to].aside]
    if not apart:
        return True
    if len(apart) != 2 or apart[1] != apart[0] + 1 or any(a.sign < 0 or a.aside for a in (*one, *other)):
        return False
    return not {one[at].text for at in apart} & _QUANTIFIERS and sum(a.negated for a in one) == 1


_QUANTIFIERS = frozenset("all always often usual only both some many few rare never every each must".split())


def _verbs(statement: Statement) -> int:
    return sum(atom.text in VERB_CONCEPTS for atom in statement.atoms)


def _scopes(statement: Statement) -> list[tuple[str, str]]:
    atoms = statement.atoms
    return sorted((mark, atoms[at].text if at < len(atoms) else "") for mark, at in statement.scopes)


def _beyond(found: Alignment) -> str:
    left, right = [found.one.atoms[at] for at in found.left], [found.other.atoms[at] for at in found.right]
    if not left or not right:
        return "one of them says more"
    kinds = {_witness(atom) for atom in (*left, *right)}
    for name in ("number or unit", "date or time", "name", "person"):
        if name in kinds:
            return f"another {name}"
    return "other words"


def _witness(atom: Atom) -> str:
    match atom.kind:
        case Kind.AMOUNT:
            return "number or unit"
        case Kind.CALENDAR:
            return "date or time"
        case Kind.NAME:
            return "name"
        case Kind.SELF:
            return "person"
        case _:
            return "word"


def _need(marks: frozenset[str]) -> frozenset[str]:
    """ "Needs no wheelchair" is the opposite of "needs a wheelchair", though it is no "must not"."""
    return frozenset("must" if mark == "need_not" else mark for mark in marks)


def _marks(differing: frozenset[str]) -> str:
    if differing & {"past", "perfect"}:
        return "past against present"
    if differing & {"plan", "wish", "try"}:
        return "a plan or a wish against a fact"
    if differing & {"possible"}:
        return "a possibility against a fact"
    if differing & {"must", "need_not", "can", "would"}:
        return "a duty or an ability against a fact"
    return "a question or a condition against a fact"


__all__ = ["Related", "Relation", "SamenessPolicy", "Statement", "relate"]
