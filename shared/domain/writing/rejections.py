"""What is remembered of a statement that a person rejected: its text and its meaning, each as a hash; and what is said
of another than the rejected one."""

from __future__ import annotations

import hashlib
import json

from shared.language.comparison.alignment import align
from shared.language.comparison.parse import Atom, Kind, Statement, parse
from shared.language.packs.registry import kept_per_packs
from shared.language.statements.predicates import VERB_CONCEPTS
from shared.language.text.terms import ranking_tokens

_VALUED = (Kind.AMOUNT, Kind.CALENDAR)
_IN_ORDER = (Kind.NAME, Kind.SELF, Kind.AMOUNT, Kind.CHOICE)


@kept_per_packs(512)
def meaning_hash(text: str) -> str | None:
    """Equal for texts whose words say the same: synonyms, forms and order of words aside, while every name, value, date
    and negation counts. How sure the text is ("probably") does not: a surer form of what was rejected is rejected.

    A hash in place of a vector: it needs no search, tells nothing of its text, and never takes an opposite for a
    paraphrase. `None` for what only the day of saying it makes clear, and for what is too long to be read.
    """
    statement = parse(text)
    if statement.unread or statement.relative or not statement.atoms:
        return None
    atoms = [atom for atom in statement.atoms if not (atom.kind is Kind.SELF and atom.role in ("", "of"))]
    meaning = [
        sorted(_form(atom) for atom in atoms),
        [_form(atom) for atom in atoms if atom.kind in _IN_ORDER],
        sorted(statement.marks - {"possible"}),
    ]
    return hashlib.sha256(json.dumps(meaning, ensure_ascii=False).encode()).hexdigest()


def _form(atom: Atom) -> list[str | int]:
    return [atom.role, atom.text, atom.group if atom.kind in _VALUED else "", atom.holds]


def rejection_hashes(text: str, content_hash: str) -> tuple[str, ...]:
    """Under which hashes a text is refused: its own, and its meaning's."""
    meaning = meaning_hash(text)
    return (content_hash,) if meaning is None else (content_hash, meaning)


def is_about_another(rejected: str, text: str) -> bool:
    """Whether a text is about another subject or value than the rejected one, however near the two lie in meaning: that
    Bob does not like opera says nothing about Ann, nor about Bob and chess.

    Each then has a word that the other has not. With another verb for the same ("is employed" for "works") the two may
    still be paraphrases. In languages that are not parsed the last words count, and a name that alone is another."""
    return _end_in_other_values(rejected, text) or _differ_in_a_thing(rejected, text)


def _end_in_other_values(one: str, other: str) -> bool:
    first, second = ranking_tokens(one), ranking_tokens(other)
    return bool(first) and bool(second) and first[-1] not in second and second[-1] not in first


def _differ_in_a_thing(one: str, other: str) -> bool:
    found = align(parse(one), parse(other))
    if found.one.unread or found.other.unread:
        return False
    if not found.one.predicates or not found.other.predicates:
        return _differ_in_a_name(one, other)
    verb_is_shared = any(found.one.atoms[at].text in VERB_CONCEPTS for at, _ in found.pairs)

    def has_thing(statement: Statement, places: tuple[int, ...]) -> bool:
        return any(verb_is_shared or statement.atoms[at].text not in VERB_CONCEPTS for at in places)

    return has_thing(found.one, found.left) and has_thing(found.other, found.right)


def _differ_in_a_name(one: str, other: str) -> bool:
    first, second = one.split(), other.split()
    if len(first) != len(second):
        return False
    differing = [pair for pair in zip(first, second, strict=True) if pair[0].casefold() != pair[1].casefold()]
    return len(differing) == 1 and all(word[:1].isupper() for word in differing[0])
