"""Dates, times, amounts and Latin words inside Chinese text."""

from __future__ import annotations

import re
from fractions import Fraction

from shared.language.statements import amounts
from shared.language.statements.atoms import Atom, Kind
from shared.language.statements.calendars import (
    CHINESE_DATE,
    CHINESE_TIME,
    CHINESE_WEEKDAYS,
    chinese_hour,
    date_atom,
    time_atom,
    weekday_atom,
)
from shared.language.zh.lexicon import CHOICES, Part
from shared.language.zh.reader import Reader
from shared.language.zh.words import AFTER_THE_AMOUNT

NUMERALS = "零〇一二两三四五六七八九十百千万亿"
_BEGINS_CALENDAR = frozenset("0123456789零〇一二两三四五六七八九十周星礼凌清早上中午下傍晚夜今")
_BEGINS_AMOUNT = frozenset(NUMERALS + "半$€£¥￥₹₩0123456789")
_CALENDAR = re.compile(rf"(?P<time>{CHINESE_TIME})|(?P<date>{CHINESE_DATE})")
_NUMBER = re.compile(
    r"(?P<currency>us\$|hk\$|[$€£¥￥₹₩])?\s?"
    rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|[{NUMERALS}]+|半(?=个|小时|天|年|月))"
    r"(?P<big>[万亿千百]|k\b)?\s?",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z_/~]\w*(?:[-_./:+@#]\w+)*(?:\+\+|#)?|\d+(?:\.\d+){2,}|\d+[-_:/][\w-]+", re.ASCII)
_MEASURES = frozenset("个位名次只条台本张辆间份种件杯款座项场家套支号楼层倍折人颗粒瓶斤组页章步级期届门盒日")
# After "need": a span of time, so that it is "take".
TAKES_TIME = re.compile(
    rf"(?:大约|大概|约|至少|最多|超过|不到|将近)?\s?(?:[\d.]+|[{NUMERALS}半]+)\s?个?半?(?:秒|分钟|小时|钟头|天|周|星期|月|年)"
)
# 有一点, 早一点 and the like are "a little", no hour.
_A_LITTLE = frozenset("有早晚多少快慢好大小")
_COUNTS = ("需要", "至少", "最少", "最多", "只需", "只有", "不超过")
_AS_DIGITS = str.maketrans("零〇一二三四五六七八九", "00123456789")
_HARMLESS = frozenset("\"'()[]{}_#/\\&")
_LONGEST_UNIT = 4


def read_calendar(reader: Reader) -> bool:
    """Reads a date or a time that begins here; `False` when none does."""
    if reader.text[reader.at] not in _BEGINS_CALENDAR:
        return False
    match = _CALENDAR.match(reader.text, reader.at)
    if match is None or (match["ch"] == "一" and reader.unknown[-1:] in _A_LITTLE):
        return False
    atom = _date(match) if match["date"] else _time(match)
    if atom is None:
        return False
    reader.flush()
    reader.at = match.end()
    reader.add(atom)
    if reader.text.startswith("的", reader.at):
        reader.change_last(value=reader.value)  # 周二的会议: the date tells which one is meant
    return True


def read_every_weekday(reader: Reader) -> bool:
    """每周二: the weekday belongs to the "every"."""
    if reader.text[reader.at] != "每":
        return False
    match = _CALENDAR.match(reader.text, reader.at + 1)
    if match is None or not match["cw"]:
        return False
    reader.flush()
    reader.at += 1
    reader.add(Atom("all"))
    return read_calendar(reader)


def _date(match: re.Match[str]) -> Atom | None:
    if match["cw"]:
        return weekday_atom(CHINESE_WEEKDAYS[match["cw"]])
    if match["ciso"]:
        return date_atom(*map(int, re.split(r"[-/.]", match["ciso"])))
    year = _whole(match["cy"])
    month, day = _whole(match["cm"] or match["cm2"]), _whole(match["cd"] or match["cd2"] or match["cd3"])
    return None if month is not None and month > 12 else date_atom(year, month, day)


def _time(match: re.Match[str]) -> Atom | None:
    part, spoken = match["cp"] or match["cp2"] or "", match["ch"] or match["ch2"]
    hour = _whole(spoken)
    if hour is None or hour > 24:
        return None
    minute = _whole(match["cmin"] or match["cmin2"]) or 0
    if match["chalf"]:
        minute = 30
    elif match["cquarter"]:
        minute = 15 if match["cquarter"] == "一" else 45
    return time_atom(chinese_hour(part, hour), minute, half_known=bool(part) or spoken.startswith("0"))


def _whole(digits: str | None) -> int | None:
    value = amounts.chinese_number(digits) if digits else None
    return None if value is None else int(value)


def read_amount(reader: Reader) -> bool:
    """Reads a number in digits, or one in Chinese numerals with a unit or a measure word after it."""
    text, at = reader.text, reader.at
    negative = text[at] == "-" and text[at + 1 : at + 2].isdigit() and not text[at - 1 : at].isascii()
    if not negative and text[at] not in _BEGINS_AMOUNT:
        return False
    entry, length = reader.entry(at)
    if length > 1 and entry is not None and entry.part is not Part.IDLE:
        return False  # 一起, 三明治
    match = _NUMBER.match(text, at + negative)
    value = _value(match) if match is not None else None
    if match is None or value is None or _is_identifier(text, match):
        return False
    end, digits = match.end(), match["digits"]
    unit = _unit(text, end)
    measured = not unit and text[end : end + 1] in _MEASURES
    counted = text.startswith("个半", end) or text[:at].endswith(_COUNTS)
    if length > 1 and not unit and not counted:
        return False  # 一个 is an article, but 一个月, 一个半小时 and 需要一个 count
    if not (digits[0].isdigit() or unit or measured or reader.role == "nth" or len(digits) > 1):
        return False
    end += len(unit) + measured
    written = "" if unit or match["currency"] or match["big"] else _digits(digits)
    if text.startswith("半", end):
        written = ""
    if text.startswith("半", end) and (unit or text[end - 1] == "个"):  # 两年半, 一个半小时
        value += Fraction(1, 2)
        end += 1
        if not unit:
            unit = _unit(text, end) or _unit("个" + text[end:], 0)
            end += len(unit.removeprefix("个"))
    reader.flush()
    reader.at = end
    value = -value if negative else value
    reader.add(amounts.as_written(value, written) if written else amounts.amount(value, match["currency"] or unit))
    _compared_after(reader)
    return True


def _digits(written: str) -> str:
    """零四二 as 042."""
    return written.translate(_AS_DIGITS)


def _value(match: re.Match[str]) -> Fraction | None:
    value = Fraction(1, 2) if match["digits"] == "半" else amounts.chinese_number(match["digits"])
    if value is not None and match["big"]:
        value *= amounts.multiplier(match["big"].casefold()) or 1
    return value


def _is_identifier(text: str, number: re.Match[str]) -> bool:
    """Digits with letters right after them that are no unit: `3a-17`."""
    latin = _LATIN.match(text, number.end())
    glued = number.end("digits") == number.end()
    return latin is not None and glued and latin[0] not in amounts.UNITS and latin[0] not in amounts.CURRENCIES


def _unit(text: str, at: int) -> str:
    latin = _LATIN.match(text, at)
    if latin is not None:
        return latin[0] if amounts.unit_named(latin[0], glued=True) else ""
    for length in range(_LONGEST_UNIT, 0, -1):
        unit = text[at : at + length]
        if len(unit) == length and unit != "日" and amounts.unit_named(unit, glued=True):
            return unit
    return ""


def _compared_after(reader: Reader) -> None:
    entry, length = reader.entry(reader.at)
    word = reader.text[reader.at : reader.at + length]
    if entry is not None and entry.part is Part.ROLE and word in AFTER_THE_AMOUNT:
        reader.change_last(role=entry.text)
        reader.at += length


def read_latin(reader: Reader) -> bool:
    """Reads a word, an identifier or a sign of the Latin script."""
    if not reader.text[reader.at].isascii():
        return False
    reader.flush()
    match = _LATIN.match(reader.text, reader.at)
    if match is None:
        sign = reader.text[reader.at]
        reader.at += 1
        if sign not in _HARMLESS:
            reader.add(Atom(sign))
        return True
    reader.at = match.end()
    word = match[0].rstrip("/")
    group = CHOICES.get(word, "")
    reader.add(Atom(word, Kind.CHOICE if group else Kind.NAME, group))
    return True
