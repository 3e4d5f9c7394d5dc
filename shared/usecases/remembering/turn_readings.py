"""Which of a person's turns are remembered: their readings, kept beside the events or made when they are missing.

Calls for each 32 turns: one read (readings and the owner's barrier), and where some are missing one embedding and one
commit.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from shared.domain.errors import EmbedderUnavailable, Unavailable
from shared.domain.extraction.remembered import is_statement_of
from shared.domain.extraction.turn_reading import NOT_KEPT, TurnReading
from shared.domain.memories.memory import content_hash
from shared.domain.sessions.session import Event, Session
from shared.records import keys
from shared.records.sessions.event_vectors import EventVector
from shared.records.store.reading import Reading
from shared.usecases.known_vectors import KnownVectors, may_follow
from shared.usecases.remembering.event_vectors import (
    embedded_text,
    keep_readings,
    kept_readings,
    may_be_embedded,
    read_by_words,
    readings_made,
)
from shared.usecases.services import Services

# The packaged embedder takes 2 ms a token, and each text is embedded whole and by sentences: some 8 s.
_BATCH_CHARACTERS = 8_000


class TurnReadings:
    """For one run over a session's events, in batches and on demand: events that a run does not reach are not read.
    `until`: no further batch is begun after it, except the first."""

    def __init__(self, services: Services, session: Session, events: Iterable[Event], until: datetime | None) -> None:
        self._services, self._session, self._until = services, session, until
        self._left = [event for event in events if is_statement_of(event)]
        self._found: dict[str, TurnReading] = {}
        self._begun = False

    def of(self, event: Event) -> TurnReading | None:
        """`None` for an event that is no person's turn. Raises `Unavailable` when the time is over, and when the
        embedder does not answer."""
        if not is_statement_of(event):
            return None
        while event.event_id not in self._found and self._left:
            self._read_on()
        return self._found.get(event.event_id)

    def _read_on(self) -> None:
        services, session = self._services, self._session
        if self._begun and self._until is not None and services.clock.now() >= self._until:
            raise Unavailable("the session has more to read than fits into one call: ask again", retry_after_s=1)
        self._begun = True
        batch = self._next_batch()
        at = [keys.event_vector(session.scope, session.session_id, event.event_id) for event in batch]
        wanted = [keys.barrier(session.scope), *at]
        reading = Reading.of(wanted, services.records.get(wanted))
        known = kept_readings(services, session, batch, reading)
        missing = [e for e in batch if e.event_id not in known or known[e.event_id].reading is None]
        missing = [event for event in missing if may_be_embedded(event)]
        if missing:
            try:
                made = list(zip(missing, readings_made(services, missing), strict=True))
            except EmbedderUnavailable:
                if not may_follow(services):
                    raise
                self._found |= {event.event_id: read_by_words(event) for event in missing}
                batch = [event for event in batch if event not in missing]
                made = []
            keep_readings(services, session, reading, made)
            known |= {event.event_id: value for event, value in made}
        for event in batch:
            self._note(event, known.get(event.event_id))

    def _next_batch(self) -> list[Event]:
        """The time is checked between two batches, so a batch is short: at least one turn, and no more characters
        than a batch may have."""
        batch: list[Event] = []
        characters = 0
        most = self._services.session_search_policy.embedded_a_call
        while self._left and len(batch) < most:
            characters += len(self._left[0].content)
            if batch and characters > _BATCH_CHARACTERS:
                break
            batch.append(self._left.pop(0))
        return batch

    def _note(self, event: Event, found: EventVector | None) -> None:
        self._found[event.event_id] = NOT_KEPT if found is None or found.reading is None else found.reading
        embedder = self._services.embedder
        if found is None or event.speaker is not None or not isinstance(embedder, KnownVectors):
            return
        text = embedded_text(event, self._services.session_search_policy)
        if text == event.content and found.text_hash == content_hash(text):
            embedder.note(text, found.vector)
