"""Single memories that an agent notes, kept until the service has them."""

from __future__ import annotations

from collections import deque

from agent_memory.calls.answers import Written
from agent_memory.calls.call import Call
from agent_memory.errors import Conflict, Forbidden, Malformed, NotFound, Refused
from agent_memory.manager.delivery import Delivery, Walk

_NOTES_HELD = 100


class Notes:
    def __init__(self, delivery: Delivery) -> None:
        self._delivery = delivery
        self._waiting: deque[Call[Written]] = deque()

    def write(self, call: Call[Written]) -> Walk[Written | None]:
        """`None`: the service is down, and the note is sent later. Raises what a write raises."""
        yield from self.send()
        written = None if self._waiting else (yield from self._delivery.ask(call))
        if written is None:
            self._waiting.append(call)
            while len(self._waiting) > _NOTES_HELD:
                self._waiting.popleft()
                self._delivery.say("note_lost", "too_much")
        return written

    def send(self, *, now: bool = False) -> Walk[None]:
        while self._waiting:
            try:
                if (yield from self._delivery.ask(self._waiting[0], now=now)) is None:
                    return
            except (Conflict, Forbidden, Malformed, NotFound, Refused) as error:
                self._delivery.say("note_lost", error.code)
            self._waiting.popleft()
