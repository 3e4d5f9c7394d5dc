"""Sessions and events on the wire."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from shared.contracts.base import (
    TOO_LARGE,
    Content,
    Cursor,
    Instant,
    Limit,
    Parameters,
    ScopePath,
    SegmentId,
    SegmentIds,
    Wire,
)
from shared.contracts.memories import WriteResponse
from shared.contracts.recall import QueryText
from shared.domain.memories.memory import Importance
from shared.domain.sessions.session import EventKind, EventRole, SessionPolicy
from shared.domain.sessions.task_state import EvidenceKind
from shared.domain.tasks.completion import MOST_NAMED, Held

_POLICY = SessionPolicy()
_MIN_TTL_S, _MAX_TTL_S = int(_POLICY.min_ttl.total_seconds()), int(_POLICY.max_ttl.total_seconds())


class SessionRequest(Wire):
    session_id: SegmentId | None = None
    scope: ScopePath | None = None
    ttl_seconds: Annotated[int, Field(ge=_MIN_TTL_S, le=_MAX_TTL_S)] | None = None


class SessionBody(Wire):
    """`expires_at`: when it ends if no more events arrive. `events` counts them."""

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


def _event_content(value: str) -> str:
    if len(value) > _POLICY.max_event_characters:
        raise PydanticCustomError(TOO_LARGE, f"must be at most {_POLICY.max_event_characters:,} characters")
    return value


class NewEventBody(Wire):
    """`kind` `approval` goes with `role` `user` only. A `content` is at most 1,000,000 characters and, as JSON, 3 MB;
    those of a request are at most 2,000,000 characters and 4 MB together. More is 413."""

    event_id: SegmentId | None = None
    role: EventRole
    speaker: SegmentId | None = None
    content: Annotated[str, AfterValidator(_event_content)]
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
    """`actor`: the principal of the request, which is not the owner when another principal acts for the owner."""

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
    actor: str | None = None


class EventListParameters(Parameters):
    """`last_turns`: only the last so many turns, in either order; its cursor is valid with the same two."""

    scope: ScopePath | None = None
    order: Literal["asc", "desc"] = "asc"
    limit: Limit = 50
    cursor: Cursor | None = None
    last_turns: Annotated[int, Field(ge=1, le=_POLICY.turns)] | None = None


class EventPageResponse(Wire):
    items: list[EventBody]
    next_cursor: str | None


MAX_STATE_BYTES = 32_768


def _state_data(value: dict[str, Any]) -> dict[str, Any]:
    try:
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        raise PydanticCustomError("malformed", "must be plain JSON with finite numbers") from None
    if size > MAX_STATE_BYTES:
        raise PydanticCustomError(TOO_LARGE, "must be at most 32 KB")
    return value


class StateFields(Wire):
    state: SegmentId
    pending: Annotated[list[Annotated[str, Field(min_length=1, max_length=1000)]], Field(max_length=100)] = []
    data: Annotated[dict[str, Any], AfterValidator(_state_data)] = {}
    evidence: Annotated[SegmentIds, Field(max_length=20)] | None = None
    transitions: (
        Annotated[dict[SegmentId, Annotated[SegmentIds, Field(max_length=50)]], Field(max_length=50)] | None
    ) = None
    requires: Annotated[dict[SegmentId, EvidenceKind], Field(max_length=50)] | None = None


class StateRequest(StateFields):
    """`expected_version`: of the state as the caller knows it, 0 when there is none; absent, the last writer wins."""

    expected_version: Annotated[int, Field(ge=0)] | None = None


class StateBody(Wire):
    """The task state: a separate record, which no text of the session changes. `transitions` and `requires` as they
    were declared."""

    session_id: str
    state: str
    pending: list[str]
    data: dict[str, Any]
    version: int
    updated_at: Instant
    evidence: list[str] = []
    evidence_lost: int = 0
    transitions: dict[str, list[str]] | None = None
    requires: dict[str, EvidenceKind] | None = None


class CompleteRequest(Wire):
    """`outcome`: how the session ended, kept with the promoted memories. `lesson`: what to do another time,
    remembered as a lesson."""

    outcome: Annotated[str, Field(min_length=1, max_length=256)] | None = None
    lesson: Annotated[Content, Field(min_length=1)] | None = None


class RefusedEventBody(Wire):
    """`event_id` is null for the lesson."""

    event_id: str | None
    code: str


class CompleteResponse(Wire):
    """`promoted`: write answers with the memories as they are now, in the order of the events, the lesson last.

    `released`: how many events stay in the session and end with it.
    """

    promoted: list[WriteResponse]
    refused: list[RefusedEventBody]
    released: int


class TaskCompleteRequest(Wire):
    """`scope`: a task or a node. `promote`: the memories to promote, all others are released; absent, the rules decide.
    `outcome`: how the task ended, kept with what its sessions promote."""

    scope: ScopePath | None = None
    promote: Annotated[SegmentIds, Field(max_length=MOST_NAMED)] | None = None
    to_scope: ScopePath | None = None
    outcome: Annotated[str, Field(min_length=1, max_length=256)] | None = None


class EndedSessionBody(Wire):
    """`promoted` and `refused` count events, `released` those that end with the session."""

    session_id: str
    scope: ScopePath
    promoted: int
    refused: int
    released: int


class RefusedMemoryBody(Wire):
    memory_id: str
    code: str


class HeldMemoryBody(Wire):
    """`memory_id` is null where the caller's purposes do not open the memory."""

    memory_id: str | None
    reason: Held


class TaskCompleteResponse(Wire):
    """`promoted`: write answers of the scope above; `refused`: what the pipeline of writes refused there; `released`:
    how many memories ended with the task."""

    scope: ScopePath
    completed_at: Instant
    sessions: list[EndedSessionBody]
    promoted: list[WriteResponse]
    refused: list[RefusedMemoryBody]
    held: list[HeldMemoryBody]
    released: int


class SummaryRequest(Wire):
    """No field is needed: the summary covers the whole session."""


class EvidenceBody(Wire):
    """`role`, `speaker`, `actor`: who said it and for whom; `kind`: of the event. Only an event of kind `approval`
    is an approval; a sentence that reports one is not. `null` in summaries of older versions."""

    event_id: str
    text: str
    role: EventRole | None = None
    kind: EventKind | None = None
    speaker: str | None = None
    actor: str | None = None


class SummarySources(Wire):
    """Ids of the events in which each line was said, in the order of the lines, at most three each. Empty for a line
    of a model's own words, which rests on the events of `source_range`."""

    goal: list[str]
    completed: list[list[str]]
    constraints: list[list[str]]
    pending: list[list[str]]


class SummaryParts(Wire):
    goal: str
    completed: list[str]
    constraints: list[str]
    pending: list[str]
    evidence: list[EvidenceBody]


class SummaryContentBody(SummaryParts):
    """A person's sentences word for word, without chatter, and of others the sentences with a number, an id, a date, a
    veto, an approval or a decision.

    `evidence`: sentences of no other part, each with its event. `sources`: the events of the lines of the others.
    """

    sources: SummarySources


class SourceRange(Wire):
    """Sequences of the first and the last event that it covers, and how many events it was made of."""

    first: int
    last: int
    count: int


class SummaryBody(Wire):
    """`source_version`: one more each time that an event it covers was deleted or corrected."""

    summary_id: str
    session_id: str
    version: int
    status: Literal["served"]
    content: SummaryContentBody
    source_range: SourceRange
    source_version: int
    model: str
    created_at: Instant


class SessionSearchRequest(Wire):
    query: QueryText
    top_k: Annotated[int, Field(ge=1, le=50)] = 5


class SessionHitBody(Wire):
    """`score` in (0, 1], relative to the best hit of this search."""

    event: EventBody
    score: float


class SessionSearchResponse(Wire):
    """`by_meaning`: how many events were compared by meaning; `by_words_only`: how many by their words alone, because
    they have no vector yet. `by_beginning`: of how many long events only the first 40,000 bytes were searched.
    `left_out`: how many more hits there are than one answer can hold. `degraded`: the embedder did not answer, or not
    in time."""

    items: list[SessionHitBody]
    by_meaning: int = 0
    by_words_only: int = 0
    by_beginning: int = 0
    left_out: int = 0
    degraded: bool = False


class SessionExportParameters(Parameters):
    scope: ScopePath | None = None
    cursor: Cursor | None = None


class SessionExportLine(Wire):
    """A session, or one of its events, its summary or its task state: the member that `kind` names, the others
    `null`."""

    kind: Literal["session", "event", "summary", "state"]
    session_id: str
    session: SessionBody | None = None
    event: EventBody | None = None
    summary: SummaryBody | None = None
    state: StateBody | None = None
