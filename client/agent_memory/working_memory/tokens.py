"""How many tokens a text takes, if the model's own tokenizer is not at hand."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import TypeAlias

TokenCounter: TypeAlias = Callable[[str], int]

_SMALL = (string.ascii_lowercase + " ").encode()
_CAPITALS = string.ascii_uppercase.encode()
_DIGITS = string.digits.encode()
_BEYOND_ASCII = bytes(range(128, 256))


def estimate(text: str) -> int:
    """On the safe side: on the English and Chinese samples that the service's own estimate is checked against, no more
    than 10 % below the dearest of six tokenizers, and on the whole a quarter above it.

    Tokens: small letters and spaces 1 for 3.6, capitals 0.9 (names fall apart), digits 1, other ASCII 0.75, all else
    0.53 a byte of UTF-8 (a Chinese character 1.6). By counting kinds of bytes, two microseconds for 4,000 characters;
    parts together never cost more than apart.
    """
    raw = text.encode("utf-8", "surrogatepass")
    beyond_ascii = 0
    if not text.isascii():
        whole = len(raw)
        raw = raw.translate(None, _BEYOND_ASCII)
        beyond_ascii = whole - len(raw)
    without_small = raw.translate(None, _SMALL)
    without_letters = without_small.translate(None, _CAPITALS)
    signs = without_letters.translate(None, _DIGITS)
    tokens = (
        (len(raw) - len(without_small)) / 3.6
        + (len(without_small) - len(without_letters)) * 0.9
        + (len(without_letters) - len(signs))
        + len(signs) * 0.75
        + beyond_ascii * 0.53
    )
    return -int(-tokens // 1)
