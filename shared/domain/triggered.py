"""Patterns that are looked for only where a word stands that each of them needs: the words cost a hundredth of them."""

from __future__ import annotations

import re

from shared.domain.lazy_regex import Regex


class Triggered:
    """`rules`: what of a text in small letters must be there, alternatives parted by `|`, and a pattern that
    is matched without regard to case. `beyond_ascii`: patterns each of whose matches holds a letter beyond ASCII."""

    __slots__ = ("_beyond_ascii", "_rules")

    def __init__(self, rules: tuple[tuple[str, str], ...], beyond_ascii: tuple[str, ...]) -> None:
        self._rules = [(words.split("|"), Regex(p, re.IGNORECASE)) for words, p in rules]
        self._beyond_ascii = Regex("|".join(beyond_ascii), re.IGNORECASE)

    def search(self, text: str) -> bool:
        small = text.lower()
        for words, pattern in self._rules:
            if any(word in small for word in words) and pattern.search(text) is not None:
                return True
        return not text.isascii() and self._beyond_ascii.search(text) is not None
