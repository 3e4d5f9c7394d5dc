"""Export of sessions: each live session of a scope with its events, its summary and its task state, oldest first, in
an order in which they can be written again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias, TypeVar, cast

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read
from shared.domain.errors import Malformed, NoSummary, NotFound, SummaryAffected
from shared.domain.scopes import Scope
from shared.domain.sessions.session import Event, Session
from shared.domain.sessions.task_state import TaskState
from shared.domain.summaries.summary import Summary
from shared.usecases.cursors import cursor, parts, position
from shared.usecases.services import Services
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import list_sessions
from shared.usecases.sessions.summarise import get_summary
from shared.usecases.sessions.task_state import get_state

_SESSIONS = 20  # a reading
_BEHIND = "~"  # after every character of an id, so that no session has this place
_EVENTS = 100  # a reading
_T = TypeVar("_T")

Exported: TypeAlias = Session | Event | Summary | TaskState


@dataclass(frozen=True, slots=True)
class SessionPiece:
    """What one reading found of one session. `cursor` goes on after it."""

    session_id: str
    items: tuple[Exported, ...]
    cursor: str


@dataclass(frozen=True, slots=True)
class _Place:
    """In the list of sessions after `listed`, at the session `incarnation`, after `events` of it; empty: at the
    beginning."""

    listed: str | None = None
    incarnation: str = ""
    events: str | None = None

    @classmethod
    def read(cls, text: str | None) -> _Place:
        if text is None:
            return cls()
        listed, incarnation, events = parts(text, 3)
        if isinstance(listed, int) or not isinstance(incarnation, str) or isinstance(events, int):
            raise Malformed.field("cursor", "is not one that this export gave to this caller")
        return cls(cast("str | None", listed), incarnation, cast("str | None", events))

    def text(self) -> str:
        return json.dumps([self.listed, self.incarnation, self.events])


def export_sessions(
    services: Services, caller: Caller, scope: Scope | None, after: str | None = None
) -> Iterator[SessionPiece]:
    """Reads lazily, so that the caller may stop. The sessions of exactly the target scope. Raises the errors of
    access, and `Malformed` for another's cursor, at once."""
    target = may_read(caller, scope)
    bound_to = f"{caller.principal}|{target.path}|sessions|export"
    return _pieces(services, caller, target, _Place.read(position(after, bound_to)), bound_to)


def _pieces(services: Services, caller: Caller, target: Scope, start: _Place, bound_to: str) -> Iterator[SessionPiece]:
    listed = start.listed
    while True:
        page = list_sessions(services, caller, target, newest_first=False, limit=_SESSIONS, after=listed)
        for session in page.items:
            if session.incarnation < start.incarnation:
                continue
            events = start.events if session.incarnation == start.incarnation else None
            at = _Place(listed, session.incarnation, events)
            for items, place in _of_session(services, caller, target, session, at):
                yield SessionPiece(session.session_id, items, cursor(place.text(), bound_to))
        if page.next_cursor is None:
            return
        listed = page.next_cursor


def _of_session(
    services: Services, caller: Caller, target: Scope, session: Session, at: _Place
) -> Iterator[tuple[tuple[Exported, ...], _Place]]:
    """Nothing more of a session that ends meanwhile. The place behind the last piece is before all younger
    sessions."""
    first: tuple[Exported, ...] = () if at.events is not None else (session,)
    while True:
        query = EventQuery(target, limit=_EVENTS, cursor=at.events)
        page = _there(partial(list_events, services, caller, session.session_id, query))
        if page is None:
            return
        if page.next_cursor is not None:
            at = _Place(at.listed, at.incarnation, page.next_cursor)
            yield (*first, *page.items), at
            first = ()
            continue
        summary = _there(lambda: get_summary(services, caller, target, session.session_id))
        state = _there(lambda: get_state(services, caller, target, session.session_id))
        behind = tuple(one for one in (summary, state) if one is not None)
        yield (*first, *page.items, *behind), _Place(at.listed, at.incarnation + _BEHIND)
        return


def _there(read: Callable[[], _T]) -> _T | None:
    try:
        return read()
    except (NotFound, NoSummary, SummaryAffected):
        return None
