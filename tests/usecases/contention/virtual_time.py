"""Threads that run one at a time, in the order of a virtual time: deterministic, and no second passes in it."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

_STUCK_S = 120.0


@dataclass(slots=True, eq=False)
class VirtualTime:
    """`now`: seconds since the start. Of several threads that wake at one moment the one that slept first goes on."""

    now: float = 0.0
    _waiting: list[tuple[float, int, threading.Lock]] = field(default_factory=list)
    _count: int = 0
    _over: threading.Lock = field(default_factory=threading.Lock)
    _failures: list[BaseException] = field(default_factory=list)

    def run(self, bodies: Sequence[Callable[[], None]]) -> None:
        """Runs all of them from now on, until each has ended. Raises the first error that one of them raised."""
        self._over.acquire()
        for body in bodies:
            threading.Thread(target=self._work, args=(body, self._asleep(0.0)), daemon=True).start()
        self._wake_next()
        if not self._over.acquire(timeout=_STUCK_S):
            raise RuntimeError("the virtual time stands still")
        self._over.release()
        if self._failures:
            raise self._failures[0]

    def sleep(self, seconds: float) -> None:
        gate = self._asleep(seconds)
        self._wake_next()
        gate.acquire()

    def _asleep(self, seconds: float) -> threading.Lock:
        self._count += 1
        gate = threading.Lock()
        gate.acquire()
        heapq.heappush(self._waiting, (self.now + seconds, self._count, gate))
        return gate

    def _wake_next(self) -> None:
        if not self._waiting:
            self._over.release()
            return
        self.now, _, gate = heapq.heappop(self._waiting)
        gate.release()

    def _work(self, body: Callable[[], None], gate: threading.Lock) -> None:
        gate.acquire()
        try:
            body()
        except BaseException as error:  # noqa: BLE001 - raised by `run`
            self._failures.append(error)
        self._wake_next()
