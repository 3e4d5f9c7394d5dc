"""Of two states of one matter the later comes directly before the older, and is added if it was not found.

Which memories are about the same matter was found out at the write (`Memory.meaning.older`). Here only the question
counts: the newer one must be relevant to it by itself, and the older not far more. Of a newer one that names what the
older names ("Ferrer has closed, we fill them at Boreal now") less is enough; and one that almost surely replaces the
older ("we moved to Ghent") answers whatever the older answers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from shared.domain.meaning.relevance import is_spaced
from shared.domain.meaning.rivals import POLICY
from shared.domain.recall.ranking import Ranked, less_credible
from shared.language.speech.questions import QueryCues, without_function_words

# By the id of the older memory: those that may say newer how the matter stands, what bears most on the question first.
Newer: TypeAlias = Mapping[str, Sequence[Ranked]]

# So many are placed before one memory, and before those in turn, so deep.
_MOST, _DEPTH = 2, 3
# Pairs of characters that a name in a script without spaces has, with what stands beside it.
_PAIRS = 3


def newer_of(text: str, ranked: Sequence[Ranked]) -> Newer:
    """Of a question's `text`. Each memory is among those ranked once. Asked for what is so now, the newer one need not
    bear on the question nearly as much: the older may have its very words. Of two that answer nearly equally well a
    less credible one is not put before the older."""
    cues = QueryCues.of(text)
    gap = math.inf if cues.asks_current else POLICY.gap
    is_less_credible = _never if cues.asks_current else less_credible
    by_id = {found.candidate.document.memory_id: found for found in ranked}
    matter = frozenset(cues.matter)
    newer: dict[str, list[Ranked]] = {}
    for found in sorted(ranked, key=lambda one: -one.x):
        document = found.candidate.document
        for older in document.older:
            if older not in by_id or is_less_credible(found, by_id[older]):
                continue
            if older in document.replaced or _bears_on_it(found, by_id[older], gap, matter):
                newer.setdefault(older, []).append(found)
    return newer


def _bears_on_it(newer: Ranked, older: Ranked, gap: float, asked: frozenset[str]) -> bool:
    """Whether the newer one has to do with the question, nearly as much as the older."""
    above = older.x - newer.x
    if newer.x >= POLICY.newer_x and above <= gap:
        return True
    return newer.x >= POLICY.named_x and above <= POLICY.named_gap and _name_the_same(newer, older, asked)


def _never(_: Ranked, __: Ranked) -> bool:
    return False


def _name_the_same(newer: Ranked, older: Ranked, asked: frozenset[str]) -> bool:
    """Whether both hold a word of a matter that the question does not hold."""
    tokens = frozenset(newer.candidate.document.tokens).intersection(older.candidate.document.tokens) - asked
    return len(without_function_words(tokens)) >= (1 if is_spaced(newer.candidate.document.content) else _PAIRS)


def newer_first(ranked: Iterable[Ranked], newer: Newer) -> Iterator[Ranked]:
    """Those ranked, in their order, each once and with the newer ones before it, whose score is then no less. No more
    is looked at than is asked for."""
    given: set[str] = set()
    for found in ranked:
        yield from _with_newer(found, newer, given, 0.0, _DEPTH)


def _with_newer(found: Ranked, newer: Newer, given: set[str], score: float, depth: int) -> Iterator[Ranked]:
    memory_id = found.candidate.document.memory_id
    if memory_id in given:
        return
    given.add(memory_id)
    score = max(score, found.score)
    if depth > 0:
        latest = sorted(newer.get(memory_id, ())[:_MOST], key=lambda one: one.candidate.document.observed_at)
        for later in reversed(latest):
            yield from _with_newer(later, newer, given, score, depth - 1)
    yield replace(found, score=score)
