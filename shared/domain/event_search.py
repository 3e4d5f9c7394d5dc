"""Which texts of a small set answer a question by their words: BM25 over the set itself, in every script."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from shared.domain.stemming import stem
from shared.domain.tokens import indexed_terms, query_terms

# The textbook's values; in texts as short as turns they hardly matter.
_SATURATION = 1.2
_LENGTH = 0.75


def best_matches(query: str, texts: Sequence[str], top_k: int) -> list[tuple[int, float]]:
    """Places of the best texts with their scores in (0, 1], relative to the best; the later first among equals.

    A text without any term of the query is no match.
    """
    asked = {stem(term) for term in query_terms(query)}
    counts = [Counter(stem(term) for term in indexed_terms(text)) for text in texts]
    if not asked or not counts:
        return []
    lengths = [sum(found.values()) or 1 for found in counts]
    mean = sum(lengths) / len(lengths)
    weights = {term: _rarity(sum(term in found for found in counts), len(counts)) for term in asked}
    scores = []
    for place, found in enumerate(counts):
        score = sum(weights[term] * _saturated(found[term], lengths[place] / mean) for term in asked if found[term])
        if score > 0:
            scores.append((score, place))
    scores.sort(reverse=True)
    return [(place, round(score / scores[0][0], 6)) for score, place in scores[:top_k]]


def _rarity(holders: int, texts: int) -> float:
    return math.log(1 + (texts - holders + 0.5) / (holders + 0.5))


def _saturated(count: int, length: float) -> float:
    return count * (_SATURATION + 1) / (count + _SATURATION * (1 - _LENGTH + _LENGTH * length))
