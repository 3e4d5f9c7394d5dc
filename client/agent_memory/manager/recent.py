"""What was said since the memories were last read: the turns that no context can show yet."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agent_memory.working_memory.scroll import cut
from agent_memory.working_memory.showing import shown
from agent_memory.working_memory.tokens import estimate

_TURNS_HELD = 400
_ASSISTANT_SHOWN = 400  # characters: the user's words come first
_SHORTEST = 40  # tokens: a shorter rest of a turn is of no use
_OPENING = (
    "<recent_turns>",
    'The conversation since the memories were read, oldest first. stored="no": the memory service lacks it so far.',
)
_CLOSING = "</recent_turns>"


@dataclass(frozen=True, slots=True)
class Said:
    event_id: str
    role: Literal["user", "assistant"]
    text: str


@dataclass(slots=True)
class Turns:
    """How many turns have ended, and how many the user has begun (the service counts these)."""

    ended: int = 0
    of_user: int = 0


class RecentTurns:
    """Of a running conversation the turns that the last context did not know, the newest 400 at most."""

    def __init__(self) -> None:
        self._said: deque[Said] = deque(maxlen=_TURNS_HELD)

    def add(self, said: Said) -> None:
        if said.text.strip():
            self._said.append(said)

    def forget(self, event_id: str) -> None:
        """An event, or a part of one, no longer counts: it was refused, or corrected."""
        self._keep(lambda said: said.event_id != event_id and not event_id.startswith(f"{said.event_id}."))

    def known_until_here(self, is_waiting: Callable[[str], bool], *, but: str = "") -> None:
        """A context was made; it includes all turns except those that wait to be sent. `but`: the id of the turn that
        it was asked for, which it leaves out."""
        self._keep(lambda said: said.event_id == but or is_waiting(said.event_id))

    def to_prompt(self, room: int, is_waiting: Callable[[str], bool], *, asked: str = "") -> str:
        """In at most `room` tokens, the user's words first and of both the newest first; empty when there is none.

        `asked`: the id of the question that the prompt is for, which stands behind the prompt anyway.
        """
        offered = [(number, said) for number, said in enumerate(self._said) if said.event_id != asked]
        if not offered:
            return ""
        left = room - estimate("\n".join((*_OPENING, _CLOSING))) - 10
        lines: dict[int, str] = {}
        for number, said in sorted(offered, key=lambda at: (at[1].role != "user", -at[0])):
            line = _fitted(said, left, stored=not is_waiting(said.event_id))
            if line:
                lines[number] = line
                left -= estimate(line) + 1
        if not lines:
            return ""
        missing = len(offered) - len(lines)
        counted = [f"({missing} left out)"] if missing else []
        return "\n".join((*_OPENING, *counted, *(lines[number] for number in sorted(lines)), _CLOSING))

    def _keep(self, wanted: Callable[[Said], bool]) -> None:
        self._said = deque(filter(wanted, self._said), maxlen=_TURNS_HELD)


def _fitted(said: Said, room: int, *, stored: bool) -> str:
    """The turn as a line, shortened to the room; empty when there is too little."""
    length = len(said.text) if said.role == "user" else min(len(said.text), _ASSISTANT_SHOWN)
    waits = "" if stored else ' stored="no"'
    while room >= _SHORTEST and length > 0:
        line = f'<turn role="{said.role}"{waits}>{shown(cut(said.text, length))}</turn>'
        tokens = estimate(line)
        if tokens < room:
            return line
        length = min(length * 15 // 16, length * room // tokens)
    return ""
