"""What only says that a wish holds from now on or for good ("from now on", "by default", 以后都), and what names a text a
correction. It is left out when two statements are compared for a contradiction: the update of "answers in English" has
such words, and the statement that it updates does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from shared.language.packs.parts import Standing
from shared.language.packs.registry import Packs, PerPacks


def _reader(
    cue: Callable[[Standing], str], pairs: Callable[[Standing], tuple[tuple[str, str], ...]]
) -> PerPacks[Callable[[str], str | None]]:
    """What leaves out the pairs of all packs; `None` for a text without a cue. Texts that were read last are not read
    again."""

    def build(packs: Packs) -> Callable[[str], str | None]:
        cues = re.compile("|".join(found for p in packs if (found := cue(p.standing))) or r"(?!)", re.IGNORECASE)
        ready = tuple((re.compile(source, re.IGNORECASE), left) for p in packs for source, left in pairs(p.standing))
        return lru_cache(maxsize=512)(lambda text: _without(text, ready) if cues.search(text) else None)

    return PerPacks(build)


_WHAT_STANDS = _reader(lambda part: part.cue, lambda part: part.left_out)
_ANSWER_WISHED = _reader(lambda part: part.answer_cue, lambda part: part.answer_wished)


def what_stands(text: str) -> str:
    """The text without the words that say that it holds; the text itself if it has none, or nothing else would be
    left."""
    left = _WHAT_STANDS()(text)
    return text if left is None else left


def answer_wished(text: str) -> str:
    """A wish for answers of one kind as the order that it amounts to."""
    order = _ANSWER_WISHED()(what_stands(text))
    return text if order is None else order


def _without(text: str, rules: Iterable[tuple[re.Pattern[str], str]]) -> str:
    left = text.strip()
    for pattern, rest in rules:
        left = pattern.sub(rest, left, count=1)
    return left if left.strip(" .!,。，！") else text
