"""What the service answers about sessions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from agent_memory.calls.answers import Written
from agent_memory.calls.call import Answer, Page


class Session(Answer):
    session_id: str
    scope: str
    ttl_seconds: int
    created_at: datetime
    updated_at: datetime
    last_event_at: datetime | None
    expires_at: datetime
    events: int


class SessionPage(Page[Session]):
    pass


class SessionEvent(Answer):
    event_id: str
    sequence: int
    role: str
    speaker: str | None
    content: str
    tool: str | None
    importance: str
    kind: str
    occurred_at: datetime
    recorded_at: datetime
    corrects: list[str]
    actor: str | None = None


class EventPage(Page[SessionEvent]):
    pass


class DroppedEvent(Answer):
    event_id: str
    code: str


class Appended(Answer):
    accepted: list[str]
    duplicates: list[str]
    dropped: list[DroppedEvent]


class TaskState(Answer):
    session_id: str
    state: str
    pending: list[str]
    data: dict[str, Any]
    version: int
    updated_at: datetime
    evidence: list[str] = []
    evidence_lost: int = 0
    transitions: dict[str, list[str]] | None = None
    requires: dict[str, str] | None = None


class NotPromoted(Answer):
    """`event_id` is `None` for the lesson."""

    event_id: str | None
    code: str


class Completion(Answer):
    """`refused` by the write pipeline, with its code; `released`: left to the session's end."""

    promoted: list[Written]
    refused: list[NotPromoted]
    released: int


class EndedSession(Answer):
    """`promoted` and `refused` count events, `released` those that ended with the session."""

    session_id: str
    scope: str
    promoted: int
    refused: int
    released: int


class RefusedMemory(Answer):
    memory_id: str
    code: str


class HeldMemory(Answer):
    """`memory_id` is `None` where the token's purposes do not open the memory."""

    memory_id: str | None
    reason: str


class TaskCompletion(Answer):
    """`promoted` to the scope above, `refused` there by the write pipeline with its code, `held` for a person, and
    `released`: how many memories ended with the task."""

    scope: str
    completed_at: datetime
    sessions: list[EndedSession]
    promoted: list[Written]
    refused: list[RefusedMemory]
    held: list[HeldMemory]
    released: int


class Evidence(Answer):
    """Only an event of kind `approval` is an approval; a sentence that reports one is not."""

    event_id: str
    text: str
    role: str | None = None
    kind: str | None = None
    speaker: str | None = None
    actor: str | None = None


class SummarySources(Answer):
    """Ids of the events in which each line was said, in the order of the lines."""

    goal: list[str]
    completed: list[list[str]]
    constraints: list[list[str]]
    pending: list[list[str]]


class SummaryContent(Answer):
    goal: str
    completed: list[str]
    constraints: list[str]
    pending: list[str]
    evidence: list[Evidence]
    sources: SummarySources


class SourceRange(Answer):
    """Sequences of the first and the last event, and how many there were."""

    first: int
    last: int
    count: int


class Summary(Answer):
    summary_id: str
    session_id: str
    version: int
    status: str
    content: SummaryContent
    source_range: SourceRange
    source_version: int
    model: str
    created_at: datetime


class SessionHit(Answer):
    event: SessionEvent
    score: float


class SessionSearch(Answer):
    """`by_meaning`: how many events were compared by meaning; `by_words_only`: how many have no vector yet;
    `by_beginning`: of how many long ones only the beginning was searched; `left_out`: how many more hits one answer
    could not hold. `degraded`: the embedder did not answer, or not in time."""

    items: list[SessionHit]
    by_meaning: int = 0
    by_words_only: int = 0
    by_beginning: int = 0
    left_out: int = 0
    degraded: bool = False
