"""What of a session survives it: which event becomes which memory (SPEC section 6).

What is marked: a user's feedback, decisions, changes of a configuration, and what was observed with high or critical
importance. And beside that each turn of the user that states something, word for word and whole
(`domain.extraction.remembered`). The rest is released, and what it implies is left to a model. What a tool or the
assistant says is never a person's word, and what the system says is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from shared.domain.extraction.remembered import is_short_answer, is_statement_of, type_of
from shared.domain.extraction.turn_reading import NOT_KEPT, TurnReading
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Background, Importance, MemoryType, Turn
from shared.domain.sessions.event_corrections import corrected_ids
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.language.injection.markers import is_recalled_block
from shared.language.speech.feedback import mere_verdicts
from shared.language.speech.sentences import sentences
from shared.language.speech.temporary import is_asked_for_this_time, is_for_this_time, is_provisional, is_wish, without

__all__ = ["LESSON", "Promotion", "background_of", "corrected_ids", "promotion_of", "source_of"]

# How much of the session a memory carries along (`background` of a write).
TURNS_BEFORE = 2
TURN_LENGTH = 1_000


@dataclass(frozen=True, slots=True)
class Promotion:
    """`text`: what of the event is remembered. `trust` is `None` where it follows from the source, and `binding` where
    it is read off the words."""

    type: MemoryType
    source: Source
    text: str = ""
    trust: Trust | None = None
    binding: float | None = None


LESSON = Promotion(MemoryType.PROCEDURAL, Source.TASK_OUTCOME)


def promotion_of(event: Event, reading: TurnReading | None = None, before: Sequence[Event] = ()) -> Promotion | None:
    """What the event becomes, `None` when it stays in the session. `reading`: of a user's turn; without one only what
    is marked is promoted. `before`: the turns before it, the older first.

    A wish for this time stays in the session even if it is marked, and so does a decision or a setting that is an
    exception; the rest of a marked event is remembered without it.
    """
    if event.role is EventRole.SYSTEM or is_recalled_block(event.content):
        return None
    if event.kind is EventKind.DECISION:
        return _lasting(event, Promotion(MemoryType.EPISODIC, Source.TASK_OUTCOME), _is_exception)
    if event.kind is EventKind.CONFIG_CHANGE:
        return _lasting(event, Promotion(MemoryType.SEMANTIC, Source.CONFIG_CHANGE), is_provisional)
    marked = event.importance is not Importance.NORMAL
    if _is_output(event):
        as_it_is = Promotion(MemoryType.TASK, Source.TASK_OUTCOME, event.content, Trust.UNVERIFIED)
        return as_it_is if marked else None
    if event.role is not EventRole.USER:
        return None
    if event.kind is EventKind.FEEDBACK:
        return _of_feedback(event, reading)
    if marked:
        return _of_marked_turn(event, reading)
    return None if reading is None else _of_turn(event, reading, before)


def _is_exception(sentence: str) -> bool:
    return is_provisional(sentence) or is_asked_for_this_time(sentence)


def _is_output(event: Event) -> bool:
    return event.role is EventRole.TOOL or event.kind is EventKind.TOOL_RESULT


def _of_feedback(event: Event, reading: TurnReading | None) -> Promotion | None:
    verdicts = mere_verdicts(sentences(event.content))
    found = _lasting(
        event,
        Promotion(MemoryType.SEMANTIC, Source.USER_STATED),
        lambda sentence: is_for_this_time(sentence) or sentence in verdicts,
    )
    if found is None:
        return None
    type = type_of(reading or NOT_KEPT, found.text)
    if (reading is None or reading.kind is None) and any(is_wish(s) for s in sentences(found.text)):
        type = MemoryType.PREFERENCE
    return replace(found, type=type if type is MemoryType.PREFERENCE else MemoryType.SEMANTIC)


def _of_marked_turn(event: Event, reading: TurnReading | None) -> Promotion | None:
    found = _lasting(event, Promotion(MemoryType.EPISODIC, Source.USER_STATED), is_asked_for_this_time)
    if found is None or reading is None or reading.kind is None:
        return found
    return replace(found, type=type_of(reading, found.text))


def _of_turn(event: Event, reading: TurnReading, before: Sequence[Event]) -> Promotion | None:
    if not is_statement_of(event) or not (reading.kept or is_short_answer(event.content, before)):
        return None
    binding = reading.binding if reading.kept else None
    return Promotion(type_of(reading, event.content), Source.USER_STATED, event.content, binding=binding)


def _lasting(event: Event, promotion: Promotion, passes: Callable[[str], bool]) -> Promotion | None:
    """With what of the event lasts; `None` when that is nothing."""
    text = without(event.content, frozenset(sentence for sentence in sentences(event.content) if passes(sentence)))
    if not text.strip():
        return None
    return Promotion(promotion.type, promotion.source, text, Trust.UNVERIFIED if _is_output(event) else promotion.trust)


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
