"""Conditions on metadata beside equality: ranges of numbers and of texts, and what a list or a text contains.

A member is compared by type: numbers as numbers of double precision, texts by code point (times in one RFC 3339 form
are in order), and a bound of one type never fits a value of the other. Only members at the top level are compared.
Both search engines and the check against the store apply the same terms.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from shared.domain.errors import Malformed
from shared.domain.memories.metadata import mark, name_mark

# After the mark of the name: in the order of ASCII, so that each kind ends where the next begins.
_NUMBER, _TEXT, _AFTER_TEXT = "#", "$", "%"
_ELEMENT = "@"
_BOUNDS = ("gt", "gte", "lt", "lte")
_SIGN = 1 << 63
_ALL = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class TermRange:
    """A term lies between `low` and `high`, each included or not."""

    low: str
    high: str
    includes_low: bool = True
    includes_high: bool = False

    def holds(self, terms: tuple[str, ...]) -> bool:
        return any(self._covers(term) for term in terms)

    def _covers(self, term: str) -> bool:
        return (self.low < term < self.high) or (
            (self.includes_low and term == self.low) or (self.includes_high and term == self.high)
        )


@dataclass(frozen=True, slots=True)
class TermContains:
    """`element` is a term, or a term begins with `prefix` and has `text` behind it. `text` `None`: only the first."""

    element: str
    prefix: str
    text: str | None

    def holds(self, terms: tuple[str, ...]) -> bool:
        text, behind = self.text, len(self.prefix)
        return self.element in terms or (
            text is not None and any(term.startswith(self.prefix) and text in term[behind:] for term in terms)
        )


MetadataCondition: TypeAlias = TermRange | TermContains


def metadata_terms(metadata: Mapping[str, object]) -> tuple[str, ...]:
    """What conditions are compared with, sorted: beside the marks of equality."""
    return tuple(sorted({term for name, value in metadata.items() for term in _terms(name_mark(name), value)}))


def conditions(where: Mapping[str, Mapping[str, object]]) -> tuple[MetadataCondition, ...]:
    """By name of the member the bounds `gt`, `gte`, `lt`, `lte` (numbers or texts) and `contains`: all must hold.
    Raises `Malformed`."""
    return tuple(one for name, asked in where.items() for one in _conditions(name, asked))


def holds_all(wanted: tuple[MetadataCondition, ...], metadata: Mapping[str, object]) -> bool:
    terms = metadata_terms(metadata) if wanted else ()
    return all(condition.holds(terms) for condition in wanted)


def _conditions(name: str, asked: Mapping[str, object]) -> Iterator[MetadataCondition]:
    given = {word: value for word, value in asked.items() if value is not None}
    if not given:
        raise Malformed.field("where", "must name gt, gte, lt, lte or contains for each member")
    bounds = {word: value for word in _BOUNDS if isinstance(value := given.get(word), str | int | float)}
    if bounds:
        yield _range(name_mark(name), bounds)
    if "contains" in given:
        wanted, prefix = given["contains"], name_mark(name)
        yield TermContains(
            f"{prefix}{_ELEMENT}{mark('', wanted)}", prefix + _TEXT, _plain(wanted) if isinstance(wanted, str) else None
        )


def _range(prefix: str, bounds: Mapping[str, str | float]) -> TermRange:
    if ("gt" in bounds and "gte" in bounds) or ("lt" in bounds and "lte" in bounds):
        raise Malformed.field("where", "must have one lower and one upper bound for a member at most")
    texts = {isinstance(value, str) for value in bounds.values()}
    if len(texts) > 1 or any(isinstance(value, bool) for value in bounds.values()):
        raise Malformed.field("where", "must have bounds of one type for a member: numbers, or texts")
    first, behind = (_TEXT, _AFTER_TEXT) if texts == {True} else (_NUMBER, _TEXT)
    ends = {word: prefix + _ordered(value) for word, value in bounds.items()}
    return TermRange(
        ends.get("gt") or ends.get("gte") or prefix + first,
        ends.get("lt") or ends.get("lte") or prefix + behind,
        includes_low="gt" not in ends,
        includes_high="lte" in ends,
    )


def _terms(prefix: str, value: object) -> Iterator[str]:
    if isinstance(value, list | tuple):
        yield from (f"{prefix}{_ELEMENT}{mark('', element)}" for element in value)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield prefix + _ordered(value)


def _ordered(value: str | float) -> str:
    """A number or a text so that the order of the texts is that of the values."""
    if isinstance(value, str):
        return _TEXT + _plain(value)
    try:
        number = float(value) + 0.0  # one zero
    except OverflowError:
        number = float("inf") if value > 0 else float("-inf")
    (bits,) = struct.unpack(">Q", struct.pack(">d", number))
    return f"{_NUMBER}{bits ^ (_ALL if bits & _SIGN else _SIGN):016x}"


def _plain(text: str) -> str:
    """Without halves of characters, which no engine can hold."""
    return text.encode("utf-8", "replace").decode()
