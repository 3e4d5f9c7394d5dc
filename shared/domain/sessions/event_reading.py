"""What the words of a session's events say about themselves: whether they are constraints, whether they last, and which
later event says how the matter of an earlier one is now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector, dot
from shared.domain.meaning.kinds import POLICY, Kind, kinds_of
from shared.domain.meaning.marks import UNMEASURED, Marks, marks_of
from shared.domain.meaning.rivals import NewerStatement
from shared.domain.memories.memory import Importance
from shared.domain.sessions.kept_statements import is_kept, sentences_to_read
from shared.domain.sessions.session import BINDING, Event, EventRole
from shared.language.attributes.relations_and_self import of_a_relation_and_self
from shared.language.comparison.updates import changes_the_matter_of
from shared.language.speech.obligations import is_obligation, is_veto


@dataclass(frozen=True, slots=True)
class EventReading:
    """`binding`: the chance in [0,1] that it sets a limit, forbids or requires something. `kept`: it says something
    that lasts."""

    binding: float
    kept: bool

    @property
    def binds(self) -> bool:
        return self.binding >= POLICY.binding


@dataclass(frozen=True, slots=True)
class ReadEvent:
    """An event with its vector, `None` while it has none."""

    event: Event
    vector: Vector | None
    marks: Marks
    reading: EventReading

    @classmethod
    def of(
        cls, event: Event, vector: Vector | None, calibration: Calibration, known: EventReading | None = None
    ) -> ReadEvent:
        """`known`: what was read of it sentence by sentence."""
        marks = UNMEASURED if vector is None else marks_of(vector, calibration)
        return cls(event, vector, marks, reading_of(event, vector, calibration, known))


def reading_of(
    event: Event, vector: Vector | None, calibration: Calibration, known: EventReading | None = None
) -> EventReading:
    """What was marked, decided or approved constrains what follows. For a person's words the planes decide it, and
    words alone if there is no vector or the embedder is not measured; a plain prohibition or limit is a constraint in
    any case."""
    if event.importance is not Importance.NORMAL or event.kind in BINDING:
        return EventReading(1.0, True)
    if event.role is not EventRole.USER:
        return EventReading(0.0, False)
    plain = bool(event.constraints)
    if known is not None:
        kept = known.kept or plain
        return EventReading(max(known.binding, float(plain)) if kept else 0.0, kept)
    kinds = None if vector is None else kinds_of(vector, calibration, own=True)
    if kinds is None:
        binds = plain or is_veto(event.content) or is_obligation(event.content)
        return EventReading(float(binds), any(is_kept(own, None) for own in sentences_to_read(event.content)))
    kept = is_kept(event.content, kinds) or plain
    return EventReading(max(kinds[Kind.CONSTRAINT], float(plain)) if kept else 0.0, kept)


def later_words(read: Sequence[ReadEvent], calibration: Calibration) -> dict[str, tuple[str, ...]]:
    """By id of the earlier, the ids of later statements of the user about the same matter, the most similar first.
    `read`: in the order in which they were said."""
    if calibration.pairs is None:
        return {}
    stated = [
        (one, one.vector)
        for one in read
        if one.vector is not None and one.reading.kept and one.event.role is EventRole.USER
    ]
    found: dict[str, list[tuple[float, str]]] = {}
    for at, (newer, vector) in enumerate(stated):
        statement = NewerStatement.of(vector, calibration, newer.event.content)
        earlier = [
            (statement.likeness(dot(statement.centred, other), older.marks), older)
            for older, other in stated[:at]
            if newer.event.content != older.event.content
            and not of_a_relation_and_self(older.event.content, newer.event.content)
        ]
        of_one_matter = [changes_the_matter_of(newer.event.content, older.event.content) for _, older in earlier]
        likest = float("inf") if any(of_one_matter) else max((like for like, _ in earlier), default=0.0)
        for (like, older), same in zip(earlier, of_one_matter, strict=True):
            if same or statement.is_rival_of(like, older.marks, likest=like == likest):
                found.setdefault(older.event.event_id, []).append((like, newer.event.event_id))
    return {id: tuple(other for _, other in sorted(later, reverse=True)) for id, later in found.items()}


def replaced_constraints(read: Sequence[ReadEvent], calibration: Calibration) -> frozenset[str]:
    """Ids of constraints that do not hold any more: a later constraint says how their matter is now."""
    binding = [one for one in read if one.reading.binds]
    return frozenset(later_words(binding, calibration))
