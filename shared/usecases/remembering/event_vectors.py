"""Readings of a session's events: the vector of each, and whether a person's turn is remembered. They are made when
a search, a completion or the queue first needs them, and kept beside the events. Calls of a search: the question's
embedding, one read of the readings, the embedding of the events that have none (`SessionSearchPolicy` bounds it),
one commit for each 32 that are to be kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from shared.domain.errors import EmbedderUnavailable, TooLarge, Unavailable
from shared.domain.extraction.remembered import is_statement_of, read_turn
from shared.domain.extraction.turn_reading import TurnReading
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.kinds import kinds_of
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.memories.embedding_text import query_for_embedding, text_for_embedding
from shared.domain.memories.memory import content_hash
from shared.domain.sessions.event_reading import EventReading, ReadEvent
from shared.domain.sessions.event_search import SessionSearchPolicy
from shared.domain.sessions.kept_statements import sentences_to_read
from shared.domain.sessions.session import Event, Session
from shared.language.secrets.secret_scan import blocks, scan_fields
from shared.language.speech.sentences import plain
from shared.records import keys
from shared.records.sessions.event_vectors import EventVector, event_vector, put_event_vector
from shared.records.store.reading import Reading
from shared.records.store.record import CheckFailed, Key
from shared.usecases.barrier.check import barrier_checks
from shared.usecases.services import Services

_SCANNED = 10_000  # characters


@dataclass(frozen=True, slots=True)
class Meant:
    """The reading of each event, `None` where it has none yet. `degraded`: the embedder did not answer, or not in
    time."""

    readings: tuple[EventVector | None, ...]
    degraded: bool = False

    @property
    def vectors(self) -> tuple[Vector | None, ...]:
        return tuple(None if one is None else one.vector for one in self.readings)

    def read(self, events: Sequence[Event], calibration: Calibration) -> list[ReadEvent]:
        """The events with what their words show about themselves, sentence by sentence where they were read so."""
        return [_read(event, one, calibration) for event, one in zip(events, self.readings, strict=True)]


def _read(event: Event, one: EventVector | None, calibration: Calibration) -> ReadEvent:
    if one is None:
        return ReadEvent.of(event, None, calibration)
    turn = one.reading
    known = None if turn is None or calibration.kinds is None else EventReading(turn.binding, turn.kept)
    return ReadEvent.of(event, one.vector, calibration, known)


def asked_query(services: Services, query: str) -> AskedQuery:
    """Without a vector while the embedder does not answer."""
    try:
        vector = services.embedder.query(query_for_embedding(query))
    except (EmbedderUnavailable, TooLarge):
        vector = None
    return AskedQuery.of(query, vector, services.calibration)


def meant(services: Services, session: Session, reading: Reading, asked: AskedQuery, events: Sequence[Event]) -> Meant:
    """`reading` holds the owner's barrier as it was when the session was found: a vector is kept only if no deletion
    was accepted since, and only beside its event. Vectors that it holds are not read again."""
    if not events:
        return Meant(())
    if not asked.centred:
        return Meant((None,) * len(events), degraded=True)
    return compared(services, session, reading, events)


def compared(services: Services, session: Session, reading: Reading, events: Sequence[Event]) -> Meant:
    """Without a question: the readings; missing ones are made as far as there is time."""
    began = services.clock.now()
    at = [key for key in vector_keys(session, events) if key not in reading.records]
    if at:
        reading |= Reading.of(at, services.records.get(at))
    known = kept_readings(services, session, events, reading)
    made, degraded = _made(services, [event for event in events if event.event_id not in known], began)
    if made:
        keep_readings(services, session, reading, made)
        known |= {event.event_id: value for event, value in made}
    return Meant(tuple(known.get(event.event_id) for event in events), degraded)


def vector_keys(session: Session, events: Sequence[Event]) -> list[Key]:
    return [keys.event_vector(session.scope, session.session_id, event.event_id) for event in events]


def kept_readings(
    services: Services, session: Session, events: Sequence[Event], reading: Reading
) -> dict[str, EventVector]:  # fmt: skip
    """By event id. A vector of another model, or of another text, counts as missing and is made again."""
    model = services.embedder.model
    found: dict[str, EventVector] = {}
    for event in events:
        record = reading[keys.event_vector(session.scope, session.session_id, event.event_id)]
        if record is None:
            continue
        stored = event_vector(record)
        if (stored.model, len(stored.vector)) != (model.id, model.dimension):
            continue
        if stored.text_hash == content_hash(embedded_text(event, services.session_search_policy)):
            found[event.event_id] = stored
    return found


def embedded_text(event: Event, policy: SessionSearchPolicy) -> str:
    """The beginning of the event's text, with its speaker: its own words and no other turn."""
    return text_for_embedding(event.content[: policy.embedded_characters], speaker=event.speaker)


def _made(
    services: Services, events: Sequence[Event], began: datetime
) -> tuple[list[tuple[Event, EventVector]], bool]:  # fmt: skip
    """Vectors of the newest events, as many as the policy allows, and whether the embedder failed or took too long."""
    policy = services.session_search_policy
    made: list[tuple[Event, EventVector]] = []
    for batch in _batches(events, policy):
        if (services.clock.now() - began).total_seconds() > policy.embedding_seconds:
            return made, True
        try:
            made += zip(batch, readings_made(services, batch), strict=True)
        except (EmbedderUnavailable, TooLarge):
            return made, True
    return made, False


def readings_made(services: Services, events: Sequence[Event]) -> list[EventVector]:
    """In one call to the embedder: each event's text, and each sentence of a person's turn alone where the embedder is
    measured; a turn of one sentence is that sentence. Raises `EmbedderUnavailable` and `TooLarge`."""
    measured = services.calibration.kinds is not None
    texts = [embedded_text(event, services.session_search_policy) for event in events]
    said = [sentences_to_read(event.content) if is_statement_of(event) else [] for event in events]
    alone = [
        [text if sentence == plain(text) else sentence for sentence in of_one] if measured else []
        for text, of_one in zip(texts, said, strict=True)
    ]
    wanted = list(dict.fromkeys([*texts, *(sentence for of_one in alone for sentence in of_one)]))
    vectors = dict(zip(wanted, services.embedder.memories(wanted), strict=True))
    made: list[EventVector] = []
    for event, text, of_one, embedded in zip(events, texts, said, alone, strict=True):
        reading = None
        if is_statement_of(event):
            kinds = [kinds_of(vectors[sentence], services.calibration, own=True) for sentence in embedded]
            reading = read_turn(of_one, kinds or [None] * len(of_one), between_people=event.speaker is not None)
        made.append(EventVector(services.embedder.model.id, content_hash(text), vectors[text], reading))
    return made


def read_by_words(event: Event) -> TurnReading:
    """A person's turn as it is read without an embedder."""
    said = sentences_to_read(event.content)
    return read_turn(said, [None] * len(said), between_people=event.speaker is not None)


def _batches(events: Sequence[Event], policy: SessionSearchPolicy) -> Iterator[list[Event]]:
    batch: list[Event] = []
    characters = 0
    for event in _newest(events, policy.embedded_a_call):
        size = len(embedded_text(event, policy))
        if batch and (len(batch) == policy.batch_texts or characters + size > policy.batch_characters):
            yield batch
            batch, characters = [], 0
        batch.append(event)
        characters += size
    if batch:
        yield batch


def _newest(events: Sequence[Event], most: int) -> Iterator[Event]:
    """Appending refuses secrets; an event that was stored before a rule existed must not reach a model either. Of a
    long event as much is scanned as a memory holds; the embedded part is far shorter."""
    count = 0
    for event in reversed(events):
        if count == most:
            return
        if may_be_embedded(event):
            count += 1
            yield event


def may_be_embedded(event: Event) -> bool:
    return not blocks(scan_fields({"content": event.content[:_SCANNED], "speaker": event.speaker or ""}))


def keep_readings(
    services: Services, session: Session, reading: Reading, made: Sequence[tuple[Event, EventVector]]
) -> None:  # fmt: skip
    """As many as one transaction holds together, all of them or none: if a deletion or another search was faster,
    nothing is written. The next search makes them again."""
    most = services.session_search_policy.kept_a_commit
    for first in range(0, len(made), most):
        change = barrier_checks(reading, session.scope, session.created_at)
        for event, value in made[first : first + most]:
            change |= put_event_vector(session, event, value, reading, services.session_policy)
        try:
            services.records.commit(change)
        except (CheckFailed, Unavailable):
            return
