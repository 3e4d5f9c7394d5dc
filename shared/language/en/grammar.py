"""What the neighbours of English tokens say about them."""

from __future__ import annotations

from collections.abc import Sequence

from shared.language.en import words
from shared.language.en.lemmas import VERBS, is_past
from shared.language.en.lexicon import EXACT, EXACT_STARTS, PHRASES, REACH, Concept, Mark, Meaning
from shared.language.en.tokens import Token
from shared.language.statements.atoms import Kind
from shared.language.statements.predicates import (
    ATTRIBUTES,
    NAMED_ATTRIBUTES,
    NUMBERED,
    ROLES_OF_PEOPLE,
    SAID_OF_A_THING,
    VERB_CONCEPTS,
)

ARTICLES = frozenset(("a", "an", "the"))
BE = frozenset("be is are am was were been being".split())
HAVE = frozenset("have has had having".split())
OWNERS = frozenset("my mine our his her their your".split())
_MODALS = frozenset("will would shall should can could may might must".split())
_BETWEEN = frozenset("not never also now always".split())
_ALIKE_IN_THE_PAST = frozenset("read put set cut let hit".split())
_DEFINED = ARTICLES | OWNERS | {"of", "no", "each", "every"}


def low_at(found: Sequence[Token], at: int) -> str:
    return found[at].low if 0 <= at < len(found) else ""


def meaning_at(found: Sequence[Token], at: int) -> tuple[int, Meaning | None]:
    """The longest phrase of the lexicon that begins here, and where it ends."""
    token = found[at]
    if token.low in EXACT_STARTS:
        for length in (2, 1):
            exact = EXACT.get(tuple(t.low for t in found[at : at + length]))
            if exact is not None:
                return at + length, exact
    words_ahead = 0
    for ahead in found[at : at + REACH.get(token.lemma, 0)]:
        if ahead.stop or ahead.atom is not None or is_acronym(ahead):
            break
        words_ahead += 1
    lemmas = tuple(t.lemma for t in found[at : at + words_ahead])
    for length in range(words_ahead, 0, -1):
        meaning = PHRASES.get(lemmas[:length])
        if meaning is not None and not (length == 1 and is_capital(token) and _is_done(meaning)):
            return at + length, meaning
    return at, None


def _is_done(meaning: Meaning) -> bool:
    """A capital inside a sentence makes a name of a verb or a mark ("Will", "Mark", "Hope"), not of a thing."""
    return isinstance(meaning, Mark) or (isinstance(meaning, Concept) and meaning.text in VERB_CONCEPTS)


def comparison_at(found: Sequence[Token], at: int) -> tuple[int, str]:
    """ "at least", "more than" and their like, right before a number: where they end and the role they give it."""
    for length in (3, 2, 1):
        end = at + length
        atom = found[end].atom if end < len(found) else None
        if atom is not None and atom.kind is Kind.AMOUNT:
            role = words.COMPARISONS.get(tuple(t.low for t in found[at:end]))
            if role:
                return end, role
    return at, ""


def compared_after(found: Sequence[Token], at: int) -> tuple[int, str]:
    """ "or more", "at most" right after a number."""
    end = at + 2
    role = words.COMPARED_AFTER.get(tuple(t.low for t in found[at:end]), "")
    return (end, role) if role and (end >= len(found) or found[end].atom is None) else (at, "")


def is_acronym(token: Token) -> bool:
    """ "IT" is no "it", "US" is no "us"."""
    return len(token.raw) > 1 and token.raw.isupper() and token.low not in words.NEGATIONS and not token.first


def is_capital(token: Token) -> bool:
    """Whether it is written like a name. A capital at the beginning of a sentence says nothing."""
    return token.raw[:1].isupper() and not token.first


def is_common(token: Token) -> bool:
    """Whether a word at the beginning of a sentence is known not to be a name."""
    return token.lemma in VERBS | NUMBERED | ATTRIBUTES | NAMED_ATTRIBUTES | ROLES_OF_PEOPLE


def goes_before_a_name(found: Sequence[Token], at: int) -> bool:
    """Whether the preposition here is followed by a name, a person, or (where that matters) an amount."""
    low = found[at].low
    token = next((t for t in found[at + 1 : at + 4] if t.low not in ARTICLES), None)
    if token is None or token.stop:
        return False
    if token.atom is not None:
        if low == "in":
            return token.atom.group in ("duration", "months")
        return low == "to" and token.atom.kind is not Kind.CALENDAR
    if low == "in":
        return False
    return token.low in words.SELF_WORDS or token.low in words.PERSONS or is_capital(token)


def is_duration(found: Sequence[Token], at: int) -> bool:
    """Whether an amount of time follows, perhaps after "about" or "at least"."""
    atoms = [t.atom for t in found[at : at + 3] if t.atom is not None]
    return bool(atoms) and atoms[0].group in ("duration", "months")


def count_at(found: Sequence[Token], at: int) -> str:
    """`one` for a noun after "a", perhaps with another word between, `many` for a plural; nothing where a verb may be."""
    if at >= len(found):  # a phrase that ends with the sentence
        return ""
    token = found[at]
    if token.low != token.lemma:
        return "many" if token.low.endswith("s") and token.lemma not in VERBS and not token.owns else ""
    return "one" if {"a", "an"} & {t.low for t in found[max(0, at - 2) : at]} else ""


def says_past(found: Sequence[Token], at: int) -> bool:
    """Whether the verb form here is the sentence's verb and one of the past: no participle and no adjective."""
    token = found[at]
    if not is_past(token.low) or (token.low == token.lemma and token.low not in _ALIKE_IN_THE_PAST):
        return False
    if at and (found[at - 1].owns or found[at - 1].low in ARTICLES | OWNERS):
        return False  # "the preferred editor"
    if low_at(found, at + 1) == "by":
        return False
    near = {t.low for t in found[max(0, at - 3) : at]}
    earlier = {t.low for t in found[:at]}
    return not near & HAVE and not earlier & (BE | _MODALS | {"do", "does"})


def is_undergone(found: Sequence[Token], at: int) -> bool:
    """A participle after "be", or one right before "by": what "by" names later is who does it."""
    low = found[at].low
    if low == found[at].lemma or low.endswith("ing") or (low.endswith("s") and not low.endswith("ss")):
        return False
    return bool({t.low for t in found[max(0, at - 3) : at]} & BE) or low_at(found, at + 1) == "by"


def where_the_value_begins(found: Sequence[Token]) -> int:
    """The token from which on the sentence speaks about its subject; behind the end when no verb is known.

    The first "is", "has" or auxiliary, a colon, else the first known verb that does not open the sentence, else that.
    """
    for at, token in enumerate(found):
        if not at:
            continue
        linking = token.low in BE | _MODALS and found[at - 1].low not in ("that", "which", "who", "what")
        if linking or token.low in ("has", "does", "do") or (token.stop and token.raw in (":", "=")):
            return at
    for at in range(1, len(found)):
        if _is_verb(found, at):
            return at
    return 0 if found and _is_verb(found, 0) else len(found) + 1


def _is_verb(found: Sequence[Token], at: int) -> bool:
    token = found[at]
    if token.atom is not None or token.stop or is_capital(token) or low_at(found, at - 1) in _DEFINED:
        return False
    _, meaning = meaning_at(found, at)
    if isinstance(meaning, Concept) and meaning.text in VERB_CONCEPTS:
        return True
    if isinstance(meaning, Mark) and meaning.name == "need":
        return True
    return token.lemma in VERBS and token.lemma not in SAID_OF_A_THING
