"""Searching a session by keyword, and the window of its events that search and context look at.

Calls to the store: 2 (session and barrier; the window's events and, while single events are being deleted, their ids).
Events carry no vectors: what they mean is searched once a memory was made of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.access import may_read
from shared.domain.event_search import best_matches
from shared.domain.events import Event, Session
from shared.domain.identity import Caller
from shared.domain.scopes import Scope, segment_id
from shared.records import keys, session_codec
from shared.usecases.services import Services
from shared.usecases.sessions import find_session


@dataclass(frozen=True, slots=True)
class SessionHit:
    """`score` in (0, 1], relative to the best hit."""

    event: Event
    score: float


def search_session(
    services: Services, caller: Caller, scope: Scope | None, session_id: str, query: str, top_k: int
) -> list[SessionHit]:
    """The best matches, best first, the newer first among equals. Raises `NotFound`."""
    target, id = may_read(caller, scope), segment_id(session_id, "session_id")
    session = find_session(services, target, id)
    events = [event for event in window(services, session) if event.event_id not in session.withheld]
    found = best_matches(query, [_searched(event) for event in events], top_k)
    return [SessionHit(events[place], score) for place, score in found]


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
