"""Text into sentences, in scripts with and without spaces: the unit that summaries quote and extraction takes."""

from __future__ import annotations

import re

# A full stop ends a sentence only before white space or the end: `v3.0`, `1.5` and `a.txt` hold none.
_END = re.compile(r"(?<=[。！？!?；;…])|(?<=\.)(?=\s|$)|\n+")
_TRAILING = " \t\r\n。.；;"


def sentences(text: str) -> list[str]:
    """The sentences in order, white space collapsed, without a closing full stop; none is blank.

    Question and exclamation marks stay: they change what is said.
    """
    return [found for part in _END.split(text) if (found := plain(part))]


def plain(sentence: str) -> str:
    """A sentence in the form in which two quotes of it are compared."""
    return " ".join(sentence.split()).rstrip(_TRAILING)
