"""Dates that a text names, and how near a turn lies to them. The forms of English and Chinese are here, those of further
languages in their packs."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TypeAlias

from shared.language.text.written_dates import written_dates

_MONTHS = {name.lower(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): n for n, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_MONTH = rf"(?P<month>{_NAMES})\.?"

# Digits stand alone, also beside CJK text, where \b finds no edge.
_FULL = tuple(
    re.compile(rf"(?<![\w])(?:{form})(?![\w])", re.IGNORECASE)
    for form in (
        rf"{_YEAR}[-/.](?P<month_number>[01]?\d)[-/.](?P<day>[0-3]?\d)",
        rf"{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?",
        rf"{_MONTH}\s+(?:the\s+)?{_DAY}(?:,?\s+{_YEAR})?",
        rf"{_MONTH},?\s+(?:of\s+)?{_YEAR}",
    )
)
_CHINESE = re.compile(
    r"(?:(?P<year>(?:19|20)\d\d)\s*年\s*)(?:(?P<month_number>[01]?\d)\s*月(?:\s*(?P<day>[0-3]?\d)\s*[日号])?)?"
    r"|(?P<month_number2>[01]?\d)\s*月(?:\s*(?P<day2>[0-3]?\d)\s*[日号])?"
)
# A month alone needs its capital: "may" and "march" are verbs, and "May" opens sentences.
_MONTH_ALONE = re.compile(rf"(?<=\w\s)(?P<month>{'|'.join(n.capitalize() for n in _MONTHS)})(?![\w])")
_CHINESE_NUMBER = re.compile(r"[〇零一二三四五六七八九十]{1,4}(?=\s*[年月日号])")
_CHINESE_DIGITS = {
    digit: n
    for n, digits in enumerate(("〇零", "一", "二", "三", "四", "五", "六", "七", "八", "九"))
    for digit in digits
}
_YEAR_ALONE = re.compile(rf"(?<![\w.,:/-]){_YEAR}(?![\w:/-])")


_DIGIT, _FOREIGN_DIGIT = re.compile(r"\d"), re.compile(r"(?![0-9])\d")
_LONGEST = 500  # characters of a text in which the packs' dates are looked for

# A question that lists more dates than this asks for none of them; each one costs a comparison a candidate.
_MOST_DATES = 12


@dataclass(frozen=True, slots=True)
class NamedDate:
    """A year, a month or a day, with the parts that were left open as `None`. A day always has its month."""

    year: int | None
    month: int | None
    day: int | None


_Found: TypeAlias = "tuple[NamedDate | None, tuple[int, int]]"


def named_dates(text: str) -> tuple[NamedDate, ...]:
    """The first distinct dates. What is no date in any calendar (31 June, month 13) is not one here either."""
    text = _FOREIGN_DIGIT.sub(lambda match: str(int(match[0])), text)
    text = _CHINESE_NUMBER.sub(lambda match: _arabic(match[0]), text)
    found: list[NamedDate] = []
    for read in _READERS:
        spans: list[tuple[int, int]] = []
        for named, span in read(text):
            if named is not None and all(span[1] <= start or end <= span[0] for start, end in spans):
                found.append(named)
                spans.append(span)
        for start, end in spans:
            text = text[:start] + "|" * (end - start) + text[end:]
    return tuple(dict.fromkeys(found))[:_MOST_DATES]


def nearness(on: date, names: Sequence[NamedDate]) -> float:
    """1 within a day of a named day, 0.75 up to 7 days after it (people report what happened), 0.5 in the same month,
    0.25 in the 7 days after that month or in the same named year, else 0; the best over the names."""
    return max((_nearness(on, name) for name in names), default=0.0)


def _nearness(on: date, name: NamedDate) -> float:
    best = 0.25 if name.year == on.year else 0.0
    for year, month in _months(on, name):
        if name.day is not None and name.day <= calendar.monthrange(year, month)[1]:
            after = (on - date(year, month, name.day)).days
            if abs(after) <= 1:
                return 1.0
            if 0 < after <= 7:
                best = max(best, 0.75)
        if (on.year, on.month) == (year, month):
            best = max(best, 0.5)
        elif 0 < (on - date(year, month, calendar.monthrange(year, month)[1])).days <= 7:
            best = max(best, 0.25)
    return best


def _months(on: date, name: NamedDate) -> Iterator[tuple[int, int]]:
    """The months that the name may mean; without a year, those of the years around the turn."""
    if name.month is None:
        return
    if name.year is not None:
        yield name.year, name.month
        return
    yield from ((year, name.month) for year in (on.year - 1, on.year, on.year + 1) if 1 <= year <= 9999)


def _read(match: re.Match[str]) -> NamedDate | None:
    parts = {name: value for name, value in match.groupdict().items() if value is not None}
    year = int(parts["year"]) if "year" in parts else None
    number = parts.get("month_number") or parts.get("month_number2")
    month = _MONTHS[parts["month"].lower()] if "month" in parts else int(number) if number else None
    day_text = parts.get("day") or parts.get("day2")
    return _real(year, month, int(day_text) if day_text else None)


def _real(year: int | None, month: int | None, day: int | None) -> NamedDate | None:
    """`None` for what is no date in any calendar."""
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and (month is None or not 1 <= day <= calendar.monthrange(year or 2000, month)[1]):
        return None
    return NamedDate(year, month, day)


def _in_the_form(pattern: re.Pattern[str], text: str) -> Iterator[_Found]:
    return ((_read(match), match.span()) for match in pattern.finditer(text))


def _written(text: str, *, whole: bool) -> Iterator[_Found]:
    if len(text) <= _LONGEST and _DIGIT.search(text) is not None:
        for date in written_dates(text, whole=whole):
            yield _real(date.year, date.month, date.day), date.span


# The fuller forms first: what one of them has read, the later ones do not read again.
_READERS: tuple[Callable[[str], Iterator[_Found]], ...] = (
    *(partial(_in_the_form, pattern) for pattern in _FULL[:-1]),
    partial(_written, whole=True),
    partial(_in_the_form, _FULL[-1]),
    partial(_written, whole=False),
    *(partial(_in_the_form, pattern) for pattern in (_CHINESE, _MONTH_ALONE, _YEAR_ALONE)),
)


def _arabic(number: str) -> str:
    """十二 and 三十一 by their tens, 二〇二六 digit by digit; left as it is when it is neither."""
    if "十" not in number:
        return "".join(str(_CHINESE_DIGITS[digit]) for digit in number)
    tens, _, ones = number.partition("十")
    if len(tens) > 1 or len(ones) > 1 or "十" in ones:
        return number
    return str(10 * _CHINESE_DIGITS.get(tens, 1) + _CHINESE_DIGITS.get(ones, 0))
