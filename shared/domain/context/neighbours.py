"""What a turn of a session has of the turns beside it."""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.context.shares import ContextPolicy


def beside(xs: Sequence[float], policy: ContextPolicy) -> list[float]:
    """The measures of turns in their order, each with its share of what the better of its neighbours has."""
    shared = []
    for at, x in enumerate(xs):
        neighbours = [xs[near] for near in (at - 1, at + 1) if 0 <= near < len(xs)]
        above = max((near - policy.beside_above for near in neighbours), default=0.0)
        shared.append(x + policy.beside * max(0.0, above))
    return shared
