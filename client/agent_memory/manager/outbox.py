"""Events on their way to the service: bounded, in order, and safe to send again because each has its id."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from agent_memory.calls.session_calls import NewEvent

MAX_BATCH = 100  # the service's limits: events a request,
MAX_CONTENT = 1_000_000  # characters an event,
MAX_CONTENT_BYTES = 3 * 1024 * 1024  # and bytes of it as JSON
_BATCH_BYTES = 1_000_000  # of several: the service looks through all of it while a hook waits
_ORDINARY = 10_000  # characters: a longer event takes the room of several


class Outbox:
    """Holds at most `limit` events, a long one counted as one for every 10,000 characters. When one more comes the
    oldest ordinary one is lost, and counted; important ones go only when there is nothing else."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._events: list[NewEvent] = []
        self._room = 0
        self._singly = 0
        self.lost = 0

    def __len__(self) -> int:
        return len(self._events)

    def holds(self, event_id: str) -> bool:
        """Whether the event, or a part of it, waits."""
        return any(_is_of(event["event_id"], event_id) for event in self._events)

    def put(self, event: NewEvent) -> int:
        """How many were lost for it."""
        self._events.append(event)
        self._room += _room(event)
        before = self.lost
        while self._room > self._limit and len(self._events) > 1:
            ordinary = (at for at, held in enumerate(self._events) if held.get("importance", "normal") == "normal")
            self._room -= _room(self._events.pop(next(ordinary, 0)))
            self.lost += 1
        return self.lost - before

    def next_batch(self) -> tuple[NewEvent, ...]:
        batch: list[NewEvent] = []
        size = 0
        for event in self._events[: 1 if self._singly else MAX_BATCH]:
            size += json_bytes(event["content"])
            if batch and size > _BATCH_BYTES:
                break
            batch.append(event)
        return tuple(batch)

    def taken(self, batch: Sequence[NewEvent]) -> None:
        """The service has them, or has refused them for good."""
        removed = {event["event_id"] for event in batch}
        self._events = [event for event in self._events if event["event_id"] not in removed]
        self._room = sum(map(_room, self._events))
        self._singly = max(0, self._singly - len(batch))

    def again_in_pieces(self, batch: Sequence[NewEvent], event_id: str) -> bool:
        """Whether a refused event was long: then only the piece with the secret has to stay away."""
        refused = next((event for event in batch if event.get("event_id") == event_id), None)
        if refused is None or len(refused["content"]) <= _ORDINARY:
            return False
        cut = in_pieces(refused, _ORDINARY)
        self._events[:0] = cut
        self._room += len(cut)
        return True

    def refused(self, batch: Sequence[NewEvent]) -> bool:
        """Whether it is known which event was refused: a refused batch is sent again one by one."""
        if len(batch) == 1:
            self.taken(batch)
            self.lost += 1
            return True
        self._singly = len(batch)
        return False


def _is_of(part_id: str, event_id: str) -> bool:
    return part_id == event_id or part_id.startswith(f"{event_id}.")


def _room(event: NewEvent) -> int:
    return 1 + len(event["content"]) // (_ORDINARY + 1)


def json_bytes(text: str) -> int:
    return len(json.dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def parts(event: NewEvent, at: datetime) -> list[NewEvent]:
    """An event as the service takes it: a longer one in several with `{event_id}.{n}`, which joined are the whole."""
    whole: NewEvent = {**event, "occurred_at": at}
    content = event["content"]
    if len(content) <= MAX_CONTENT and json_bytes(content) <= MAX_CONTENT_BYTES:
        return [whole]
    # JSON takes six bytes a character at most.
    return in_pieces(whole, MAX_CONTENT if json_bytes(content) <= MAX_CONTENT_BYTES else MAX_CONTENT // 2)


def in_pieces(event: NewEvent, most: int) -> list[NewEvent]:
    return [
        {**event, "event_id": f"{event['event_id']}.{n}", "content": piece}
        for n, piece in enumerate(pieces(event["content"], most), 1)
    ]


def pieces(text: str, most: int = MAX_CONTENT) -> list[str]:
    """Of at most so many characters, each ended where a line or at least a word does and outside of a PEM block: the
    service looks for secrets in each piece alone, and half of one is none."""
    cut: list[str] = []
    start = 0
    while len(text) - start > most:
        end = _end(text, start, start + most)
        cut.append(text[start:end])
        start = end
    return [*cut, text[start:]]


def _end(text: str, start: int, limit: int) -> int:
    begun = text.rfind(_PEM_BEGIN, start + 1, limit)
    if begun > 0 and text.find(_PEM_END, begun, limit - _PEM_LINE) < 0:
        return begun
    earliest = start + (limit - start) // 2
    for sign in ("\n", " ", "\t"):
        at = text.rfind(sign, earliest, limit)
        if at >= 0:
            return at + 1
    return limit


_PEM_BEGIN, _PEM_END = "-----BEGIN ", "-----END "
_PEM_LINE = 64  # characters: the longest that an end line is
