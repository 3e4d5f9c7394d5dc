"""Memories on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, Json

from shared.contracts.base import (
    Confidence,
    Content,
    Cursor,
    EventReference,
    Instant,
    LifeInDays,
    Limit,
    MemoryKey,
    MetadataObject,
    Parameters,
    ScopePath,
    SegmentId,
    SegmentIds,
    Tier,
    Where,
    Wire,
)
from shared.domain.deletion.barrier import SubjectState
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Importance, MemoryType, Status
from shared.domain.writing.decisions import DuplicateBy, Outcome


class TurnBody(Wire):
    text: Annotated[str, Field(max_length=1000)]
    event_id: SegmentId | None = None


class BackgroundBody(Wire):
    """The background of a memory: searched, never rendered, and removed with the events that it quotes."""

    speaker: SegmentId | None = None
    session_id: SegmentId | None = None
    position: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None
    before: Annotated[list[TurnBody], Field(max_length=2)] = []


class WriteRequest(Wire):
    content: Content
    type: MemoryType
    key: MemoryKey | None = None
    scope: ScopePath | None = None
    source: Source = Source.AGENT_INFERRED
    confidence: Confidence | None = None
    importance: Importance = Importance.NORMAL
    valid_from: Instant | None = None
    valid_to: Instant | None = None
    observed_at: Instant | None = None
    purposes: Annotated[SegmentIds, Field(max_length=20)] = []
    consent_scope: SegmentId | None = None
    soft_ttl_days: LifeInDays | None = None
    hard_ttl_days: LifeInDays | None = None
    expires_at: Instant | None = None
    source_event_ids: Annotated[list[EventReference], Field(max_length=50)] = []
    background: BackgroundBody | None = None
    metadata: MetadataObject = {}
    expected_version: Annotated[int, Field(ge=0)] | None = None
    allow_sensitive: bool = False
    trust: Trust | None = None


class BatchRequest(Wire):
    """Each item is read on its own: one that is malformed is refused alone."""

    items: Annotated[list[Any], Field(min_length=1, max_length=100)]


class CorrectionRequest(Wire):
    content: Content | None = None
    valid_to: Instant | None = None
    importance: Importance | None = None
    metadata: MetadataObject | None = None
    expected_version: Annotated[int, Field(ge=1)] | None = None


class CorrectionItem(CorrectionRequest):
    """A correction in a batch, with the memory that it corrects and the scope in which that lies."""

    memory_id: SegmentId
    scope: ScopePath | None = None


class BatchReadRequest(Wire):
    """Memories of `scope` or above it."""

    ids: Annotated[SegmentIds, Field(min_length=1, max_length=100)]
    scope: ScopePath | None = None


class PromotionRequest(Wire):
    to_scope: ScopePath
    expected_version: Annotated[int, Field(ge=1)] | None = None


class ScheduledBody(Wire):
    """A scheduled version: its content is in the history."""

    version: int
    valid_from: Instant
    valid_to: Instant | None


class MemoryBody(Wire):
    """`scheduled`: versions that take the place of this one when they begin to hold, in that order. `other_words`:
    the wordings of writes that were found to say the same, where they differ from `content`."""

    memory_id: str
    scope: ScopePath
    key: str | None
    type: MemoryType
    content: str
    source: Source
    confidence: float
    importance: Importance
    trust: Trust
    status: Status
    version: int
    supersedes: str | None
    purposes: list[str]
    consent_scope: str | None
    source_event_ids: list[str]
    valid_from: Instant
    valid_to: Instant | None
    soft_expires_at: Instant | None
    hard_expires_at: Instant | None
    created_at: Instant
    updated_at: Instant
    last_accessed_at: Instant | None
    retrieval_count: int
    observed_at: Instant
    background: BackgroundBody | None
    metadata: dict[str, Any]
    provenance: dict[str, Any] | None
    flags: list[str]
    superseded_by: str | None = None
    scheduled: list[ScheduledBody] = []
    other_words: list[str] = []


class VersionBody(MemoryBody):
    ended_at: Instant | None
    ended_because: str | None


class WriteResponse(Wire):
    """`reason`: why this is the outcome, in a line that quotes nothing: for instance why a candidate waits and is
    not recalled, or why the new statement was accepted or refused."""

    outcome: Outcome
    memory: MemoryBody | None
    duplicate_by: DuplicateBy | None = None
    conflicts_with: list[str] = []
    flags: list[str] = []
    reason: str | None = None


class BatchResult(Wire):
    """The answer to an item, with the status that it would have had alone; or its problem: `code`, `title`,
    `detail`."""

    status: int
    outcome: Outcome | None = None
    memory: MemoryBody | None = None
    duplicate_by: DuplicateBy | None = None
    conflicts_with: list[str] | None = None
    flags: list[str] | None = None
    reason: str | None = None
    code: str | None = None
    title: str | None = None
    detail: str | None = None
    errors: list[dict[str, str]] | None = None
    current_version: int | None = None


class BatchResponse(Wire):
    results: list[BatchResult]


class NoParameters(Parameters):
    """The route takes none."""


class TargetParameters(Parameters):
    scope: ScopePath | None = None


class ListParameters(Parameters):
    scope: ScopePath | None = None
    type: MemoryType | None = None
    key: MemoryKey | None = None
    status: Status | None = None
    consent_scope: SegmentId | None = None
    source: Source | None = None
    min_tier: Tier | None = None
    trust: Trust | None = None
    metadata: Json[MetadataObject] | None = None
    where: Json[Where] | None = None
    include_inherited: bool = False
    include_descendants: bool = False
    order: Literal["asc", "desc"] = "desc"
    limit: Limit = 50
    cursor: Cursor | None = None


class ScopeListParameters(Parameters):
    scope: ScopePath | None = None
    kind: Literal["user", "project", "task", "node"] | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


class ScopeBody(Wire):
    scope: ScopePath
    kind: Literal["user", "project", "task", "node"]
    subject: SubjectState


class ScopePageResponse(Wire):
    """By path. `subject` of each: `deleting` while a deletion hides everything in it."""

    items: list[ScopeBody]
    next_cursor: str | None


class PageParameters(Parameters):
    scope: ScopePath | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


class MemoryPageResponse(Wire):
    """`subject`: `deleting` while a deletion hides everything of the scope, so that an empty page says why."""

    items: list[MemoryBody]
    next_cursor: str | None
    subject: SubjectState = SubjectState.ACTIVE


class HistoryResponse(Wire):
    items: list[VersionBody]
    next_cursor: str | None
