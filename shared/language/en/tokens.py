"""English text into tokens: typed values (dates, times, amounts, identifiers, quoted text), words and stops."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from shared.language.en.lemmas import lemma
from shared.language.en.lexicon import PHRASES
from shared.language.statements import amounts
from shared.language.statements.atoms import Atom, Kind
from shared.language.statements.calendars import (
    DATE,
    MONTHS,
    TIME,
    WEEKDAYS,
    english_date,
    english_time,
    time_atom,
    weekday_atom,
)

_TOKEN = re.compile(
    r"(?P<quoted>\"[^\"]{1,120}\"|`[^`]{1,120}`)"
    r"|(?P<address>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://[^\s,;)]+|(?<![\w])~?(?:/[\w.{}-]+)+/?)"
    rf"|(?P<date>(?<![\w.,])(?:{DATE}))"
    rf"|(?P<time>(?<![\w.,])(?:{TIME}))"
    r"|(?P<ident>[^\W\d](?=[\w./:+#-]*\d)\w*(?:[-_./:+]\w+)*|\d+(?:\.\d+){2,}(?:[-/]\w+)*|\d+[-_:/]\w[\w-]*|\d+x\d+)"
    r"|(?P<number>(?:(?P<currency>us\$|hk\$|[$€£¥￥₹₩])\s?)?(?P<minus>(?<!\w)-)?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?P<glued>[^\W\d_][^\W\d_]*(?:/h)?|\s?[%°℃℉][cfCF]?)?)"
    r"|(?P<word>[^\W\d_]+(?:['._-][^\W\d_]+)*(?:\+\+|\#)?)"
    r"|(?P<stop>[.,;:!?()=\n—–…]|\s-\s|->|=>)"
    r"|(?P<symbol>[^\s\w\"'`\[\]{}/&*_#\\-])",
    re.IGNORECASE,
)
_HALVES = (
    (re.compile(r"\b(?:an?|one) (hour|day|week|month|year) and a half\b", re.IGNORECASE), r"1.5 \1s"),
    (re.compile(r"\b(\w+) and a half (hours|days|weeks|months|years)\b", re.IGNORECASE), r"\1 \2 and a half"),
    (re.compile(r"\bhalf an hour\b", re.IGNORECASE), "30 minutes"),
    (re.compile(r"\bhalf a (year)\b", re.IGNORECASE), r"6 months"),
)
# Negations without an apostrophe, as they are typed in haste. Not so "as is his wont", and what other languages have:
# "el cant" of Catalan, and the French "dont", with an article, a pronoun or a name behind it.
_FRENCH = (
    r"l[ea]s?|[ld]'\w+|j'\w+|je|tu|ils?|elles?|on|nous|vous|une?|ce[st]?|cette|cela|[smt](?:on|a|es)|[nv]otre|[nv]os|"
    r"leurs?|plusieurs|certaine?s|chaque|deux|trois"
)
_RUN_TOGETHER = (
    (re.compile(r"\bcannot\b|(?<!\bel )(?<!\bdel )(?<!\bal )(?<!\bun )\bcant\b", re.IGNORECASE), "can not"),
    (re.compile(rf"\bdont\b(?!\s+(?:(?:{_FRENCH})\b|(?-i:[A-Z])))", re.IGNORECASE), "do not"),
    (
        re.compile(r"\b(does|did|is|are|was|were|has|have|had|could|should|would|must|need)nt\b", re.IGNORECASE),
        r"\1 not",
    ),
    (
        re.compile(
            r"(?<!\b(?:my|is) )(?<!\b(?:his|her|its|our) )(?<!\byour )(?<!\btheir )\bwont\b(?! to\b)", re.IGNORECASE
        ),
        "will not",
    ),
)
_CONTRACTED = (
    (re.compile(r"\bcan't\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"\bshan't\b", re.IGNORECASE), "shall not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (re.compile(r"(?<=\w)'(?:re|m)\b", re.IGNORECASE), " are"),
    (re.compile(r"(?<=\w)'ll\b", re.IGNORECASE), " will"),
    (re.compile(r"(?<=\w)'ve\b", re.IGNORECASE), " have"),
    (re.compile(r"(?<=\w)'d\b", re.IGNORECASE), " would"),
    (re.compile(r"\b(it|that|there|he|she|what|who|where)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"\b(\w+)'s(?=\s+(?:not|a|an|the|been|always|never|allergic|\w+ing)\b)", re.IGNORECASE), r"\1 is"),
)
_TITLE = re.compile(r"\b(dr|mr|mrs|ms|prof)\.(?=\s+[A-Z])", re.IGNORECASE)
_ORDINAL_ENDINGS = frozenset(("st", "nd", "rd", "th"))


@dataclass(frozen=True, slots=True)
class Token:
    """`atom`: a typed value. `stop`: punctuation. `owns`: a word with the possessive 's."""

    raw: str
    low: str = ""
    lemma: str = ""
    atom: Atom | None = None
    stop: bool = False
    owns: bool = False
    first: bool = False


def tokens(text: str) -> list[Token]:
    for pattern, plain in _RUN_TOGETHER:
        text = pattern.sub(plain, text)
    if "'" in text:
        for pattern, plain in _CONTRACTED:
            text = pattern.sub(plain, text)
    if ". " in text:
        text = _TITLE.sub(r"\1", text)
    if "half" in text:
        for pattern, plain in _HALVES:
            text = pattern.sub(plain, text)
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        first = not found or (found[-1].stop and found[-1].raw not in ",-")
        word = match["word"] or ""
        if "-" in word and (lemma(word.lower()),) not in PHRASES:
            found += [_word(part, first=first and not n) for n, part in enumerate(_apart(word))]
        else:
            found.append(_token(match, first=first))
    return _with_amounts(found)


def _token(match: re.Match[str], *, first: bool) -> Token:
    raw = match[0].strip()
    if match["stop"]:
        return Token(raw, stop=True)
    if match["date"]:
        return Token(raw, atom=english_date(match))
    if match["time"]:
        return Token(raw, atom=english_time(match))
    if match["number"]:
        return _number(match, raw)
    if match["ident"] or match["address"]:
        return _identifier(raw)
    if match["symbol"]:
        return Token(raw, atom=Atom(raw))
    if match["quoted"]:
        return Token(raw, atom=Atom(raw[1:-1].casefold().strip(), Kind.NAME))
    return _word(raw, first=first)


def _word(raw: str, *, first: bool) -> Token:
    owns = raw.lower().endswith("'s")
    bare = raw[:-2] if owns else raw
    low = bare.lower()
    capital = bare[0].isupper()
    if low in WEEKDAYS and (len(low) > 4 or capital) and not (low in ("sun", "sat", "mon", "wed") and not capital):
        return Token(bare, low, low, weekday_atom(WEEKDAYS[low]), owns=owns)
    if low in MONTHS and capital and not (first and low in ("may", "march")):
        return Token(bare, low, low, Atom(str(MONTHS[low]), Kind.CALENDAR, "month"), owns=owns)
    if _is_plural_acronym(bare):
        base = low[:-1]
    elif capital and not first and not bare.isupper() and not low.endswith("es"):
        base = low  # a name has no plural to take away
    else:
        base = lemma(low)
    return Token(bare, low, base, owns=owns, first=first)


def _apart(word: str) -> list[str]:
    """`third-floor` as two words; short parts are particles ("check-in"), which stay where they are."""
    parts = word.split("-")
    return parts if len(parts) > 1 and all(len(part) > 2 for part in parts) else [word]


def _is_plural_acronym(word: str) -> bool:
    """`PDFs`."""
    return len(word) > 2 and word[-1] == "s" and word[:-1].isupper()


def _identifier(raw: str) -> Token:
    head, _, tail = raw.lower().partition("-")
    if head.isdigit() and amounts.unit_named(tail, glued=True):
        return Token(raw, atom=amounts.amount(Fraction(head), tail))
    return Token(raw, atom=Atom(raw.casefold().rstrip("/"), Kind.NAME, "identifier"))


def _number(match: re.Match[str], raw: str) -> Token:
    value = amounts.number(match["digits"]) * (-1 if match["minus"] else 1)
    glued, currency = (match["glued"] or "").strip().lower(), (match["currency"] or "").lower()
    if glued in _ORDINAL_ENDINGS:
        return Token(raw, atom=Atom(str(value), Kind.AMOUNT, "ordinal"))
    if currency:
        scale = amounts.multiplier(glued) if glued else 1
        return Token(raw, atom=amounts.amount(value * (scale or 1), currency))
    if not glued:
        return Token(raw, low="#", atom=amounts.amount(value))
    if amounts.unit_named(glued, glued=True):
        return Token(raw, atom=amounts.amount(value, glued))
    scale = amounts.multiplier(glued)
    if scale:
        return Token(raw, low="#", atom=amounts.amount(value * scale))
    return _identifier(raw)


def _with_amounts(found: list[Token]) -> list[Token]:
    """Number words read, multipliers and units joined to their numbers."""
    out: list[Token] = []
    at = 0
    while at < len(found):
        value, end = _spelled(found, at)
        if value is None:
            token = found[at]
            if token.low in amounts.ORDINALS and token.low not in ("second",):
                token = Token(token.raw, atom=Atom(str(amounts.ORDINALS[token.low]), Kind.AMOUNT, "ordinal"))
            out.append(token)
            at += 1
            continue
        if _is_an_hour(found, at, end, value):
            out.append(Token(found[at].raw, atom=time_atom(int(value), 0, half_known=False)))
            at = end
            continue
        unit = _unit(found[end]) if end < len(found) else ""
        plain = not unit and end == at + 1
        atom = amounts.as_written(value, found[at].raw) if plain else amounts.amount(value, unit)
        out.append(Token(found[at].raw, low="" if unit else "#", atom=atom))
        at = end + bool(unit)
    return out


def _is_an_hour(found: list[Token], at: int, end: int, value: Fraction) -> bool:
    """ "At ten", with nothing after it that could be counted."""
    if not at or found[at - 1].low != "at" or value.denominator != 1 or not 0 < value <= 12:
        return False
    return end >= len(found) or found[end].stop or found[end].low in ("on", "every", "and", "each", "in", "sharp")


def _unit(token: Token) -> str:
    for name in (token.low, token.lemma):
        if name and amounts.unit_named(name, glued=False):
            return name
    return ""


def _spelled(found: list[Token], at: int) -> tuple[Fraction | None, int]:
    """The number that begins at `at`, in digits or words, and where it ends."""
    token = found[at]
    nxt = found[at + 1].low if at + 1 < len(found) else ""
    if token.low == "#" and token.atom is not None:
        value = Fraction(token.atom.text)
    elif token.low in amounts.NUMBER_WORDS and not (token.low == "one" and nxt in ("of", "that", "who", "another")):
        if token.low == "one" and at and found[at - 1].low in ("no", "the", "this", "that", "each", "every", "any"):
            return None, at
        value = Fraction(amounts.NUMBER_WORDS[token.low])
    elif token.low in ("a", "an") and nxt in amounts.SCALE_WORDS:
        value = Fraction(1)
    else:
        return None, at
    end = at + 1
    while end < len(found):
        low = found[end].low
        if low in amounts.SCALE_WORDS:
            value *= amounts.SCALE_WORDS[low]
        elif low in amounts.NUMBER_WORDS and value % 100 == 0 and value:
            value += amounts.NUMBER_WORDS[low]
        elif (
            low == "and"
            and end + 1 < len(found)
            and found[end + 1].low in amounts.NUMBER_WORDS
            and value % 100 == 0
            and value
        ):
            value += amounts.NUMBER_WORDS[found[end + 1].low]
            end += 1
        elif low in amounts.NUMBER_WORDS and value in range(20, 100, 10) and amounts.NUMBER_WORDS[low] < 10:
            value += amounts.NUMBER_WORDS[low]
        else:
            break
        end += 1
    return value, end
