"""What may not be rephrased: sentences that carry a number, an id, a date, a veto, an obligation, an approval or a
decision, and those that say that something is not so.

Read generously: a sentence that is taken for one of these without being one is quoted instead of summed up, no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from shared.language.packs.pack import LanguagePack, Phrases
from shared.language.packs.registry import BesidePacks, PerPacks
from shared.language.speech import obligation_patterns as words
from shared.language.speech.spoken_limits import PLAIN_LIMIT
from shared.language.speech.spoken_prohibitions import PLAIN_ORDER
from shared.language.text.patterns import Regex


def is_prohibition(sentence: str) -> bool:
    """Whether it orders that something is not done: no report of what was done is one."""
    return _PROHIBITION.search(sentence)


def is_veto(sentence: str) -> bool:
    """Whether it forbids something, or wants it left as it is."""
    return is_prohibition(sentence) or _VETO().search(sentence) or _plainly(PLAIN_ORDER, sentence)


def is_obligation(sentence: str) -> bool:
    """Whether it binds what is done: a condition, a limit, an order."""
    return _OBLIGATION().search(sentence) or _plainly(PLAIN_LIMIT, sentence)


def is_verdict(sentence: str) -> bool:
    """Whether it allows or decides something, or answers whether it is allowed."""
    return _APPROVAL().search(sentence) or _DECISION().search(sentence)


def binds(sentence: str) -> bool:
    """Whether what is done hangs on it: such a sentence is whole or it says something else."""
    return is_veto(sentence) or is_obligation(sentence) or is_verdict(sentence)


def is_protected(sentence: str) -> bool:
    return _FIGURES().search(sentence) or binds(sentence) or is_negated(sentence)


def is_negated(sentence: str) -> bool:
    return _NEGATION().search(sentence)


def _plainly(pattern: BesidePacks, sentence: str) -> bool:
    """What is told of a turn as a constraint is one of a summary too."""
    return len(sentence) <= _AT_ONCE and pattern.search(sentence)


class _AnyOf:
    """Patterns one after the other: several times as fast as their alternatives in one. What has no letter beyond ASCII
    is spared the patterns that need one."""

    def __init__(self, *patterns: str) -> None:
        self._all = [Regex(pattern, re.IGNORECASE) for pattern in patterns]
        self._ascii = [r for r, pattern in zip(self._all, patterns, strict=True) if _may_match_ascii(pattern)]

    def search(self, text: str) -> bool:
        patterns = self._ascii if text.isascii() else self._all
        if len(text) <= _AT_ONCE:
            return any(pattern.search(text) for pattern in patterns)
        return any(
            pattern.search(text, start, min(start + _AT_ONCE, len(text)))
            for start in range(0, len(text), _AT_ONCE - _OVERLAP)
            for pattern in patterns
        )


# Characters. What is longer than that is looked through piece by piece: the time that a pattern takes may grow with the
# square of the length, and no phrase is longer than the overlap.
_AT_ONCE, _OVERLAP = 2_000, 150


def _may_match_ascii(pattern: str) -> bool:
    """Not when all its words are of other alphabets."""
    return re.search("[A-Za-z]{2}", pattern) is not None or not any(c.isalpha() and not c.isascii() for c in pattern)


_PROHIBITION = _AnyOf(*words.PROHIBITION_EN, *words.PROHIBITION_ZH)


def _beside(*patterns: str, of: Callable[[LanguagePack], Phrases]) -> PerPacks[_AnyOf]:
    """Those patterns and one of each pack that has words for it."""
    return PerPacks(lambda packs: _AnyOf(*patterns, *(found for pack in packs if (found := of(pack).pattern()))))


_VETO = _beside(*words.VETO_EN, *words.VETO_ZH, of=lambda pack: pack.forbids)
_NEGATION = _beside(*words.NEGATION, of=lambda pack: pack.negates)
_OBLIGATION = _beside(*words.OBLIGATION, of=lambda pack: pack.obliges)
_APPROVAL = _beside(*words.APPROVAL, of=lambda pack: pack.allows)
_DECISION = _beside(*words.DECISION, of=lambda pack: pack.decides)
_FIGURES = _beside(*words.NUMBER, *words.ID, *words.DATE, of=lambda pack: pack.figures)
