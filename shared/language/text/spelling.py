"""What the normal form hides and a reader does not: the case of `HomeNet`, the raised 2 of `m²`, the ß of a surname.

Where one is spoken of under one key the later spelling is the better one. Where no key says that two texts are about one
thing, a spelling that is a value makes two things of them: in a token with a digit (`x1Y`), with a capital inside
(`McDonald`, `kWh`), of two or three capitals (`IT`, `MB`) or with a letter that has a meaning of its own (`²`, `½`, `™`).
Only width is never a value.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict

from shared.language.text.normal_form import normalised, visible

_WIDTHS = ("<wide>", "<narrow>")
_TOKEN = re.compile(r"\w+(?:['’]\w+)*")
_INNER_CAPITAL = re.compile(r"(?<=[^\W_])[A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]")
_SMALL = re.compile(r"[^\W\d_A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f]")
# Longer words in capitals are emphasis (NEVER, HIGH), and so are these.
_ACRONYM = 3
_EMPHASISED = frozenset("no not nor all any and but one two do did yes now my too very only".split())
_SHOUTED = 2  # spaces: a word or two may be a code


def spelling(text: str) -> str:
    """The text as it is spelled: white space collapsed, invisible format characters dropped, the rest composed."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join(unicodedata.normalize("NFC", visible(text)).split())


def spelled_apart(one: str, other: str) -> bool:
    """Whether a token that both texts have, as the normal form sees it, has two spellings of which one is a value.

    A text of some words that is all in capitals shouts, and its capitals say nothing, but for those beside a digit.
    """
    if one == other:
        return False
    left, right = _spellings(one), _spellings(other)
    return any(_differ(spelled, right[token]) for token, spelled in left.items() if token in right)


def _differ(one: list[str], other: list[str]) -> bool:
    """As often as both have it, in order; where one has it more often, by what spellings there are."""
    if one == other or not any(_is_a_value(token) for token in (*one, *other)):
        return False
    return len(one) == len(other) or set(one) != set(other)


def _spellings(text: str) -> dict[str, list[str]]:
    plain = _one_width(spelling(text))
    shouted = _SMALL.search(plain) is None and plain.count(" ") >= _SHOUTED
    found: dict[str, list[str]] = defaultdict(list)
    for match in _TOKEN.finditer(_compared(plain)):
        token = match[0].lower() if shouted and match[0].isalpha() else match[0]
        found[normalised(token)].append(token)
    return found


def _compared(text: str) -> str:
    """Signs that the normal form makes letters or digits of (`™`, `℃`, `½`) as parts of words."""
    if text.isascii():
        return text
    return "".join(c if c.isalnum() or not _has_another_form(c) else f"_{c}_" for c in text)


def _is_a_value(token: str) -> bool:
    if any(_has_another_form(c) for c in token if not c.isascii()):
        return True
    if any(c.isdigit() for c in token):
        return any(c.isalpha() for c in token)
    if not _INNER_CAPITAL.search(token):
        return False
    short = len(token) <= _ACRONYM and token.lower() not in _EMPHASISED
    return short or _SMALL.search(token) is not None


def _has_another_form(char: str) -> bool:
    """`²`, `ﬁ`, `ß`, `Ⅳ`, but no letter whose other case alone differs."""
    if char.isascii():
        return False
    composed = unicodedata.normalize("NFKC", char)
    return composed != unicodedata.normalize("NFC", char) or len(char.casefold()) > 1 or char in "ſς"


def _one_width(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        unicodedata.normalize("NFKC", c) if unicodedata.decomposition(c).startswith(_WIDTHS) else c for c in text
    )
