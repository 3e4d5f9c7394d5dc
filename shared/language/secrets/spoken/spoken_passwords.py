"""Passwords, PINs and keys as people say them, in the words of the packs.

A label ("parolam", 비번, "mã PIN") and in the same sentence a value that looks like a password and is tied to it: right
beside it, behind a link ("is", คือ), or at the end of the clause with few words between ("пин-код моей карты 5093").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.language.packs.pack import LanguagePack
from shared.language.packs.registry import Packs, PerPacks
from shared.language.secrets.detector import View
from shared.language.secrets.findings import Finding, Severity
from shared.language.secrets.passwords import Look, look_of_password
from shared.language.text.folding import fold
from shared.language.text.patterns import Regex

# How far a value may stand behind its label: characters, and words between the two.
_REACH, _WORDS_BETWEEN = 72, 6
# Words between a label and a number that no link ties to it.
_WORDS_UNTIED = 4
_LEAST_DIGITS = 2
# Labels that are looked at in one text: a longer list is a form, not talk.
_MOST_LABELS = 200

_SENTENCE_END = Regex(r"[.!?](?=\s|$)|[。！？।؟\n]")
_TOKEN = Regex(r"[^\s,;:=،؛。，；：、「」『』“”„«»\"'()<>\[\]{}।]{3,64}")
# In a script without spaces the words around a value touch it.
_UNSPACED_TOKEN = Regex(r"[!#-&*+\-./0-9?-Z^_`a-z|~]{3,64}")
_PRINTABLE = Regex(r"[!-~]+")
_CLOSED = Regex(r"[\s.!?。！？।؟\"'”」』»)*~-]*(?:$|[,;،；，、。।\n(])")
_GIVEN = Regex(r"[:=：][\s\"'“”「『«]*$")
# A code has four to ten digits; a year of our time is none, unless it stands right behind its label.
_CODE = Regex(r"[0-9]{4,10}")
_YEAR = Regex(r"(?:19|20)[0-9]{2}")
# So long a code may have a clause behind it, unless its next characters say what it counts.
_LONG_CODE, _COUNTED = 5, 16
# Characters of a value with letters: behind a colon, and behind words.
_LEAST_GIVEN, _LEAST_SAID = 4, 6
# What is called after its maker: `TL-WR840N`, `office365`.
_MODEL = Regex(r"[A-Z0-9.-]+|[A-Z]?[a-z]{2,}[0-9]{1,3}")
# What only says where a secret lies: an ARN, an address, a path.
_REFERENCE = Regex(r"(?:\barn:|://|(?<!\S)[.~]{0,2}/)\S*$")
_LONGEST_REFERENCE = 256
_QUOTES = " \t\"'“”「」『』«»*"


@dataclass(frozen=True, slots=True)
class _Words:
    """Of one language. `label` has its borders. All is folded as the text is."""

    token: Regex
    literals: tuple[str, ...]
    label: re.Pattern[str]
    link: re.Pattern[str] | None
    ending: re.Pattern[str]
    about: re.Pattern[str] | None

    @classmethod
    def of(cls, pack: LanguagePack) -> _Words:
        words = pack.secrets
        before = "" if words.prefixed or not pack.spaced else r"(?<![^\W\d_])"
        after = r"(?![^\W\d_]|-[^\W\d_])" if pack.spaced else ""
        labels = tuple(sorted(fold(words.passwords).text.lower().split("|"), key=len, reverse=True))
        ends = "|".join(sorted(fold(words.ends).text.split("|"), key=len, reverse=True))
        return cls(
            _TOKEN if pack.spaced else _UNSPACED_TOKEN,
            labels,
            re.compile(rf"{before}(?:{'|'.join(map(re.escape, labels))}){after}"),
            _at_end(fold(words.links).text, spaced=pack.spaced),
            re.compile(rf"\s*(?:{ends})?{_CLOSED.now.pattern}"),
            re.compile(pack.bounded(fold(words.about).text)) if words.about else None,
        )


def _at_end(links: str, *, spaced: bool) -> re.Pattern[str] | None:
    if not links:
        return None
    border = r"(?<![^\W\d_])" if spaced else ""
    return re.compile(rf"{border}(?:{links})[\s\"'“”「『«]*$")


def _of_all(packs: Packs) -> tuple[_Words, ...]:
    return tuple(_Words.of(pack) for pack in packs if pack.secrets.passwords)


_WORDS = PerPacks(_of_all)


class SpokenPasswords:
    """Blocks what a language's words give away as a password, a PIN or a key."""

    def find(self, view: View) -> Iterator[Finding]:
        if view.digits < _LEAST_DIGITS:
            return
        for words in _WORDS():
            if not view.has_any(words.literals):
                continue
            for seen, label in enumerate(words.label.finditer(view.lower)):
                if seen == _MOST_LABELS:
                    break
                found = _value_of(view, words, label)
                if found is not None:
                    yield Finding("password", Severity.BLOCK, *found)


def _value_of(view: View, words: _Words, label: re.Match[str]) -> tuple[int, int] | None:
    text, at = view.text, label.end()
    if len(view.lower) != len(text):  # a letter whose small form is two: places would be others
        return None
    end = _SENTENCE_END.search(text, at, at + _REACH)
    reach = at + _REACH if end is None else end.start()
    before = view.lower[max(0, label.start() - 40) : label.start()]
    if words.about is not None and words.about.search(_of_its_sentence(before)):
        return None
    for seen, token in enumerate(words.token.finditer(text, at, reach + 24)):
        if seen > _WORDS_BETWEEN or token.start() >= reach:
            return None
        between = view.lower[at : token.start()]
        if words.about is not None and words.about.search(view.lower, at, token.end()):
            return None
        place = _in_token(token)
        if place is not None and not _is_reference(text, place) and _is_given(text, words, between, place):
            return place
    return None


def _is_reference(text: str, place: tuple[int, int]) -> bool:
    """Whether the word that the value ends says where a secret lies; its label may be part of that word."""
    return _REFERENCE.search(text, max(0, place[0] - _LONGEST_REFERENCE), place[1]) is not None


def _of_its_sentence(before: str) -> str:
    return re.split(r"[.!?。！？।؟\n]\s|[。！？।\n]", before)[-1]


def _in_token(token: re.Match[str]) -> tuple[int, int] | None:
    """The value without what is written right behind it: `dalbit8842야`. `None` where it looks like no password."""
    word, start = token[0], token.start()
    ascii_part = _PRINTABLE.match(word)
    if ascii_part is not None and ascii_part.end() < len(word) and not word[ascii_part.end()].isdigit():
        follows = word[ascii_part.end()]
        word = ascii_part[0] if ord(follows) > 0x24F or not follows.isalpha() else word
    word = word.rstrip(".!?*~") if not any(c in "!?*~" for c in word[:-1]) else word
    if _CODE.fullmatch(word) or look_of_password(word) is Look.STRONG:
        return start, start + len(word)
    return None


def _is_given(text: str, words: _Words, between: str, place: tuple[int, int]) -> bool:
    """Whether a value is tied to its label."""
    value = text[place[0] : place[1]]
    beside = not between.strip(_QUOTES)
    given = _GIVEN.search(between) is not None
    linked = given or (words.link is not None and words.link.search(between) is not None)
    ends = words.ending.match(text, place[1]) is not None
    if _CODE.fullmatch(value):
        if _YEAR.fullmatch(value) is not None and not (ends and (beside or given)):
            return False
        counted = words.about is not None and words.about.search(text.lower(), place[1], place[1] + _COUNTED)
        untied = not linked and len(between.split()) > _WORDS_UNTIED
        return (ends and not untied) or (linked and len(value) >= _LONG_CODE and not counted)
    if len(value) < (_LEAST_GIVEN if given else _LEAST_SAID) or sum(map(str.isdigit, value)) < (1 if linked else 2):
        return False
    return linked or (beside and (ends or not value.isupper())) or (ends and _MODEL.fullmatch(value) is None)
