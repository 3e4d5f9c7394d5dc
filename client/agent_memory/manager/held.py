"""Which events of the session a prompt holds anyway, so that its context need not repeat them."""

from __future__ import annotations

from agent_memory.words import Importance
from agent_memory.working_memory.scroll import Entry
from agent_memory.working_memory.working_memory import WorkingMemory

_MOST = 50  # ids: the service's limit
# Of a longer result a context shows a shorter beginning than the working memory keeps of it.
_ENOUGH = 400  # characters


class HeldEvents:
    """The goal and the observations that the working memory shows, and `turn`: what the user just said, which stands
    behind the prompt; empty between turns."""

    def __init__(self, memory: WorkingMemory) -> None:
        self._memory = memory
        self._goal = ("", "")
        self._observed: dict[int, str] = {}
        self.turn = ""

    def begun(self, goal: str, event_id: str) -> None:
        """The goal is the first turn as well."""
        self._goal = (goal.strip(), event_id)
        self.turn = event_id

    def observed(self, entry: Entry | None, text: str, importance: Importance, event_id: str) -> None:
        """Not what the working memory shows too little of."""
        if entry is not None and (entry.raw == text or (importance == "normal" and len(entry.raw) >= _ENOUGH)):
            self._observed[entry.number] = event_id

    def ids(self) -> list[str]:
        there = {entry.number for entry in self._memory.observations}
        self._observed = {number: id for number, id in self._observed.items() if number in there}
        text, goal = self._goal
        held = (*self._observed.values(), goal if text == self._memory.goal else "", self.turn)
        return list(dict.fromkeys(id for id in held if id))[-_MOST:]
