"""What of all that could be told enters an agent's context: by layer, then by priority within it, whole items only,
within a budget, and what is left out is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from shared.domain.memories import content_hash


class Layer(StrEnum):
    """In order of priority (SPEC section 5)."""

    PROFILE = "profile"
    SESSION = "session"
    LONG_TERM = "long_term"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class ContextItem:
    """`time`: when it was said or observed. `basis`: it is disputed, and by what it is ahead of the other.

    `reads_as_instruction`: nobody's own word, and shown with a warning.

    `turn`: the place in the session of what was said in its recent turns, which share what is left with the memories.
    0 is the session's summary, which shares with them and stands before them.
    """

    layer: Layer
    label: str
    content: str
    source: str
    time: datetime
    confidence: float
    stale: bool = False
    basis: str | None = None
    memory_id: str | None = None
    reads_as_instruction: bool = False
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """An item that is in, as it is rendered, and its tokens."""

    item: ContextItem
    rendered: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Selection:
    """`chosen` in the order of `Layer`, within a layer in the order in which they were offered, but turns last and in
    the order of their talk. `repeated`: items that say what a chosen one says already."""

    chosen: tuple[Chosen, ...]
    omitted: Mapping[Layer, int]
    repeated: int


@dataclass(frozen=True, slots=True)
class ContextPolicy:
    """SPEC section 5: 2,000 tokens."""

    token_budget: int = 2_000
    # SPEC section 6: the newest events, and every `high` or `critical` one.
    window: int = 100
    # The turns of them that are offered: an agent holds its last turns in its own prompt, and a session that could fill
    # the budget would leave no room for what it has forgotten.
    recent_turns: int = 5
    # What recent turns may take of the budget while memories want it.
    turns_share: float = 0.5


class _Room:
    """What is in so far: whole items, no text twice."""

    def __init__(self, render: Callable[[ContextItem], str], estimate: Callable[[str], int]) -> None:
        self._render, self._estimate = render, estimate
        self.taken: dict[int, Chosen] = {}
        self.texts: set[str] = set()

    def take(self, place: int, item: ContextItem, limit: int) -> int:
        """Takes the item if it fits into the limit; the tokens that it took."""
        text = content_hash(item.content)
        if text in self.texts:
            return 0
        rendered = self._render(item)
        tokens = self._estimate(rendered + "\n")
        if tokens > limit:
            return 0
        self.taken[place] = Chosen(item, rendered, tokens)
        self.texts.add(text)
        return tokens


def select(
    offered: Sequence[ContextItem],
    budget: int,
    render: Callable[[ContextItem], str],
    estimate: Callable[[str], int],
    policy: ContextPolicy,
) -> Selection:
    """The items that fit into `budget` tokens, layer by layer; one that is too long for what is left gives way to the
    next. Recent turns first get their share, then what the memories leave of the rest.

    Of items with one text the one with the higher priority is taken, and only if it does not fit the next.
    """
    order = {layer: rank for rank, layer in enumerate(Layer)}
    queue = sorted(offered, key=lambda item: order[item.layer])
    left, turns_left = budget, int(budget * policy.turns_share)
    room = _Room(render, estimate)
    for place, item in enumerate(queue):
        took = room.take(place, item, left if item.turn is None else min(left, turns_left))
        left -= took
        turns_left -= took if item.turn is not None else 0
    for place, item in enumerate(queue):
        if item.turn is not None and place not in room.taken:
            left -= room.take(place, item, left)
    out = [item for place, item in enumerate(queue) if place not in room.taken]
    repeated = [item for item in out if content_hash(item.content) in room.texts]
    omitted = Counter(item.layer for item in out)
    omitted.subtract(item.layer for item in repeated)
    in_order = [room.taken[place] for place in sorted(room.taken)]
    in_order.sort(key=lambda c: (order[c.item.layer], -1 if c.item.turn is None else c.item.turn))
    return Selection(tuple(in_order), {layer: omitted[layer] for layer in Layer}, len(repeated))
