"""What of all that could be told enters an agent's context: what must not be done first, then by layer and by priority
within it, whole items only, within a budget, and what is left out is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from shared.domain.memories.memory import content_hash


class Layer(StrEnum):
    """In order of priority (SPEC section 5)."""

    PROFILE = "profile"
    SESSION = "session"
    LONG_TERM = "long_term"
    EXTERNAL = "external"


class Claim(StrEnum):
    """By what an item takes its room (see `select`)."""

    # Before all else, of any layer: what must not be done is not forgotten for the sake of what is merely known.
    CONSTRAINT = "constraint"
    # In its place of its layer.
    OWN = "own"
    # With the talk, and before it: the other statements of a summary.
    SUMMARY = "summary"
    # What was said in a session's recent turns.
    TALK = "talk"


@dataclass(frozen=True, slots=True)
class ContextItem:
    """`time`: when it was said or observed. `basis`: it is disputed, and by what it is ahead of the other.

    `label` is a word of ours for what kind of thing it is; nothing that anybody else chose stands there. What others
    named has attributes of its own: `key`, `title`, `speaker`, `tool`.

    `part`: the content is one statement of several that share these labels, and which kind of statement it is.
    `sayings`: hashes of the sentences of a short whole, which no statement of its layer says beside it. `place`: where
    it is told in its layer, after all that have none. `reads_as_instruction`: nobody's own word, and
    shown with a warning.
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
    key: str | None = None
    title: str | None = None
    speaker: str | None = None
    tool: str | None = None
    part: str | None = None
    place: int | None = None
    claim: Claim = Claim.OWN
    sayings: frozenset[str] = frozenset()

    @property
    def head(self) -> tuple[object, ...]:
        """What is said of the item beside its content. Statements (see `part`) that have one head stand under it."""
        kind = (self.layer, self.label, self.source, self.time, self.confidence, self.stale, self.basis)
        named = (self.memory_id, self.key, self.title, self.speaker, self.tool)
        return *kind, *named, self.reads_as_instruction


@dataclass(frozen=True, slots=True)
class Chosen:
    """An item that is in, as it is rendered (a statement that joins others: its line), and the tokens that it took."""

    item: ContextItem
    rendered: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Selection:
    """`chosen` in the order of `Layer`, within a layer in the order in which they were offered, those with a place
    last and by their places. `repeated`: items that say what a chosen one says already; a statement that quotes one is
    in `quoted` instead, and a copy of an event, which somebody said as well, is `omitted`."""

    chosen: tuple[Chosen, ...]
    omitted: Mapping[Layer, int]
    repeated: int
    quoted: int = 0


@dataclass(frozen=True, slots=True)
class ContextPolicy:
    """SPEC section 5: 2,000 tokens."""

    token_budget: int = 2_000
    # SPEC section 6: the newest events, and every `high` or `critical` one.
    window: int = 100
    # The turns of them that are offered: an agent holds its last turns in its own prompt, and a session that could fill
    # the budget would leave no room for what it has forgotten.
    recent_turns: int = 5
    # What constraints may take of the budget before the profile.
    constraints_share: float = 0.5
    # What the rest of a summary may take while others want it, and with the recent turns together.
    summary_share: float = 0.25
    talk_share: float = 0.5


class Render(Protocol):
    """`joins`: under the labels of one that is in."""

    def __call__(self, item: ContextItem, *, joins: bool) -> str: ...


class _Room:
    """What is in so far: whole items, no text twice. A statement of a session is no text of its own where a short whole
    of the same layer says it, nor is a turn of which every sentence is told."""

    def __init__(self, budget: int, render: Render, estimate: Callable[[str], int]) -> None:
        self._render, self._estimate = render, estimate
        self._heads: set[tuple[object, ...]] = set()
        self.remaining = budget
        self.taken: dict[int, Chosen] = {}
        self._texts: set[tuple[str, bool]] = set()
        self._said: set[tuple[Layer, str]] = set()

    def take(self, place: int, item: ContextItem, limit: int) -> int:
        """Takes the item if it fits into the limit and into what is left; the tokens that it took."""
        if place in self.taken or self.says(item):
            return 0
        head = item.head if item.part is not None else None
        joins = head in self._heads
        rendered = self._render(item, joins=joins)
        # The end of an element moves behind the last that joins it, where a sign may cost more than it did.
        tokens = self._estimate(rendered + "\n") + (head is not None and not joins)
        if tokens > min(limit, self.remaining):
            return 0
        if head is not None:
            self._heads.add(head)
        self.taken[place] = Chosen(item, rendered, tokens)
        self._texts.add(_text(item))
        self._said.update(_sayings(item))
        self.remaining -= tokens
        return tokens

    def says(self, item: ContextItem) -> bool:
        return _text(item) in self._texts or self._is_said_beside(item)

    def _is_said_beside(self, item: ContextItem) -> bool:
        if item.part is None and item.claim is not Claim.TALK:
            return False
        sayings = _sayings(item)
        return item.layer is Layer.SESSION and bool(sayings) and sayings <= self._said


def _text(item: ContextItem) -> tuple[str, bool]:
    return content_hash(item.content), item.part is not None


def _sayings(item: ContextItem) -> set[tuple[Layer, str]]:
    said = item.sayings if item.part is None else (content_hash(item.content),)
    return {(item.layer, saying) for saying in said}


def select(
    offered: Sequence[ContextItem],
    budget: int,
    render: Render,
    estimate: Callable[[str], int],
    policy: ContextPolicy,
) -> Selection:
    """The items that fit into `budget` tokens; one that is too long for what is left gives way to the next.

    Constraints come first: the first of them whatever it takes, the others within their share. Then all, layer by
    layer, a summary and the talk within theirs, and last what the layers after them left. Of items with one text the
    one that is taken first stays, and only if it does not fit the next.
    """
    order = {layer: rank for rank, layer in enumerate(Layer)}
    queue = sorted(offered, key=lambda item: order[item.layer])
    room = _Room(budget, render, estimate)
    _take_constraints(room, queue, int(budget * policy.constraints_share))
    spent = 0
    shares = {Claim.SUMMARY: int(budget * policy.summary_share), Claim.TALK: int(budget * policy.talk_share)}
    in_talk = {saying for item in queue if item.claim is Claim.TALK for saying in _sayings(item)}
    for place, item in sorted(enumerate(queue), key=lambda at: (order[at[1].layer], at[1].claim in shares)):
        if item.claim is Claim.SUMMARY and item.part is not None and _sayings(item) <= in_talk:
            continue  # the turn says it; where that has no room, what is left is taken by the quote
        share = shares.get(item.claim)
        took = room.take(place, item, room.remaining if share is None else share - spent)
        spent += took if share is not None else 0
    for place, item in enumerate(queue):
        room.take(place, item, room.remaining)
    out = [item for place, item in enumerate(queue) if place not in room.taken]
    repeated = [item for item in out if room.says(item)]
    copies = [item for item in repeated if item.layer is Layer.SESSION and item.part is None]
    quotes = [item for item in repeated if item.layer is Layer.SESSION and item.part is not None]
    omitted = Counter(item.layer for item in out)
    omitted.subtract(item.layer for item in repeated)
    omitted.update(item.layer for item in copies)
    in_order = [room.taken[place] for place in sorted(room.taken)]
    in_order.sort(key=lambda c: (order[c.item.layer], c.item.place is not None, c.item.place or 0))
    shown_already = len(repeated) - len(copies) - len(quotes)
    return Selection(tuple(in_order), {layer: omitted[layer] for layer in Layer}, shown_already, len(quotes))


def _take_constraints(room: _Room, queue: Sequence[ContextItem], share: int) -> None:
    """Single statements and short wholes before long events: a few of those must not keep the first from its place."""
    constraints = [(place, item) for place, item in enumerate(queue) if item.claim is Claim.CONSTRAINT]
    constraints.sort(key=lambda found: found[1].part is None and not found[1].sayings)
    spent = 0
    for place, item in constraints:
        spent += room.take(place, item, share - spent if spent else room.remaining)
