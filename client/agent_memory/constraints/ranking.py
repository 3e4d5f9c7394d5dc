"""How specific a constraint is: where not all are shown, the specific come before the general."""

from __future__ import annotations

import re

# A number with its unit, and a name: in quotes, with a sign or a digit inside, in capitals, or Latin in Chinese text.
_NUMBER = re.compile(r"[$€£¥]?\d+(?:[.,]\d+)*%?")
_NAME = re.compile(
    r"[\"'`“‘「][^\"'`”’」]{1,40}[\"'`”’」]|\b(?=\w*[_/.-]\w|\w*\d)[A-Za-z]\w*(?:[_/.-]\w+)*|(?<!^)\b[A-Z]\w+"
)
_LATIN_WORD = re.compile(r"[A-Za-z][\w./-]*")
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORDS_COUNTED = 20


def specificity(text: str) -> float:
    """From 0: a number or a name is worth two, each further word a tenth, two Chinese characters a word."""
    han = len(_HAN.findall(text))
    names = set(_NAME.findall(text)) | (set(_LATIN_WORD.findall(text)) if han else set())
    words = len(text.split()) + han / 2
    return 2 * (len(names) + len(_NUMBER.findall(text))) + 0.1 * min(words, _WORDS_COUNTED)
