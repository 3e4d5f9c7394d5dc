"""English word stems by Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", Program 14, 1980).

The search engines stem with the same algorithm, so that a word that found a memory there also counts in the ranking.
Words of other alphabets come back as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Each step tries its suffixes in this order and stops at the first that the word ends in, whether or not the
# condition on what is left lets it be replaced.
_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("logi", "log"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"),
    ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"),
    ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
)  # fmt: skip
_STEP_3 = (("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""))
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip

_ASCII_WORD = re.compile(r"[a-z]{3,}")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-case word; words of fewer than three letters, and not of a-z alone, are their own stem."""
    if not _ASCII_WORD.fullmatch(word):
        return word
    word = _plural(word)
    word = _past_and_gerund(word)
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(word, _STEP_2)
    word = _replaced(word, _STEP_3)
    word = _without_residual(word)
    return _tidy(word)


def _skeleton(word: str) -> str:
    kinds: list[str] = []
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and bool(kinds) and kinds[-1] == "c")
        kinds.append("v" if vowel else "c")
    return "".join(kinds)


def _measure(word: str) -> int:
    """How often a run of vowels is followed by a run of consonants."""
    return _skeleton(word).count("vc")


def _has_vowel(word: str) -> bool:
    return "v" in _skeleton(word)


def _doubled(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _skeleton(word)[-1] == "c"


def _short_ending(word: str) -> bool:
    """Consonant, vowel, consonant, the last not w, x or y: `hop`, but not `snow`."""
    return _skeleton(word)[-3:] == "cvc" and word[-1] not in "wxy"


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past_and_gerund(word: str) -> str:
    if word.endswith("eed") and len(word) > len("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return _repaired(rest) if _has_vowel(rest) else word
    return word


def _repaired(rest: str) -> str:
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if _doubled(rest) and rest[-1] not in "lsz":
        return rest[:-1]
    return rest + "e" if _measure(rest) == 1 and _short_ending(rest) else rest


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for suffix, other in endings:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            return rest + other if _measure(rest) > 0 else word
    return word


def _without_residual(word: str) -> str:
    for suffix in _STEP_4:
        if word.endswith(suffix):
            rest = word[: -len(suffix)]
            if _measure(rest) > 1 and (suffix != "ion" or rest.endswith(("s", "t"))):
                return rest
            return word
    return word


def _tidy(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        measure = _measure(rest)
        if measure > 1 or (measure == 1 and not _short_ending(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
