"""Events on their way to the service: bounded, in order, and safe to send again because each has its id."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from agent_memory.session_calls import NewEvent

MAX_BATCH = 100  # the service's limits: events a request,
MAX_CONTENT = 10_000  # and characters an event


class Outbox:
    """Holds at most `limit` events. When one more comes the oldest ordinary one is lost, and counted; important ones go
    only when there is nothing else."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._events: list[NewEvent] = []
        self._singly = 0
        self.lost = 0

    def __len__(self) -> int:
        return len(self._events)

    def put(self, event: NewEvent) -> int:
        """How many were lost for it."""
        self._events.append(event)
        before = self.lost
        while len(self._events) > self._limit:
            ordinary = (at for at, held in enumerate(self._events) if held.get("importance", "normal") == "normal")
            del self._events[next(ordinary, 0)]
            self.lost += 1
        return self.lost - before

    def next_batch(self) -> tuple[NewEvent, ...]:
        return tuple(self._events[: 1 if self._singly else MAX_BATCH])

    def taken(self, batch: Sequence[NewEvent]) -> None:
        """The service has them, or will never have them."""
        gone = {event["event_id"] for event in batch}
        self._events = [event for event in self._events if event["event_id"] not in gone]
        self._singly = max(0, self._singly - len(batch))

    def refused(self, batch: Sequence[NewEvent]) -> bool:
        """Whether it is known which one it was: a refused batch is sent again one by one."""
        if len(batch) == 1:
            self.taken(batch)
            self.lost += 1
            return True
        self._singly = len(batch)
        return False


def parts(event: NewEvent, at: datetime) -> list[NewEvent]:
    """An event as the service takes it: a longer one in several with `{event_id}.{n}`, which joined are the whole."""
    whole: NewEvent = {**event, "occurred_at": at}
    content = event["content"]
    if len(content) <= MAX_CONTENT:
        return [whole]
    return [
        {**whole, "event_id": f"{event['event_id']}.{n}", "content": piece}
        for n, piece in enumerate(pieces(content), 1)
    ]


def pieces(text: str) -> list[str]:
    """Of at most `MAX_CONTENT` characters, each ended where a line or at least a word does and outside of a PEM block:
    the service looks for secrets in each piece alone, and half of one is none."""
    cut: list[str] = []
    start = 0
    while len(text) - start > MAX_CONTENT:
        end = _end(text, start, start + MAX_CONTENT)
        cut.append(text[start:end])
        start = end
    return [*cut, text[start:]]


def _end(text: str, start: int, limit: int) -> int:
    begun = text.rfind(_PEM_BEGIN, start + 1, limit)
    if begun > 0 and text.find(_PEM_END, begun, limit - _PEM_LINE) < 0:
        return begun
    earliest = start + MAX_CONTENT // 2
    for sign in ("\n", " ", "\t"):
        at = text.rfind(sign, earliest, limit)
        if at >= 0:
            return at + 1
    return limit


_PEM_BEGIN, _PEM_END = "-----BEGIN ", "-----END "
_PEM_LINE = 64  # characters: the longest that an end line is
