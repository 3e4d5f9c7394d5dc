"""The form in which texts are compared: what differs by case, width or white space alone is one text."""

from __future__ import annotations

import re
import unicodedata

# What no reader sees by itself and yet makes another picture: a joiner between the parts of an emoji, and the letters of
# a region in a flag. Anywhere else the same characters are dropped.
_EMOJI = "\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff"
_PICTURE = re.compile(
    f"(?<=[\ufe0f{_EMOJI}])\u200d(?=[{_EMOJI}])|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{{2,6}}\U000e007f"
)
# Four and a half is no 41/2, as which NFKC would write it.
_MIXED_NUMBER = re.compile("(?<=\\d)(?=[\u00bc-\u00be\u2150-\u215f\u2189])")


def visible(text: str) -> str:
    """Without the invisible format characters, but for those that belong to an emoji or a flag."""
    if _PICTURE.search(text) is None:
        return _without_formats(text)
    parts: list[str] = []
    end = 0
    for match in _PICTURE.finditer(text):
        parts += (_without_formats(text[end : match.start()]), match[0])
        end = match.end()
    return "".join((*parts, _without_formats(text[end:])))


def normalised(text: str) -> str:
    """Invisible format characters dropped, NFKC, case-folded, white space collapsed.

    They go first: one between a letter and its accent would keep the two from composing.
    """
    if text.isascii():  # has none of them, and is its own NFKC: most long texts are, and are normalised several times
        return " ".join(text.lower().split())
    apart = _MIXED_NUMBER.sub(" ", visible(text))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", apart).casefold())
    return " ".join(folded.split())


def _without_formats(text: str) -> str:
    return "".join(c for c in text if unicodedata.category(c) != "Cf")
