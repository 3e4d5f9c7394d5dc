"""English into atoms. Languages that are written with spaces and are not English go the same way: their words are
unknown ones, which only ever equal themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shared.language.en import words
from shared.language.en.grammar import (
    BE,
    HAVE,
    OWNERS,
    compared_after,
    comparison_at,
    count_at,
    goes_before_a_name,
    is_acronym,
    is_capital,
    is_common,
    is_duration,
    is_undergone,
    low_at,
    meaning_at,
    says_past,
    where_the_value_begins,
)
from shared.language.en.lemmas import VERBS, is_past
from shared.language.en.lexicon import CHOICES, Mark, Meaning, Relative
from shared.language.en.reader import Reader
from shared.language.en.tokens import Token, tokens
from shared.language.statements.atoms import Atom, Kind, Statement
from shared.language.statements.predicates import VERB_CONCEPTS

_ENDS = frozenset(".;!?\n")
_LINKING_STOPS = frozenset((":", "=", "->", "=>", "—", "–", "-"))
_INDEFINITE = frozenset(("a", "an", "one", "some", "another"))
_NO_MORE = frozenset(("longer", "anymore", "any", "more"))
_TAKES = frozenset("take takes took last lasts lasted".split())
_BESIDES = frozenset(("also", "too"))
_INSTEAD = frozenset(("over", "to", "than", "instead"))


def read_english(text: str) -> Statement:
    reader = Reader()
    found = tokens(text)
    value_from = where_the_value_begins(found)
    at = 0
    while at < len(found):
        reader.value = reader.value or at >= value_from
        before = len(reader.atoms)
        at = _step(reader, found, at)
        reader.gap = len(reader.atoms) == before
    reader.end_clause()
    atoms = reader.atoms
    if any(atom.role == "than" for atom in atoms):  # "likes tea more than coffee"
        reader.predicates.discard("like")
        atoms = [replace(a, text="prefer") if a.text == "like" and a.kind is Kind.WORD else a for a in atoms]
    return Statement(
        atoms=tuple(atoms),
        marks=frozenset(reader.marks),
        scopes=tuple(reader.scopes),
        predicates=frozenset(reader.predicates),
        relative=reader.relative,
        indefinite=low_at(found, 0) in _INDEFINITE,
        clauses=max(1, reader.clauses),
        besides=reader.besides,
    )


def _step(reader: Reader, found: Sequence[Token], at: int) -> int:
    """Reads what begins at `at` and says where to go on."""
    token = found[at]
    if token.stop:
        _stop(reader, token)
        return at + 1
    if token.atom is not None:
        owns = token.owns and token.atom.kind is Kind.NAME
        reader.add(replace(token.atom, role="of") if owns else token.atom)
        return _after_an_amount(reader, found, at + 1)
    end, comparison = comparison_at(found, at)
    if comparison:
        reader.role = comparison
        return end
    if token.low == "any" and _no_more(reader, found, at):
        return at + 2
    end, meaning = meaning_at(found, at)
    if meaning is not None:
        _take(reader, meaning, found, at, end)
        return end
    for read in (_person, _auxiliary, _preposition, _connection):
        end = read(reader, found, at)
        if end > at:
            return end
    if token.low not in words.IDLE:
        _content(reader, found, at)
    elif token.low in _BESIDES:
        reader.besides = True
    return at + 1


def _no_more(reader: Reader, found: Sequence[Token], at: int) -> bool:
    """ "Not ... any more" at the end, which says no more than "no longer"."""
    ends = at + 2 >= len(found) or found[at + 2].stop
    return low_at(found, at + 1) in ("more", "longer") and ends and any(atom.negated for atom in reader.atoms)


def _stop(reader: Reader, token: Token) -> None:
    if token.raw == "?":
        reader.mark("asks")
    if token.raw in _ENDS:
        reader.end_clause()
    elif token.raw in _LINKING_STOPS and not reader.value and reader.atoms:
        reader.value = True
        reader.predicates.add("be")


def _after_an_amount(reader: Reader, found: Sequence[Token], at: int) -> int:
    if reader.atoms[-1].kind is Kind.AMOUNT:
        end, comparison = compared_after(found, at)
        if comparison:
            reader.atoms[-1] = replace(reader.atoms[-1], role=comparison)
            return end
    return at


def _take(reader: Reader, meaning: Meaning, found: Sequence[Token], at: int, end: int) -> None:
    if isinstance(meaning, Mark):
        denied = reader.negated or low_at(found, end) == "not"
        if meaning.name == "need":
            reader.predicates.add("need")
            reader.mark("need_not" if denied else "must")  # "need not" is no "must not"
        else:
            reader.mark(meaning.name)
    elif isinstance(meaning, Relative):
        reader.relative = True
        reader.add(Atom(meaning.text, Kind.CALENDAR, "relative"))
    elif meaning.text != "all" or not reader.negated:  # "not ... any" says no more than "not"
        if meaning.text in VERB_CONCEPTS:
            _verb(reader, meaning.text, found, at)
        group = CHOICES.get(meaning.text, "")
        kind = Kind.CHOICE if group else Kind.WORD
        reader.add(Atom(meaning.text, kind, group, sign=meaning.sign, count=count_at(found, end - 1)))


def _verb(reader: Reader, concept: str, found: Sequence[Token], at: int) -> None:
    reader.predicates.add(concept)
    if says_past(found, at):
        reader.mark("past")
    if is_undergone(found, at):
        reader.deed_at = len(reader.atoms)


def _person(reader: Reader, found: Sequence[Token], at: int) -> int:
    token = found[at]
    role = "of" if token.owns or token.low in OWNERS else ""
    if is_acronym(token):
        group = CHOICES.get(token.lemma, "")
        reader.add(Atom(token.lemma, Kind.CHOICE if group else Kind.NAME, group, role="of" if token.owns else ""))
    elif token.low in words.SELF_WORDS:
        reader.add(Atom("self", Kind.SELF, role=role))
    elif token.low in words.PERSONS:
        reader.add(Atom(words.PERSONS[token.low], Kind.NAME, "person", role=role))
    else:
        return at
    return at + 1


def _auxiliary(reader: Reader, found: Sequence[Token], at: int) -> int:
    low, after = found[at].low, low_at(found, at + 1)
    if low in words.NEGATIONS:
        if low != "not" or after != "only":
            before = found[at - 1] if at else None
            reader.negated = not reader.negated
            contrast = before is not None and (before.stop or before.low in ("and", "but"))
            reader.aside = contrast and bool(reader.atoms)
    elif low in BE:
        reader.predicates.add("be")
        if low_at(found, at - 1) == "there":
            reader.add(Atom("own"))  # "there is X in Y" as "Y has X"
        if low in ("was", "were"):
            reader.mark("past")
    elif low in HAVE and after:
        if after in BE or is_past(after) or after in ("not", "never"):
            reader.mark("perfect")
        else:
            if low == "had":
                reader.mark("past")
            reader.predicates.add("have")
            reader.add(Atom("own"))
    elif low == "did":
        reader.mark("past")
    else:
        return at
    return at + 1


def _preposition(reader: Reader, found: Sequence[Token], at: int) -> int:
    low, after = found[at].low, low_at(found, at + 1)
    if low in words.ROLES_ALWAYS:
        if reader.role and low_at(found, at - 1) in words.ROLES_ALWAYS:
            reader.settle_particle()  # "times out after"
        reader.role = _compared(reader, words.ROLES_ALWAYS[low])
        return at + 2 if after in ("of", "than") else at + 1
    if low == "rather" and after == "than":
        reader.role = _compared(reader, "instead")
        return at + 2
    employer = low == "for" and "work" in reader.predicates
    if low in words.ROLES_BEFORE_NAMES and not employer and goes_before_a_name(found, at):
        reader.role = _compared(reader, words.ROLES_BEFORE_NAMES[low])
        return at + 1
    return at


def _compared(reader: Reader, role: str) -> str:
    """ "tea over coffee", "tea to coffee", "tea instead of coffee": one comparison under `prefer`."""
    return "than" if "prefer" in reader.predicates and role in _INSTEAD else role


def _connection(reader: Reader, found: Sequence[Token], at: int) -> int:
    low = found[at].low
    following = found[at + 1] if at + 1 < len(found) else None
    if low == "or" and _bound_to_an_amount(reader, found, at):
        return at + 2  # "fourteen characters or more"
    if low in ("or", "then"):
        reader.role = "or" if low == "or" else "after"
    elif low in ("and", "but") or low in words.LINKS:
        reader.link = low
    elif low == "too" and following is not None and not following.stop:
        reader.add(Atom("too"))  # "too hot"; at the end it only says "also"
    elif low in _TAKES and is_duration(found, at + 1):
        _verb(reader, "last", found, at)
        reader.add(Atom("last"))
    elif low in _NO_MORE and (reader.negated or any(atom.negated for atom in reader.atoms)):
        pass  # "no longer", "not ... any more"
    elif low == "when" and low_at(found, at - 1) in BE:
        pass  # "May is when it ends"
    else:
        return at
    return at + 1


def _bound_to_an_amount(reader: Reader, found: Sequence[Token], at: int) -> bool:
    """Gives the comparison here to the amount that it closes, whose noun stands in between."""
    _, comparison = compared_after(found, at)
    near = [place for place in range(len(reader.atoms))[-3:] if reader.atoms[place].kind is Kind.AMOUNT]
    if not comparison or not near:
        return False
    reader.atoms[near[-1]] = replace(reader.atoms[near[-1]], role=comparison)
    return True


def _content(reader: Reader, found: Sequence[Token], at: int) -> None:
    token = found[at]
    name = is_capital(token)
    if not name and token.lemma in VERBS and (token.low != token.lemma or token.lemma in VERB_CONCEPTS):
        _verb(reader, token.lemma, found, at)
    elif not name and says_past(found, at):
        reader.mark("past")
    if not name and is_undergone(found, at) and is_past(token.low):
        reader.deed_at = len(reader.atoms)
    chosen = next((word for word in (token.lemma, token.low) if word in CHOICES), "")
    opens = token.owns and token.raw[:1].isupper() and not is_common(token)  # "Ann's manager"
    if chosen:
        reader.add(Atom(chosen, Kind.CHOICE, CHOICES[chosen], link="of" if token.owns else ""))
    elif name or opens:
        reader.add(Atom(token.lemma, Kind.NAME, role="of" if token.owns else ""))
    else:
        reader.add(Atom(token.lemma, link="of" if token.owns else "", count=count_at(found, at)))
