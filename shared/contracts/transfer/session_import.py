"""Import of sessions on the wire: the lines of an export of sessions (`contracts.sessions.SessionExportLine`), checked
like what is written by hand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from shared.contracts.base import Instant, SegmentId, Wire
from shared.contracts.sessions import (
    NewEventBody,
    SessionRequest,
    SourceRange,
    StateFields,
    SummaryParts,
    SummarySources,
)

# Far beyond the events that a session holds: what was removed leaves gaps.
_MAX_SEQUENCE = 1_000_000
_Count = Annotated[int, Field(ge=0, le=_MAX_SEQUENCE)]
_Version = Annotated[int, Field(ge=1, le=2**53)]


class ImportedSession(SessionRequest):
    """`expires_at` and `events` follow from the rest, and are ignored."""

    created_at: Instant
    updated_at: Instant | None = None
    last_event_at: Instant | None = None
    expires_at: Instant | None = None
    events: int | None = None


class ImportedEvent(NewEventBody):
    """`actor` is kept for the caller itself and for an administrator; for others it is the caller."""

    event_id: SegmentId
    sequence: Annotated[int, Field(ge=1, le=_MAX_SEQUENCE)]
    recorded_at: Instant
    actor: Annotated[str, Field(max_length=8192)] | None = None


class ImportedSummaryContent(SummaryParts):
    """`sources` may be left out: it is worked out from the events."""

    sources: SummarySources | None = None


class ImportedSummary(Wire):
    summary_id: SegmentId
    session_id: SegmentId | None = None
    version: _Version
    status: Literal["served"] = "served"
    content: ImportedSummaryContent
    source_range: SourceRange
    source_version: _Version = 1
    model: SegmentId
    created_at: Instant


class ImportedState(StateFields):
    session_id: SegmentId | None = None
    version: _Version
    updated_at: Instant
    evidence_lost: _Count = 0


class SessionImportLine(Wire):
    """A line of an export of sessions: the member that `kind` names, the others `null` or absent. The lines of a
    session come in the order of the export: the session, its events, its summary, its state."""

    kind: Literal["session", "event", "summary", "state"]
    session_id: SegmentId
    session: ImportedSession | None = None
    event: ImportedEvent | None = None
    summary: ImportedSummary | None = None
    state: ImportedState | None = None
