"""National identity numbers, in the words and forms of the packs.

Beside its name a number of the right form is one, even mistyped: in Korea the newer ones have no check digit at all.
Without a name it is one in the form that it is printed in and nothing else is, with right check digits, which
python-stdnum checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from shared.language.packs.pack import LanguagePack
from shared.language.packs.registry import Packs, PerPacks
from shared.language.packs.secret_words import IdentityNumber
from shared.language.secrets.contacts import COUNTED_OTHERWISE
from shared.language.secrets.detector import View
from shared.language.secrets.findings import Finding, Severity
from shared.language.text.folding import fold
from shared.language.text.patterns import Regex

# An Indian tax number has four digits, the others more.
_LEAST_DIGITS = 4
# From the name to the number: characters, without another digit and without the end of a sentence between.
_REACH = 40
_BETWEEN = Regex(r"(?:[^0-9.!?。！？।؟\n]|\.(?! ))*")
_MOST_NAMES = 200
_PLACES = {"9": "[0-9]", "A": "[A-Za-z]", "X": "[0-9A-Za-z]", "_": r"[ .\-/–]?"}
_SIGNS = Regex(r"[ .\-/–]")


def _pattern(templates: str) -> str:
    """`9` a digit, `A` a letter, `X` either, `_` a sign between groups that may be missing; all else itself."""
    forms = ("".join(_PLACES.get(c, re.escape(c)) for c in template) for template in templates.split("|"))
    return rf"(?<![0-9A-Za-z])(?:{'|'.join(forms)})(?![0-9A-Za-z]|[-/.][0-9])"


@dataclass(frozen=True, slots=True)
class _Named:
    kind: str
    literals: tuple[str, ...]
    name: re.Pattern[str]
    number: re.Pattern[str]

    @classmethod
    def of(cls, pack: LanguagePack, number: IdentityNumber) -> _Named:
        literals = tuple(fold(number.names).text.lower().split("|"))
        words = "|".join(map(re.escape, literals))
        before = "" if pack.secrets.prefixed or not pack.spaced else r"(?<![^\W_])"
        after = r"(?![^\W\d_])" if pack.spaced else ""
        return cls(number.kind, literals, re.compile(f"{before}(?:{words}){after}"), re.compile(_pattern(number.form)))


@dataclass(frozen=True, slots=True)
class _Printed:
    """Of all languages: one pattern, and which numbers what it finds may be."""

    pattern: re.Pattern[str]
    numbers: tuple[tuple[re.Pattern[str], IdentityNumber], ...]

    @classmethod
    def of(cls, packs: Packs) -> _Printed:
        found = [number for pack in packs for number in pack.secrets.numbers if number.printed]
        pattern = "|".join(_pattern(number.printed) for number in found) or r"(?!)"
        return cls(
            re.compile(rf"(?<![-/.])(?:{pattern})"),
            tuple((re.compile(_pattern(number.printed)), number) for number in found),
        )


def _named(packs: Packs) -> tuple[_Named, ...]:
    return tuple(_Named.of(pack, number) for pack in packs for number in pack.secrets.numbers)


_NAMED = PerPacks(_named)
_PRINTED = PerPacks(_Printed.of)


class IdentityNumbers:
    """Blocks an identity number that is called so, or that only one can be."""

    def find(self, view: View) -> Iterator[Finding]:
        if view.digits < _LEAST_DIGITS:
            return
        for named in _NAMED():
            if view.has_any(named.literals) and len(view.lower) == len(view.text):
                yield from _beside_its_name(view, named)
        printed = _PRINTED()
        for match in printed.pattern.finditer(view.text):
            if COUNTED_OTHERWISE.search(view.text[max(0, match.start() - 30) : match.start()]):
                continue
            for form, number in printed.numbers:
                if form.fullmatch(match[0]) and is_right(number.check, match[0]):
                    yield Finding(number.kind, Severity.BLOCK, *match.span())
                    break


def _beside_its_name(view: View, named: _Named) -> Iterator[Finding]:
    for seen, name in enumerate(named.name.finditer(view.lower)):
        if seen == _MOST_NAMES:
            return
        found = named.number.search(view.text, name.end(), name.end() + _REACH + 24)
        if found is None or found.start() > name.end() + _REACH:
            continue
        if _BETWEEN.fullmatch(view.text[name.end() : found.start()]) is not None:
            yield Finding(named.kind, Severity.BLOCK, *found.span())


def is_right(check: str, number: str) -> bool:
    """Whether the check digits of a number are right, by the module of python-stdnum that is called `check`."""
    return bool(import_module(f"stdnum.{check}").is_valid(_SIGNS.now.sub("", number).upper()))
