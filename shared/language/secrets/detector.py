"""How a detector is made: literals that must be there before a pattern is tried at all, a pattern, and a last check.

Every pattern is written so that it takes time in proportion to the text: it starts at a literal, repeats single
classes (possessively where they have no upper bound), and never nests one repetition in another that can match the
same characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from shared.language.secrets.findings import Finding, Severity
from shared.language.text.patterns import Regex

# Not inside an ASCII word; the escapes of a quoted log line and of a URL are no part of the word that they precede.
START = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))"
END = r"(?![A-Za-z0-9])"


@dataclass(frozen=True, slots=True)
class View:
    """Folded text, and what detectors ask of it before they look closer."""

    text: str = field(repr=False)
    lower: str = field(repr=False)
    digits: int

    @classmethod
    def of(cls, text: str) -> View:
        return cls(text, text.lower(), sum(map(text.count, "0123456789")))

    def has_any(self, literals: tuple[str, ...]) -> bool:
        """Whether one of the lower-case literals occurs."""
        lower = self.lower
        return any([literal in lower for literal in literals])  # noqa: C419 - a list: half the time of a generator


class Detector(Protocol):
    def find(self, view: View) -> Iterator[Finding]:
        """Findings in folded text, in its own offsets."""
        ...


def always(_: re.Match[str]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Pattern:
    """`anchors` are literals of which one must occur; anyone who runs it checks that. The finding is the group `secret`,
    else the whole match."""

    kind: str
    severity: Severity
    anchors: tuple[str, ...]
    regex: Regex
    accepts: Callable[[re.Match[str]], bool] = always

    def find(self, view: View) -> Iterator[Finding]:
        regex = self.regex.now
        group: str | int = "secret" if "secret" in regex.groupindex else 0
        for match in regex.finditer(view.text):
            if self.accepts(match):
                yield Finding(self.kind, self.severity, *match.span(group))


_PLACEHOLDER = re.compile(r"(?i)x{4}|\*{3}|\.{3}|your|placeholder|redacted|changeme|<|\{\{|\$\{")
_LETTER_DIGIT = re.compile(r"[A-Za-z][0-9]|[0-9][A-Za-z]")
_CASE_CHANGE = re.compile(r"[a-z][A-Z]|[A-Z][a-z]")


def is_placeholder(value: str) -> bool:
    """`xxxx`, `<your-key>`, `${API_KEY}`, one character repeated: stands for a secret and is none."""
    return len(set(value)) < 3 or _PLACEHOLDER.search(value) is not None


def is_opaque(value: str, least: int = 16) -> bool:
    """Whether a string looks generated: long enough, letters and digits (or cases) mixed as no slug mixes them.

    `is_opaque("release-notes-for-2024-05")` is false, a UUID or a hash is true: the words beside it must tell whether
    it is a secret.
    """
    if len(value) < least or is_placeholder(value):
        return False
    switches = len(_LETTER_DIGIT.findall(value))
    if switches >= 3:
        return True
    return switches >= 1 and len(_CASE_CHANGE.findall(value)) >= 3
