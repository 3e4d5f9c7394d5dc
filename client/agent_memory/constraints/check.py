"""Whether a text does what a constraint forbids, exceeds its limit or is in another language than it asks for.

By rule: a prohibition names an act and what it must not be done to; a sentence that does it to that is a concern,
unless it denies or asks. A constraint that no rule reads is `unread`: a caller may ask a model or a person about it.
A text without a concern is not proved to keep every constraint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agent_memory.constraints import words

ConcernKind: TypeAlias = Literal["forbidden", "over_limit", "under_limit", "language"]
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")
_CLAUSE_END = re.compile(r"[.,;:!?。，；：！？—]|\bunless\b|\bbefore\b|\buntil\b|除非")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]|[A-Za-z0-9]+")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_SHARE = 0.75  # of what a prohibition names, in one sentence


@dataclass(frozen=True, slots=True)
class Concern:
    """`excerpt`: the sentence that does not agree with the constraint."""

    constraint: str
    kind: ConcernKind
    excerpt: str


@dataclass(frozen=True, slots=True)
class OutputCheck:
    """`unread`: constraints that no rule reads, so that nothing is known of them."""

    concerns: tuple[Concern, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """No rule found anything."""
        return not self.concerns


def check(text: str, constraints: Iterable[str]) -> OutputCheck:
    """Each constraint against each sentence; at most one concern a constraint and kind."""
    sentences = [sentence.strip() for sentence in _SENTENCES.split(text) if sentence.strip()]
    concerns: list[Concern] = []
    unread: list[str] = []
    for constraint in constraints:
        readings = list(_readings(constraint))
        if not readings:
            unread.append(constraint)
        for reading in readings:
            concern = next((found for said in sentences if (found := reading.against(said))), None)
            if concern is not None and concern not in concerns:
                concerns.append(concern)
    return OutputCheck(tuple(concerns), tuple(unread))


def is_read(constraint: str) -> bool:
    """Whether a rule reads it."""
    return next(_readings(constraint), None) is not None


@dataclass(frozen=True, slots=True)
class _Prohibition:
    constraint: str
    acts: frozenset[str]
    things: frozenset[str]

    def against(self, sentence: str) -> Concern | None:
        if words.ASKS.search(sentence) or words.DENIES.search(sentence):
            return None
        said = _terms(sentence)
        if self.acts and not any(act in said or (_HAN.match(act) and act in sentence) for act in self.acts):
            return None
        found = sum(thing in said or (bool(_HAN.match(thing)) and thing in sentence) for thing in self.things)
        if found < _SHARE * len(self.things):
            return None
        return Concern(self.constraint, "forbidden", sentence)


@dataclass(frozen=True, slots=True)
class _Limit:
    constraint: str
    number: float
    unit: str
    at_most: bool
    about: frozenset[str]

    def against(self, sentence: str) -> Concern | None:
        is_money = self.unit in "$€£¥" and self.unit != ""
        if not is_money and not self.about & _terms(sentence):
            return None
        for number, unit in _amounts(sentence):
            beyond = number > self.number if self.at_most else number < self.number
            if unit == self.unit and beyond and not words.ASKS.search(sentence):
                return Concern(self.constraint, "over_limit" if self.at_most else "under_limit", sentence)
        return None


@dataclass(frozen=True, slots=True)
class _Language:
    constraint: str
    chinese: bool

    def against(self, sentence: str) -> Concern | None:
        """A sentence of ten letters or more without one of the language."""
        han, latin = len("".join(_HAN.findall(sentence))), len(re.findall("[A-Za-z]", sentence))
        other = latin if self.chinese else han
        wanted = han if self.chinese else latin
        return Concern(self.constraint, "language", sentence) if other >= 10 and not wanted else None


def _readings(constraint: str) -> Iterator[_Prohibition | _Limit | _Language]:
    limit = _limit(constraint)
    if limit is not None:
        yield limit
    for pattern, chinese in ((words.IN_CHINESE, True), (words.IN_ENGLISH, False)):
        found = pattern.search(constraint)
        if found and not words.FORBIDS.search(constraint[: found.start()]):
            yield _Language(constraint, chinese)
    forbids = None if limit is not None else words.FORBIDS.search(constraint)
    if forbids is not None:
        prohibition = _prohibition(constraint, forbids)
        if prohibition is not None:
            yield prohibition


def _prohibition(constraint: str, forbids: re.Match[str]) -> _Prohibition | None:
    rest = _CLAUSE_END.split(constraint[forbids.end() :], maxsplit=1)[0].strip()
    act, things = _act_and_things(rest, names_act=forbids[0].lower() not in ("no", "without"))
    if not things:
        return None
    if act in _TOUCHING:
        return _Prohibition(constraint, _TOUCHED, things)
    said = not act or act in _SAYING
    return _Prohibition(constraint, frozenset() if said else frozenset({act}), things)


def _act_and_things(rest: str, *, names_act: bool) -> tuple[str, frozenset[str]]:
    """What must not be done, and to what. Of a name and its kind ("the users table") the name alone counts."""
    chinese = sorted(words.TOUCHING.union(words.TOUCHED_IN_CHINESE), key=len, reverse=True)
    act = next((one for one in chinese if _HAN.match(one) and rest.startswith(one)), "")
    if act:
        rest = rest.removeprefix(act)
    latin = [stem for word in _LATIN.findall(rest) if (stem := _stem(word)) not in _EMPTY]
    han = list(_HAN.findall(rest))
    if not act and names_act and _HAN.match(rest):
        act, han[0] = han[0][:2], han[0][2:]
    elif not act and names_act and latin:
        act = latin.pop(0)
    names = [_stem(word) for word in _LATIN.findall(rest) if word[0].isupper()]
    things = names or [stem for stem in latin if stem not in _KINDS] or latin
    if not any(stem not in _KINDS for stem in things):
        named = [term for run in han for term in _pairs(_without_kinds(run))]
        things += named or [term for run in han for term in _pairs(run)]
    return act, frozenset(things)


def _without_kinds(run: str) -> str:
    for kind in sorted(words.KINDS_IN_CHINESE, key=len, reverse=True):
        run = run.replace(kind, "")
    return run


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or ([run] if run else [])


def _limit(constraint: str) -> _Limit | None:
    for pattern, at_most in ((words.AT_MOST, True), (words.AT_LEAST, False)):
        for bound in pattern.finditer(constraint):
            near = constraint[bound.end() : bound.end() + 12]
            found = words.AMOUNT.search(near)
            if found is not None and not near[: found.start()].strip(" :：约了"):
                number, unit = _amount(found)
                return _Limit(constraint, number, unit, at_most, _terms(constraint[: bound.start()]) - {unit})
    return None


def _amounts(text: str) -> Iterator[tuple[float, str]]:
    return map(_amount, words.AMOUNT.finditer(text))


def _amount(found: re.Match[str]) -> tuple[float, str]:
    unit = (found["currency"] or found["unit"] or "").lower()
    unit = words.UNITS.get(unit) or words.UNITS.get(_stem(unit)) or _stem(unit)
    number = float(found["number"].replace(",", ""))
    known = next((name for name in words.SECONDS if unit in (name, _stem(name))), None)
    return (number, unit) if known is None else (number * words.SECONDS[known], "second")


def _terms(text: str) -> frozenset[str]:
    """The words by their stems, and Chinese text by its pairs of characters."""
    latin = {_stem(word) for word in _LATIN.findall(text)}
    parts = {_stem(part) for word in _LATIN.findall(text) for part in re.split(r"[_.-]", word) if part}
    han = {pair for run in _HAN.findall(text) for pair in _pairs(run)}
    return frozenset((latin | parts | han) - _EMPTY - {""})


def _stem(word: str) -> str:
    """An English word without the endings of number and time: only equal ones are compared."""
    stem = word.lower().replace("-", "")
    stem = words.IRREGULAR.get(stem, stem)
    for ending in ("ing", "ied", "ies", "ed", "es", "s"):
        if stem.endswith(ending) and len(stem) - len(ending) >= 3 and not stem.endswith("ss"):
            stem = stem.removesuffix(ending) + ("y" if ending in ("ied", "ies") else "")
            break
    if len(stem) > 4 and stem[-1] == stem[-2] and stem[-1] not in "sl":
        stem = stem[:-1]
    return stem.removesuffix("e") if len(stem) > 4 else stem


_TOUCHING = frozenset(map(_stem, words.TOUCHING))
_TOUCHED = frozenset(map(_stem, words.TOUCHED)).union(words.TOUCHED_IN_CHINESE)
_SAYING = frozenset(map(_stem, words.SAYING))
_EMPTY = frozenset(map(_stem, words.EMPTY))
_KINDS = frozenset(map(_stem, words.KINDS))
