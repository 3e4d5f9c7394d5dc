"""Dates, weekdays, months, years and times of day in one canonical form."""

from __future__ import annotations

import re

from shared.language.statements.atoms import Atom, Kind

_MONTH_NAMES = "january february march april may june july august september october november december".split()
MONTHS = {name: n for n, name in enumerate(_MONTH_NAMES, start=1)}
MONTHS |= {name[:3]: n for name, n in MONTHS.items()} | {"sept": 9}
_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday".split()
WEEKDAYS = {name: n for n, name in enumerate(_DAY_NAMES, start=1)}
WEEKDAYS |= {f"{name}s": n for name, n in list(WEEKDAYS.items())}
WEEKDAYS |= {"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 7}
CHINESE_WEEKDAYS = {c: n for n, c in enumerate("一二三四五六日", start=1)} | {"天": 7, "末": 67}

EITHER_HALF = "?"

_NAMES = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = r"(?P<{0}>[0-3]?\d)(?:st|nd|rd|th)?"
DATE = (
    r"(?P<iso>(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:[12]\d|3[01]|0?[1-9]))(?![\w])"
    rf"|{_DAY.format('d1')}\s+(?:of\s+)?(?P<m1>{_NAMES})\b\.?(?:,?\s+(?P<y1>(?:19|20)\d\d))?(?![\w])"
    rf"|(?P<m2>{_NAMES})\b\.?\s+(?:the\s+)?{_DAY.format('d2')}(?![\w:%.,]\d|\w|\s?(?:am|pm)\b)"
    r"(?:,?\s+(?P<y2>(?:19|20)\d\d)(?![\w]))?"
    rf"|(?P<m3>{_NAMES})\b\.?,?\s+(?:of\s+)?(?P<y3>(?:19|20)\d\d)(?![\w])"
)
_HOUR_WORDS = "one two three four five six seven eight nine ten eleven twelve".split()
_HOURS = {word: n for n, word in enumerate(_HOUR_WORDS, start=1)}
_HOUR = rf"(?:{'|'.join(_HOUR_WORDS)}|1[0-2]|0?[1-9])"
_PART = r"(?P<{0}>a\.?m\.?(?![\w])|p\.?m\.?(?![\w])|in the (?:morning|afternoon|evening)|at night)"
TIME = (
    rf"(?P<hm>[01]?\d|2[0-3])[:.](?P<mm>[0-5]\d)(?::[0-5]\d)?\s?{_PART.format('p1')}"
    r"|(?P<hm2>[01]?\d|2[0-3]):(?P<mm2>[0-5]\d)(?::[0-5]\d)?(?!\d)"
    rf"|(?P<h3>{_HOUR})\s?{_PART.format('p3')}"
    rf"|(?P<past>half past|quarter past|quarter to|half)\s+(?P<h4>{_HOUR})(?![\w])(?:\s{_PART.format('p4')})?"
    rf"|(?P<h5>{_HOUR})\s+o'?clock(?:\s{_PART.format('p5')})?"
    r"|(?P<fixed>noon|midday|midnight)(?![\w])"
)
_CHINESE_PART = "凌晨|清晨|早晨|早上|上午|中午|午后|下午|傍晚|晚上|夜里|今晚|晚"
_N = r"[0-9]{1,2}|[零〇一二两三四五六七八九十]{1,3}"
CHINESE_DATE = (
    rf"(?P<cy>(?:19|20)\d\d|[零〇一二三四五六七八九]{{4}})年(?:(?P<cm>{_N})月(?:份|(?P<cd>{_N})[日号])?)?"
    rf"|(?P<cm2>{_N})月(?:(?P<cd2>{_N})[日号]|份|(?P<cd3>\d{{1,2}})(?!\d))?"
    r"|(?P<ciso>(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:[12]\d|3[01]|0?[1-9]))"
    r"|(?:星期|礼拜|周)(?P<cw>[一二三四五六日天末])"
)
CHINESE_TIME = (
    rf"(?P<cp>{_CHINESE_PART})?的?(?P<ch>{_N})(?:点钟?|时(?!间|候|段|期|差|区))"
    rf"(?:(?P<chalf>半)|(?P<cquarter>[一三])刻|整|(?P<cmin>{_N})分?)?"
    rf"|(?P<cp2>{_CHINESE_PART})?(?P<ch2>[01]?\d|2[0-3]):(?P<cmin2>[0-5]\d)"
)


def date_atom(year: int | None, month: int | None, day: int | None) -> Atom:
    if day is not None:
        shown = f"{month}-{day}" if year is None else f"{year}-{month}-{day}"
        return Atom(shown, Kind.CALENDAR, "date")
    if month is not None:
        return Atom(f"{month}" if year is None else f"{year}-{month}", Kind.CALENDAR, "month")
    return Atom(str(year), Kind.CALENDAR, "year")


def weekday_atom(number: int) -> Atom:
    return Atom(str(number), Kind.CALENDAR, "weekday")


def time_atom(hour: int, minute: int, *, half_known: bool) -> Atom:
    """`half_known`: whether it was said or written which half of the day is meant; "at three" may be either."""
    shown = f"{hour % 24}:{minute:02}"
    return Atom(shown if half_known or not 0 < hour <= 12 else f"{EITHER_HALF}{shown}", Kind.CALENDAR, "time")


def english_date(found: re.Match[str]) -> Atom:
    """Of a match of `DATE`."""
    got = found.groupdict()
    if got["iso"]:
        return date_atom(*map(int, re.split(r"[-/.]", got["iso"])))
    for at in "123":
        month = got[f"m{at}"]
        if month:
            year, day = got.get(f"y{at}"), got.get(f"d{at}")
            return date_atom(int(year) if year else None, MONTHS[month.lower()], int(day) if day else None)
    raise ValueError("no date")


def english_time(found: re.Match[str]) -> Atom:
    """Of a match of `TIME`; without a part of the day the hour is read as it stands."""
    got = {name: value.lower() if value else "" for name, value in found.groupdict().items()}
    if got["fixed"]:
        return time_atom(0 if got["fixed"] == "midnight" else 12, 0, half_known=True)
    spoken = got["hm"] or got["hm2"] or got["h3"] or got["h4"] or got["h5"]
    hour = _HOURS.get(spoken) or int(spoken)
    minute = int(got["mm"] or got["mm2"] or 0)
    if got["past"]:
        minute = 15 if got["past"].startswith("quarter") else 30
        if got["past"] == "quarter to":
            hour, minute = hour - 1, 45
    part = got["p1"] or got["p3"] or got["p4"] or got["p5"]
    if part:
        late = part[0] == "p" or "afternoon" in part or "evening" in part or "night" in part
        hour = hour % 12 + 12 * late
    return time_atom(hour, minute, half_known=bool(part) or spoken.startswith("0"))


def chinese_hour(part: str, hour: int) -> int:
    if part in ("下午", "午后", "傍晚", "晚上", "夜里", "今晚", "晚") and hour < 12:
        return hour + 12
    return hour + 12 if part == "中午" and hour < 11 else hour
