"""Chinese into atoms: the longest word of the dictionary that begins at each place; what no word begins is kept as it
stands."""

from __future__ import annotations

from shared.language.statements.atoms import Atom, Kind, Statement
from shared.language.statements.predicates import ROLES_OF_PEOPLE, SAID_OF_A_THING, VERB_CONCEPTS
from shared.language.zh.lexicon import CHOICES, Entry, Part
from shared.language.zh.reader import PAUSES, STOPS, SURNAMES, Reader
from shared.language.zh.values import NUMERALS, TAKES_TIME, read_amount, read_calendar, read_every_weekday, read_latin
from shared.language.zh.words import AFTER_THE_AMOUNT, POSTPOSITIONS

# Particles that may be a part of a word when no known word stands on either side of them.
_INSIDE_WORDS = frozenset("上里中内时处所其此该以使让令于为来则便之也得地着")
# Words that relate what follows to what stands before; which of the two they stand at matters when both change places.
_LINKS = frozenset("对 对于 和 跟 与 以及 及 以 用于 作为 来 让 使".split())
_FAMILY = frozenset("wife husband mother father son daughter grandmother maternal_grandmother child pet".split())
# Without those that are ordinary words as well.
_ONLY_SURNAMES = SURNAMES - frozenset("黄白金高方石马江段常万易龙雷钱汤武夏毛文顾康林胡梁于丁史汪")
_BESIDES = frozenset(("也", "另外", "同时"))
_HAVING = frozenset(("没有", "没", "无"))
_NAMES = {Part.PLACE: "place", Part.ORGANISATION: "organisation"}


def read_chinese(text: str) -> Statement:
    reader = Reader(text.casefold())
    while reader.at < len(reader.text):
        before = len(reader.atoms)
        _step(reader)
        reader.gap = len(reader.atoms) == before and not reader.unknown
    reader.end_clause()
    return Statement(
        atoms=tuple(reader.atoms),
        marks=frozenset(reader.marks),
        scopes=tuple(reader.scopes),
        predicates=frozenset(reader.predicates),
        relative=reader.relative,
        indefinite=reader.indefinite,
        clauses=max(1, reader.clauses),
        besides=reader.besides,
    )


def _step(reader: Reader) -> None:
    for read in (_stop, read_calendar, read_every_weekday, _given_name, read_amount, _pause, read_latin):
        if read(reader):
            return
    char = reader.text[reader.at]
    entry, length = reader.entry(reader.at)
    if entry is None or (length == 1 and _belongs_to_a_word(reader, char)):
        reader.unknown += char
        reader.at += 1
        return
    reader.flush()
    word = reader.text[reader.at : reader.at + length]
    reader.at += length
    _take(reader, entry, word)


def _stop(reader: Reader) -> bool:
    char = reader.text[reader.at]
    if char not in STOPS:
        return False
    if char in "?？":
        reader.mark("asks")
    reader.at += 1
    reader.end_clause()
    return True


def _pause(reader: Reader) -> bool:
    char = reader.text[reader.at]
    if char not in PAUSES:
        return False
    reader.flush()
    reader.at += 1
    reader.paused = True
    if char in ":：" and not reader.value and reader.atoms:
        reader.value = True
        reader.predicates.add("be")
    return True


def _given_name(reader: Reader) -> bool:
    """王强 is a name although 强 is a word: a surname, one single-character word, then a known word or the end."""
    text, at = reader.text, reader.at
    if text[at] not in _ONLY_SURNAMES or reader.unknown or reader.entry(at)[0] is not None:
        return False
    given, length = reader.entry(at + 1)
    if length != 1 or given is None or given.part is not Part.CONCEPT or not _known_or_end(reader, at + 2):
        return False
    reader.at += 2
    reader.add(Atom(text[at : at + 2], Kind.NAME))
    return True


def _known_or_end(reader: Reader, at: int) -> bool:
    return at >= len(reader.text) or reader.text[at] in STOPS + PAUSES or reader.entry(at)[0] is not None


def _belongs_to_a_word(reader: Reader, char: str) -> bool:
    """Whether a character that is a word by itself is here a part of one that the dictionary does not have."""
    following = reader.text[reader.at + 1 : reader.at + 2]
    if char == "会":  # at the end of a word (例会) and not before a verb (会说)
        return bool(reader.unknown) or not following or following in STOPS + PAUSES + "在是于的改从由"
    if not reader.unknown or char not in _INSIDE_WORDS or not following or following.isascii():
        return False
    return following not in STOPS + PAUSES + NUMERALS and reader.entry(reader.at + 1)[0] is None


def _take(reader: Reader, entry: Entry, word: str) -> None:
    match entry.part:
        case Part.CONCEPT | Part.WHOLE:
            _concept(reader, entry)
        case Part.MARK:
            _mark(reader, entry, word)
        case Part.NEGATION | Part.CONTRAST:
            _negation(reader, entry, word)
        case Part.ROLE:
            _role(reader, entry, word)
        case Part.RELATIVE:
            reader.relative = True
            reader.add(Atom(entry.text, Kind.CALENDAR, "relative"))
        case Part.SELF:
            reader.add(Atom("self", Kind.SELF, role=_possessor(reader)))
        case Part.PERSON:
            reader.add(Atom(entry.text, Kind.NAME, "person", role=_possessor(reader)))
        case Part.PLACE | Part.ORGANISATION:
            reader.add(Atom(entry.text, Kind.NAME, _NAMES[entry.part]))
        case _:
            _particle(reader, entry, word)


def _particle(reader: Reader, entry: Entry, word: str) -> None:
    if entry.part in (Part.LINK, Part.AT):
        reader.link = word
        reader.predicates.add("be" if entry.part is Part.LINK else "located")
        reader.value = True
    elif entry.part is Part.OF:
        reader.link = word
        if reader.atoms and reader.atoms[-1].kind is Kind.NAME and not reader.atoms[-1].role:
            reader.change_last(role="of")
    else:
        if word in _LINKS:
            reader.link = word
        reader.besides = reader.besides or word in _BESIDES
        if word[0] == "一" and not reader.value:
            reader.indefinite = True
        if word == "了" and reader.text[reader.at : reader.at + 1] not in STOPS + PAUSES:
            reader.mark("past")  # 吃了药; at the end 了 only says that it is so now


def _possessor(reader: Reader) -> str:
    if reader.text.startswith("的", reader.at):
        return "of"
    entry, _ = reader.entry(reader.at)
    return "of" if entry is not None and entry.text in ROLES_OF_PEOPLE | _FAMILY else ""


def _concept(reader: Reader, entry: Entry) -> None:
    if entry.text == "all" and reader.negated:
        return  # "not ... any" says no more than "not"
    verb = entry.part is Part.CONCEPT and entry.text in VERB_CONCEPTS
    if verb:
        reader.predicates.add(entry.text)
    group = CHOICES.get(entry.text, "")
    if group == "language" and reader.atoms and reader.atoms[-1].text == "use":
        reader.link, reader.value = "用", True
    reader.add(Atom(entry.text, Kind.CHOICE if group else Kind.WORD, group, sign=entry.sign))
    if verb and (len(reader.atoms) > 1 or entry.text not in SAID_OF_A_THING):
        reader.value = True


def _mark(reader: Reader, entry: Entry, word: str) -> None:
    if word in ("过", "过了") and not reader.atoms:
        return
    if entry.text == "need" and TAKES_TIME.match(reader.text, reader.at):
        reader.predicates.add("last")
        reader.add(Atom("last"))  # 构建需要四十分钟
        reader.value = True
    elif entry.text == "need":
        reader.predicates.add("need")
        reader.mark("need_not" if reader.negated else "must")  # 不必 is no 不得
        reader.value = reader.value or bool(reader.atoms)
    else:
        if entry.text == "need_not":
            reader.predicates.add("need")
            reader.negated = not reader.negated
        reader.mark(entry.text)


def _negation(reader: Reader, entry: Entry, word: str) -> None:
    contrast = reader.paused or entry.part is Part.CONTRAST
    reader.negated = not reader.negated
    if word in _HAVING and not _verb_follows(reader):  # 没有车 denies the having, 没有启用 the verb
        reader.predicates.add("own")
        reader.add(Atom("own"))
        reader.value = True
    else:
        reader.aside = contrast and bool(reader.atoms)


def _verb_follows(reader: Reader) -> bool:
    entry, _ = reader.entry(reader.at)
    return entry is not None and (
        entry.part is Part.MARK or (entry.part is Part.CONCEPT and entry.text in VERB_CONCEPTS)
    )


def _role(reader: Reader, entry: Entry, word: str) -> None:
    counted = bool(reader.atoms) and reader.atoms[-1].kind in (Kind.AMOUNT, Kind.CALENDAR)
    if reader.atoms and (word in POSTPOSITIONS or (word in AFTER_THE_AMOUNT and counted)):
        reader.change_last(role=entry.text)
    elif entry.text == "instead":
        reader.negated, reader.aside = True, True
    elif entry.text != "object":
        reader.role = entry.text
