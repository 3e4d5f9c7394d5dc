"""Days that are named by their distance from today: "yesterday", "last week", 上个月, "hace tres días".

Only past days: a question about one asks for what was said or happened then. "Today" and "this month" ask for what
holds now as often as for what happened, and nothing is remembered about tomorrow yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from shared.language.packs.pack import Ago, LanguagePack, PastDays
from shared.language.packs.registry import Packs, PerPacks, any_of

# A question that names more spans than this asks for none of them.
_MOST_SPANS = 6
_MOST_DAYS = 366 * 20


@dataclass(frozen=True, slots=True)
class Span:
    """Days, both ends included."""

    first: date
    last: date


def relative_days(text: str, today: date) -> tuple[Span, ...]:
    """The past days that the text names by their distance from `today`, without doubles."""
    found: list[Span] = []
    low = text.lower()
    counted = _COUNTED() if _UNITS().search(low) else ()
    for pattern, spans in (*_NAMED(), *counted):
        for match in pattern.finditer(low):
            span = spans(match, today)
            if span is not None:
                found.append(span)
    return tuple(dict.fromkeys(found))[:_MOST_SPANS]


def nearness_to(on: date, spans: Sequence[Span]) -> float:
    """1 within a span; 0.5 on the day before it or after it, because the asker's day may not be that of the clock; 0.25
    in the 7 days after it (people report what happened), else 0; the best over the spans."""
    return max((_nearness(on, span) for span in spans), default=0.0)


def _nearness(on: date, span: Span) -> float:
    if span.first <= on <= span.last:
        return 1.0
    after = (on - span.last).days
    if after == 1 or (span.first - on).days == 1:
        return 0.5
    return 0.25 if 1 < after <= 7 else 0.0


_Reading = Callable[["re.Match[str]", date], "Span | None"]


def _yesterday(match: re.Match[str], today: date) -> Span | None:
    """Not within "the day before yesterday"."""
    if _DAY_BEFORE().search(match.string[: match.start()]):
        return None
    return _around(today, 1, 0)


def _before_yesterday(_: re.Match[str], today: date) -> Span | None:
    return _around(today, 2, 0)


def _this_morning(_: re.Match[str], today: date) -> Span | None:
    return Span(today, today)


def _last_week(_: re.Match[str], today: date) -> Span | None:
    return _days_from(today, today.weekday() + 7, 7)


def _last_weekend(_: re.Match[str], today: date) -> Span | None:
    return _days_from(today, today.weekday() + 2, 2)


def _last_month(_: re.Match[str], today: date) -> Span | None:
    if (today.year, today.month) == (1, 1):
        return None
    end = today.replace(day=1) - timedelta(days=1)
    return Span(end.replace(day=1), end)


def _last_year(_: re.Match[str], today: date) -> Span | None:
    return Span(date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)) if today.year > 1 else None


def _ago(numbers: Mapping[str, int]) -> _Reading:
    def reading(match: re.Match[str], today: date) -> Span | None:
        said = match["n"]
        (unit,) = (ago for name, ago in _UNITS_AGO.items() if match[name])
        return unit(int(said) if said.isdigit() else numbers[said], today)

    return reading


def _days_ago(number: int, today: date) -> Span | None:
    return _around(today, number, 0)


def _weeks_ago(number: int, today: date) -> Span | None:
    return _around(today, 7 * number, 3)


def _months_ago(number: int, today: date) -> Span | None:
    return _around(today, round(30.4 * number), 15)


def _years_ago(number: int, today: date) -> Span | None:
    year = today.year - number
    return Span(date(year, 1, 1), date(year, 12, 31)) if year > 0 else None


# By the names of their fields in `Ago`.
_UNITS_AGO: Mapping[str, Callable[[int, date], Span | None]] = {
    "days": _days_ago,
    "weeks": _weeks_ago,
    "months": _months_ago,
    "years": _years_ago,
}


def _last_weekday(match: re.Match[str], today: date) -> Span | None:
    return _around(today, (today.weekday() - _weekday(match) - 1) % 7 + 1, 0)


def _weekday_of_last_week(match: re.Match[str], today: date) -> Span | None:
    return _around(today, today.weekday() + 7 - _weekday(match), 0)


def _weekday(match: re.Match[str]) -> int:
    """From 0 for Monday: the number in the name of its group."""
    return int(str(match.lastgroup).removeprefix("day"))


def _around(today: date, back: int, slack: int) -> Span | None:
    if not 0 < back <= min(_MOST_DAYS, today.toordinal() - 400):
        return None
    middle = today - timedelta(days=back)
    return Span(middle - timedelta(days=slack), middle + timedelta(days=slack))


def _days_from(today: date, back: int, length: int) -> Span | None:
    first = _around(today, back, 0)
    return None if first is None else Span(first.first, first.first + timedelta(days=length - 1))


_Patterns = tuple[tuple[re.Pattern[str], _Reading], ...]
_KINDS: tuple[tuple[Callable[[PastDays], str], _Reading], ...] = (
    (lambda days: days.yesterday, _yesterday),
    (lambda days: days.before_yesterday, _before_yesterday),
    (lambda days: days.this_morning, _this_morning),
    (lambda days: days.last_week, _last_week),
    (lambda days: days.last_weekend, _last_weekend),
    (lambda days: days.last_month, _last_month),
    (lambda days: days.last_year, _last_year),
)


def _named(packs: Packs) -> _Patterns:
    """One pattern a kind of span over all languages, then those of the weekdays."""
    kinds = (
        ("|".join(pack.bounded(words) for pack in packs if (words := said(pack.past_days))) or r"(?!)", reading)
        for said, reading in _KINDS
    )
    weekdays = (pattern for pack in packs for pattern in _weekdays(pack))
    return (*((re.compile(source), reading) for source, reading in kinds), *weekdays)


def _counted(packs: Packs) -> _Patterns:
    """One pattern a language. It may count with the numbers of another; its own come first, then those of the packs
    before it."""
    numbers = {word: n for pack in reversed(packs) for word, n in _numbers(pack)}
    number = r"(?P<n>\d{1,3}|" + "|".join(sorted(map(re.escape, numbers), key=len, reverse=True)) + ")"
    return tuple(
        (re.compile(pack.bounded(_ago_source(pack.ago, number))), _ago(numbers | dict(_numbers(pack))))
        for pack in packs
        if pack.ago is not None
    )


def _ago_source(said: Ago, number: str) -> str:
    units = "|".join(f"(?P<{name}>{getattr(said, name)})" for name in _UNITS_AGO)
    source = said.phrase.replace("N", number).replace("U", f"(?:{units})")
    return source.replace(" (?:", r"\s+(?:(?:of|de) )?(?:", 1)


def _numbers(pack: LanguagePack) -> Iterator[tuple[str, int]]:
    return ((word, n) for n, forms in enumerate(pack.numbers, start=1) for word in forms.split())


def _weekdays(pack: LanguagePack) -> Iterator[tuple[re.Pattern[str], _Reading]]:
    names = "|".join(f"(?P<day{n}>{forms})" for n, forms in enumerate(pack.weekdays))
    for phrase, reading in ((pack.last_weekday, _last_weekday), (pack.weekday_of_last_week, _weekday_of_last_week)):
        if phrase:
            yield re.compile(pack.bounded(phrase.replace("D", f"(?:{names})"))), reading


_NAMED = PerPacks(_named)
# Of some twenty languages with the numbers of all: 10 ms to compile, so not before a text has one of the units.
_COUNTED = PerPacks(_counted)
_UNITS = any_of(lambda pack: "|".join(getattr(pack.ago, name) for name in _UNITS_AGO) if pack.ago else "")
_DAY_BEFORE = any_of(lambda pack: rf"(?:{words})[\s-]*$" if (words := pack.past_days.makes_it_the_day_before) else "")
