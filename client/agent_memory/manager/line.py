"""When the service is called again after it was down: not at every step of the agent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

NoticeKind: TypeAlias = Literal[
    "service_down",  # from here on events are buffered and the prompt says so
    "service_back",
    "events_lost",  # the buffer is full
    "event_refused",  # the service will never take it; `code` says why
    "session_restarted",  # it had expired, and goes on under the same id
    "state_not_kept",  # too large, or refused: another process could not go on from here
    "external_failed",  # an external source raised
    "note_lost",  # `remember` while the service was down: refused when it was sent, or there were too many
    "summary_failed",  # the context may leave older turns out; it is requested again
    "feedback_lost",  # it names no recall that is known here or there, or there was too much of it
]


@dataclass(frozen=True, slots=True)
class Notice:
    """A change that an operator should know; never content."""

    kind: NoticeKind
    code: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Health:
    """`buffered` events wait for the service, `lost` ones never reach it. `reason` of the last failure while down."""

    connected: bool
    buffered: int
    lost: int
    reason: str = ""


class Line:
    """Closed for `first_s` after a failure, twice as long after the next, at most `longest_s`; as long as the service
    asked for where that is longer."""

    def __init__(self, seconds: Callable[[], float], first_s: float, longest_s: float) -> None:
        self._seconds = seconds
        self._first_s = first_s
        self._longest_s = longest_s
        self._pause_s = first_s
        self._until = 0.0
        self.connected = True
        self.reason = ""

    def open(self) -> bool:
        return self.connected or self._seconds() >= self._until

    def failed(self, reason: str, asked_s: float | None) -> bool:
        """Whether this changes the state."""
        news = self.connected
        self._pause_s = self._first_s if news else min(self._pause_s * 2, self._longest_s)
        self._until = self._seconds() + max(self._pause_s, asked_s or 0.0)
        self.connected, self.reason = False, reason
        return news

    def worked(self) -> bool:
        """Whether this changes the state."""
        news = not self.connected
        self.connected, self.reason = True, ""
        return news
