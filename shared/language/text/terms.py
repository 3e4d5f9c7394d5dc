"""Text into terms, for keyword search and for ranking: one analysis, whatever engine looks the terms up.

Words of every script are folded (NFKC, case, marks over Latin letters); what is written without spaces between words
becomes overlapping pairs of characters; identifiers (`us-east-1`, `/api/v2/users`, `A-77`) become a term of their own
beside their parts.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import lru_cache

from shared.language.text.patterns import Regex
from shared.language.text.stemming import stem

MAX_TERM_LENGTH = 64  # characters; longer words are cut, alike in texts and in queries
# Distinct terms of a query that are looked up. Engines limit the clauses of a query (1,024 in OpenSearch, of which a
# term takes three there); a question of this many words has said what it asks.
MAX_QUERY_TERMS = 128

# Words without a subject of their own. They are left out of a query that has other words.
_FUNCTION_WORDS = frozenset(
    "a about am an and any are as at be been being but by can could did do does doing for from had has have having he "
    "her hers him his how i if in into is it its me my of on or our ours she should so some such than that the their "
    "theirs them then there these they this those to was we were what when where which while who whom whose why will "
    "with would you your yours don didn doesn isn wasn t s d ll m re ve".split()
)
_FUNCTION_STEMS = _FUNCTION_WORDS | {stem(word) for word in _FUNCTION_WORDS}

# Scripts written without spaces between words: Thai, Lao, Tibetan, Myanmar, Khmer, Hangul (whose words carry their
# particles), kana, Bopomofo, Han and its iteration marks.
_UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U000323af"
)
_FIRSTS, _LASTS = _UNSPACED[::3], _UNSPACED[2::3]  # in ascending order
_JOINER = "-_./:@+#'&"


def _chunks(unspaced: str) -> str:
    """A run without spaces, or words with single joiners between them; `c++` and `c#` keep their sign."""
    word = rf"[^\s{re.escape(_JOINER)}{unspaced}]+"
    words = rf"{word}(?:[{re.escape(_JOINER)}]{word})*(?:\+\+|\#)?"
    return rf"[{unspaced}]+|{words}" if unspaced else words


_CHUNK = Regex(_chunks(_UNSPACED))  # 3 ms to compile
_ASCII_CHUNK = re.compile(_chunks(""))
_JOINERS = re.compile(f"[{re.escape(_JOINER)}]+")
# Marks over Latin letters, and marked letters that do not come apart: a question may leave them out.
_MARKED = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_PLAIN_LETTERS = str.maketrans({"ı": "i", "đ": "d", "ł": "l", "ø": "o"})
_POSSESSIVE = re.compile(r"(?<=\w)'s(?!\w)")


class _Folding(dict[int, str]):
    """What `str.translate` makes of each character, decided once a character: letters, marks and numbers
    stay, pictures (emoji) apart from their neighbours; invisible ones go; everything else is a space."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        category = unicodedata.category(char)
        if char in _JOINER or category[0] in "LMN":
            kept = char
        elif char in "\u2019\u02bc":
            kept = "'"
        elif char in "\u2010\u2011":
            kept = "-"
        elif category == "Cf" or 0xFE00 <= code <= 0xFE0F:
            kept = ""
        elif category == "So":
            kept = f" {char} "
        else:
            kept = " "
        self[code] = kept
        return kept


_FOLDING = _Folding()


def keyword_terms(text: str) -> tuple[str, ...]:
    """Every term of a text in order, repetitions kept. None holds white space."""
    return _terms(text, _pairs)


def indexed_terms(text: str) -> tuple[str, ...]:
    """The terms that an index keeps of a text: its keyword terms, and each character of what is written without
    spaces, so that a question of a single one finds it (`茶` is in `緑茶`)."""
    return _terms(text, _pairs_and_singles)


def query_terms(text: str) -> tuple[str, ...]:
    """The distinct terms to look a question up by: function words only when there is nothing else, and at most
    `MAX_QUERY_TERMS`, the first ones. Empty for a text without any word."""
    distinct = tuple(dict.fromkeys(keyword_terms(text)))
    distinctive = tuple(t for t in distinct if t not in _FUNCTION_WORDS)
    return (distinctive or distinct)[:MAX_QUERY_TERMS]


@lru_cache(maxsize=32768)
def is_unspaced(term: str) -> bool:
    """Whether the term comes from a script that is written without spaces between words."""
    at = bisect_right(_FIRSTS, term[:1]) - 1
    return at >= 0 and term[:1] <= _LASTS[at]


def distinctive(tokens: Iterable[str]) -> set[str]:
    """Of ranking tokens those with a subject of their own."""
    return {token for token in tokens if token not in _FUNCTION_STEMS}


def ranking_tokens(text: str) -> tuple[str, ...]:
    """The distinct stems and character pairs of a text, in order of first appearance: what ranking compares."""
    return tuple(dict.fromkeys(stem(term) for term in keyword_terms(text)))


def _terms(text: str, of_run: Callable[[str], list[str]]) -> tuple[str, ...]:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if not folded.isascii():
        folded = _without_marks(folded)
    folded = folded.translate(_FOLDING)
    chunks = _ASCII_CHUNK if folded.isascii() else _CHUNK.now
    terms: list[str] = []
    for chunk in chunks.findall(_POSSESSIVE.sub(" ", folded)):
        if chunk.isascii() and chunk.isalnum():  # most words, and much faster
            terms.append(chunk[:MAX_TERM_LENGTH])
        elif is_unspaced(chunk):
            terms.extend(of_run(chunk))
        else:
            parts = [part for part in _JOINERS.split(chunk) if part]
            terms.extend(part[:MAX_TERM_LENGTH] for part in parts)
            if chunk != parts[0] and len(chunk) <= MAX_TERM_LENGTH:
                terms.append(chunk)
    return tuple(terms)


def _without_marks(folded: str) -> str:
    """`café` and `cafe` are one word in an index, `İstanbul` and `istanbul` too; other scripts keep their marks."""
    plain = _MARKED.sub("", unicodedata.normalize("NFD", folded).translate(_PLAIN_LETTERS))
    return unicodedata.normalize("NFC", plain)


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] if len(run) > 1 else [run]


def _pairs_and_singles(run: str) -> list[str]:
    return [*_pairs(run), *run] if len(run) > 1 else [run]
