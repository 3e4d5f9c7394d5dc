"""What a person reads: aligned columns, as wide as the terminal; and what a program reads: JSON."""

from __future__ import annotations

import json
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime

from agent_memory.calls.call import Answer

_GAP = "  "
_NARROWEST = 20  # columns for the last field of a row, however little room there is


def as_json(answer: Answer | Sequence[Answer]) -> str:
    if isinstance(answer, Answer):
        return answer.model_dump_json(indent=2)
    return json.dumps([item.model_dump(mode="json") for item in answer], ensure_ascii=False, indent=2)


def as_table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """The last field takes what is left of the terminal's width and is cut there; in a pipe nothing is cut."""
    texts = [[_text(field) for field in row] for row in rows]
    if not texts:
        return "Nothing.\n"
    lines = [[str(field).upper() for field in head], *texts]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    room = max(shutil.get_terminal_size().columns - sum(widths[:-1]) - len(_GAP) * (len(widths) - 1), _NARROWEST)
    if not sys.stdout.isatty():
        room = sys.maxsize
    return "".join(_line(line, widths, room) for line in lines)


def _line(fields: Sequence[str], widths: Sequence[int], room: int) -> str:
    *first, last = fields
    padded = [field + " " * (width - _width(field)) for field, width in zip(first, widths, strict=False)]
    return f"{_GAP.join([*padded, _cut(last, room)])}\n"


def _text(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone().strftime("%Y-%m-%d %H:%M")
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_text, value))
    return "" if value is None else plain(str(value))


def plain(text: str) -> str:
    """On one line, and without control characters: what is remembered must not steer the terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _width(text: str) -> int:
    """Columns of a terminal: two for a wide character, none for a combining one."""
    return sum(0 if unicodedata.combining(s) else 2 if unicodedata.east_asian_width(s) in "WF" else 1 for s in text)


def _cut(text: str, room: int) -> str:
    if _width(text) <= room:
        return text
    while text and _width(text) > room - 1:
        text = text[:-1]
    return f"{text}\N{HORIZONTAL ELLIPSIS}"
