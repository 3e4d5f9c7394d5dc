"""What a text hides in an encoding: base64, hex, percent and entity escapes, `\\u0041`, and Unicode's tag characters.

Only readable results come back. Work is bounded: `_MOST` characters of decoded text, two layers deep.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from shared.language.text.patterns import Regex

_MOST = 12_000
_DEPTH = 2

_BASE64 = Regex(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,}+={0,2}", re.ASCII)
# The same, broken into lines as mail does.
_WRAPPED = Regex(
    r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40,76}\r?\n(?:[A-Za-z0-9+/]{40,76}\r?\n){0,200}[A-Za-z0-9+/]{1,76}={0,2}",
    re.ASCII,
)
_HEX = Regex(r"(?<![0-9A-Za-z])(?:0x)?[0-9A-Fa-f]{2}(?:[ :,]?[0-9A-Fa-f]{2}){11,}+(?![0-9A-Za-z])", re.ASCII)
_ESCAPED_HEX = Regex(r"(?:\\x[0-9A-Fa-f]{2}){6,}", re.ASCII)
_ESCAPED_UNICODE = Regex(r"(?:\\u\{?[0-9A-Fa-f]{4}\}?){4,}", re.ASCII)
_PERCENT = Regex(r"(?:[A-Za-z0-9._~!*'()+,;=:@/-]{0,64}%[0-9A-Fa-f]{2}){2,}[A-Za-z0-9._~!*'()+,;=:@/-]{0,64}", re.ASCII)
_ENTITIES = Regex(r"(?:[^&;\n]{0,24}&(?:#[0-9]{2,7}|#[xX][0-9A-Fa-f]{2,6}|[a-z]{2,8});){2,}[^&;\n]{0,64}")
_BINARY = Regex(r"(?<![01])(?:[01]{8} ?){8,}(?![01])", re.ASCII)
_TAGS = Regex("[\U000e0020-\U000e007e]{4,}")


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text` is what `original[start:end]` says when read in its encoding."""

    start: int
    end: int
    text: str = field(repr=False)


def decoded(text: str) -> Iterator[Decoded]:
    """Every readable encoded part, and what is encoded in those in turn, with places in `text` itself."""
    left = _MOST
    pending = [(Decoded(0, len(text), text), 0)]
    while pending:
        piece, depth = pending.pop()
        if depth == _DEPTH:
            continue
        for start, end, plain in _parts(piece.text):
            left -= len(plain)
            if left < 0:
                return
            part = Decoded(start, end, plain) if depth == 0 else Decoded(piece.start, piece.end, plain)
            yield part
            pending.append((part, depth + 1))


def _parts(text: str) -> Iterator[tuple[int, int, str]]:
    for literal, form, read in _FORMS:
        if literal in text:
            for match in form.finditer(text):
                yield from _readable(match, read(match[0]))
    if not text.isascii():
        for match in _TAGS.finditer(text):
            yield from _readable(match, "".join(chr(ord(c) - 0xE0000) for c in match[0]))


def _readable(match: re.Match[str], plain: str | None) -> Iterator[tuple[int, int, str]]:
    """Text, not noise: printable nearly throughout, and with words or at least letters in it."""
    if plain is None or len(plain) < 4:
        return
    odd = sum(not (c.isprintable() or c in "\n\t\r") for c in plain)
    if odd * 20 <= len(plain):
        yield match.start(), match.end(), plain


def _from_base64(run: str) -> str | None:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
    if len(body) % 4 == 1:
        body = body[:-1]
    try:
        return _utf8(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except (ValueError, binascii.Error):
        return None


def _from_hex(digits: str) -> str | None:
    return _utf8(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _from_bits(bits: str) -> str | None:
    return _utf8(bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8)))


def _from_code_points(run: str) -> str | None:
    units = [int(u, 16) for u in re.findall(r"[0-9A-Fa-f]{4}", run)]
    return b"".join(u.to_bytes(2, "big") for u in units).decode("utf-16-be", "replace")


def _utf8(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


_SEPARATORS = str.maketrans("", "", " :,")
# What must occur for a form to be looked for, the form, and how its matches are read.
_FORMS: tuple[tuple[str, Regex, Callable[[str], str | None]], ...] = (
    ("", _BASE64, _from_base64),
    ("\n", _WRAPPED, lambda run: _from_base64("".join(run.split()))),
    ("", _HEX, lambda run: _from_hex(run.removeprefix("0x").translate(_SEPARATORS))),
    ("\\x", _ESCAPED_HEX, lambda run: _from_hex(run.replace("\\x", ""))),
    ("\\u", _ESCAPED_UNICODE, _from_code_points),
    ("%", _PERCENT, lambda run: unquote(run.replace("+", " "), errors="replace")),
    ("&", _ENTITIES, html.unescape),
    ("01", _BINARY, lambda run: _from_bits(run.replace(" ", ""))),
)
