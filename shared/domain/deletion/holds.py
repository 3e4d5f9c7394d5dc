"""What the law keeps, and what others have already taken away: a deletion states both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Hold:
    """While it stands, a deletion of its owner that is accepted hides the data and removes nothing. `reference`: the
    matter that it belongs to, as its auditor calls it; no content."""

    hold_id: str
    reference: str
    by: str
    placed_at: datetime


@dataclass(frozen=True, slots=True)
class Held:
    """A hold that a deletion met. `released_at`: `None` while it stands."""

    hold: Hold
    released_at: datetime | None = None

    def without(self, standing: frozenset[str], now: datetime) -> Held:
        """The same, released now unless it is among those that stand or was released before."""
        stays = self.released_at is not None or self.hold.hold_id in standing
        return self if stays else replace(self, released_at=now)


def met(before: tuple[Held, ...], standing: tuple[Hold, ...], now: datetime) -> tuple[Held, ...]:
    """The holds that a deletion has met: those `before`, and those that stand now."""
    ids, known = frozenset(hold.hold_id for hold in standing), {held.hold.hold_id for held in before}
    updated = tuple(held.without(ids, now) for held in before)
    return updated + tuple(Held(hold) for hold in standing if hold.hold_id not in known)


@dataclass(frozen=True, slots=True)
class Export:
    """What the service gave away as a file before a deletion was accepted: when, to whom, and of which scope. The
    deletion does not reach it. Instants in `sort_text` form."""

    at: str
    actor: str
    scope: str
