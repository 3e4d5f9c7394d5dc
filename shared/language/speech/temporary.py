"""Whether something is meant for this time only: a wish for one answer, one session or one evening does not outlast it.

Judged sentence by sentence. A word for now ("today", 这次) does not turn a fact into a wish: "this time it broke
production" and 我今天搬到了北京 are kept. A word for always ends with the place that it is limited to: "for this session always
use metric units" is over with the session. English and Chinese are described in full (`wishes` of their packs); of
other languages the packs know phrases.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from shared.language.packs.parts import Phrases, Wishes
from shared.language.packs.registry import Packs, PerPacks, any_of
from shared.language.speech.sentences import sentences


def is_for_this_time(sentence: str) -> bool:
    """Whether a wish is meant for now only."""
    if _OTHER().search(sentence):
        return not _LASTING().search(sentence) and not _REPORTED().search(sentence)
    if not is_of_this_time(sentence) or _TO_REMEMBER().search(sentence):
        return False
    if _EXCEPTIONAL().search(sentence) and not _REPORTS().search(sentence):
        return True
    return is_wish(sentence) or not _is_stated(sentence)


def is_asked_for_this_time(sentence: str) -> bool:
    """The same of what somebody has marked as important: only where it asks for something. What they will do tomorrow
    ("let's meet tomorrow") is not such a wish."""
    if not is_for_this_time(sentence):
        return False
    return _OTHER().search(sentence) is not None or (is_wish(sentence) and _PLANNED().search(sentence) is None)


def is_bound_to_this_time(sentence: str) -> bool:
    """Whether a wish names what it is bound to or calls itself an exception: "English for this answer", 本次会话用英文. Not
    by "at the moment", which is said of what lasts."""
    bound = _BOUNDED().search(sentence) or _EXCEPTIONAL().search(sentence) or _OTHER().search(sentence)
    return bound is not None and is_for_this_time(sentence)


def is_of_this_time(sentence: str) -> bool:
    """Whether something in it points at now, and nothing says that it lasts."""
    if _LASTS_FROM().search(sentence):
        return False
    if _BOUNDED().search(sentence) or _EXCEPTIONAL().search(sentence):
        return True
    if _EVERY_TIME().search(sentence):
        return False
    return _POINTS_AT_NOW().search(sentence) is not None or (
        _STRETCH().search(sentence) is not None and _asks(sentence)
    )


def is_provisional(sentence: str) -> bool:
    """Whether a decision or a setting is an exception, or holds for the time being."""
    return _EXCEPTIONAL().search(sentence) is not None and _LASTS_FROM().search(sentence) is None


def is_lasting(sentence: str) -> bool:
    """Whether it says of itself that it holds from now on, or each time. "Check every file" does not, and an idiom with
    such a word that is not a rule ("immer noch") does not either."""
    if _LASTS_FROM().search(sentence) or _ALWAYS().search(sentence):
        return True
    return _OTHER_ALWAYS().search(_NO_RULE().sub(" ", sentence)) is not None


def is_wish(sentence: str) -> bool:
    """Whether it asks for a way of doing something."""
    if script := _script_of(sentence):
        return script.asks.search(_without_marks(sentence)) is not None
    return _ASKS().search(sentence) is not None or _COMMANDS().search(_main_clause(sentence)) is not None


def _asks(sentence: str) -> bool:
    return is_wish(sentence) or _NONE_OF().search(sentence) is not None


def without(text: str, left_out: frozenset[str]) -> str:
    """The text without those sentences; unchanged if it has none of them."""
    said = sentences(text)
    if not left_out.intersection(said):
        return text
    collapsed = " ".join(text.split())
    starts: list[int] = []
    at = 0
    for sentence in said:
        at = collapsed.index(sentence, at)
        starts.append(at)
        at += len(sentence)
    ends = [*starts[1:], len(collapsed)]
    kept = [
        collapsed[start:end].strip()
        for sentence, start, end in zip(said, starts, ends, strict=True)
        if sentence not in left_out
    ]
    return " ".join(kept)


def _script_of(text: str) -> _Script | None:
    """The first language with a script of its own that has a letter in the text."""
    if text.isascii():
        return None
    return next((script for script in _SCRIPTS() if script.letters.search(text) is not None), None)


def _without_marks(sentence: str) -> str:
    for marks in (_BOUNDED(), _EXCEPTIONAL(), _POINTS_AT_NOW(), _STRETCH()):
        sentence = marks.sub(" ", sentence)
    return " ".join(sentence.split()).strip(" ,;:，；：-")


def _main_clause(sentence: str) -> str:
    """Without the words for now or from now on, and without what leads up to the clause that says something."""
    clause = _without_marks(_LASTS_FROM().sub(" ", sentence))
    while (shorter := _LEADING().sub("", clause, count=1).lstrip(" ,;:-")) != clause:
        clause = shorter
    return clause


def _is_stated(sentence: str) -> bool:
    """Whether it says how something is or what happened; a fragment ("short answers today") does not."""
    if script := _script_of(sentence):
        return script.states.search(sentence) is not None
    return _STATES().search(_main_clause(sentence)) is not None


def _any(of: Callable[[Wishes], tuple[str, ...]]) -> PerPacks[re.Pattern[str]]:
    return any_of(lambda pack: Phrases(patterns=of(pack.wishes)))


@dataclass(frozen=True, slots=True)
class _Script:
    """A language with a script of its own, and how it asks and states."""

    letters: re.Pattern[str]
    asks: re.Pattern[str]
    states: re.Pattern[str]


def _scripts(packs: Packs) -> tuple[_Script, ...]:
    return tuple(
        _Script(re.compile(pack.script), _one(pack.wishes.asks), _one(pack.wishes.states))
        for pack in packs
        if pack.script and pack.wishes.asks
    )


def _one(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(patterns) or r"(?!)", re.IGNORECASE)


def _without_script(of: Callable[[Wishes], tuple[str, ...]]) -> PerPacks[re.Pattern[str]]:
    return any_of(lambda pack: Phrases(patterns=() if pack.script else of(pack.wishes)))


_SCRIPTS = PerPacks(_scripts)
_ASKS = _without_script(lambda wishes: wishes.asks)
_STATES = _without_script(lambda wishes: wishes.states)
_EXCEPTIONAL = _any(lambda wishes: wishes.exceptional)
_BOUNDED = _any(lambda wishes: wishes.bounded)
_POINTS_AT_NOW = _any(lambda wishes: wishes.points_at_now)
_STRETCH = _any(lambda wishes: wishes.stretch)
_LASTS_FROM = _any(lambda wishes: wishes.lasts_from)
_EVERY_TIME = _any(lambda wishes: wishes.every_time)
_ALWAYS = _any(lambda wishes: wishes.always)
_PLANNED = _any(lambda wishes: wishes.planned)
_TO_REMEMBER = _any(lambda wishes: wishes.to_remember)
_LEADING = _any(lambda wishes: wishes.leading)
_NONE_OF = _any(lambda wishes: wishes.none_of)
_COMMANDS = _any(lambda wishes: wishes.commands)
_REPORTS = _any(lambda wishes: wishes.reports)
# What says so in languages whose packs do not describe wishes: a wish unless it reads as a report.
_OTHER = any_of(lambda pack: pack.this_time)
_LASTING = any_of(lambda pack: pack.lasting)
_REPORTED = any_of(lambda pack: pack.reported)
_OTHER_ALWAYS = any_of(lambda pack: Phrases() if pack.wishes.always else pack.always)
_NO_RULE = any_of(lambda pack: pack.no_rule)
