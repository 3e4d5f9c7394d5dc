"""Chinese into atoms: the longest word of the dictionary that begins at each place; what no word begins is kept as it
stands. Japanese goes the same way: its words are unknown ones, which only ever equal themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction

from shared.domain.statements import amounts
from shared.domain.statements.atoms import COMPARISONS, Atom, Kind, Statement
from shared.domain.statements.calendars import (
    CHINESE_DATE,
    CHINESE_TIME,
    CHINESE_WEEKDAYS,
    chinese_hour,
    date_atom,
    time_atom,
    weekday_atom,
)
from shared.domain.statements.chinese_lexicon import CHOICES, DICTIONARY, REACH, Entry, Part
from shared.domain.statements.chinese_words import AFTER_THE_AMOUNT, POSTPOSITIONS
from shared.domain.statements.predicates import ROLES_OF_PEOPLE, SAID_OF_A_THING, STATES, VERB_CONCEPTS

_CALENDAR = re.compile(rf"(?P<time>{CHINESE_TIME})|(?P<date>{CHINESE_DATE})")
_BEGINS_CALENDAR = frozenset("0123456789零〇一二两三四五六七八九十周星礼凌清早上中午下傍晚夜今")
_NUMERALS = "零〇一二两三四五六七八九十百千万亿"
_NUMBER = re.compile(
    rf"(?P<currency>us\$|hk\$|[$€£¥￥₹₩])?\s?(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|[{_NUMERALS}]+|半(?=个|小时|天|年|月))"
    r"(?P<big>[万亿千百]|k\b)?\s?",
    re.IGNORECASE,
)
_LATIN = re.compile(r"[A-Za-z_/~]\w*(?:[-_./:+@#]\w+)*(?:\+\+|#)?|\d+(?:\.\d+){2,}|\d+[-_:/][\w-]+", re.ASCII)
_MEASURES = "个位名次只条台本张辆间份种件杯款座项场家套支号楼层倍折人颗粒瓶斤组页章步级期届门盒"
_STOPS = "。；！？;!?\n"
_PAUSES = '，、,：:（）()“”"《》「」 \t—-'
_HARMLESS = frozenset("\"'()[]{}<>*_#|/\\&") - frozenset("<>|*")
# Particles that may be a part of a word when no known word stands on either side of them.
_INSIDE_WORDS = frozenset("上里中内时处所其此该以使让令于为来则便之也得地着")
# Words that relate what follows to what stands before; which of the two they stand at matters when both change places.
_LINKS = frozenset("对 对于 和 跟 与 以及 及 以 用于 作为 来 让 使".split())
_FAMILY = frozenset("wife husband mother father son daughter grandmother maternal_grandmother child pet".split())
_SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭"
    "廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)
# Without those that are ordinary words as well.
_ONLY_SURNAMES = _SURNAMES - frozenset("黄白金高方石马江段常万易龙雷钱汤武夏毛文顾康林胡梁于丁史汪")
_UNIT_LENGTH = 4


@dataclass(slots=True)
class _Reader:
    text: str
    at: int = 0
    atoms: list[Atom] = field(default_factory=list)
    unknown: str = ""
    marks: set[str] = field(default_factory=set)
    predicates: set[str] = field(default_factory=set)
    relative: bool = False
    role: str = ""
    link: str = ""
    scopes: list[tuple[str, int]] = field(default_factory=list)
    negated: bool = False
    aside: bool = False
    value: bool = False
    clause_at: int = 0
    clauses: int = 1
    paused: bool = False
    indefinite: bool = False

    def add(self, atom: Atom) -> None:
        if atom.text == "listen_port" and any(a.text == "listen_port" for a in self.atoms[self.clause_at :]):
            return  # 5432端口是它的监听端口
        waits = self.role if self.role in COMPARISONS and atom.kind is not Kind.AMOUNT else ""
        timed = atom.kind is Kind.CALENDAR or atom.group == "rhythm!"
        value = self.value or (timed and any(a.kind is not Kind.CALENDAR for a in self.atoms))
        if atom.kind is Kind.AMOUNT and self.atoms and self.atoms[-1].kind is Kind.WORD and not self.role:
            atom = replace(atom, numbered=self.atoms[-1].text)
        self.atoms.append(
            replace(
                atom,
                role=atom.role or ("" if waits else self.role),
                negated=self.negated,
                aside=self.negated and self.aside,
                value=value,
                link=self.link,
            )
        )
        self.link = ""
        self.role, self.negated, self.aside, self.paused = waits, False, False, False

    def flush(self) -> None:
        """What was gathered of unknown characters becomes one atom."""
        run, self.unknown = self.unknown, ""
        if not run:
            return
        name = run[0] in _SURNAMES and 2 <= len(run) <= 3
        self.add(Atom(run, Kind.NAME if name else Kind.WORD))

    def mark(self, name: str) -> None:
        self.marks.add(name)
        self.scopes.append((name, len(self.atoms)))

    def end_clause(self) -> None:
        self.flush()
        self.active_order()
        if len(self.atoms) > self.clause_at:
            self.clauses += 1
            self.clause_at = len(self.atoms)
            self.value = False

    def active_order(self) -> None:
        """Y 由 X 负责 in the order of X 负责 Y."""
        clause = self.atoms[self.clause_at :]
        agent = next((at for at, atom in enumerate(clause) if atom.role == "by"), None)
        if agent is None:
            return
        verb = next((at for at in range(agent, len(clause)) if clause[at].text in VERB_CONCEPTS), agent)
        if verb == agent:
            # 老板被解雇: without a known doer and deed the role stays, and tells it from 老板解雇.
            state = clause[agent].text in STATES
            self.atoms[self.clause_at + agent] = replace(clause[agent], role="" if state else "by")
            return
        who = [replace(atom, role="" if atom.role == "by" else atom.role, value=True) for atom in clause[agent:verb]]
        self.atoms[self.clause_at :] = [*who, *clause[verb : verb + 1], *clause[:agent], *clause[verb + 1 :]]


def read_chinese(text: str) -> Statement:
    reader = _Reader(text.casefold())
    while reader.at < len(reader.text):
        _step(reader)
    reader.flush()
    reader.active_order()
    ends = len(reader.atoms) > reader.clause_at
    return Statement(
        atoms=tuple(reader.atoms),
        marks=frozenset(reader.marks),
        predicates=frozenset(reader.predicates),
        relative=reader.relative,
        indefinite=reader.indefinite,
        scopes=tuple(reader.scopes),
        clauses=max(1, reader.clauses - (not ends)),
    )


def _step(reader: _Reader) -> None:
    text, at = reader.text, reader.at
    char = text[at]
    if char in _STOPS:
        _stop(reader, char)
        return
    if char == "-" and re.match(r"-\d", text[at : at + 2]) and not text[at - 1 : at].isascii():
        reader.at += 1
        if _amount(reader, units_only=False):
            last = reader.atoms[-1]
            reader.atoms[-1] = replace(last, text=f"-{last.text}")
            return
        reader.at -= 1
    if char in _PAUSES:
        reader.flush()
        reader.paused = True
        if char in ":：" and not reader.value and reader.atoms:
            reader.value = True
            reader.predicates.add("be")
        reader.at += 1
        return
    if char in _BEGINS_CALENDAR and _calendar(reader):
        return
    if char == "每" and _every(reader):
        return
    if char in _ONLY_SURNAMES and not reader.unknown and _given_name_follows(reader):
        reader.unknown = text[at : at + 2]
        reader.at += 2
        reader.flush()
        return
    entry, length = _entry(text, at)
    counted = char in _NUMERALS or char in "半$€£¥￥₹₩" or char.isdigit()
    if (
        counted
        and (length < 2 or (entry is not None and entry.part is Part.IDLE))
        and _amount(reader, units_only=length > 1)
    ):
        return
    if char.isascii():
        _latin(reader)
        return
    inside = length == 1 and reader.unknown and char in _INSIDE_WORDS and _unknown_follows(reader)
    if entry is None or inside or (char == "会" and length == 1 and _names_a_meeting(reader)):
        reader.unknown += char
        reader.at += 1
        return
    reader.flush()
    reader.at += length
    _take(reader, entry, text[at : at + length])


def _names_a_meeting(reader: _Reader) -> bool:
    """会 at the end of a word (例会) and not before a verb (会说)."""
    after = reader.text[reader.at + 1 : reader.at + 2]
    return bool(reader.unknown) or not after or after in _STOPS + _PAUSES + "在是于的改从由"


def _given_name_follows(reader: _Reader) -> bool:
    """王强 is a name although 强 is a word: a surname, one single-character word, then a known word or the end."""
    text, at = reader.text, reader.at
    if at + 1 >= len(text) or _entry(text, at)[0] is not None:
        return False
    given, length = _entry(text, at + 1)
    ends = at + 2 >= len(text) or text[at + 2] in _STOPS + _PAUSES or _entry(text, at + 2)[0] is not None
    return ends and length == 1 and given is not None and given.part is Part.CONCEPT


def _unknown_follows(reader: _Reader) -> bool:
    at = reader.at + 1
    if at >= len(reader.text) or reader.text[at].isascii() or reader.text[at] in _STOPS + _PAUSES + _NUMERALS:
        return False
    return _entry(reader.text, at)[0] is None


def _every(reader: _Reader) -> bool:
    """每周二: the weekday belongs to the "every"."""
    match = _CALENDAR.match(reader.text, reader.at + 1)
    if match is None or not match["cw"]:
        return False
    reader.flush()
    reader.at += 1
    reader.add(Atom("all"))
    return _calendar(reader)


def _stop(reader: _Reader, char: str) -> None:
    if char == "?":
        reader.marks.add("asks")
    reader.at += 1
    reader.end_clause()


def _entry(text: str, at: int) -> tuple[Entry | None, int]:
    for length in range(min(REACH.get(text[at], 0), len(text) - at), 0, -1):
        entry = DICTIONARY.get(text[at : at + length])
        if entry is not None:
            return entry, length
    return None, 0


def _calendar(reader: _Reader) -> bool:
    match = _CALENDAR.match(reader.text, reader.at)
    if match is None or (match["ch"] == "一" and reader.unknown[-1:] in tuple("有早晚多少快慢好大小")):
        return False
    atom = _date(match) if match["date"] else _time(match)
    if atom is None:
        return False
    reader.flush()
    reader.at = match.end()
    reader.add(atom)
    if reader.text.startswith("的", reader.at):
        # "周二的会议": the date tells which one is meant.
        reader.atoms[-1] = replace(reader.atoms[-1], value=reader.value)
    return True


def _date(match: re.Match[str]) -> Atom | None:
    if match["cw"]:
        return weekday_atom(CHINESE_WEEKDAYS[match["cw"]])
    if match["ciso"]:
        return date_atom(*map(int, re.split(r"[-/.]", match["ciso"])))
    year = _read(match["cy"])
    month, day = _read(match["cm"] or match["cm2"]), _read(match["cd"] or match["cd2"] or match["cd3"])
    return None if month is not None and month > 12 else date_atom(year, month, day)


def _read(digits: str | None) -> int | None:
    value = amounts.chinese_number(digits) if digits else None
    return None if value is None else int(value)


def _time(match: re.Match[str]) -> Atom | None:
    hour = _read(match["ch"] or match["ch2"])
    if hour is None or hour > 24:
        return None
    minute = _read(match["cmin"] or match["cmin2"]) or 0
    if match["chalf"]:
        minute = 30
    elif match["cquarter"]:
        minute = 15 if match["cquarter"] == "一" else 45
    part, spoken = match["cp"] or match["cp2"] or "", match["ch"] or match["ch2"]
    return time_atom(chinese_hour(part, hour), minute, half_known=bool(part) or spoken.startswith("0"))


def _amount(reader: _Reader, *, units_only: bool) -> bool:
    """A number in digits, or one in Chinese numerals with a unit or a measure word after it. `units_only`: what begins
    here may be an article (一个), so only a unit makes it a number."""
    text = reader.text
    match = _NUMBER.match(text, reader.at)
    if match is None:
        return False
    digits, end = match["digits"], match.end()
    value = Fraction(1, 2) if digits == "半" else amounts.chinese_number(digits)
    if value is None:
        return False
    value *= (amounts.multiplier(match["big"].casefold()) or 1) if match["big"] else 1
    latin = _LATIN.match(text, end)
    if (
        latin is not None
        and latin[0] not in amounts.UNITS
        and latin[0] not in amounts.CURRENCIES
        and match.end("digits") == end
    ):
        return False  # an identifier that begins with digits
    unit = latin[0] if latin is not None and amounts.unit_named(latin[0], glued=True) else _unit(text, end)
    measured = not unit and text[end : end + 1] in tuple(_MEASURES)
    if units_only and not unit:
        return False
    if not (digits[0].isdigit() or unit or measured or reader.role == "nth" or len(digits) > 1):
        return False
    end += len(unit) + measured
    if text.startswith("半", end) and (unit or text[end - 1] == "个"):  # 两年半, 一个半小时
        value += Fraction(1, 2)
        end += 1
        if not unit:
            unit = _unit(text, end) or _unit("个" + text[end:], 0)
            end += len(unit.removeprefix("个"))
    reader.flush()
    reader.at = end
    reader.add(amounts.amount(value, match["currency"] or unit))
    entry, length = _entry(text, end) if end < len(text) else (None, 0)
    if entry is not None and entry.part is Part.ROLE and text[end : end + length] in AFTER_THE_AMOUNT:
        reader.atoms[-1] = replace(reader.atoms[-1], role=entry.text)
        reader.at += length
    return True


def _unit(text: str, at: int) -> str:
    for length in range(_UNIT_LENGTH, 0, -1):
        unit = text[at : at + length]
        if len(unit) == length and unit != "日" and amounts.unit_named(unit, glued=True):
            return unit
    return ""


def _latin(reader: _Reader) -> None:
    match = _LATIN.match(reader.text, reader.at)
    reader.flush()
    if match is None:
        if reader.text[reader.at] not in _HARMLESS:
            reader.add(Atom(reader.text[reader.at]))
        reader.at += 1
        return
    reader.at = match.end()
    word = match[0].rstrip("/")
    group = CHOICES.get(word, "")
    reader.add(Atom(word, Kind.CHOICE if group else Kind.NAME, group))


def _take(reader: _Reader, entry: Entry, word: str) -> None:
    match entry.part:
        case Part.CONCEPT:
            _concept(reader, entry, word)
        case Part.MARK:
            _mark(reader, entry, word)
        case Part.NEGATION | Part.CONTRAST:
            if word in ("没有", "没", "无") and not _verb_follows(reader):
                reader.predicates.add("own")
                reader.negated = not reader.negated
                reader.add(Atom("own"))
                reader.value = True
                return
            reader.aside = (reader.paused or entry.part is Part.CONTRAST) and bool(reader.atoms)
            reader.negated = not reader.negated
        case Part.ROLE:
            _role(reader, entry, word)
        case Part.RELATIVE:
            reader.relative = True
            reader.add(Atom(entry.text, Kind.CALENDAR, "relative"))
        case Part.SELF:
            reader.add(Atom("self", Kind.SELF, role=_possessor(reader)))
        case Part.PERSON:
            reader.add(Atom(entry.text, Kind.NAME, "person", role=_possessor(reader)))
        case Part.PLACE:
            reader.add(Atom(entry.text, Kind.NAME, "place"))
        case Part.ORGANISATION:
            reader.add(Atom(entry.text, Kind.NAME, "organisation"))
        case Part.LINK | Part.AT:
            reader.link = word
            reader.predicates.add("be" if entry.part is Part.LINK else "located")
            reader.value = True
        case Part.OF:
            reader.link = "的"
            if reader.atoms and reader.atoms[-1].kind is Kind.NAME and not reader.atoms[-1].role:
                reader.atoms[-1] = replace(reader.atoms[-1], role="of")
        case Part.WHOLE:
            reader.add(Atom(entry.text))
        case Part.IDLE:
            reader.link = word if word in _LINKS else reader.link
            reader.indefinite = reader.indefinite or (word[0] == "一" and not reader.value)
            if word == "了" and reader.at < len(reader.text) and reader.text[reader.at] not in _STOPS + _PAUSES:
                reader.mark("past")


def _possessor(reader: _Reader) -> str:
    if reader.text.startswith("的", reader.at):
        return "of"
    entry, _ = _entry(reader.text, reader.at) if reader.at < len(reader.text) else (None, 0)
    return "of" if entry is not None and (entry.text in ROLES_OF_PEOPLE or entry.text in _FAMILY) else ""


def _concept(reader: _Reader, entry: Entry, word: str) -> None:
    if entry.text == "all" and reader.negated:
        return  # "not ... any" says no more than "not"
    verb = entry.text in VERB_CONCEPTS
    if verb:
        reader.predicates.add(entry.text)
    group = CHOICES.get(entry.text, "")
    if group == "language" and reader.atoms and reader.atoms[-1].text == "use":
        reader.link = "用"
    reader.add(Atom(entry.text, Kind.CHOICE if group else Kind.WORD, group, sign=entry.sign))
    if verb and (len(reader.atoms) > 1 or entry.text not in SAID_OF_A_THING):
        reader.value = True
    del word


def _mark(reader: _Reader, entry: Entry, word: str) -> None:
    if word in ("过", "过了") and not reader.atoms:
        return
    if entry.text == "need":
        reader.predicates.add("need")
        reader.mark("need_not" if reader.negated else "must")
        reader.value = reader.value or bool(reader.atoms)
        return
    reader.mark(entry.text)


def _verb_follows(reader: _Reader) -> bool:
    """没有启用 denies the verb, 没有车 the having."""
    if reader.at >= len(reader.text):
        return False
    entry, _ = _entry(reader.text, reader.at)
    return entry is not None and (
        entry.part is Part.MARK or (entry.part is Part.CONCEPT and entry.text in VERB_CONCEPTS)
    )


def _role(reader: _Reader, entry: Entry, word: str) -> None:
    counted = reader.atoms and reader.atoms[-1].kind in (Kind.AMOUNT, Kind.CALENDAR)
    if reader.atoms and (word in POSTPOSITIONS or (word in AFTER_THE_AMOUNT and counted)):
        reader.atoms[-1] = replace(reader.atoms[-1], role=entry.text)
    elif entry.text == "instead":
        reader.negated, reader.aside = True, True
    elif entry.text != "object":
        reader.role = entry.text
