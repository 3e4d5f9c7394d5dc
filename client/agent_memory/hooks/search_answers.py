"""What a manager's search found, in one layer or in several."""

from __future__ import annotations

from agent_memory.calls.answers import Hit, Recall
from agent_memory.calls.session_answers import SessionHit
from agent_memory.hooks.external import Piece


class Found(Recall):
    """A recall with `events` of the running session where `layer="l1"` was asked for, and with `pieces` of the external
    source for `layer="l3"`. Without a layer, events are among `memories` (their `layer` is "l1")."""

    recall_id: str = ""
    memories: list[Hit] = []
    suppressed: dict[str, int] = {}
    degraded: bool = False
    events: list[SessionHit] = []
    pieces: list[Piece] = []
