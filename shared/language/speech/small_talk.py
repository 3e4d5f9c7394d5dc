"""Small talk, moods of the moment, reports of small talk and talk of work in progress, each as a whole text: with a
value, a name or a reason beside it, it is another text, which is kept. The words are those of the packs.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from shared.language.packs.registry import Packs, PerPacks, any_of
from shared.language.speech.witnesses import says_no
from shared.language.text.normal_form import normalised

# The vowels of many scripts are marks on letters.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
_LETTERS = rf"(?:[^\W\d_]|[{_MARKS}])+"
_WORD = re.compile(rf"{_LETTERS}(?:['’-]{_LETTERS})*|\d+")
# What stands before the first comma, and what may be a statement by itself behind it: in three characters at least.
_LEAD = re.compile(r"\s*([^,，、،;；:]{1,40})[,，、،]\s*(?=\S{3}|\S+\s+\S)")
_LONG_RUN = re.compile(r"(.)\1{3,}")  # how long somebody laughs says nothing


def is_small_talk(text: str) -> bool:
    """Thanks, greetings, farewells, assent and laughter, and nothing else; pictures and signs too."""
    folded = normalised(text)
    if not any(c.isalnum() for c in folded):
        return True
    if is_courtesy(text):
        return True
    words, spaced = _words(folded), _SPACED()
    if _made_of(words, spaced.phrase, spaced.longest) or spaced.alone.fullmatch(" ".join(words)):
        return True
    named = spaced.name.search(text)
    if named and _made_of(_words(normalised(text[: named.start()])), spaced.to_a_name, spaced.longest):
        return True
    return _made_without_spaces(_LONG_RUN.sub(r"\1\1\1", _letters(folded)))


def without_small_talk(sentence: str) -> str:
    """The sentence without thanks, assent or laughter before its first comma: "gracias, vivo en Bilbao". A "no" stays,
    it belongs to what follows; so does what is small talk as a whole."""
    found = _LEAD.match(sentence)
    if found is None or says_no(found[0]) or not is_small_talk(found[1]):
        return sentence
    left = sentence[found.end() :]
    return sentence if is_small_talk(left) else without_small_talk(left)


def is_courtesy(text: str) -> bool:
    """A greeting or thanks, with the marks that end it."""
    return _COURTESY().fullmatch(text) is not None


def is_passing_mood(text: str) -> bool:
    return _PASSING_MOOD().fullmatch(text) is not None


def is_reported_talk(text: str) -> bool:
    return _REPORTED_TALK().fullmatch(text) is not None


def is_work_talk(text: str) -> bool:
    return _WORK_TALK().fullmatch(text) is not None


def asks_to_forget(text: str) -> bool:
    """Asks to have something forgotten and says nothing else: "forget that", 忘掉我的工作."""
    return _TO_FORGET().fullmatch(text) is not None


def _words(folded: str) -> list[str]:
    return _WORD.findall(folded.replace("’", "'"))


def _letters(text: str) -> str:
    """Letters and digits, with the marks right after them, which are vowels in many scripts."""
    if text.isascii():
        return "".join(filter(str.isalnum, text))
    kept: list[str] = []
    before = False
    for char in text:
        before = char.isalnum() or (before and unicodedata.category(char)[0] == "M")
        if before:
            kept.append(char)
    return "".join(kept)


def _made_of(words: list[str], phrase: re.Pattern[str], longest: int) -> bool:
    """Whether the words are phrases one after another, and nothing else. Step by step and not one expression: the ways
    to cut "ok ok ok ..." double with each word."""
    reached = {0}
    for start in range(len(words)):
        if start in reached:
            for end in range(start + 1, min(start + longest, len(words)) + 1):
                if phrase.fullmatch(" ".join(words[start:end])):
                    reached.add(end)
    return bool(words) and len(words) in reached


def _made_without_spaces(text: str) -> bool:
    """The same, by characters: phrases of talk, at least one, with fillers between them."""
    talk = _UNSPACED()
    reached = {(0, False)}
    for start in range(len(text)):
        for said in (False, True):
            if (start, said) not in reached:
                continue
            for end in range(start + 1, min(start + talk.longest, len(text)) + 1):
                if talk.phrase.fullmatch(text, start, end):
                    reached.add((end, True))
                elif talk.filler.fullmatch(text, start, end):
                    reached.add((end, said))
    return (len(text), True) in reached


@dataclass(frozen=True, slots=True)
class _Talk:
    phrase: re.Pattern[str]
    longest: int
    filler: re.Pattern[str]
    alone: re.Pattern[str]
    to_a_name: re.Pattern[str]
    name: re.Pattern[str]

    @classmethod
    def of(cls, packs: Packs, *, spaced: bool) -> _Talk:
        """Of the languages with spaces between words, or of those without."""
        parts = [pack.small_talk for pack in packs if pack.spaced is spaced]
        return cls(
            _one(*(part.phrases for part in parts)),
            max((part.longest for part in parts), default=0),
            _one(*(part.fillers for part in parts)),
            _one(*(part.alone for part in parts)),
            _one(*(part.to_a_name for part in parts)),
            _name([part.before_a_name for part in parts if part.before_a_name]),
        )


def _name(before: list[str]) -> re.Pattern[str]:
    """A name at the end: "Thanks again, Anna!", "Hi Claude"."""
    lead = "|".join((r",\s*", *before))
    return re.compile(rf"(?:{lead})[A-Z][\w-]+[\s.!?]*$")


def _one(*sources: str) -> re.Pattern[str]:
    return re.compile("|".join(source for source in sources if source) or r"(?!)", re.IGNORECASE)


_SPACED = PerPacks(lambda packs: _Talk.of(packs, spaced=True))
_UNSPACED = PerPacks(lambda packs: _Talk.of(packs, spaced=False))
_COURTESY = any_of(lambda pack: pack.courtesy)
_PASSING_MOOD = any_of(lambda pack: pack.passing_mood)
_REPORTED_TALK = any_of(lambda pack: pack.reported_talk)
_WORK_TALK = any_of(lambda pack: pack.work_talk)
_TO_FORGET = any_of(lambda pack: pack.to_forget)
