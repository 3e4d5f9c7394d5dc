"""What a query asks, when it says much else besides."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from shared.language.speech.questions import QueryCues
from shared.language.text.scripts import is_cjk

# Beyond this a query is talk with a question in it: the words around the question are found everywhere and say nothing
# of where its answer is. Words, or twice as many characters of a script without spaces.
_LONG = 30
_SENTENCE = re.compile(r"[^.!?:;。！？：；؟]+[.!?:;。！？：；؟]*")
_ASKS = ("?", "？", "؟")


def cues_of(text: str, today: date) -> QueryCues:
    """The cues of a query, with its matter as `terms`. Those of a long one are read off its questions, if it marks any;
    days and people may be named anywhere in it."""
    cues = QueryCues.of(text, today)
    asked = asked_part(text)
    if asked == text:
        return replace(cues, terms=cues.matter)
    own = QueryCues.of(asked)
    return replace(
        cues, terms=own.matter, asks_when=own.asks_when, asks_name=own.asks_name, asks_current=own.asks_current
    )


def asked_part(text: str) -> str:
    """The sentences of a long text that end with a question mark; the text itself if it is short or has none."""
    if not is_long(text):
        return text
    questions = [s.strip() for s in _SENTENCE.findall(text) if s.rstrip().endswith(_ASKS)]
    return " ".join(questions) or text


def is_long(text: str) -> bool:
    if is_cjk(text):
        return len(text) > 2 * _LONG
    return len(text.split()) > _LONG
