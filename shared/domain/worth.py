"""Whether a statement is worth remembering: what nobody needs tomorrow is refused today, and a fact never is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from shared.domain.errors import NotWorthRemembering
from shared.domain.evidence import Source
from shared.domain.memories import normalised
from shared.domain.rendered_markers import is_recalled_block
from shared.domain.tokens import keyword_terms
from shared.domain.worth_words import (
    PASSING_MOOD,
    PASSING_MOOD_ZH,
    SMALL_TALK_ZH,
    TASK_CHATTER,
    TASK_CHATTER_ZH,
    is_small_talk_words,
)

# What a person states in so many words is kept even where a model's remark of the same form would not be.
_A_PERSONS_OWN = (Source.USER_STATED, Source.HUMAN_CONFIRMED, Source.SYSTEM_OF_RECORD)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_PUNCTUATION = re.compile(r"[\s\W_]+")
# Longer than this, a text is no mere remark, whatever it begins with.
_REMARK = 120


def refuse_worthless(content: str, source: Source) -> None:
    """Raises `NotWorthRemembering` with the reason.

    From every source: small talk, and recalled memory that is fed back in. From a model, a page or a tool also a
    passing mood and the talk of work in progress: a text that is nothing else, so that a fact beside it is kept.
    """
    if is_recalled_block(content):
        raise NotWorthRemembering("this is recalled memory, which is remembered already")
    if len(content) > _REMARK:
        return
    if _is_small_talk(content):
        raise NotWorthRemembering("small talk")
    if source in _A_PERSONS_OWN:
        return
    text = unicodedata.normalize("NFKC", content).strip()
    if PASSING_MOOD.fullmatch(text) or PASSING_MOOD_ZH.fullmatch(text):
        raise NotWorthRemembering("a passing mood")
    if TASK_CHATTER.fullmatch(text) or TASK_CHATTER_ZH.fullmatch(text):
        raise NotWorthRemembering("talk of work in progress")


def _is_small_talk(content: str) -> bool:
    folded = normalised(content)
    if is_small_talk_words(_WORD.findall(folded)) and not any(c.isdigit() for c in folded):
        return True
    return SMALL_TALK_ZH.fullmatch(_PUNCTUATION.sub("", folded)) is not None


# --- inferred text that says again what is stored

_NEGATIONS = frozenset(
    "not no never none without cannot can't don't doesn't didn't isn't aren't won't 不 没 无 别 未 非".split()
)


def mostly_stored(newcomer: str, stored: Sequence[str]) -> bool:
    """Whether more than half of an inferred text is one verbatim run of something stored, and the rest adds no value,
    name, date or negation (SPEC section 4). Terms are compared, so that case, width and white space play no part."""
    terms = keyword_terms(newcomer)
    return any(_repeats(newcomer, terms, text) for text in stored) if terms else False


def _repeats(newcomer: str, terms: Sequence[str], text: str) -> bool:
    known = keyword_terms(text)
    length, end = _longest_run(terms, known)
    if 2 * length <= len(terms) or length == len(terms) == len(known):
        return False
    added = [*terms[: end - length], *terms[end:]]
    known_words = set(known)
    if any(any(c.isdigit() for c in term) and term not in known_words for term in added):
        return False
    if any(term in _NEGATIONS or any(c in _NEGATIONS for c in term) for term in added):
        return False
    names = {word.casefold() for word in re.findall(r"(?<!^)(?<![.!?]\s)\b[A-Z][\w-]+", newcomer)}
    return not any(term in names and term not in known_words for term in added)


def _longest_run(terms: Sequence[str], known: Sequence[str]) -> tuple[int, int]:
    """Length and end (in `terms`) of the longest run of terms that both hold."""
    best, end = 0, 0
    previous = [0] * (len(known) + 1)
    for i, term in enumerate(terms, start=1):
        row = [0] * (len(known) + 1)
        for j, other in enumerate(known, start=1):
            if term == other:
                row[j] = previous[j - 1] + 1
                if row[j] > best:
                    best, end = row[j], i
        previous = row
    return best, end
