"""Text into sentences, in scripts with and without spaces: the unit that summaries quote and extraction takes.

A sentence stays whole, because a part of it may not say what it forbids: `e.g.`, an initial or the number of a list's
item does not end one; a list stays with the line above it that ends in a colon; what forbids, obliges, allows or
decides is not cut at a semicolon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from shared.language.packs.parts import Sentences
from shared.language.packs.registry import Packs, PerPacks
from shared.language.speech.obligations import binds
from shared.language.text.patterns import Regex

_CLOSERS = "[\"'”’」』）)\\]]*+"
# `v3.0`, `a.txt`, `?id=5` and `!=` hold no end. Dots that trail off before a small letter go on. Nothing is tried
# twice: a text may be a million characters of one sign.
_END = Regex(
    rf"[。！？]++{_CLOSERS}|(?<![!?])[!?]++(?:{_CLOSERS}(?![\w=&/%#.+-])|(?=[\u3040-\u9fff]))"
    rf"|(?<![.…])(?:\.{{2,}}+|…++){_CLOSERS}(?=\s+[^\sa-zà-ÿа-я]|\s*$)|(?<!\.)\.{_CLOSERS}(?=\s|$)"
)
_MARK = r"(?:[-*+•–·▪◦‣]\s+|\d{1,3}[.)]\s+|\d{1,3}、\s*|[(（]\d{1,3}[)）]\s*)"
_ITEM = Regex(rf"\s*{_MARK}\S")
_OPEN_LIST = Regex(rf"[:：]\s*(?={_MARK}\S)")
_ENDS_IN_COLON = Regex(r"[:：]\s*$")
_TRAILING = " \t\r\n。.；;"

_WORD_BEFORE = Regex(r"[^\s(（\"'“]+$")
_INITIAL = Regex(r"(?:^|[\s.(])[A-HJ-Z]$")
_ITEM_NUMBER = Regex(r"^\W*(?:\d{1,3}|[A-Za-z])$")


def _words(of: Callable[[Sentences], str]) -> PerPacks[frozenset[str]]:
    return PerPacks(lambda packs: frozenset(word for pack in packs for word in of(pack.sentences).split()))


def _one_of(frame: str, of: Callable[[Sentences], str], flags: re.RegexFlag = re.NOFLAG) -> PerPacks[re.Pattern[str]]:
    """`@` in the frame stands for the alternatives of all packs; it matches nothing while no pack has any."""

    def build(packs: Packs) -> re.Pattern[str]:
        found = "|".join(part for pack in packs if (part := of(pack.sentences)))
        return re.compile(frame.replace("@", f"(?:{found})") if found else r"(?!)", flags)

    return PerPacks(build)


_ABBREVIATIONS = _words(lambda part: part.abbreviations)
_BEFORE_A_NUMBER = _words(lambda part: part.before_a_number)
_IN_A_SENTENCE = _words(lambda part: part.in_a_sentence)
_NO_NAME_BEFORE = _one_of(r"\b@ \w$", lambda part: part.lettered, re.IGNORECASE)
_MONTH_AFTER = _one_of(r"\s+@", lambda part: part.months)
_STANDS_ALONE = _one_of(rf"\s*{_MARK}@", lambda part: part.speaker.pattern(), re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """The sentences in order, white space collapsed, without a closing full stop; none is blank.

    Question and exclamation marks stay: they change what is said. A sentence is its own only sentence.
    """
    return [found for line in _lines(text) for part in _parts(line) if (found := plain(part))]


def plain(sentence: str) -> str:
    """A sentence in the form in which two quotes of it are compared."""
    return " ".join(sentence.split()).rstrip(_TRAILING)


def _lines(text: str) -> Iterator[str]:
    """Line by line, a list together with what it belongs to."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line.strip():
            continue
        end = _end_of_list(lines, at, line)
        if end > at:
            line = " ".join((line, *lines[at:end]))
            at = end
        yield line


def _end_of_list(lines: list[str], at: int, head: str) -> int:
    """Where the items end that belong to `head`; `at` when there are none."""
    if at == len(lines):
        return at
    heading = _parts(head)[-1:]
    binding = bool(heading) and binds(heading[0])
    if _ENDS_IN_COLON.search(head) or _OPEN_LIST.search(head):
        end = _items_end(lines, at)
        items = [line for line in lines[at:end] if _ITEM.match(line)]
        if items and (binding or not all(_STANDS_ALONE().match(line) for line in items)):
            return end
    if not binding or _END.search(heading[0]):
        return at
    bulleted = at < len(lines) and _ITEM.match(lines[at]) is not None
    if not bulleted and not _ENDS_IN_COLON.search(head):
        return at
    end = at
    while end < len(lines) and lines[end].strip() and _is_short_item(lines[end], bulleted=bulleted):
        end += 1
    return end


def _items_end(lines: list[str], at: int) -> int:
    """After the last item; blank lines may part them, and an item's own lines are indented."""
    end = at
    for number in range(at, len(lines)):
        line = lines[number]
        if _ITEM.match(line) or (end > at and number == end and line[:1] in " \t" and line.strip()):
            end = number + 1
        elif line.strip():
            break
    return end


def _is_short_item(line: str, *, bulleted: bool) -> bool:
    if bulleted is (_ITEM.match(line) is None) or _ENDS_IN_COLON.search(line):
        return False
    return _END.search(line) is None


def _parts(line: str) -> list[str]:
    """From the beginning of a list on, the line is one."""
    opened = _OPEN_LIST.search(line)
    if opened is None:
        return [part for sentence in _ended(line) for part in _clauses(sentence)]
    before = _ended(line[: opened.end()])
    return [*(part for sentence in before[:-1] for part in _clauses(sentence)), before[-1] + line[opened.end() :]]


def _ended(line: str) -> list[str]:
    found: list[str] = []
    start = 0
    for end in _END.finditer(line):
        at = end.start()
        if line[at] == "." and _goes_on(line[max(start, at - _NEAR) : at], at - start <= _NEAR, line, end.end()):
            continue
        found.append(line[start : end.end()])
        start = end.end()
    if line[start:].strip() or not found:
        found.append(line[start:])
    return found


# Characters before a full stop that decide whether it ends a sentence.
_NEAR = 60


def _goes_on(before: str, is_whole: bool, line: str, end: int) -> bool:
    """Whether a full stop between them ends no sentence. `is_whole`: the sentence begins with `before`."""
    after = line[end : end + _NEAR]
    rest = after.lstrip()
    if not rest:
        return False
    if is_whole and _ITEM_NUMBER.match(before):
        return True
    word = _WORD_BEFORE.search(before)
    last = word.group().lower() if word else ""
    if last in _ABBREVIATIONS() or (last in _BEFORE_A_NUMBER() and rest[0].isdigit()):
        return True
    if last in _IN_A_SENTENCE() and rest[0].islower():
        return True
    if last.isdigit() and len(last) <= 2 and _MONTH_AFTER().match(after):
        return True
    initial = _INITIAL.search(before) is not None and rest[0].isupper()
    return initial and _NO_NAME_BEFORE().search(before) is None


def _clauses(sentence: str) -> list[str]:
    if ";" not in sentence and "；" not in sentence:
        return [sentence]
    first, *_ = parts = re.split("[;；]", sentence)
    if ":" in first or "：" in first or binds(sentence):
        return [sentence]
    return parts
