"""Calls about sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Required, TypedDict

from agent_memory import words
from agent_memory.calls.call import Call, given, parameters, path
from agent_memory.calls.session_answers import (
    Appended,
    Completion,
    EventPage,
    Session,
    SessionPage,
    SessionSearch,
    Summary,
    TaskState,
)


class NewEvent(TypedDict, total=False):
    """An `event_id` makes it safe to send twice: the second time it is a duplicate."""

    event_id: str
    role: Required[words.EventRole]
    content: Required[str]
    speaker: str
    tool: str
    importance: words.Importance
    kind: words.EventKind
    occurred_at: datetime | str
    corrects: Sequence[str]


def create_session(
    session_id: str | None = None,
    *,
    scope: str | None = None,
    ttl_seconds: int | None = None,
    idempotency_key: str | None = None,
) -> Call[Session]:
    """The same id, scope and lifetime again is the same session."""
    body = given(session_id=session_id, scope=scope, ttl_seconds=ttl_seconds)
    return Call("POST", path("sessions"), Session, body=body, changes=True, idempotency_key=idempotency_key)


def list_sessions(
    *,
    scope: str | None = None,
    order: words.Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[SessionPage]:
    """A page of the live ones, newest first."""
    return Call("GET", path("sessions"), SessionPage, parameters(scope=scope, order=order, limit=limit, cursor=cursor))


def get_session(session_id: str, *, scope: str | None = None) -> Call[Session]:
    """Raises `NotFound` once it has expired."""
    return Call("GET", path("sessions", session_id), Session, parameters(scope=scope))


def append_events(
    session_id: str, events: Sequence[NewEvent], *, scope: str | None = None, idempotency_key: str | None = None
) -> Call[Appended]:
    """Events of at most 1,000,000 characters, kept in this order. The clients send more than 100, or than 2,000,000
    characters or 4 MB together, in parts."""
    return Call(
        "POST",
        path("sessions", session_id, "events"),
        Appended,
        parameters(scope=scope),
        {"events": [given(**event) for event in events]},
        changes=True,
        idempotency_key=idempotency_key,
    )


def list_events(
    session_id: str,
    *,
    scope: str | None = None,
    order: words.Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
    last_turns: int | None = None,
) -> Call[EventPage]:
    """A page, oldest first; or the last so many turns, a turn being a user's message and all up to the next."""
    query = parameters(scope=scope, order=order, limit=limit, cursor=cursor, last_turns=last_turns)
    return Call("GET", path("sessions", session_id, "events"), EventPage, query)


def search_session(
    session_id: str, query: str, *, top_k: int | None = None, scope: str | None = None
) -> Call[SessionSearch]:
    """Within this session only."""
    target = path("sessions", session_id, "search")
    return Call("POST", target, SessionSearch, parameters(scope=scope), given(query=query, top_k=top_k))


def get_state(session_id: str, *, scope: str | None = None) -> Call[TaskState]:
    """Raises `NotFound` when none was put."""
    return Call("GET", path("sessions", session_id, "state"), TaskState, parameters(scope=scope))


def put_state(
    session_id: str,
    state: str,
    *,
    pending: Sequence[str] = (),
    data: Mapping[str, Any] | None = None,
    expected_version: int | None = None,
    scope: str | None = None,
) -> Call[TaskState]:
    """Set the task state. Without `expected_version` the last writer wins."""
    body = given(state=state, pending=pending, data=data or {}, expected_version=expected_version)
    return Call("PUT", path("sessions", session_id, "state"), TaskState, parameters(scope=scope), body, changes=True)


def complete_session(
    session_id: str,
    *,
    outcome: str | None = None,
    lesson: str | None = None,
    scope: str | None = None,
    idempotency_key: str | None = None,
) -> Call[Completion]:
    """Promotes what is worth keeping; again is the same answer."""
    return Call(
        "POST",
        path("sessions", session_id, "complete"),
        Completion,
        parameters(scope=scope),
        given(outcome=outcome, lesson=lesson),
        changes=True,
        idempotency_key=idempotency_key,
    )


def get_summary(session_id: str, *, scope: str | None = None) -> Call[Summary]:
    """Raises `NotFound` when there is none, `Conflict` (`summary_affected`) while one is rebuilt without a source."""
    return Call("GET", path("sessions", session_id, "summary"), Summary, parameters(scope=scope))


def make_summary(session_id: str, *, scope: str | None = None, idempotency_key: str | None = None) -> Call[Summary]:
    """Builds one now."""
    return Call(
        "POST",
        path("sessions", session_id, "summary"),
        Summary,
        parameters(scope=scope),
        {},
        changes=True,
        idempotency_key=idempotency_key,
    )
