"""Searching a session, by words and by meaning, and the window of its events that a search looks at.

Calls to the store: 3 (session and barrier; the window's events; their vectors), one more when a search makes vectors
that were missing, and 2 while the embedder is down; one more for the parts of long events, and one for those of hits
that were searched by their beginning. Each read is one key an event, so a batch of 100 a hundred events.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read
from shared.domain.meaning.relevance import AskedQuery
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.event_reading import replaced_constraints
from shared.domain.sessions.event_search import best_matches, likenesses
from shared.domain.sessions.long_content import answer_bytes, within
from shared.domain.sessions.session import Event, EventKind, EventRole, Session
from shared.language.speech.sentences import sentences
from shared.records import keys
from shared.records.store.reading import Reading
from shared.records.store.record import Key
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.remembering.event_vectors import asked_query, compared, meant
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import stored_events
from shared.usecases.sessions.open_session import session_in

# How much of a text is compared with the question by words: as much as a memory holds.
_COMPARED = 10_000  # characters


@dataclass(frozen=True, slots=True)
class SessionHit:
    """`score` in (0, 1], relative to the best hit."""

    event: Event
    score: float


@dataclass(frozen=True, slots=True)
class SessionFound:
    """How many events of the window were compared by meaning, and how many by their words alone because they have no
    vector yet. `by_beginning`: of how many long events only the beginning was searched. `left_out`: how many more hits
    there are than one answer can hold. `degraded`: the embedder did not answer, or not in time."""

    hits: tuple[SessionHit, ...]
    by_meaning: int
    by_words_only: int
    degraded: bool
    by_beginning: int = 0
    left_out: int = 0


def search_session(
    services: Services, caller: Caller, scope: Scope | None, session_id: str, query: str, top_k: int
) -> SessionFound:
    """The best matches, best first, the newer first among equals. Raises `NotFound`; with the embedder down the answer
    is by words alone."""
    target, id = may_read(caller, scope), segment_id(session_id, "session_id")
    session, reading = found_session(services, target, id)
    most_bytes = services.session_policy.searched_bytes
    events = [event for event in window(services, session, most_bytes) if event.event_id not in session.withheld]
    asked = asked_query(services, query) if events else AskedQuery.of(query, None, services.calibration)
    compared = meant(services, session, reading, asked, events)
    likeness = likenesses(asked, [e.content[:_COMPARED] for e in events], compared.vectors)
    texts = [_searched(event) for event in events]
    found = best_matches(query, texts, top_k, likeness=likeness, policy=services.session_search_policy)
    by_meaning = sum(vector is not None for vector in compared.vectors)
    hits = _whole(services, session, [SessionHit(events[place], score) for place, score in found])
    shown = within((answer_bytes(hit.event.content) for hit in hits), services.session_policy)
    return SessionFound(
        tuple(hits[:shown]),
        by_meaning,
        len(events) - by_meaning,
        compared.degraded,
        by_beginning=sum(not event.whole for event in events),
        left_out=len(hits) - shown,
    )


def _whole(services: Services, session: Session, hits: Sequence[SessionHit]) -> list[SessionHit]:
    """Without those that were deleted meanwhile."""
    at = [_key(session, hit.event.sequence) for hit in hits if not hit.event.whole]
    if not at:
        return list(hits)
    again = {event.event_id: event for event in stored_events(services, session, services.records.get(at))}
    read = (hit.event if hit.event.whole else again.get(hit.event.event_id) for hit in hits)
    return [replace(hit, event=event) for hit, event in zip(hits, read, strict=True) if event is not None]


def found_session(services: Services, target: Scope, session_id: str) -> tuple[Session, Reading]:
    """With the records that were read to find it, among them the owner's barrier."""
    wanted = [keys.session(target, session_id), keys.barrier(target)]
    reading = Reading.of(wanted, services.records.get(wanted))
    barrier = whole_barrier(services, reading[keys.barrier(target)])
    return session_in(reading[wanted[0]], barrier, services.clock.now(), target), reading


def window(services: Services, session: Session, most_bytes: int) -> list[Event]:
    """The newest events of the session, and every important one before them, in order. Long ones are whole, the newest
    first, while they hold no more than `most_bytes`."""
    at = [_key(session, sequence) for sequence in reversed(session.window(services.session_policy.window))]
    records = services.records.get(at) if at else []
    return stored_events(services, session, records, most_bytes=most_bytes)[::-1]


def _key(session: Session, sequence: int) -> Key:
    return keys.event(session.scope, session.session_id, session.incarnation, sequence)


def _searched(event: Event) -> str:
    return " ".join(part for part in (event.speaker, event.tool, event.content) if part)


def replaced_by_later(
    services: Services, session: Session, reading: Reading, new: Sequence[Event]
) -> dict[str, tuple[str, ...]]:
    """By id, the sentences of the user's newest turns (`SessionPolicy.window`) that were binding until an event in
    `new` said how their matter stands now. Up to two reads and the vectors that are missing, nothing of this if no
    new event can replace one. `reading` holds the owner's barrier."""
    if services.calibration.pairs is None or not any(_states(event) for event in new):
        return {}
    at = [
        keys.event(session.scope, session.session_id, session.incarnation, sequence)
        for sequence in session.window(services.session_policy.window)
    ]
    there = stored_events(services, session, services.records.get(at), most_bytes=0)
    stated = [event for event in there if _states(event) and event.event_id not in session.withheld]
    read = compared(services, session, reading, stated).read(stated, services.calibration)
    replaced = replaced_constraints(read, services.calibration)
    return {event.event_id: tuple(sentences(event.content)) for event in stated if event.event_id in replaced}


def _states(event: Event) -> bool:
    """An approval is none of these: another one, of another request, does not say that it holds no more."""
    return event.role is EventRole.USER and event.kind is not EventKind.APPROVAL and event.whole
