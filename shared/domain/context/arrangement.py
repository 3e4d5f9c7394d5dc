"""The order of the chosen items: layer by layer, part by part, the newest first.

Long-term memories are one part: constraints, relevant and related memories are ordered by time, so that an older state
never comes before a newer one because it was chosen for another reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from shared.domain.context.items import ContextItem, Layer, Reason


@dataclass(frozen=True, slots=True)
class Taken:
    """`place`: its time and its order among equals. `rank`: its place in its part where that is not by time."""

    item: ContextItem
    tokens: int
    place: tuple[float, int]
    rank: int | None = None

    @property
    def id(self) -> str | None:
        return self.item.memory_id or self.item.event_id


def arranged(chosen: Iterable[Taken]) -> list[Taken]:
    layers, reasons = list(Layer), list(Reason)
    parts: dict[tuple[int, int], list[Taken]] = {}
    for taken in chosen:
        part = (layers.index(taken.item.layer), reasons.index(_part(taken.item)))
        parts.setdefault(part, []).append(taken)
    return [
        taken
        for (_, reason), part_of in sorted(parts.items())
        for taken in (_as_said(part_of) if reasons[reason] is Reason.RECENT else _newest_first(part_of))
    ]


def _part(item: ContextItem) -> Reason:
    return Reason.BINDING if item.layer is Layer.LONG_TERM and item.reason in _CHOSEN else item.reason


_CHOSEN = (Reason.BINDING, Reason.RELEVANT, Reason.RELATED)


def _as_said(part: Sequence[Taken]) -> list[Taken]:
    return sorted(part, key=lambda taken: taken.place)


def _newest_first(part: Sequence[Taken]) -> list[Taken]:
    """What has a rank by that. One that is possibly outdated comes after what is newer, even if the times say
    otherwise."""
    shown: list[Taken] = []
    waiting = sorted(part, key=lambda taken: (taken.rank or 0, -taken.place[0], -taken.place[1]))
    while waiting:
        there = {taken.id for taken in waiting}
        ready = next((taken for taken in waiting if not there.intersection(taken.item.newer)), waiting[0])
        shown.append(ready)
        waiting = [taken for taken in waiting if taken is not ready]
    return shown
