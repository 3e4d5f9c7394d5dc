"""Text as a scanner should see it: one form for every way of writing the same, and the way back to the original.

Folding is for looking only. What is stored, hashed or embedded is folded elsewhere, by its own rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

_HIDDEN_ASCII = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2043"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
# Letters that show nothing although they are letters, and marks that only join or select.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\u2800")


class _Folding(dict[int, str]):
    """What `str.translate` makes of a character, decided once a character."""

    def __missing__(self, code: int) -> str:
        folded = _folded(chr(code))
        self[code] = folded
        return folded


def _folded(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cf" or char in _BLANK or (category == "Cc" and char not in "\t\n\r\x85"):
        return ""
    if 0xFE00 <= ord(char) <= 0xFE0F or 0xE0100 <= ord(char) <= 0xE01EF or 0x0300 <= ord(char) <= 0x036F:
        return ""  # variation selectors, and accents written apart
    if char in _DASHES:
        return "-"
    if char in _SINGLE_QUOTES:
        return "'"
    if char in _DOUBLE_QUOTES:
        return '"'
    if category == "Zs":
        return " "
    if category in ("Zl", "Zp") or char == "\x85":
        return "\n"
    if category == "Nd":
        return str(unicodedata.decimal(char))
    parts = unicodedata.normalize("NFKC", char)
    return char if parts == char else "".join(map(_folded, parts))


_FOLDING = _Folding()


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` is what to search; `places` takes places in it back to the original."""

    original: str = field(repr=False)
    text: str = field(repr=False)

    def places(self) -> Callable[[int, int], tuple[int, int]]:
        """From `text[start:end]` to the part of the original that it came from, hidden characters inside included."""
        if self.text is self.original:
            return lambda start, end: (start, end)
        origins = [at for at, char in enumerate(self.original) for _ in _FOLDING[ord(char)]]
        return lambda start, end: (origins[start], origins[end - 1] + 1) if start < end else (0, 0)


def fold(text: str) -> Folded:
    """NFKC a character at a time, digits of every script as 0-9, dashes, quotes and spaces in their ASCII form,
    invisible and control characters removed. Case is kept: it distinguishes a token from a word."""
    if text.isascii() and _HIDDEN_ASCII.search(text) is None:
        return Folded(text, text)
    return Folded(text, text.translate(_FOLDING))


# Letters that are drawn like a Latin one, most of them as in Unicode's list of confusables. One character each, so
# that places stay where they are.
_CYRILLIC = dict(
    zip(
        "аАВеЕѕЅіІјЈКкМмНоОрРсСТтуУхХԁһԛԝѵѴгьЗӀӏєүҮԌԍЅпЬ",
        "aABeEsSiIjJKkMmHoOpPcCTtyYxXdhqwvVrb3lleyYGgSnb",
        strict=True,
    )
)
_GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαονρικτυγχεηωϲϳσβ", "ABEZHIKMNOPTYXaovpiktuyxenwcjoB", strict=True))
_LATIN_FORMS = dict(
    zip("ıɑɡɩʏɴʀꜱᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍᴏᴘǫᴛᴜᴠᴡᴢłøđħŁØĐƖǀ", "iagiynrsabcdefghijklmopqtuvwzlodhLODll", strict=True)
)
_ELSEWHERE = dict(zip("ᎪᎠᏔᎷᎻᎡᎢᏚᏙᏞᏟᏢᏴᏀᎬᏃᏦᎫօոսհցզ", "ADWMHRTSVLCPBGEZKJonuhgq", strict=True))
_LOOKALIKES = {ord(k): v for k, v in {**_CYRILLIC, **_GREEK, **_LATIN_FORMS, **_ELSEWHERE}.items()}
# Letters in boxes, circles and flags.
for _first in (0x1F170, 0x1F150, 0x1F1E6):
    _LOOKALIKES |= {_first + i: chr(ord("a") + i) for i in range(26)}


def latin_lookalikes(text: str) -> str:
    """The text with every letter that passes for a Latin one replaced by it. As long as the original; the very same
    object when there is none."""
    if text.isascii():
        return text
    replaced = text.translate(_LOOKALIKES)
    return text if replaced == text else replaced


class _Unaccented(dict[int, str]):
    def __missing__(self, code: int) -> str:
        parts = unicodedata.normalize("NFD", chr(code))
        bare = parts[0] if len(parts) > 1 and all(0x0300 <= ord(p) <= 0x036F for p in parts[1:]) else chr(code)
        self[code] = bare
        return bare


_UNACCENTED = _Unaccented()


def without_accents(text: str) -> str:
    """`é` as `e`, `й` as `и`: as long as the original. The marks of kana and of Indic scripts are letters and stay."""
    return text if text.isascii() else text.translate(_UNACCENTED)
