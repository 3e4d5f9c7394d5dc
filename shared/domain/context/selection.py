"""What of all candidates enters an agent's context: five steps, each with a share of the budget, whole items
only, and what is left out is counted.

1 the newest turns as they were said; 2 constraints, and what the session was opened with; 3 what is relevant to the
goal or to the user's newest turn; 4 other lasting memories, marked as related; 5 what else the user said in the
session, and its summary in the place of what has no room. Before them the task's state and the profile, after them what
was fetched elsewhere.

Small talk asks for nothing: of what is remembered it gets what binds, and of the session what was said there.

What the prompt holds already counts as shown and takes no room; what binds is shown again, as a constraint.

A statement that a later one may have replaced is only taken together with that one, and stands behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Protocol

from shared.domain.context.arrangement import Taken, arranged
from shared.domain.context.items import Considered, ContextItem, Layer, Offer, Reason
from shared.domain.context.shares import ContextPolicy
from shared.domain.meaning import kinds, rivals
from shared.domain.memories.memory import content_hash


class Costs(Protocol):
    """Tokens of an item as it is rendered, and of what frames the items of a layer."""

    def item(self, item: ContextItem) -> int: ...

    def layer(self, layer: Layer) -> int: ...


@dataclass(frozen=True, slots=True)
class Chosen:
    """An item that is in, and the tokens that it takes."""

    item: ContextItem
    tokens: int


@dataclass(frozen=True, slots=True)
class Selection:
    """`chosen` in the order in which it is shown. `omitted`: items without room. `repeated`: items that add nothing to
    a chosen one."""

    chosen: tuple[Chosen, ...]
    omitted: Mapping[Layer, int]
    repeated: int


def select(offer: Offer, budget: int, costs: Costs, policy: ContextPolicy) -> Selection:
    """The items that fit into `budget` tokens; what is too long for what is left gives way to the next."""
    choice = _Choice(offer, budget, costs, policy)
    choice.take_state()
    choice.take_profile(int(budget * policy.profile_share))
    choice.take_recent(int(budget * policy.recent_share))
    choice.take_binding(int(budget * policy.binding_share))
    choice.take_opening(int(budget * policy.binding_share))
    choice.take_relevant(int(budget * policy.related_least))
    choice.take_related(int(budget * policy.related_share))
    choice.take_rest(int(budget * policy.summary_share))
    choice.take_external()
    return choice.selection()


class _Choice:
    def __init__(self, offer: Offer, budget: int, costs: Costs, policy: ContextPolicy) -> None:
        self._offer, self._costs, self._policy = offer, costs, policy
        self._remaining = budget
        allowed = [entry for entry in offer.pool if self._may_be_shown(entry)]
        by_text = _once(allowed)
        self._pool = list(by_text.values())
        self._by_id = {entry.id: by_text[content_hash(entry.item.content)] for entry in allowed}
        self._repeated = len(allowed) - len(self._pool)
        binding = {entry.item.event_id for entry in allowed if _binds(entry)}
        self._held = {id: text for id, text in offer.held.items() if id not in binding}
        self._texts: set[str] = set()
        self._layers: set[Layer] = set()
        self._taken: dict[str, Taken] = {}
        self._recent: set[str] = set()
        self._bound = False

    def _may_be_shown(self, entry: Considered) -> bool:
        """A caller's own threshold is kept: it is for memories, and leaves the session and policies as they are."""
        least = self._offer.least_relevance
        always = entry.of_session or entry.item.layer is Layer.POLICY
        return always or least is None or entry.relevance >= least

    # --- Taking

    def _take(self, id: str, item: ContextItem, room: int, place: tuple[float, int], rank: int | None = None) -> int:
        """Takes the item if it fits into the room and into what is left; the tokens that it took."""
        text = content_hash(item.content)
        if id in self._taken or text in self._texts:
            return 0
        tokens = self._costs.item(item)
        with_frame = tokens + (0 if item.layer in self._layers else self._costs.layer(item.layer))
        if with_frame > min(room, self._remaining):
            return 0
        self._remaining -= with_frame
        self._layers.add(item.layer)
        self._texts.add(text)
        self._taken[id] = Taken(item, tokens, place, rank)
        return with_frame

    def _take_considered(
        self, entry: Considered, reason: Reason, room: int, on_the_way: frozenset[str] = frozenset()
    ) -> int:
        """With what is later about the same matter, which is taken first; without room for any of it, not at all.
        `on_the_way`: ids of those that this one is taken with."""
        if self._is_shown(entry):
            return 0
        on_the_way |= {entry.id}
        newer = [self._by_id[id] for id in entry.newer if id in self._by_id and self._by_id[id].id not in on_the_way]
        later = [one for one in newer if self._counts(one, entry, reason)][: self._policy.newer_items]
        spent = 0
        for one in later:
            spent += self._take_considered(one, reason, room - spent, on_the_way)
        shown = tuple(one.id for one in newer if self._is_shown(one))
        if later and not shown:
            return spent
        item = replace(entry.item, reason=reason, newer=shown)
        return spent + self._take(entry.id, item, room - spent, (entry.item.time.timestamp(), entry.place))

    def _is_shown(self, entry: Considered) -> bool:
        there = entry.id in self._taken or content_hash(entry.item.content) in self._texts
        return there or entry.item.event_id in self._held

    def _counts(self, newer: Considered, older: Considered, reason: Reason) -> bool:
        """A constraint counts for every query; otherwise the later one must be relevant by itself, and the older not
        far more so: what only looks like a change must not take room."""
        if reason is Reason.BINDING and _binds(newer):
            return True
        bounds = rivals.POLICY
        return newer.nearest >= bounds.newer_x and older.nearest - newer.nearest <= bounds.gap

    # --- The steps

    def take_state(self) -> None:
        state = self._offer.state
        if state is not None:
            self._take("state", state, self._remaining, (0.0, 0), rank=0)

    def take_profile(self, room: int) -> None:
        if self._offer.quiet:
            return
        for entry in self._nearest_first(entry for entry in self._pool if entry.item.layer is Layer.PROFILE):
            room -= self._take_considered(entry, Reason.PROFILE, room)

    def take_recent(self, room: int) -> None:
        """Turn by turn, the user's words before what answered them: one whose question has no room is passed over."""
        for number, turn in enumerate(self._offer.turns[: self._policy.recent_turns]):
            for at, item in enumerate(turn):
                id = item.event_id or ""
                if id in self._held:
                    self._recent.add(id)
                    continue
                spent = self._take(id, replace(item, reason=Reason.RECENT), room, (-number, at))
                room -= spent
                if id in self._taken:
                    self._recent.add(id)
                elif at == 0:
                    break

    def take_binding(self, room: int) -> None:
        """The first of it even if it takes more."""
        for entry in self._binding():
            spent = self._take_considered(entry, Reason.BINDING, room if self._bound else self._remaining)
            room -= spent
            self._bound |= spent > 0

    def _binding(self) -> list[Considered]:
        weight = self._policy.binding_weight
        binding = [entry for entry in self._pool if _binds(entry)]
        return sorted(binding, key=lambda entry: -entry.x - weight * entry.binding - entry.bears)

    def take_opening(self, room: int) -> None:
        """What the session is about, where that has room."""
        for entry in self._pool:
            if entry.opening:
                room -= self._take_considered(entry, Reason.SESSION, room)

    def take_relevant(self, kept_free: int) -> None:
        policy = self._policy
        near: dict[str, float] = {}
        asked = [] if self._offer.quiet else [(_for_goal, policy.near_within)]
        for of, within in (*asked, (_for_newest, policy.newest_within)):
            found = [(of(entry), entry) for entry in self._pool if self._may_answer(entry)]
            measured = [(x, entry) for x, entry in found if x is not None]
            best = max((x for x, _ in measured), default=0.0)
            for x, entry in measured:
                if self._is_near(x, best - within, entry):
                    near[entry.id] = max(x, near.get(entry.id, x))
        for id in sorted(near, key=lambda found: -near[found] - self._by_id[found].bears):
            free = kept_free if self._by_id[id].of_session and self._may_relate() else 0
            self._take_considered(self._by_id[id], Reason.RELEVANT, self._remaining - free)

    def _is_near(self, x: float, least: float, entry: Considered) -> bool:
        if self._offer.least_relevance is not None and not entry.of_session:
            return True  # the pool holds no other: a caller's own threshold is kept as it is
        return x >= max(self._policy.near, least)

    def _may_answer(self, entry: Considered) -> bool:
        """What the newest turns show already, and the query itself, do not measure how near an answer can be."""
        return entry.id not in self._recent and entry.item.content not in self._offer.asked

    def _may_relate(self) -> bool:
        if self._offer.quiet or self._offer.least_relevance is not None:
            return False
        return any(not entry.of_session for entry in self._pool)

    def take_related(self, room: int) -> None:
        if not self._may_relate():
            return
        for entry in self._nearest_first(entry for entry in self._pool if not entry.of_session):
            room -= self._take_considered(entry, Reason.RELATED, room)

    def take_rest(self, kept_free: int) -> None:
        """What lasts first, newest first; lines of the summary replace what has no room. No constraint is left out to
        make room for talk."""
        said = sorted((entry for entry in self._pool if entry.of_session), key=lambda e: (not e.lasting, -e.place))
        lasting = [entry for entry in said if entry.lasting]
        for_summary = kept_free if self._offer.summary else 0
        for entry in lasting:
            self._take_considered(entry, Reason.SESSION, self._remaining - for_summary)
        outdated = [entry.item.content for entry in said if any(id in self._by_id for id in entry.newer)]
        for rank, line in enumerate(self._offer.summary):
            known = [*outdated, *self._held.values(), *(taken.item.content for taken in self._taken.values())]
            if not any(line.content in text for text in known):
                self._take(f"summary {rank}", line, self._remaining, (0.0, -rank), rank)
        for entry in self._binding():
            self._take_considered(entry, Reason.BINDING, self._remaining)
        for entry in said:
            self._take_considered(entry, Reason.SESSION, self._remaining)

    def take_external(self) -> None:
        for rank, item in enumerate(self._offer.external):
            self._take(_external(rank), item, self._remaining, (0.0, -rank), rank)

    def _nearest_first(self, entries: Iterable[Considered]) -> list[Considered]:
        costs = self._policy.stale_costs
        return sorted(entries, key=lambda entry: -entry.nearest - entry.bears + costs * entry.item.stale)

    # --- The answer

    def selection(self) -> Selection:
        shown = tuple(Chosen(taken.item, taken.tokens) for taken in arranged(self._taken.values()))
        offered = [(entry.id, entry.item) for entry in self._pool]
        offered += [(_external(rank), item) for rank, item in enumerate(self._offer.external)]
        left = [item for id, item in offered if id not in self._taken]
        repeated = [item for item in left if item.event_id in self._held or content_hash(item.content) in self._texts]
        omitted = Counter(item.layer for item in left)
        omitted.subtract(item.layer for item in repeated)
        return Selection(shown, {layer: omitted[layer] for layer in Layer}, self._repeated + len(repeated))


def _external(rank: int) -> str:
    return f"external {rank}"


def _binds(entry: Considered) -> bool:
    return entry.binding >= kinds.POLICY.binding


_for_goal, _for_newest = attrgetter("x"), attrgetter("x_newest")


def _once(entries: Iterable[Considered]) -> dict[str, Considered]:
    """By text. Of equal texts the later, that of the session before a memory: it is where it was said."""
    ordered = sorted(entries, key=lambda entry: (entry.item.time.timestamp(), entry.of_session, entry.place))
    return {content_hash(entry.item.content): entry for entry in ordered}
