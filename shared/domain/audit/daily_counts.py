"""Business counts: what happened to memories, by day, from what the audit says of each mutation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

MAX_DAYS = 90
# Counts that the audit's actions do not name: a removed memory, by a deletion or by expiry.
REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class DailyCounts:
    day: date
    counts: Mapping[str, int]


def day_of(at: str) -> str:
    """The UTC day of an instant in `sort_text` form."""
    return at[:10]


def days_until(now: datetime, days: int) -> list[date]:
    """The last `days` days in UTC, oldest first, today among them."""
    today = now.astimezone(UTC).date()
    return [today - timedelta(days=back) for back in range(days - 1, -1, -1)]


def totals(daily: Iterable[DailyCounts]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for day in daily:
        found.update(day.counts)
    return dict(sorted(found.items()))
