"""English into atoms. Languages that are written with spaces and are not English go the same way: their words are
unknown ones, which only ever equal themselves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from shared.domain.statements import english_words as words
from shared.domain.statements.atoms import Atom, Kind, Statement
from shared.domain.statements.english_lemmas import VERBS, is_past, lemma
from shared.domain.statements.english_lexicon import CHOICES, EXACT, PHRASES, REACH, Concept, Mark, Meaning, Relative
from shared.domain.statements.english_tokens import Token, tokens
from shared.domain.statements.predicates import (
    ATTRIBUTES,
    NUMBERED,
    ROLES_OF_PEOPLE,
    SAID_OF_A_THING,
    STATES,
    VERB_CONCEPTS,
)

_ARTICLES = frozenset(("a", "an", "the"))
_BE = frozenset("be is are am was were been being".split())
_HAVE = frozenset("have has had having".split())
_MODALS = frozenset("will would shall should can could may might must".split())


@dataclass(slots=True)
class _Reader:
    """Walks over the tokens once and gathers what it meets."""

    atoms: list[Atom] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    predicates: set[str] = field(default_factory=set)
    relative: bool = False
    role: str = ""
    link: str = ""
    passive: bool = False
    scopes: list[tuple[str, int]] = field(default_factory=list)
    negated: bool = False
    aside: bool = False
    value: bool = False
    existential: bool = False
    clause_at: int = 0
    clauses: int = 1
    passive_from: int | None = None

    def add(self, atom: Atom) -> None:
        if atom.text == "listen_port" and any(a.text == "listen_port" for a in self.atoms[self.clause_at :]):
            return  # "port 5432 is what it listens on"
        role = self.role
        if atom.kind is Kind.AMOUNT and self.atoms and self.atoms[-1].kind is Kind.WORD and not role:
            atom = replace(atom, numbered=self.atoms[-1].text)
        self.atoms.append(
            replace(
                atom,
                role=atom.role or role,
                negated=self.negated,
                aside=self.negated and self.aside,
                value=self.value,
                link=self.link,
            )
        )
        self.role, self.negated, self.aside, self.link = "", False, False, ""

    def mark(self, name: str) -> None:
        self.marks.add(name)
        self.scopes.append((name, len(self.atoms)))

    def settle_particle(self) -> None:
        """A preposition with nothing after it is a particle of the verb: "turn it off"."""
        if self.role:
            particle, self.role = self.role, ""
            self.add(Atom(particle))

    def end_clause(self) -> None:
        self.settle_particle()
        self.active_order()
        if len(self.atoms) > self.clause_at:
            self.clauses += 1
            self.clause_at = len(self.atoms)
            self.value = False

    def active_order(self) -> None:
        """ "Y is V-ed by X ..." as "X V Y ...", so that both voices have one order."""
        if self.passive_from is None:
            return
        start, self.passive_from = self.passive_from, None
        agents = [at for at in range(start, len(self.atoms)) if self.atoms[at].role == "by"]
        verb_at = start - 1
        if not agents or self.atoms[agents[0]].kind in (Kind.CALENDAR, Kind.AMOUNT):
            if self.atoms[verb_at].text not in STATES and not self.atoms[verb_at].role:
                self.atoms[verb_at] = replace(self.atoms[verb_at], role="undergone")
            return
        first, last = agents[0], agents[0] + 1
        while last < len(self.atoms) and not self.atoms[last].role and self.atoms[last].kind in (Kind.NAME, Kind.WORD):
            last += 1
        moved = [replace(atom, role="" if at == 0 else atom.role) for at, atom in enumerate(self.atoms[first:last])]
        clause, verb = self.atoms[self.clause_at : first], self.atoms[start - 1 : start]
        before = [atom for atom in clause if not verb or atom is not verb[0]]
        self.atoms[self.clause_at :] = [*moved, *verb, *before, *self.atoms[last:]]


def read_english(text: str) -> Statement:
    reader = _Reader()
    found = tokens(text)
    flips = _where_the_value_begins(found)
    at = 0
    while at < len(found):
        reader.value = reader.value or at >= flips
        at = _step(reader, found, at)
    reader.settle_particle()
    reader.active_order()
    atoms = reader.atoms
    if any(atom.role == "than" for atom in atoms):
        reader.predicates.discard("like")
        atoms = [replace(a, text="prefer") if a.text == "like" and a.kind is Kind.WORD else a for a in atoms]
    ends = len(reader.atoms) > reader.clause_at
    return Statement(
        atoms=tuple(atoms),
        marks=frozenset(reader.marks),
        predicates=frozenset(reader.predicates),
        relative=reader.relative,
        indefinite=bool(found) and found[0].low in ("a", "an", "one", "some", "another"),
        scopes=tuple(reader.scopes),
        clauses=max(1, reader.clauses - (not ends)),
    )


def _step(reader: _Reader, found: list[Token], at: int) -> int:
    """Reads what begins at `at` and says where to go on."""
    token = found[at]
    if token.stop:
        _stop(reader, token, found, at)
        return at + 1
    if token.atom is not None:
        reader.add(_owned(token.atom, token))
        return at + 1
    end, comparison = _comparison(found, at)
    if comparison:
        reader.role = comparison
        return end
    end, meaning = _meaning(found, at)
    if meaning is not None:
        _take(reader, meaning, found, at, end)
        return end
    return _word(reader, found, at)


def _stop(reader: _Reader, token: Token, found: list[Token], at: int) -> None:
    if token.raw in ".;!?\n" and at + 1 < len(found):
        reader.end_clause()
    elif token.raw == "?":
        reader.marks.add("asks")
    elif token.raw in (":", "=", "->", "=>", "—", "–", "-") and not reader.value and reader.atoms:
        reader.value = True
        reader.predicates.add("be")
    if token.raw == "?":
        reader.marks.add("asks")


def _owned(atom: Atom, token: Token) -> Atom:
    return replace(atom, role="of") if token.owns and atom.kind is Kind.NAME else atom


def _comparison(found: list[Token], at: int) -> tuple[int, str]:
    """ "at least", "more than" and their like, right before a number."""
    for length in (3, 2, 1):
        end = at + length
        if end < len(found) and found[end].atom is not None:
            role = words.COMPARISONS.get(tuple(t.low for t in found[at:end]))
            atom = found[end].atom
            if role and atom is not None and atom.kind is Kind.AMOUNT:
                return end, role
    return at, ""


def _meaning(found: list[Token], at: int) -> tuple[int, Meaning | None]:
    """The longest phrase of the lexicon that begins here."""
    token = found[at]
    for length in (2, 1):
        exact = EXACT.get(tuple(t.low for t in found[at : at + length]))
        if exact is not None:
            return at + length, exact
    reach = REACH.get(token.lemma, 0)
    for length in range(min(reach, len(found) - at), 0, -1):
        span = found[at : at + length]
        if any(t.stop or (t.atom is not None) or _shouted(t) for t in span):
            continue
        meaning = PHRASES.get(tuple(t.lemma for t in span))
        if meaning is not None and not (
            length == 1 and token.raw.istitle() and not token.first and _is_name_of(meaning)
        ):
            return at + length, meaning
    return at, None


def _shouted(token: Token) -> bool:
    """An acronym: "IT" is no "it", "US" is no "us"."""
    return len(token.raw) > 1 and token.raw.isupper() and token.low not in words.NEGATIONS and not token.first


def _is_name_of(meaning: Meaning) -> bool:
    """A capital inside a sentence makes a name of a verb or a mark ("Will", "Mark", "Hope"), not of a thing."""
    return isinstance(meaning, Mark) or (isinstance(meaning, Concept) and meaning.text in VERB_CONCEPTS)


def _take(reader: _Reader, meaning: Meaning, found: list[Token], at: int, end: int) -> None:
    if isinstance(meaning, Mark):
        # "Need not" is no "must not".
        denied = reader.negated or (end < len(found) and found[end].low == "not")
        if meaning.name == "need":
            reader.predicates.add("need")
        reader.mark("need_not" if meaning.name == "need" and denied else meaning.name.replace("need", "must"))
        return
    if isinstance(meaning, Relative):
        reader.relative = True
        reader.add(Atom(meaning.text, Kind.CALENDAR, "relative"))
        return
    if meaning.text in VERB_CONCEPTS:
        reader.predicates.add(meaning.text)
        _tense(reader, found, at)
        _passive(reader, found, at)
    if meaning.text == "all" and reader.negated:
        return  # "not ... any" says no more than "not"
    group = CHOICES.get(meaning.text, "")
    kind = Kind.CHOICE if group else Kind.WORD
    reader.add(Atom(meaning.text, kind, group, sign=meaning.sign))


def _word(reader: _Reader, found: list[Token], at: int) -> int:
    token = found[at]
    low, nxt = token.low, found[at + 1] if at + 1 < len(found) else None
    if _shouted(token):
        reader.add(_shouted_atom(token))
    elif low in words.SELF_WORDS:
        reader.add(
            Atom("self", Kind.SELF, role="of") if token.owns or low in ("my", "mine") else Atom("self", Kind.SELF)
        )
        if token.owns or low in ("my", "mine"):
            reader.atoms[-1] = replace(reader.atoms[-1], role="of")
    elif low in words.NEGATIONS:
        _negation(reader, found, at)
    elif low in _BE:
        reader.predicates.add("be")
        if at and found[at - 1].low == "there":
            reader.add(Atom("own"))  # "there is X in Y" as "Y has X"
        if low in ("was", "were"):
            reader.mark("past")
    elif low in _HAVE and nxt is not None:
        _have(reader, found, at)
    elif low in words.ROLES_ALWAYS:
        if reader.role and at and found[at - 1].low in words.ROLES_ALWAYS:
            reader.settle_particle()  # "times out after"
        reader.role = _role(reader, words.ROLES_ALWAYS[low])
        if nxt is not None and nxt.low in ("of", "than"):
            return at + 2
    elif (
        low in words.ROLES_BEFORE_NAMES
        and _before_name(low, found, at)
        and not (low == "for" and "work" in reader.predicates)
    ):
        reader.role = _role(reader, words.ROLES_BEFORE_NAMES[low])
    elif low == "rather" and nxt is not None and nxt.low == "than":
        reader.role = _role(reader, "instead")
        return at + 2
    elif low == "did":
        reader.mark("past")
    elif low in ("or", "then"):
        reader.role = "or" if low == "or" else "after"
    elif low in ("and", "but") or low in words.LINKS:
        reader.link = low
    elif low == "too" and nxt is not None and not nxt.stop:
        reader.add(Atom("too"))
    elif low == "when" and at and found[at - 1].low in _BE:
        pass  # "May is when it ends"
    elif (
        low in ("take", "takes", "took", "last", "lasts", "lasted") and nxt is not None and _is_duration(found, at + 1)
    ):
        reader.predicates.add("last")
        _tense(reader, found, at)
        reader.add(Atom("last"))
    elif low not in words.IDLE:
        _content(reader, found, at)
    return at + 1


def _is_duration(found: list[Token], at: int) -> bool:
    """Whether an amount of time follows, perhaps after "about" or "at least"."""
    atoms = [t.atom for t in found[at : at + 3] if t.atom is not None]
    return bool(atoms) and atoms[0].group in ("duration", "months")


def _shouted_atom(token: Token) -> Atom:
    group = CHOICES.get(token.lemma, "")
    return Atom(token.lemma, Kind.CHOICE if group else Kind.NAME, group, role="of" if token.owns else "")


def _role(reader: _Reader, role: str) -> str:
    """ "tea over coffee", "tea to coffee", "tea instead of coffee": one comparison under `prefer`."""
    if "prefer" in reader.predicates and role in ("over", "to", "than", "instead"):
        return "than"
    return role


def _negation(reader: _Reader, found: list[Token], at: int) -> None:
    before = found[at - 1] if at else None
    after = found[at + 1].low if at + 1 < len(found) else ""
    if found[at].low == "no" and after in ("longer", "more"):
        reader.marks.discard("past")
    if found[at].low == "not" and after == "only":
        return
    contrast = before is not None and (before.stop or before.low in ("and", "but"))
    reader.negated = not reader.negated
    reader.aside = contrast and bool(reader.atoms)


def _have(reader: _Reader, found: list[Token], at: int) -> None:
    after = found[at + 1]
    if after.low in _BE or (after.atom is None and is_past(after.low)) or after.low in ("not", "never", "been"):
        reader.marks.add("perfect")
        return
    if found[at].low == "had":
        reader.mark("past")
    reader.predicates.add("have")
    reader.add(Atom("own"))


def _before_name(low: str, found: list[Token], at: int) -> bool:
    rest = [t for t in found[at + 1 : at + 4] if t.low not in _ARTICLES][:1]
    if not rest or rest[0].stop:
        return False
    token = rest[0]
    if token.atom is not None:
        atom = token.atom
        if low == "in":
            return atom.group in ("duration", "months")
        if low == "for":
            return False
        return low == "to" and atom.kind is not Kind.CALENDAR
    if low == "in":
        return False
    person = token.low in words.SELF_WORDS or token.low in words.PERSONS
    return person or (token.raw[:1].isupper() and not token.first)


def _content(reader: _Reader, found: list[Token], at: int) -> None:
    token = found[at]
    low = token.low
    if low in words.PERSONS:
        owner = low in ("his", "their", "your", "her")
        reader.add(Atom(words.PERSONS[low], Kind.NAME, "person"))
        if owner:
            reader.atoms[-1] = replace(reader.atoms[-1], role="of")
        return
    if low in ("longer", "anymore", "any", "more") and (reader.negated or any(a.negated for a in reader.atoms)):
        return
    name = token.raw[:1].isupper() and not token.first
    if not name and token.lemma in VERBS and (low != token.lemma or token.lemma in VERB_CONCEPTS):
        reader.predicates.add(token.lemma)
        _tense(reader, found, at)
        _passive(reader, found, at)
    elif not name and is_past(low):
        _tense(reader, found, at)
        _passive(reader, found, at)
    group = CHOICES.get(token.lemma, CHOICES.get(low, ""))
    if group:
        reader.add(Atom(token.lemma if token.lemma in CHOICES else low, Kind.CHOICE, group))
    else:
        # A capital at the beginning of a sentence says nothing: such a word is taken for a name only by its place.
        reader.add(Atom(token.lemma, Kind.NAME if name else Kind.WORD))
    if token.owns:
        reader.atoms[-1] = replace(reader.atoms[-1], link="of")
    if token.owns and (name or (token.raw[:1].isupper() and not _common(token))):
        reader.atoms[-1] = replace(reader.atoms[-1], kind=Kind.NAME, role="of")


def _common(token: Token) -> bool:
    """Whether a word that opens a sentence is known as one that is no name."""
    return (
        token.lemma in VERBS or token.lemma in NUMBERED or token.lemma in ATTRIBUTES or token.lemma in ROLES_OF_PEOPLE
    )


def _tense(reader: _Reader, found: list[Token], at: int) -> None:
    low = found[at].low
    if not is_past(low) or (low == found[at].lemma and low not in ("read", "put", "set", "cut", "let", "hit")):
        return
    if at and (found[at - 1].owns or found[at - 1].low in (*_ARTICLES, "my", "our", "his", "her", "their", "your")):
        return  # an adjective: "the preferred editor"
    before = next(
        (t for t in reversed(found[max(0, at - 3) : at]) if t.low not in ("not", "never", "also", "now", "always")),
        None,
    )
    if before is None or (before.low not in _BE and before.low not in _HAVE and before.low not in _ARTICLES):
        follows_be = any(t.low in _BE or t.low in _HAVE for t in found[max(0, at - 3) : at])
        if not follows_be and low in is_finite_past(found, at):
            reader.mark("past")


def is_finite_past(found: list[Token], at: int) -> tuple[str, ...]:
    """The form itself when it is the sentence's verb: nothing before it is one, and no "by" makes it a participle."""
    if at + 1 < len(found) and found[at + 1].low == "by":
        return ()
    if any(t.low in _BE or t.low in _MODALS or t.low in ("do", "does") for t in found[:at]):
        return ()
    return (found[at].low,)


def _passive(reader: _Reader, found: list[Token], at: int) -> None:
    """A participle after "be", or one right before "by": what "by" names later is who does it."""
    low = found[at].low
    if low == found[at].lemma or low.endswith("ing") or (low.endswith("s") and not low.endswith("ss")):
        return
    near = {t.low for t in found[max(0, at - 3) : at]}
    if near & _BE or (at + 1 < len(found) and found[at + 1].low == "by"):
        reader.passive_from = len(reader.atoms) + 1


def _where_the_value_begins(found: list[Token]) -> int:
    """The token from which on the sentence speaks about its subject; behind the end when no verb is known."""
    named = [t.atom is None and not t.stop for t in found]
    for at, token in enumerate(found):
        before = found[at - 1].low if at else ""
        if (token.low in _BE or token.low in _MODALS) and at and before not in ("that", "which", "who", "what"):
            return at
        if token.low in ("has", "does", "do") and at:
            return at
        if token.stop and token.raw in (":", "=") and at:
            return at
    verbs = [at for at, token in enumerate(found) if named[at] and _is_verb(token, found, at)]
    later = [at for at in verbs if at > 0]
    if later:
        return later[0]
    return verbs[0] if verbs else len(found) + 1


def _is_verb(token: Token, found: list[Token], at: int) -> bool:
    if token.raw[:1].isupper() and not token.first:
        return False
    if at and found[at - 1].low in (*_ARTICLES, "my", "our", "his", "their", "of", "no", "each", "every"):
        return False
    end, meaning = _meaning(found, at)
    del end
    if isinstance(meaning, Concept) and meaning.text in VERB_CONCEPTS:
        return True
    return token.lemma in VERBS and token.lemma not in SAID_OF_A_THING


__all__ = ["lemma", "read_english"]
