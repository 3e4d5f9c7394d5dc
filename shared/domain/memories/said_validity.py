"""From when until when a statement holds, as its words say it: "lived in Oslo in 2024", "open until May", 以前住在.

Only what is plain counts, because what has ended is shown no more: one sentence, one date. An end includes the day,
month or year that it names. The words, and how dates are written, are those of the packs.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from shared.language.packs.pack import LanguagePack, Phrases
from shared.language.packs.registry import PerPacks
from shared.language.speech.questions import stated_tense
from shared.language.speech.sentences import sentences
from shared.language.text.named_dates import NamedDate, named_dates
from shared.language.text.written_dates import month_alone

# The date in "until D", where words have borders and where they have none.
_PLACE = re.compile(r"(?<![\\\w])D")
_SPACED, _UNSPACED = r"(?P<date>[^\n;:()]{3,30})", r"(?P<date>[^到至，。；、]{1,24}?)"


@dataclass(frozen=True, slots=True)
class _Words:
    """Of one language, since a word for "never" in one is a month in another. `past`: says that something was."""

    code: str
    untils: tuple[re.Pattern[str], ...]
    no_end: re.Pattern[str]
    past: re.Pattern[str]
    was: re.Pattern[str]
    wished: re.Pattern[str]
    begins: re.Pattern[str]

    @classmethod
    def of(cls, pack: LanguagePack) -> _Words:
        times = pack.times
        untils = (_PLACE.sub(lambda place: _date_in(pack, place), words, count=1) for words in times.until)
        return cls(
            pack.code,
            tuple(re.compile(until, re.IGNORECASE) for until in untils),
            _one_of(times.no_end),
            _one_of(pack.another_time, times.was, times.past),
            _one_of(times.was),
            _one_of(times.wished),
            _one_of(times.begins),
        )

    def ends_in(self, text: str) -> Iterator[NamedDate]:
        """Dates up to which it says that something holds."""
        found = (match["date"] for until in self.untils for match in until.finditer(text))
        return (date for words in found if (date := _dated(self.code, words)) is not None)


def _date_in(pack: LanguagePack, place: re.Match[str]) -> str:
    """What stands in the place of a date. Behind "until" it begins with a date in the pack's own words: in another
    language the word for "until" may be a verb ("do 3 reviews by May")."""
    if not pack.spaced:
        return _UNSPACED
    dates = pack.dates
    if place.start() == 0 or not dates.months:
        return _SPACED
    day = rf"\d{{1,2}}(?:{dates.day_mark})?\s*(?:(?:{dates.joins})\s*)?"
    return rf"(?=(?:{day})?(?:{'|'.join(dates.months)})(?!\w)|\d{{4}}\b){_SPACED}"


def _one_of(*phrases: Phrases) -> re.Pattern[str]:
    sources = (source for one in phrases if (source := one.pattern()))
    return re.compile("|".join(sources) or r"(?!)", re.IGNORECASE)


_WORDS = PerPacks(lambda registered: tuple(map(_Words.of, registered)))


@dataclass(frozen=True, slots=True)
class SaidValidity:
    """`begins` `None`: the words do not say it."""

    begins: datetime | None
    ends: datetime


def said_validity(text: str, observed_at: datetime) -> SaidValidity | None:
    """Relative to the time of evidence; `None` where the words name no end. What was is over by then at the latest,
    what is to end ends later."""
    if len(sentences(text)) != 1:
        return None
    tense = stated_tense(text)
    if tense == "past":
        telling = [words for words in _WORDS() if words.past.search(text)]
        return None if any(words.wished.search(text) for words in telling) else _of_the_past(text, observed_at, telling)
    return None if tense == "planned" else _to_end(text, observed_at)


def _of_the_past(text: str, observed_at: datetime, telling: Sequence[_Words]) -> SaidValidity | None:
    named = [date for date in named_dates(text) if date.year is not None and _begin(date) < observed_at]
    if len(named) == 2 and any(words.begins.search(text) for words in telling):
        first, last = sorted(named, key=_begin)
        return SaidValidity(_begin(first), min(_end(last), observed_at))
    if len(named) != 1:
        was = not named and any(words.was.search(text) for words in telling)
        return SaidValidity(None, observed_at) if was else None
    ends_then = any(named[0] in words.ends_in(text) for words in telling)
    return SaidValidity(None if ends_then else _begin(named[0]), min(_end(named[0]), observed_at))


def _to_end(text: str, observed_at: datetime) -> SaidValidity | None:
    dates: set[NamedDate] = set()
    for words in _WORDS():
        if found := set(words.ends_in(text)):
            if words.no_end.search(text):
                return None
            dates |= found
    if len(dates) != 1 or not dates >= set(named_dates(text)):
        return None
    ends = _end(_next(next(iter(dates)), observed_at))
    return SaidValidity(None, ends) if ends > observed_at else None


def _dated(code: str, found: str) -> NamedDate | None:
    """The one date in it: a month alone, where it is no other."""
    named = named_dates(f"x {found}")
    if len(named) == 1:
        return named[0]
    month = None if named else month_alone(found.strip(" .,!?。！"), code)
    return None if month is None else NamedDate(None, month, None)


def _next(date: NamedDate, after: datetime) -> NamedDate:
    """With a year: the one of its days or months that is not over."""
    if date.year is not None:
        return date
    this = NamedDate(after.year, date.month, date.day)
    return this if _end(this) > after else NamedDate(after.year + 1, date.month, date.day)


def _begin(date: NamedDate) -> datetime:
    return datetime(date.year or 1, date.month or 1, date.day or 1, tzinfo=UTC)


def _end(date: NamedDate) -> datetime:
    """The first instant after it."""
    year, month = date.year or 1, date.month or 12
    last = min(date.day or 31, calendar.monthrange(year, month)[1])
    return datetime(year, month, last, tzinfo=UTC) + timedelta(days=1)
