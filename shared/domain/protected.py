"""What may not be rephrased: sentences that carry a number, an id, a date, a veto, an obligation, an approval or a
decision, and those that say that something is not so.

Read generously: a sentence that is taken for one of these without being one is quoted instead of summed up, no more.
"""

from __future__ import annotations

import re

from shared.domain import binding_words as words
from shared.domain.lazy_regex import Regex


def is_prohibition(sentence: str) -> bool:
    """Whether it orders that something is not done: no report of what was done is one."""
    return _PROHIBITION.search(sentence) is not None


def is_veto(sentence: str) -> bool:
    """Whether it forbids something, or wants it left as it is."""
    return is_prohibition(sentence) or _VETO.search(sentence) is not None


def is_obligation(sentence: str) -> bool:
    """Whether it binds what is done: a condition, a limit, an order."""
    return _OBLIGATION.search(sentence) is not None


def is_verdict(sentence: str) -> bool:
    """Whether it allows or decides something, or answers whether it is allowed."""
    return _APPROVAL.search(sentence) is not None or _DECISION.search(sentence) is not None


def binds(sentence: str) -> bool:
    """Whether what is done hangs on it: such a sentence is whole or it says something else."""
    return is_veto(sentence) or is_obligation(sentence) or is_verdict(sentence)


def is_protected(sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in _FIGURES) or binds(sentence) or is_negated(sentence)


def is_negated(sentence: str) -> bool:
    return _NEGATION.search(sentence) is not None


def _any(*patterns: str) -> Regex:
    return Regex("|".join(patterns), re.IGNORECASE)


_PROHIBITION = _any(*words.PROHIBITION_EN, *words.PROHIBITION_ZH)
_VETO = _any(*words.VETO_EN, *words.VETO_ZH, *words.VETO_ELSEWHERE)
_NEGATION = _any(*words.NEGATION)
_OBLIGATION = _any(*words.OBLIGATION)
_APPROVAL = _any(*words.APPROVAL)
_DECISION = _any(*words.DECISION)
# The cheapest first: most sentences that are protected hold a digit or a name.
_FIGURES = (_any(*words.NUMBER), _any(*words.ID), _any(*words.DATE))
