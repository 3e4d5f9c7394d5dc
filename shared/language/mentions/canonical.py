"""The forms of a text in which equal names, addresses and dates are written alike.

Set aside: case, width, digits of other scripts, accents written apart, the form of an address (scheme, `www.`,
percent-encoding, punycode, a tag behind `+` in an e-mail address) and the form of a date.
"""

from __future__ import annotations

import re
from datetime import date
from urllib.parse import unquote

from shared.language.mentions.months import MONTHS
from shared.language.text.folding import fold, without_accents

_SCHEME = re.compile(r"\b(?:https?|ftp|mailto|tel|sms|whatsapp)\s?:(?://)?(?:www\d?\.)?|\bwww\d?\.(?=\w)")
_TAG = re.compile(r"(?<=[\w.-])\+[\w.+-]*(?=@[\w-]+\.)")
_ENCODED = re.compile(r"(?:%[0-9a-f]{2})+")
_PUNYCODE = re.compile(r"\bxn--[a-z0-9-]+")

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_YEAR = r"(?P<y>(?:1[89]|2[01])\d\d)"
_DAY = r"(?P<d>[0-3]?\d)(?:st|nd|rd|th|er|º|\.)?"
_OF = r"\s*(?:of|de|del|di|do|,)?\s*"
_YEAR_FIRST = re.compile(
    rf"(?<!\d){_YEAR}\s?(?:[-/.]|年|년)\s?(?P<m>[01]?\d)\s?(?:[-/.]|月|월)\s?(?P<d>[0-3]?\d)(?:日|号|일)?(?!\d)"
)
_NAMED = (
    re.compile(rf"(?<![\w]){_DAY}{_OF}(?P<n>{_MONTH})\b\.?{_OF}{_YEAR}(?!\d)"),
    re.compile(rf"\b(?P<n>{_MONTH})\b\.?\s*{_DAY},?\s*{_YEAR}(?!\d)"),
)
_NUMBERED = re.compile(rf"(?<![\d.])(?P<a>[0-3]?\d)\s?(?P<sep>[-/.])\s?(?P<b>[0-3]?\d)\s?(?P=sep)\s?{_YEAR}(?!\d)")
_COMPACT = re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])(?!\d)")


def canonical_forms(text: str) -> tuple[str, ...]:
    """One form, or two where a date such as 3/4/2024 may be read day first or month first."""
    plain = without_accents(_addresses(fold(text).text.casefold()))
    day_first = _dates(plain, day_first=True)
    month_first = _dates(plain, day_first=False)
    return (day_first,) if day_first == month_first else (day_first, month_first)


def _addresses(text: str) -> str:
    text = _ENCODED.sub(lambda found: unquote(found[0]), text) if "%" in text else text
    text = _SCHEME.sub(" ", text)
    text = _TAG.sub("", text) if "@" in text else text
    return _PUNYCODE.sub(lambda found: _decoded(found[0]), text) if "xn--" in text else text


def _decoded(label: str) -> str:
    try:
        return label.encode("ascii").decode("idna")
    except UnicodeError:
        return label


def _dates(text: str, *, day_first: bool) -> str:
    """Every whole date of a calendar as eight digits between spaces; what is no date stays as it is."""
    for pattern in (_YEAR_FIRST, _COMPACT):
        text = pattern.sub(lambda m: _eight(m, int(m["y"]), int(m["m"]), int(m["d"])), text)
    for pattern in _NAMED:
        text = pattern.sub(lambda m: _eight(m, int(m["y"]), MONTHS[m["n"]], int(m["d"])), text)

    def numbered(found: re.Match[str]) -> str:
        first, second = int(found["a"]), int(found["b"])
        day, month = (first, second) if (day_first and second <= 12) or first > 12 else (second, first)
        return _eight(found, int(found["y"]), month, day)

    return _NUMBERED.sub(numbered, text)


def _eight(found: re.Match[str], year: int, month: int, day: int) -> str:
    try:
        return f" {date(year, month, day):%Y%m%d} "
    except ValueError:
        return found[0]
