"""Calls to the engine: bounded retries, and whatever goes wrong as `SearchUnavailable`."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from shared.domain.errors import SearchUnavailable

T = TypeVar("T")

TRANSIENT = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class CallPolicy:
    """Seconds. A caller behind the API gateway has 30 of them for everything: three attempts of a search stay below
    half of that."""

    attempts: int = 3
    search_timeout_s: float = 4.0
    write_timeout_s: float = 30.0  # a batch of vectors on a small node; writers are queue consumers, not people
    first_pause_s: float = 0.1  # doubled each time, and anything from half of it up, so that callers spread


class Retrying:
    def __init__(self, policy: CallPolicy, sleep: Callable[[float], None]) -> None:
        self._policy = policy
        self._sleep = sleep

    def __call__(self, what: str, call: Callable[[], T]) -> T:
        """The call's answer; `what` names it in the error.

        The engine's own error texts can quote what was sent, so neither they nor their tracebacks go on from here.
        """
        from opensearchpy import exceptions as engine

        for attempt in range(1, self._policy.attempts + 1):
            try:
                return call()
            except engine.ConnectionError as error:
                problem, transient = type(error).__name__, True
            except engine.TransportError as error:
                problem, transient = f"HTTP {error.status_code}", error.status_code in TRANSIENT
            except engine.OpenSearchException as error:
                problem, transient = type(error).__name__, False
            if not transient or attempt == self._policy.attempts:
                break
            pause = self._policy.first_pause_s * 2 ** (attempt - 1)
            self._sleep(random.uniform(pause / 2, pause))  # noqa: S311 - only spreads retries # nosec B311
        raise SearchUnavailable(f"{what}: {problem}")
