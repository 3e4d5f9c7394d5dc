"""From when until when a statement holds, as its words say it: "lived in Oslo in 2024", "open until May", 以前住在.

Only what is plain counts, because what has ended is shown no more: one sentence, one date. An end includes the day,
month or year that it names. English and Chinese dates; the words for the past are those of every pack.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from shared.language.speech.questions import told_time
from shared.language.speech.sentences import sentences
from shared.language.text.named_dates import NamedDate, named_dates

_UNTIL = re.compile(
    r"\b(?:until|till|through|up to and including)\s+(?:the\s+(?:end|close)\s+of\s+)?(?P<en>[\w ,.-]{3,30})"
    r"|(?:直到|截至|截止到?|到|至)(?P<zh>[^到至，。；]{1,24}?)(?:为止|截止|之前有效|前有效|(?=[，。；！]|$))",
    re.IGNORECASE,
)
# What comes again has no end, and what somebody waits for begins there.
_NO_END = re.compile(
    r"\b(?:every|each|always|usually|annual\w*|yearly|monthly|not|never|no|n't|wait\w*|don't|won't)\b|每|总是|从不|不|别|等",
    re.IGNORECASE,
)
# What was, without a date. A date before 以前 is a deadline.
_WAS = re.compile(
    r"\b(?:used to|formerly|previously|in the past|früher|ehemals|damals|solía|antes|autrefois|auparavant)\b"
    r"|(?<![年月日号天周点之])以前|曾经|曾在|曾是|从前|过去|原先|当年",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:want|wish|hope|plan|intend|mean|dream|would|going|aim|some ?day|one day|future)\w*"
    r"|想|打算|计划|希望|梦想|将来",
    re.IGNORECASE,
)
_FROM = re.compile(r"\b(?:from|between|since)\b|从|自|起", re.IGNORECASE)


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
    tense = told_time(text)
    if tense == "past":
        return None if _WISHED.search(text) else _of_the_past(text, observed_at)
    return None if tense == "planned" else _to_end(text, observed_at)


def _of_the_past(text: str, observed_at: datetime) -> SaidValidity | None:
    named = [date for date in named_dates(text) if date.year is not None and _begin(date) < observed_at]
    if len(named) == 2 and _FROM.search(text):
        first, last = sorted(named, key=_begin)
        return SaidValidity(_begin(first), min(_end(last), observed_at))
    if len(named) != 1:
        return SaidValidity(None, observed_at) if not named and _WAS.search(text) else None
    begins = None if _UNTIL.search(text) else _begin(named[0])
    return SaidValidity(begins, min(_end(named[0]), observed_at))


def _to_end(text: str, observed_at: datetime) -> SaidValidity | None:
    found = _UNTIL.search(text)
    if found is None or _NO_END.search(text):
        return None
    named = named_dates(found[0])
    if len(named) != 1 or named_dates(text) != named:
        return None
    ends = _end(_next(named[0], observed_at))
    return SaidValidity(None, ends) if ends > observed_at else None


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
