"""Calls about sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Required, TypedDict

from agent_memory import words
from agent_memory.calls.call import Call, call, given
from agent_memory.calls.session_answers import (
    Appended,
    Completion,
    EventPage,
    Session,
    SessionPage,
    SessionSearch,
    Summary,
    TaskCompletion,
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
    """Begin a session. The same id, scope and lifetime again is the same session."""
    return call("POST sessions", Session, locals())


def list_sessions(
    *,
    scope: str | None = None,
    order: words.Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[SessionPage]:
    """A page of the live sessions, newest first."""
    return call("GET sessions", SessionPage, locals())


def get_session(session_id: str, *, scope: str | None = None) -> Call[Session]:
    """One session. Raises `NotFound` once it has expired."""
    return call("GET sessions/{session_id}", Session, locals())


def append_events(
    session_id: str, events: Sequence[NewEvent], *, scope: str | None = None, idempotency_key: str | None = None
) -> Call[Appended]:
    """Events of at most 1,000,000 characters, kept in this order. More than 100, or than 2,000,000 characters or 4 MB
    together, are sent in parts."""
    sent = {**locals(), "events": [given(**event) for event in events]}
    return call("POST sessions/{session_id}/events", Appended, sent)


def list_events(
    session_id: str,
    *,
    scope: str | None = None,
    order: words.Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
    last_turns: int | None = None,
) -> Call[EventPage]:
    """A page of events, oldest first; or the last so many turns, a turn being a user's message and all up to the
    next."""
    return call("GET sessions/{session_id}/events", EventPage, locals())


def search_session(
    session_id: str, query: str, *, top_k: int | None = None, scope: str | None = None
) -> Call[SessionSearch]:
    """Search in one session only."""
    return call("POST sessions/{session_id}/search", SessionSearch, locals(), reads=True)


def get_state(session_id: str, *, scope: str | None = None) -> Call[TaskState]:
    """The task state. Raises `NotFound` when none was put."""
    return call("GET sessions/{session_id}/state", TaskState, locals())


def put_state(
    session_id: str,
    state: str,
    *,
    pending: Sequence[str] = (),
    data: Mapping[str, Any] | None = None,
    expected_version: int | None = None,
    evidence: Sequence[str] | None = None,
    transitions: Mapping[str, Sequence[str]] | None = None,
    requires: Mapping[str, words.EvidenceKind] | None = None,
    scope: str | None = None,
) -> Call[TaskState]:
    """Set the task state. Without `expected_version` the last writer wins. `evidence`: ids of events of the session,
    results of tools or approvals. `transitions`, declared once: by state, which may follow; `requires`: by state, the
    evidence without which it is not entered. Raises `Conflict` (`transition_not_allowed`)."""
    return call("PUT sessions/{session_id}/state", TaskState, {**locals(), "data": data or {}})


def complete_session(
    session_id: str,
    *,
    outcome: str | None = None,
    lesson: str | None = None,
    scope: str | None = None,
    idempotency_key: str | None = None,
) -> Call[Completion]:
    """Promote what of a session is worth keeping. Again is the same answer."""
    return call("POST sessions/{session_id}/complete", Completion, locals())


def complete_task(
    *,
    promote: Sequence[str] | None = None,
    to_scope: str | None = None,
    outcome: str | None = None,
    scope: str | None = None,
    idempotency_key: str | None = None,
) -> Call[TaskCompletion]:
    """Complete a task scope as a whole: its sessions end, its memories are promoted or released. `promote`: ids of the
    memories to promote; without it the rules decide. Again is the same answer; what comes later raises `Conflict`
    (`task_completed`)."""
    return call("POST tasks/complete", TaskCompletion, locals())


def get_summary(session_id: str, *, scope: str | None = None) -> Call[Summary]:
    """The newest summary. Raises `NotFound` when there is none, `Conflict` (`summary_affected`) while one is rebuilt
    without a source."""
    return call("GET sessions/{session_id}/summary", Summary, locals())


def make_summary(session_id: str, *, scope: str | None = None, idempotency_key: str | None = None) -> Call[Summary]:
    """Build a summary now."""
    return call("POST sessions/{session_id}/summary", Summary, locals())
