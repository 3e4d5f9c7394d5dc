"""What is remembered of a statement that a person rejected: its text and its meaning, each as a hash."""

from __future__ import annotations

import hashlib
import json

from shared.language.comparison.parse import Atom, Kind, parse
from shared.language.packs.registry import kept_per_packs

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
