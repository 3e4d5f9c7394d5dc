"""What a person plainly forbids, limits or obliges in the middle of talk, so that a context shows it at any later time.

Narrower than `obligations`, which may quote a sentence too many in a summary and reads any "only", "before" or "must":
what is found here takes room from everything else in each context of the session. It needs an order or a rule, not a
report ("I don't know", "I only read a chapter"), a guess ("that must be hard") or somebody's own plan ("I have to go").
What it misses is in the summary still.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from shared.language.packs.pack import LanguagePack, Phrases
from shared.language.packs.registry import Packs, PerPacks
from shared.language.text.patterns import Regex, Triggered

_Rules = tuple[tuple[str, str], ...]


class PlainRules:
    """The rules and phrases of all packs for one purpose. Patterns of scripts without spaces are not tried on texts in
    ASCII."""

    __slots__ = ("_built",)

    def __init__(self, rules: Callable[[LanguagePack], _Rules], phrases: Callable[[LanguagePack], Phrases]) -> None:
        def build(packs: Packs) -> tuple[Triggered, Regex]:
            unspaced = tuple(pattern for pack in packs if not pack.spaced for pattern in phrases(pack).patterns)
            spaced = (phrases(pack) if pack.spaced else replace(phrases(pack), patterns=()) for pack in packs)
            words = "|".join(found for part in spaced if (found := part.pattern()))
            triggered = Triggered(tuple(rule for pack in packs for rule in rules(pack)), unspaced)
            return triggered, Regex(words or r"(?!)", re.IGNORECASE)

        self._built = PerPacks(build)

    def search(self, text: str) -> bool:
        triggered, words = self._built()
        return triggered.search(text) or words.search(text) is not None


PLAIN_ORDER = PlainRules(lambda pack: pack.order_rules, lambda pack: pack.orders)
PLAIN_LIMIT = PlainRules(lambda pack: pack.limit_rules, lambda pack: pack.limits)
