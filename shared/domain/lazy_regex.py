"""Patterns that are compiled when they are first used: the hundreds of them in the scanners would cost every cold start
a fifth of a second, and a text needs a handful."""

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
