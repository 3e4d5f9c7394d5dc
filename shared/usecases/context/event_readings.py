"""What the words of a session's event say about themselves: whether they bind, and whether they last."""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.kinds import Kind, kinds_of
from shared.domain.memories.memory import Importance
from shared.domain.sessions.chatter import is_chatter
from shared.domain.sessions.session import BINDING, Event, EventRole
from shared.language.speech.obligations import is_obligation, is_veto
from shared.language.speech.sentences import sentences
from shared.language.speech.temporary import is_lasting


@dataclass(frozen=True, slots=True)
class EventReading:
    """`binding`: the chance in [0,1] that it sets a limit, forbids or requires something. `kept`: it says something
    that lasts."""

    binding: float
    kept: bool


def reading_of(event: Event, vector: Vector | None, calibration: Calibration) -> EventReading:
    """What was marked, decided or approved binds what follows. Of a person's words the planes tell it, and words alone
    where there is no vector or nobody has measured the embedder; a plain prohibition or limit is one in any case."""
    if event.importance is not Importance.NORMAL or event.kind in BINDING:
        return EventReading(1.0, True)
    if event.role is not EventRole.USER:
        return EventReading(0.0, False)
    plain = bool(event.constraints)
    kinds = None if vector is None else kinds_of(vector, calibration, own=True)
    if kinds is None:
        binds = plain or is_veto(event.content) or is_obligation(event.content)
        return EventReading(float(binds), any(map(_tells, sentences(event.content))))
    kept = kinds.is_kept(lasting=is_lasting(event.content)) or plain
    return EventReading(max(kinds[Kind.CONSTRAINT], float(plain)) if kept else 0.0, kept)


def _tells(sentence: str) -> bool:
    return not sentence.rstrip().endswith(("?", "？")) and not is_chatter(sentence)
