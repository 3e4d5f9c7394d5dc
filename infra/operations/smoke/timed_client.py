"""The Python client with a watch: how long each call took, by route."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent_memory import MemoryClient, Retries
from agent_memory.calls.call import Call, T
from shared.contracts.routes import ROUTES, Route

_PATTERNS = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", route.path)), route) for route in ROUTES]


@dataclass(slots=True)
class Watch:
    """Milliseconds of each call, retries included, by route and in order."""

    took: dict[str, list[float]] = field(default_factory=dict)

    def note(self, method: str, path: str, milliseconds: float) -> None:
        self.took.setdefault(_route(method, path), []).append(milliseconds)

    def lines(self) -> list[str]:
        """A route's first call is apart: it may have met a function that had to start."""
        lines = [f"{'route':<42} {'calls':>5} {'p50':>7} {'p95':>7} {'first':>7}  milliseconds"]
        for route, took in self.took.items():
            later = took[1:] or took
            middle, high = (f"{quantile(later, q):7.0f}" for q in (0.5, 0.95))
            lines.append(f"{route:<42} {len(took):>5} {middle} {high} {took[0]:7.0f}")
        return lines


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that so large a share of them does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-int(share * 100) * len(ordered) // 100) - 1)]


def function_of(route: str) -> str:
    return next(one.function for one in ROUTES if one.key == route)


class TimedClient(MemoryClient):
    """`MemoryClient`, whose calls are timed."""

    def __init__(self, url: str, token: str | Callable[[], str], watch: Watch) -> None:
        super().__init__(url, token)
        self._watch = watch

    def send(self, call: Call[T], *, retries: Retries | None = None) -> T:
        began = time.perf_counter()
        try:
            return super().send(call, retries=retries)
        finally:
            self._watch.note(call.method, call.path, (time.perf_counter() - began) * 1000)


def _route(method: str, path: str) -> str:
    def matches(pattern: re.Pattern[str], route: Route) -> bool:
        return route.method == method and pattern.fullmatch(path) is not None

    # A path without a name comes before one with: `/v1/deletions/preview` is no deletion.
    found = [route for pattern, route in _PATTERNS if matches(pattern, route)]
    return min(found, key=lambda route: route.path.count("{")).key if found else f"{method} {path}"
