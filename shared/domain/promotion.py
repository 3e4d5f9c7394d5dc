"""What of a session survives it: which event becomes which memory when the session completes (SPEC section 6).

Only what is marked: a user's feedback, decisions, changes of a configuration, and what was observed with high or
critical importance. The rest is released, and what it implies is left to extraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.events import Event, EventKind, EventRole
from shared.domain.evidence import Source
from shared.domain.extraction import is_for_this_time, is_wish, stated_type
from shared.domain.memories import Background, Importance, MemoryType, Turn
from shared.domain.rendered_markers import is_recalled_block

# How much of the session a memory carries along (API.md, `background`).
TURNS_BEFORE = 2
TURN_LENGTH = 1_000


@dataclass(frozen=True, slots=True)
class Promotion:
    type: MemoryType
    source: Source


LESSON = Promotion(MemoryType.PROCEDURAL, Source.TASK_OUTCOME)


def promotion_of(event: Event) -> Promotion | None:
    """What the event becomes, `None` when it stays in the session. A wish for this time stays, whatever its mark."""
    if is_recalled_block(event.content):
        return None
    if event.kind is EventKind.DECISION:
        return Promotion(MemoryType.EPISODIC, Source.TASK_OUTCOME)
    if event.kind is EventKind.CONFIG_CHANGE:
        return Promotion(MemoryType.SEMANTIC, Source.CONFIG_CHANGE)
    if event.role is EventRole.USER:
        return _of_user(event)
    if event.importance is Importance.NORMAL:
        return None
    if event.role is EventRole.TOOL or event.kind is EventKind.TOOL_RESULT:
        return Promotion(MemoryType.TASK, Source.TASK_OUTCOME)
    return None


def _of_user(event: Event) -> Promotion | None:
    marked = event.importance is not Importance.NORMAL
    if event.kind is EventKind.FEEDBACK:
        if is_for_this_time(event.content):
            return None
        type = stated_type(event.content) or (MemoryType.PREFERENCE if is_wish(event.content) else None)
        lasting = type if type is MemoryType.PREFERENCE else MemoryType.SEMANTIC
        return Promotion(lasting, Source.USER_STATED)
    if not marked:
        return None
    if event.kind is EventKind.TOOL_RESULT:
        return Promotion(MemoryType.TASK, Source.TASK_OUTCOME)
    if is_for_this_time(event.content) and is_wish(event.content):
        return None
    return Promotion(stated_type(event.content) or MemoryType.EPISODIC, Source.USER_STATED)


def corrected_ids(events: Sequence[Event]) -> frozenset[str]:
    """Ids of events that another one corrects: they are nobody's word any more."""
    return frozenset(id for event in events for id in event.corrects if id != event.event_id)


def source_of(session_id: str, event_id: str = "") -> str:
    """An event as a memory's source. No event id is empty: without one the session as a whole is the source."""
    return f"{session_id}/{event_id}"


def background_of(session_id: str, event: Event, before: Sequence[Event]) -> Background:
    """Where an event was said: the speaker, the place, and the turns right before it, the older first."""
    turns = [e for e in before if e.role in (EventRole.USER, EventRole.ASSISTANT)][-TURNS_BEFORE:]
    return Background(
        speaker=event.speaker,
        session_id=session_id,
        position=event.sequence,
        before=tuple(Turn(e.content[:TURN_LENGTH], e.event_id) for e in turns),
    )
