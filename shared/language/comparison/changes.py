"""What a statement of a change says of the present: "moved to Bergen" that one lives there, "quit smoking" that one does
not smoke, 会议改到周四 that it is on Thursday.

A reading is a plain statement about the same subject, and is only ever asked whether it contradicts another one; nothing
is merged on its ground. The forms are anchored at both ends, so a statement with a circumstance of its own ("for imports",
"in 2015") keeps it in the reading, and one with an adverb that may undo it ("almost") has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shared.language.comparison.parse import parse
from shared.language.packs.registry import kept_per_packs
from shared.language.statements.gazetteer import PRODUCTS, alternatives_of
from shared.language.text.scripts import is_cjk

_LONGEST = 200
_MOST = 6
# Said of what is not, or not yet, or not surely so.
_NOT_SO = frozenset("possible wish plan would try asks if must need_not".split())

_SUBJECT = (
    r"(?P<s>(?:[\w'’.-]+ ){0,6}?[\w'’.-]+)"
    r"(?<! been)(?<! has)(?<! have)(?<! was)(?<! were)(?<! is)(?<! are)(?<! had)"
)
_SELF = r"(?P<s>I|we|the user|user|he|she|they)"
_HAS = r"(?:'s|’s| have| has)?(?: just| already| recently| finally| now| since)?"
_WAS = r"(?: was| were| is| are| got| gets| has been| have been| had to be)?(?: just| recently| now)?"
_FROM = r"(?: from (?P<y>[^,.;]+?))?"
_TO = r" to (?P<x>(?:[^,;]|,(?=\d))+)$"
_SHIFTED = (
    "moved|rescheduled|postponed|pushed|put off|put back|delayed|brought forward|shifted|slipped|deferred|"
    "relocated|transferred"
)
_RAISED = (
    "raised|lowered|increased|decreased|reduced|changed|set|reset|extended|shortened|cut|bumped|upgraded|downgraded|"
    "updated|renamed|adjusted|doubled|halved"
)
_WENT = "rose|went up|went down|dropped|fell|increased|decreased|grew|climbed|jumped|changed"
_PARTICLE = r"(?: back| forward| out| over| up| down)?"
_DOER = r"(?:(?P<d>I|we|they|the user|the team)(?: have| has)? (?:just |recently |already )?)"
_TITLE = r"(?: as (?P<r>[^,.;]+))"
_WHO = r"(?P<x>(?-i:(?:Dr\. )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}))"


def _forms(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_TELLS = re.compile(
    r"\b(?:moved|relocated|switched|changed|stopped|quit|gave up|given up|left|resigned|dropped|ended|started|replaced|"
    r"succeeded|took over|taken over|became|become|turned|went|got|gotten|raised|lowered|increased|decreased|reduced|set|reset|rose|"
    r"fell|extended|shortened|cut|bumped|updated|renamed|adjusted|rescheduled|postponed|pushed|put|delayed|deferred|"
    r"brought|shifted|slipped|grew|climbed|jumped|upgraded|downgraded|transferred|doubled|halved|now)\b",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?:,? (?:recently|now|already|instead|last (?:year|month|spring|summer|autumn|fall|winter)"
    r"|for good|completely))?[\s.!]*$",
    re.IGNORECASE,
)
_STOPPED = _forms(rf"^{_SUBJECT}?{_HAS} ?(?:stopped|quit|gave up|given up) (?P<x>\w+ing\b.*)$")
_STARTED = _forms(rf"^{_SUBJECT}?{_HAS} ?(?:started|begun|took up|taken up) (?P<x>\w+ing\b.*?)(?: again)?$")
_LEFT_A_JOB = _forms(rf"^{_SELF}?{_HAS} ?(?:left|quit|resigned from|was laid off (?:by|from)) (?P<x>[^,;]+)$")
_GAVE_UP = _forms(rf"^{_SELF}?{_HAS} ?(?:gave up|given up|quit) (?P<x>[a-z]+)$")
_NO_SUPPORT = _forms(rf"^{_SUBJECT}{_HAS} (?:dropped|ended|removed|discontinued|stopped) support (?:for|of) (?P<x>.+)$")
_MOVED = _forms(rf"^{_SUBJECT}?{_HAS} ?(?P<v>moved|relocated)(?: house| home)?(?: away)?{_FROM}{_TO}")
_SHIFT = _forms(rf"^{_SUBJECT}(?:{_HAS}|{_WAS}) (?:{_SHIFTED}){_PARTICLE}{_FROM}{_TO}")
_RAISE = _forms(
    rf"^{_SUBJECT}{_WAS} (?:{_RAISED}){_PARTICLE}{_FROM}{_TO}",
    rf"^{_SUBJECT}{_HAS} (?:{_WENT}){_FROM}{_TO}",
)
_RAISED_BY = _forms(rf"^{_DOER}(?:{_RAISED}|(?P<v>{_SHIFTED})) (?P<s>(?:my|our|the|their|his|her) [^,;]+?){_FROM}{_TO}")
_SWITCHED = _forms(
    rf"^{_SUBJECT}?{_HAS} ?(?:switched|changed|converted|(?:moved|went|gone) over)(?: over| back)?{_FROM}{_TO}"
)
_SUCCEEDED = _forms(
    rf"^{_WHO}{_HAS} (?:replaced|succeeded|took over from|taken over from) [^,;]+?{_TITLE}$",
    rf"^{_WHO}{_HAS} (?:took over|taken over){_TITLE}(?: from [^,;]+)?$",
    rf"^[^,;]+? (?:was|has been) (?:replaced|succeeded) by {_WHO}{_TITLE}$",
    rf"^(?P<r>(?:my|our|the) [^,;]+?) (?:was|has been) (?:replaced|succeeded) (?:by|with) {_WHO}$",
)
_BECAME = _forms(
    rf"^{_SELF}?{_HAS} ?(?:became|become|turned|went|gone) (?P<x>(?:a )?(?:vegan|vegetarian|pescatarian))$",
    rf"^{_SUBJECT}{_HAS} (?:got|gotten) (?P<x>married|engaged|divorced)$",
)
_AND_NOW = _forms(
    rf"^{_SELF}?(?P<first>.*?)(?:,? (?:and|but)|[;,.]) (?:(?:I|he|she|they|we|the user) )?(?:am |is |are )?now (?P<rest>.+)$"
)
_LIKES = re.compile(r"^(?P<s>(?:I|we|the user|user) )?(?:now )?(?:likes?|loves?|enjoys?|uses?) (?=\w)", re.IGNORECASE)
_NO_PLACE = frozenset(
    """marketing sales engineering finance hr it legal operations support product design management research team floor
    room level department group tier plan desk seat row phase stage step class unit engineer manager director lead senior
    junior staff principal head part-time full-time""".split()
)


def _live(subject: str) -> str:
    return f"{subject} live".strip()


@kept_per_packs(512)
def present_readings(text: str) -> tuple[str, ...]:
    """What the text says about the present by reporting a change; nothing if it reports none. Depends on the text
    only."""
    if len(text) > _LONGEST:
        return ()
    found = _chinese(text) if is_cjk(text) else tuple(_english(text))
    if not found or parse(text).marks & _NOT_SO:
        return ()
    return tuple(dict.fromkeys(found))[:_MOST]


@kept_per_packs(512)
def as_a_choice(text: str) -> str:
    """ "Likes dark mode", "uses dark mode" as a preference, for alternatives of which one likes or uses one."""
    if is_cjk(text):
        return re.sub("^(我|用户)?(?:现在)?(?:更|比较)?(?:喜欢|使用|用(?!户))(?!的)", r"\1偏好", text.strip(), count=1)
    return _LIKES.sub(lambda found: f"{found['s'] or ''}prefer ", text.strip(), count=1)


def _english(text: str) -> Iterator[str]:
    if _TELLS.search(text) is None:
        return
    plain = _TRAIL.sub("", re.sub("['’]ve\\b", " have", " ".join(text.split())))
    yield from _two_parts(plain)
    yield from _endings(plain)
    yield from _beginnings(plain)
    if _LIKES.match(plain) and re.search(r"\bnow\b", plain, re.IGNORECASE):
        yield plain


def _two_parts(text: str) -> Iterator[str]:
    """ "I left Acme and now work at Globex"."""
    for found in _matches(_AND_NOW, text):
        subject = _of(found, "s")
        yield f"{subject} {found['rest']}".strip()
        yield from _endings(f"{subject}{found['first']}".strip())


def _endings(text: str) -> Iterator[str]:
    for found in _matches(_STOPPED, text):
        yield f"{_of(found, 's')} do not {found['x']}".strip()
    for found in _matches(_NO_SUPPORT, text):
        yield f"{found['s']} does not support {found['x']}"
    for found in _matches(_LEFT_A_JOB, text):
        if _is_name(found["x"]):
            yield f"{_of(found, 's')} do not work at {found['x']}".strip()
    for found in _matches(_GAVE_UP, text):
        if not found["x"].endswith("ing"):
            yield from (f"{_of(found, 's')} do not {verb} {found['x']}".strip() for verb in ("drink", "eat"))


def _beginnings(text: str) -> Iterator[str]:
    for found in _matches(_STARTED, text):
        yield f"{_of(found, 's')} {found['x']}".strip()
    for found in _matches(_MOVED, text):
        subject, place = _of(found, "s"), found["x"]
        if alternatives_of(place.removesuffix(" now")) is not None:
            yield f"{subject} use {place.removesuffix(' now')}".strip()
        elif _is_name(place) and (found["v"].lower() == "relocated" or _may_be_a_place(place)):
            yield f"{_live(subject)} in {place}"
    for forms, moved in ((_SHIFT, True), (_RAISE, False)):
        for found in _matches(forms, text):
            yield from _is_now(found["s"], found["x"], moved=moved)
    for found in _matches(_RAISED_BY, text):
        whose = re.sub("^(?:his|her|their) ", "the user's ", found["s"], flags=re.IGNORECASE)
        subject = whose if found["d"].lower() == "the user" else found["s"]
        yield from _is_now(subject, found["x"], moved=found["v"] is not None)
    for found in _matches(_SWITCHED, text):
        subject = _of(found, "s")
        yield f"{subject} prefer {found['x']}".strip()
        if alternatives_of(found["x"]) is not None:
            yield f"{subject} use {found['x']}".strip()
        if found["y"]:
            yield f"{subject} do not use {found['y']}".strip()
            yield f"{subject} do not prefer {found['y']}".strip()
    for found in _matches(_SUCCEEDED, text):
        yield f"{found['r']} is {found['x']}"
    for found in _matches(_BECAME, text):
        yield f"{_of(found, 's')} is {found['x']}".strip()


def _matches(forms: tuple[re.Pattern[str], ...], text: str) -> Iterator[re.Match[str]]:
    return (found for found in (form.match(text) for form in forms) if found is not None)


def _of(found: re.Match[str], group: str) -> str:
    return (found[group] or "").strip()


def _is_now(subject: str, value: str, *, moved: bool) -> Iterator[str]:
    atoms = parse(value).atoms
    group = atoms[0].group if atoms else ""
    if group == "time":
        yield f"{subject} is at {value}"
        yield f"{subject} takes place at {value}"
    elif group in ("weekday", "date", "month"):
        yield f"{subject} is on {value}"
        yield f"{subject} takes place on {value}"
    else:
        yield f"{subject} is in {value}" if moved and _is_name(value) else f"{subject} is {value}"


def _is_name(value: str) -> bool:
    return value[:1].isupper()


def _may_be_a_place(value: str) -> bool:
    """One moves to a tool and to a department too."""
    words = value.lower().split()
    known = any(word in PRODUCTS or word in _NO_PLACE for word in words)
    return not known and not any(word[1:] != word[1:].lower() for word in value.split())


def _chinese(text: str) -> tuple[str, ...]:
    from shared.language.zh.change_readings import chinese_readings  # with its dictionary, once there is such a text

    return chinese_readings(text)
