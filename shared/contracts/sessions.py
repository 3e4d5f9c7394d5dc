"""Sessions and events on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shared.contracts.base import Content, Cursor, Instant, Limit, Parameters, ScopePath, SegmentId, SegmentIds, Wire
from shared.domain.events import EventKind, EventRole, SessionPolicy
from shared.domain.memories import Importance

_POLICY = SessionPolicy()
_MIN_TTL_S, _MAX_TTL_S = int(_POLICY.min_ttl.total_seconds()), int(_POLICY.max_ttl.total_seconds())


class SessionRequest(Wire):
    session_id: SegmentId | None = None
    scope: ScopePath | None = None
    ttl_seconds: Annotated[int, Field(ge=_MIN_TTL_S, le=_MAX_TTL_S)] | None = None


class SessionBody(Wire):
    """`expires_at`: when it ends if nothing more arrives. `events` counts them."""

    session_id: str
    scope: ScopePath
    ttl_seconds: int
    created_at: Instant
    updated_at: Instant
    last_event_at: Instant | None
    expires_at: Instant
    events: int


class SessionListParameters(Parameters):
    scope: ScopePath | None = None
    order: Literal["asc", "desc"] = "desc"
    limit: Limit = 50
    cursor: Cursor | None = None


class SessionPageResponse(Wire):
    items: list[SessionBody]
    next_cursor: str | None


class NewEventBody(Wire):
    event_id: SegmentId | None = None
    role: EventRole
    speaker: SegmentId | None = None
    content: Content
    tool: SegmentId | None = None
    importance: Importance = Importance.NORMAL
    kind: EventKind = EventKind.TURN
    occurred_at: Instant | None = None
    corrects: Annotated[SegmentIds, Field(max_length=50)] = []


class AppendRequest(Wire):
    events: Annotated[list[NewEventBody], Field(min_length=1, max_length=_POLICY.max_events_a_request)]


class DroppedEvent(Wire):
    event_id: str
    code: str


class AppendResponse(Wire):
    """Ids in the order in which they were sent; an event without one gets an id, shown here."""

    accepted: list[str]
    duplicates: list[str]
    dropped: list[DroppedEvent]


class EventBody(Wire):
    event_id: str
    sequence: int
    role: EventRole
    speaker: str | None
    content: str
    tool: str | None
    importance: Importance
    kind: EventKind
    occurred_at: Instant
    recorded_at: Instant
    corrects: list[str]


class EventListParameters(Parameters):
    """`last_turns`: the last so many turns, oldest first; it goes with neither `cursor` nor `order=desc`."""

    scope: ScopePath | None = None
    order: Literal["asc", "desc"] = "asc"
    limit: Limit = 50
    cursor: Cursor | None = None
    last_turns: Annotated[int, Field(ge=1, le=_POLICY.turns)] | None = None


class EventPageResponse(Wire):
    items: list[EventBody]
    next_cursor: str | None
