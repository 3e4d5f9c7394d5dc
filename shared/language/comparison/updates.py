"""Whether a statement says of itself that it is so from its own time on: "now", "no longer", "moved to", 现在, 改成.

Such a statement does not dispute what was said before it, it updates it (SPEC section 4): of two that contradict each
other by near-equal evidence the later one holds. What is so only for the time being updates nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from shared.language.comparison.parse import MAX_CHARACTERS
from shared.language.packs.registry import Packs, PerPacks, any_of, kept_per_packs
from shared.language.speech.temporary import is_provisional
from shared.language.text.terms import ranking_tokens

_ASKS = re.compile("[?？]")
_PRESENT = any_of(lambda pack: pack.so_now)
_CHANGED = any_of(lambda pack: pack.changed)
# What is asked, supposed, planned or believed by others does not say how it is.
_OPEN = any_of(lambda pack: pack.left_open)


def says_it_is_so_now(text: str) -> bool:
    """`False` if it is left open or holds only for the time being, and for texts of more than one statement."""
    return len(text) <= MAX_CHARACTERS and _PRESENT().search(text) is not None and not _leaves_open(text)


@kept_per_packs(512)
def announces_a_change(text: str) -> bool:
    """Whether a verb of change says that something is otherwise than it was: "switched to", "down to", umgestiegen.
    Read generously: a second witness beside meaning (`domain.meaning.rivals`), never the only one. `False` where
    `says_it_is_so_now` is for the same reasons."""
    return len(text) <= MAX_CHARACTERS and _CHANGED().search(text) is not None and not _leaves_open(text)


@dataclass(frozen=True, slots=True)
class _Matter:
    name: str
    states: re.Pattern[str]
    changes: re.Pattern[str]
    words: tuple[str, ...]


def _matters(packs: Packs) -> tuple[_Matter, ...]:
    return tuple(
        _Matter(
            f"{pack.code} {matter.name}",
            re.compile(matter.states.pattern(), re.IGNORECASE),
            re.compile(matter.changes.pattern(), re.IGNORECASE),
            tuple(matter.words.split()),
        )
        for pack in packs
        for matter in pack.matters
    )


_MATTERS = PerPacks(_matters)


@kept_per_packs(512)
def _changed_matters(text: str) -> tuple[_Matter, ...]:
    """What somebody says is otherwise now, of themselves: their home, their employer."""
    if len(text) > MAX_CHARACTERS or _leaves_open(text):
        return ()
    return tuple(matter for matter in _MATTERS() if matter.changes.search(text) is not None)


def changes_the_matter_of(newer: str, older: str) -> bool:
    """Whether the newer text reports a change of what the older one states, both of the speaker: "mudei-me para Braga"
    of "vivo em Coimbra". The two share no word, and vectors find them little alike."""
    if len(older) > MAX_CHARACTERS or _leaves_open(older):
        return False
    return any(matter.states.search(older) is not None for matter in _changed_matters(newer))


def _leaves_open(text: str) -> bool:
    return _ASKS.search(text) is not None or _OPEN().search(text) is not None or is_provisional(text)


def changed_matter_words(text: str) -> tuple[str, ...]:
    """The words in which the packs say what the text reports a change of."""
    return tuple(word for matter in _changed_matters(text) for word in matter.words)


def matter_terms(text: str) -> tuple[str, ...]:
    """Search terms of what a text announces another value of, where it does not name it: "I am down to 78 kg" is about
    what somebody weighs. None where no change is announced, or the relation is not known."""
    named = tuple(term for matter in _changed_matters(text) for word in matter.words for term in ranking_tokens(word))
    if not announces_a_change(text):
        return named
    from shared.language.comparison.single_difference import matter_words  # the readings of changes: rarely asked

    return (*named, *(term for word in matter_words(text) for term in ranking_tokens(word)))
