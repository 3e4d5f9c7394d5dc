"""Whether a text mentions a name, number, address, date or phrase, however it is written there.

Separators, plus signs and leading zeros are set aside as well: `+49 (0)170 123-4567`, `0170/1234567` and
`00491701234567` are one number. A mention begins and ends at the edge of a word or a number, so `art` is not in `start`
and 123 is not in 4123; in scripts without spaces every character is an edge.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from shared.language.mentions.canonical import canonical_forms

# Letters of scripts that put no spaces between words: Han, kana, Thai, Lao, Khmer, Burmese.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"\d+|[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")
# Digits that may be one number: groups parted by at most three signs or spaces.
_NUMBER = re.compile(r"\+?\(?\d(?:[\s()./\u00b7+-]{0,3}\d)*")
_FEWEST_DIGITS = 7  # of a number that may be written with or without its country's code
_MOST_CODE = 4  # digits of a country code, with an exit code's rest


@dataclass(frozen=True, slots=True)
class Mention:
    """What is looked for. A text without a letter or digit is mentioned nowhere."""

    forms: tuple[tuple[str, ...], ...]
    digits: str

    @classmethod
    def of(cls, text: str) -> Mention:
        forms = canonical_forms(text)
        digits = _digits(forms[0]) if all(token.isdecimal() for token in _TOKEN.findall(forms[0])) else ""
        return cls(tuple(_tokens(form) for form in forms), digits)

    def is_in(self, text: str) -> bool:
        """Whether `text` mentions it."""
        for form in canonical_forms(text):
            tokens = _tokens(form)
            if any(_holds(tokens, wanted) for wanted in self.forms if wanted):
                return True
            if len(self.digits) >= _FEWEST_DIGITS and any(_same_number(self.digits, n) for n in _numbers(form)):
                return True
        return False


def _tokens(form: str) -> tuple[str, ...]:
    return tuple(_shortened(token) for token in _TOKEN.findall(form))


def _shortened(token: str) -> str:
    """A number without its leading zeros; a lone zero stays."""
    return (token.lstrip("0") or "0") if token.isdecimal() else token


def _holds(tokens: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether the tokens, put together without separators, hold the wanted ones from edge to edge."""
    needle = "".join(wanted)
    joined = "".join(tokens)
    if needle not in joined:
        return False
    edges = {0}
    for token in tokens:
        edges.add(max(edges) + len(token))
    at = joined.find(needle)
    while at >= 0:
        if at in edges and at + len(needle) in edges:
            return True
        at = joined.find(needle, at + 1)
    return False


def _numbers(form: str) -> list[str]:
    return [_digits(found) for found in _NUMBER.findall(form)]


def _digits(text: str) -> str:
    """The digits without leading zeros and without the zero in brackets that is dialled at home only."""
    return re.sub(r"\D", "", re.sub(r"\(0\)", "", text)).lstrip("0")


def _same_number(one: str, other: str) -> bool:
    """Equal, or equal but for a country code in front of one of them."""
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= _FEWEST_DIGITS and longer.endswith(shorter) and len(longer) - len(shorter) <= _MOST_CODE
