"""The service's clock: the system's, plus the time by which a test moved it ahead."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from shared.adapters.system import SystemClock
from shared.ports import Clock

# How far the clock may be moved in all. Time to live is added to it and must stay a date.
FURTHEST = timedelta(days=365 * 200)
# A sleeper wakes up at least this often to see whether its work is still wanted.
_LOOK_UP_S = 0.25


class TooFar(ValueError):
    """The clock would leave the range of dates."""


class MovableClock:
    """Time that only goes forward, and sleeping in it: a sleeper wakes when the clock is moved past the
    end.

    How far it was moved is forgotten with the process.
    """

    def __init__(self, base: Clock | None = None) -> None:
        self._base = base or SystemClock()
        self._moved = timedelta()
        self._changed = threading.Condition()
        self._hurried = 0
        self._stopped = False

    def now(self) -> datetime:
        return self._base.now() + self._moved

    def advance(self, seconds: float) -> None:
        """Raises `TooFar` beyond `FURTHEST`; `ValueError` for a step back."""
        if not 0 <= seconds <= FURTHEST.total_seconds():
            raise TooFar("the clock only moves forward, and at most 200 years")
        with self._changed:
            moved = self._moved + timedelta(seconds=seconds)
            if moved > FURTHEST:
                raise TooFar("the clock was already moved nearly 200 years")
            self._moved = moved
            self._changed.notify_all()

    def sleep(self, seconds: float, wanted: Callable[[], bool] = lambda: True) -> None:
        """Sleeps on this clock; ends early when `wanted` turns false, while somebody hurries, and when stopped."""
        until = self.now() + timedelta(seconds=seconds)
        with self._changed:
            while not self._hurried and not self._stopped and wanted():
                remaining = (until - self.now()).total_seconds()
                if remaining <= 0:
                    return
                self._changed.wait(min(remaining, _LOOK_UP_S))

    @contextmanager
    def hurry(self) -> Iterator[None]:
        """Within this block no thread sleeps."""
        with self._changed:
            self._hurried += 1
            self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._hurried -= 1

    def stop(self) -> None:
        """Wakes all sleepers, for good."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
