"""What may not be rephrased: sentences that carry a number, an id, a date, a veto, an obligation, an approval or a
decision, and those that say that something is not so.

Read generously: a sentence that is wrongly found to be one of these is quoted instead of summed up, and nothing worse.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from shared.language.packs.pack import LanguagePack, Phrases
from shared.language.packs.registry import PerPacks, kept_per_packs
from shared.language.speech.plain_rules import PLAIN_LIMIT, PLAIN_ORDER, PlainRules
from shared.language.text.patterns import AT_ONCE, AnyOf

# A summary asks each of its sentences several times, and then again whether it has kept them all. A longer sentence is
# read anew each time.
_KEPT, _LONGEST_KEPT = 512, 10_000


def _kept(reading: Callable[[str], bool]) -> Callable[[str], bool]:
    known = kept_per_packs(_KEPT)(reading)

    @wraps(reading)
    def read(sentence: str) -> bool:
        return known(sentence) if len(sentence) <= _LONGEST_KEPT else reading(sentence)

    return read


@_kept
def is_prohibition(sentence: str) -> bool:
    """Whether it orders that something is not done: no report of what was done is one."""
    return _PROHIBITION().search(sentence)


@_kept
def is_veto(sentence: str) -> bool:
    """Whether it forbids something, or wants it left as it is."""
    return is_prohibition(sentence) or _VETO().search(sentence) or _plainly(PLAIN_ORDER, sentence)


@_kept
def is_obligation(sentence: str) -> bool:
    """Whether it constrains what is done: a condition, a limit, an order."""
    return _OBLIGATION().search(sentence) or _plainly(PLAIN_LIMIT, sentence)


def is_approval(sentence: str) -> bool:
    """Whether it allows something, or answers whether it is allowed."""
    return _APPROVAL().search(sentence) is not None


def is_verdict(sentence: str) -> bool:
    """Whether it allows or decides something, or answers whether it is allowed."""
    return _APPROVAL().search(sentence) or _DECISION().search(sentence)


def binds(sentence: str) -> bool:
    """Whether what is done depends on it: only the whole of such a sentence says what it means."""
    return is_veto(sentence) or is_obligation(sentence) or is_verdict(sentence)


@_kept
def is_protected(sentence: str) -> bool:
    return _FIGURES().search(sentence) or binds(sentence) or is_negated(sentence)


def is_negated(sentence: str) -> bool:
    return _NEGATION().search(sentence)


def _plainly(pattern: PlainRules, sentence: str) -> bool:
    """What is shown as a constraint of a turn is also one of a summary."""
    return len(sentence) <= AT_ONCE and pattern.search(sentence)


def _any_of(of: Callable[[LanguagePack], Phrases], *signs: str) -> PerPacks[AnyOf]:
    """What the packs have for one purpose, and signs that no language is needed to read."""
    return PerPacks(lambda packs: AnyOf(*signs, *(found for pack in packs for found in of(pack).alternatives())))


# A number, an address, a path, an option, a quotation, a name that is written like code.
_SIGNS = (
    r"\d",
    r"https?://|\w@\w|(?<![\w/])/[\w.-]+|[\w-]_[\w-]|\w\.\w|[#@][\w-]+|`[^`]+`|(?<![\w-])--?[a-z][\w-]+",
    r"[\"“„«「『][^\"“”„«»」』]{1,80}[\"”»」』]|(?<![\w])['‘][^'’]{2,60}['’](?!\w)|[\w.-]/[\w.]",
    r"(?-i:\b[A-Z]{2,}\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]\w*-[A-Z]\w*\b|\b(?:Makefile|Dockerfile|Jenkinsfile|README|LICENSE)\b)",
)
_PROHIBITION = _any_of(lambda pack: pack.prohibits)
_VETO = _any_of(lambda pack: pack.forbids)
_NEGATION = _any_of(lambda pack: pack.negates)
_OBLIGATION = _any_of(lambda pack: pack.obliges)
_APPROVAL = _any_of(lambda pack: pack.allows)
_DECISION = _any_of(lambda pack: pack.decides)
_FIGURES = _any_of(lambda pack: pack.figures, *_SIGNS)
