"""Constraints that a person states once, in the middle of talk: shown in a context of any later time.

What it misses is in the summary still, which reads more generously.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from shared.language.speech.plain_rules import PLAIN_LIMIT, PLAIN_ORDER, PlainRules
from shared.language.speech.sentences import sentences

# A longer message is a paste. Most of what a pasted page forbids are the rules of others: only a few of its lines are
# shown, only those that forbid, and first those at its beginning and end, where people write themselves.
MAX_CHARACTERS = 4_000
_OF_A_PASTE = 4
# A longer one is not a statement, and would take the room of all others.
MAX_SENTENCE = 500
_MOST = 20


def spoken_constraints(text: str) -> tuple[str, ...]:
    """The sentences of it that plainly forbid, limit or oblige, in their order; none of a question."""
    if len(text) > MAX_CHARACTERS:
        return _of_a_paste(text)
    if not (PLAIN_ORDER.search(text) or PLAIN_LIMIT.search(text)):
        return ()
    found = (sentence for sentence in sentences(text) if _binds(sentence, PLAIN_ORDER, PLAIN_LIMIT))
    return tuple(dict.fromkeys(found))[:_MOST]


def _binds(sentence: str, *patterns: PlainRules) -> bool:
    if len(sentence) > MAX_SENTENCE or sentence.endswith(("?", "\uff1f")):
        return False
    return any(pattern.search(sentence) for pattern in patterns)


def _of_a_paste(text: str) -> tuple[str, ...]:
    found = list(
        dict.fromkeys(s for line in _forbidding_lines(text) for s in sentences(line) if _binds(s, PLAIN_ORDER))
    )
    half = _OF_A_PASTE // 2
    return tuple(found) if len(found) <= _OF_A_PASTE else (*found[:half], *found[-half:])


def _forbidding_lines(text: str) -> Iterator[str]:
    """Each line once: a log repeats itself."""
    lines = dict.fromkeys(line for line in _LINE.findall(text) if len(line) <= 2 * MAX_SENTENCE)
    return (line for line in lines if PLAIN_ORDER.search(line))


_LINE = re.compile(r"[^\n]+")
