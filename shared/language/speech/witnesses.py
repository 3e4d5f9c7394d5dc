"""Words that decide where the planes of `domain.meaning.kinds` give the direction but not the exact border: always,
once, a denial, an agent addressed, a guess, a failure, powers. Plain words only, of each language that has a pack.

None of them decides by itself. A word lowers the threshold for what the vector of its sentence says already, so it may
occur in sentences that mean something else.
"""

from __future__ import annotations

import re

from shared.language.packs.registry import any_of
from shared.language.speech.temporary import is_asked_for_this_time, is_lasting


def says_always(sentence: str) -> bool:
    """Whether it says of itself that it holds from now on, or each time."""
    left = _NO_RULE().sub(" ", sentence)
    return is_lasting(left) or _ALWAYS().search(left) is not None


def says_once(sentence: str) -> bool:
    """Whether a word in it points at this time, and nothing says that it lasts. In English and Chinese only a sentence
    that asks for something counts ("the bins go out tonight" does not)."""
    if says_always(sentence):
        return False
    return is_asked_for_this_time(sentence) or _ONCE().search(sentence) is not None


def says_no(sentence: str) -> bool:
    """Whether it denies something that somebody said before."""
    return _DENIAL().search(sentence) is not None


def addresses_agent(sentence: str) -> bool:
    """Whether it speaks to an agent or of what one is to do."""
    return _ADDRESS().search(sentence) is not None


def says_guess(sentence: str) -> bool:
    """Whether it says of what it says that it is a guess. A word for that with a capital inside of a sentence is a name:
    "a band called Maybe Tomorrow"."""
    return any(not _is_name(sentence, found) for found in _GUESSES().finditer(sentence))


def _is_name(sentence: str, found: re.Match[str]) -> bool:
    word = found[0].split()[0]
    return len(word) > 1 and word[0].isupper() and sentence[: found.start()].rstrip()[-1:].isalpha()


def says_some_day(sentence: str) -> bool:
    """Whether it speaks of a time to come that nobody has set: "some day", いつか. Beside a guess it is no plan yet."""
    return _SOME_DAY().search(sentence) is not None


def says_failure(sentence: str) -> bool:
    """Whether it says that something failed, or that nobody knows how it ended."""
    return _FAILURES().search(sentence) is not None


def says_powers(sentence: str) -> bool:
    """Whether it speaks of what somebody may decide, spend, read or sign, or of what opens something."""
    return _POWERS().search(sentence) is not None


_NO_RULE = any_of(lambda pack: pack.no_rule)
_ALWAYS = any_of(lambda pack: pack.always)
_ONCE = any_of(lambda pack: pack.once)
_DENIAL = any_of(lambda pack: pack.denial)
_ADDRESS = any_of(lambda pack: pack.address)
_GUESSES = any_of(lambda pack: pack.guesses)
_SOME_DAY = any_of(lambda pack: pack.some_day)
_POWERS = any_of(lambda pack: pack.powers)
_FAILURES = any_of(lambda pack: pack.failures)
