"""Patterns that are compiled when they are first used: the hundreds of them in the scanners would cost every cold start
a fifth of a second, and a text needs a handful.

Patterns that are searched only in texts with a word that each of their matches has: looking for the words costs a
hundredth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator


class Regex:
    """The methods of `re.Pattern` that the scanners use, under the same names."""

    __slots__ = ("_compiled", "_flags", "_source")

    def __init__(self, source: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._source = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    @property
    def now(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self._source, self._flags)
        return self._compiled

    def finditer(self, text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        return self.now.finditer(text, start, len(text) if end is None else end)

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        return self.now.search(text, start, len(text) if end is None else end)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        return self.now.match(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self.now.fullmatch(text)


class Triggered:
    """`rules`: what of a text in small letters must be there, alternatives parted by `|`, and a pattern that
    is matched without regard to case. `beyond_ascii`: patterns each of whose matches holds a letter beyond ASCII."""

    __slots__ = ("_beyond_ascii", "_rules")

    def __init__(self, rules: tuple[tuple[str, str], ...], beyond_ascii: tuple[str, ...]) -> None:
        self._rules = [(words.split("|"), Regex(p, re.IGNORECASE)) for words, p in rules]
        self._beyond_ascii = Regex("|".join(beyond_ascii) or r"(?!)", re.IGNORECASE)

    def search(self, text: str) -> bool:
        small = text.lower()
        for words, pattern in self._rules:
            if any(word in small for word in words) and pattern.search(text) is not None:
                return True
        return not text.isascii() and self._beyond_ascii.search(text) is not None


class AnyOf:
    """Patterns one after the other: several times as fast as their alternatives in one. A text in ASCII is not searched
    for patterns that need another letter."""

    def __init__(self, *patterns: str) -> None:
        self._all = [Regex(pattern, re.IGNORECASE) for pattern in patterns]
        self._ascii = [r for r, pattern in zip(self._all, patterns, strict=True) if _may_match_ascii(pattern)]

    def search(self, text: str) -> bool:
        patterns = self._ascii if text.isascii() else self._all
        if len(text) <= AT_ONCE:
            return any(pattern.search(text) for pattern in patterns)
        return any(
            pattern.search(text, start, min(start + AT_ONCE, len(text)))
            for start in range(0, len(text), AT_ONCE - _OVERLAP)
            for pattern in patterns
        )


# Characters. What is longer than that is looked through piece by piece: the time that a pattern takes may grow with the
# square of the length, and no phrase is longer than the overlap.
AT_ONCE, _OVERLAP = 2_000, 150


def _may_match_ascii(pattern: str) -> bool:
    """Not when all its words are of other alphabets."""
    return re.search("[A-Za-z]{2}", pattern) is not None or not any(c.isalpha() and not c.isascii() for c in pattern)
