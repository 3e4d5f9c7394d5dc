"""How many tokens a text takes, estimated without a tokenizer, on the safe side.

The models behind an agent have tokenizers of their own, most of them unpublished, so the estimate leans to the dearest
of six that could be measured (`tests/language/text/token_counts.json`, made by `bench/token_counts.mjs`: three of them take a
digit, a capital or a Chinese character for much more than the others). On English and Chinese texts, data, code, runs
of spaces, emoji and the languages measured beside them it falls no more than 10 % short of the dearest, and stands
twice above the cheapest (Chinese on a vocabulary made for it). What is rare in contexts may stand far above: rules of
signs, empty lines, scripts of three bytes. Lines estimated apart cost at least what they cost together, so that parts
that fit a budget are a whole that fits it.
"""

from __future__ import annotations

import re
from math import ceil

_PIECE = re.compile(r"([A-Za-z]+)|( ?[0-9]+)|([!-/:-@\[-`{-~]+)|([^\x00-\x7f]+)|([\n\t\x00-\x1f\x7f])|( +)")

# (letters of the first token, letters of each further one). Most words that are written small are one token; names and
# sentence openings fall apart sooner, capitals soonest.
_SMALL, _TITLE, _CAPITALS = (7, 3), (4, 2), (3, 3)
# Beyond that no word goes on, but letters without sense do, in tokens of this many.
_LONGEST_WORD, _LETTERS_WITHOUT_SENSE = 20, 1.75
# Base64 and the like: so long, and small letters, capitals and digits change so often, that it has no words.
_OPAQUE = re.compile(r"[A-Za-z0-9+/_=-]{20,}")
_CHANGE = re.compile(r"[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|[0-9](?=[A-Za-z])")
_CHANGES, _OPAQUE_COST = 0.25, 0.75  # a character
# A single space goes with the word behind it, of more all but the last are a token or a few.
_SPACES_A_TOKEN = 80
# A sign that follows another often shares its token.
_FURTHER_SIGN = 0.75
_COMMON_HAN, _RARE_HAN = 1.55, 2.7
_COMMON_HANGUL = 2.0
# Letters with marks cost more than themselves: the words around them are none of English.
_MARKED_LATIN, _GREEK, _SEMITIC = 2.0, 1.35, 1.25
_NARROW, _WIDE = 1.0, 3.0  # of two bytes in UTF-8 and kana, full-width signs, punctuation; of any other script, emoji


def estimated_tokens(text: str) -> int:
    """At least 1 for any text, 0 for none."""
    return max(1, ceil(_tokens(text) + sum(map(_missed, _OPAQUE.findall(text))))) if text else 0


def _missed(run: str) -> float:
    """What a run without words costs beyond its pieces."""
    if len(_CHANGE.findall(run)) < _CHANGES * len(run):
        return 0
    return max(0, _OPAQUE_COST * len(run) - _tokens(run))


def _tokens(text: str) -> float:
    tokens = 0.0
    for word, digits, signs, others, control, spaces in _PIECE.findall(text):
        if word:
            tokens += _word(word)
        elif digits:
            tokens += len(digits)
        elif signs:
            tokens += 1 + _FURTHER_SIGN * (len(signs) - 1)
        elif others:
            tokens += sum(_COST[ord(char)] for char in others)
        elif control:
            tokens += 1
        elif len(spaces) > 1:
            tokens += 1 + len(spaces) / _SPACES_A_TOKEN
    return tokens


def _word(word: str) -> int:
    if word.islower():
        first, further = _SMALL
    elif len(word) > 1 and word.isupper():
        first, further = _CAPITALS
    else:
        first, further = _TITLE
    beyond = max(0, len(word) - _LONGEST_WORD)
    return 1 + max(0, ceil((len(word) - beyond - first) / further)) + ceil(beyond / _LETTERS_WITHOUT_SENSE)


class _Costs(dict[int, float]):
    """Tokens of a character beyond ASCII, decided once a character."""

    def __missing__(self, code: int) -> float:
        cost = _character(chr(code))
        self[code] = cost
        return cost


_COST = _Costs()


def _character(char: str) -> float:
    if "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff":
        return _COMMON_HAN if _is_common(char) else _RARE_HAN
    if "\uac00" <= char <= "\ud7a3":
        return _COMMON_HANGUL if _is_within(char, "euc_kr", 0xB0A1, 0xC8FE) else _WIDE
    if "\u00c0" <= char <= "\u017f":
        return _MARKED_LATIN
    if "\u0370" <= char <= "\u03ff":
        return _GREEK
    if "\u0590" <= char <= "\u06ff":
        return _SEMITIC
    if char <= "\u07ff" or "\u2010" <= char <= "\u203e" or "\u3000" <= char <= "\u30ff" or "\uff00" <= char <= "\uff65":
        return _NARROW
    return _WIDE


def _is_common(char: str) -> bool:
    """Among the characters that the Chinese national standards put first, by frequency of use: level 1 of GB 2312 and
    of Big5."""
    return _is_within(char, "gb2312", 0xB0A1, 0xD7F9) or _is_within(char, "big5", 0xA440, 0xC67E)


def _is_within(char: str, encoding: str, first: int, last: int) -> bool:
    encoded = char.encode(encoding, "ignore")
    return len(encoded) == 2 and first <= int.from_bytes(encoded, "big") <= last
