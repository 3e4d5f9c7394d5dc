"""Optimistic writes: read, decide, commit, and once more when another process was faster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from shared.domain.errors import Unavailable
from shared.records.store.record import CheckFailed

T = TypeVar("T")


def until_committed(attempt: Callable[[], T], attempts: int, gave_up: str) -> T:
    """The answer of the first attempt without a failed precondition. Each reads again what it decides by.

    Raises `Unavailable` with `gave_up`, one line without content, when all `attempts` (at least 1) have lost the race.
    """
    for _ in range(attempts):
        try:
            return attempt()
        except CheckFailed:
            continue
    raise Unavailable(gave_up)
