"""Searching a session, by words and by meaning, and the window of its events that a search looks at.

Calls to the store: 3 (session and barrier; the window's events; their vectors), one more when a search makes vectors
that were missing, and 2 while the embedder is down. Each read is one key an event, so a batch of 100 a hundred events.
"""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.access import may_read
from shared.domain.event_search import best_matches, likenesses
from shared.domain.events import Event, Session
from shared.domain.identity import Caller
from shared.domain.scopes import Scope, segment_id
from shared.records import codec, keys, session_codec
from shared.records.reading import Reading
from shared.usecases.event_vectors import asked_vector, meant
from shared.usecases.services import Services
from shared.usecases.sessions import session_in


@dataclass(frozen=True, slots=True)
class SessionHit:
    """`score` in (0, 1], relative to the best hit."""

    event: Event
    score: float


@dataclass(frozen=True, slots=True)
class SessionFound:
    """How many events of the window were compared by meaning, and how many by their words alone because they have no
    vector yet. `degraded`: the embedder did not answer, or not in time."""

    hits: tuple[SessionHit, ...]
    by_meaning: int
    by_words_only: int
    degraded: bool


def search_session(
    services: Services, caller: Caller, scope: Scope | None, session_id: str, query: str, top_k: int
) -> SessionFound:
    """The best matches, best first, the newer first among equals. Raises `NotFound`; with the embedder down the answer
    is by words alone."""
    target, id = may_read(caller, scope), segment_id(session_id, "session_id")
    session, reading = found_session(services, target, id)
    events = [event for event in window(services, session) if event.event_id not in session.withheld]
    asked = asked_vector(services, query) if events else None
    compared = meant(services, session, reading, asked, events)
    likeness = likenesses(query, [event.content for event in events], compared.cosines, services.calibration)
    texts = [_searched(event) for event in events]
    found = best_matches(query, texts, top_k, likeness=likeness, policy=services.session_search_policy)
    by_meaning = sum(cosine is not None for cosine in compared.cosines)
    return SessionFound(
        tuple(SessionHit(events[place], score) for place, score in found),
        by_meaning,
        len(events) - by_meaning,
        compared.degraded,
    )


def found_session(services: Services, target: Scope, session_id: str) -> tuple[Session, Reading]:
    """With what was read to find it: the owner's barrier is part of that."""
    wanted = [keys.session(target, session_id), keys.barrier(target)]
    reading = Reading.of(wanted, services.records.get(wanted))
    barrier = codec.barrier(reading[keys.barrier(target)])
    return session_in(reading[wanted[0]], barrier, services.clock.now(), target), reading


def window(services: Services, session: Session) -> list[Event]:
    """The newest events of the session, and every important one before them, in order."""
    at = [
        keys.event(session.scope, session.session_id, session.incarnation, sequence)
        for sequence in session.window(services.session_policy.window)
    ]
    records = services.records.get(at) if at else []
    return [session_codec.event(record) for record in records if record is not None]


def _searched(event: Event) -> str:
    return " ".join(part for part in (event.speaker, event.tool, event.content) if part)
