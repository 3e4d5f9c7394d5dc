"""What stands after a label (`password`, `密码`, `api key`): a link (`is`, `=`, `：`) and a value. The looser the link, the
more the value itself must look like a secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from shared.language.text.patterns import Regex

# How far a value may stand from its label: "the password for the staging database of our team is ..."
_REACH = 90
_MAX_LINKS = 5


class Tie(IntEnum):
    """How firmly a value is tied to its label."""

    NEXT = 0  # `password hunter2`: nothing but a space, or nothing at all
    SAID = 1  # `is`, `was changed to`, `是`
    GIVEN = 2  # `:`, `=`


@dataclass(frozen=True, slots=True)
class Value:
    """What stands after a link. `ends` tells that nothing of its sentence follows; `quoted` that quotes enclose it."""

    text: str
    start: int
    end: int
    tie: Tie
    link: str
    between: str  # from the label to the link, that included
    quoted: bool
    ends: bool


_LINK = Regex(
    r"(?P<given>^[\w.-]{0,40}={1,3}|\"? ?(?::=|=>|->|(?<![A-Za-z0-9])={1,3}|(?<=[\"'\])])={1,3}|:(?!//))|は、|は|를|은|는)"
    r"|(?<![A-Za-z])(?P<said>(?i:is now|is|was|are|to be|to|be|est|es|ist|lautet|é|è|war|jest)|'s)(?= )"
    r"|(?P<cn>就是|改成了?|改为了?|换成了?|设置?成了?|设置?为了?|設置?為|更新为|重置为|是|为|為|叫|用的是)"
)
_VALUE = Regex(
    r"[ \t\n]{0,4}\\?(?P<open>[\"'`\u300c\u300e\u3010(<\[]?)(?P<value>[!-~]{3,400}?)"
    r"(?:\\?(?P<close>[\"'`\u300d\u300f\u3011)>\]])(?=[\s,;:.!?)}\]\\\u3000-\u303f\uff00-\uffef\u3040-\u9fff]|$)"
    r"|(?=[\s\u3000-\u303f\uff00-\uffef\u3040-\u9fff]|$))"
)
# `"open sesame"`: several words in double quotes or corner brackets.
_QUOTED_WORDS = Regex(r"[ \t]{0,2}[\"\u300c\u300e](?P<value>[!#-~]{2,30}(?: [!#-~]{1,30}){1,7})[\"\u300d\u300f]")
_TRAILING = ".,;:!?)\"'`"
_SENTENCE_END = Regex(r"[ \t\"'`)]*(?:$|[\n.,;!?\u3001\u3002\uff01\uff0c\uff1b\uff1f)]|\band\b|\bbut\b|\bfor\b|-)")
_CUT = Regex(r"[\"'], ?|[.!?;] |[\u3002\uff01\uff1f\uff1b]|\n\n")


def values_after(text: str, at: int) -> Iterator[Value]:
    """Candidates for the value of a label that ends at `at`, the nearest first."""
    window = text[at : at + _REACH]
    cut = _CUT.search(window)
    reach = len(window) if cut is None else cut.start() + 1
    yield from _value(text, at, at, Tie.NEXT, "")
    settled = False  # `password=None, timeout=30`: the first `=` has given the value, whatever it is
    for seen, link in enumerate(_LINK.finditer(window, 0, reach)):
        if seen == _MAX_LINKS or "\n" in window[: link.start()]:
            return
        tie = Tie.GIVEN if link["given"] else Tie.SAID
        if settled and tie is Tie.GIVEN:
            continue
        settled = settled or (tie is Tie.GIVEN and not window[: link.start()].strip(" \"'"))
        yield from _value(text, at, at + link.end(), tie, link[0].lower(), before=at + link.end())


def _value(text: str, label_end: int, at: int, tie: Tie, link: str, before: int | None = None) -> Iterator[Value]:
    between = "" if before is None else text[label_end:before]
    words = _QUOTED_WORDS.match(text, at)
    if words is not None:
        yield Value(words["value"], *words.span("value"), tie, link, between, quoted=True, ends=True)
        return
    match = _VALUE.match(text, at)
    if match is None:
        return
    raw, quoted = match["value"], bool(match["open"]) and bool(match["close"])
    start, end = match.span("value")
    if not quoted:
        raw = raw.removesuffix("**")  # emphasis
        end = start + len(raw)
        kept = raw.rstrip(_TRAILING) if raw[-1:] != "!" else raw.rstrip(".,;:\"'`")
        end -= len(raw) - len(kept)
        raw = kept
    if len(raw) < 3:
        return
    ends = _SENTENCE_END.match(text, end + (1 if quoted else 0)) is not None
    yield Value(raw, start, end, tie, link, between, quoted, ends)
