"""Import of sessions: lines to domain values."""

from __future__ import annotations

from datetime import timedelta

from shared.contracts.transfer.session_import import (
    ImportedEvent,
    ImportedSession,
    ImportedState,
    ImportedSummary,
    SessionImportLine,
)
from shared.domain.errors import Malformed, MemoryServiceError
from shared.domain.sessions.session import Arrival, NewEvent
from shared.domain.sessions.task_state import StateMachine, TaskState
from shared.domain.summaries.summary import Evidence, Summary, SummaryContent, SummaryStatus
from shared.usecases.session_import.import_sessions import Imported, SessionImportItem
from shared.usecases.session_import.imported_parts import ExportedSession


def import_item(number: int, line: SessionImportLine | MemoryServiceError) -> SessionImportItem:
    if isinstance(line, MemoryServiceError):
        return SessionImportItem(number, "", line)
    try:
        return SessionImportItem(number, line.session_id, _part(line))
    except Malformed as refusal:
        return SessionImportItem(number, line.session_id, refusal)


def _part(line: SessionImportLine) -> Imported:
    given = [name for name in ("session", "event", "summary", "state") if getattr(line, name) is not None]
    if given != [line.kind]:
        raise Malformed.field(line.kind, "must be the one member of the line that is not null")
    if line.session is not None:
        return _session(line.session)
    if line.event is not None:
        return _event(line.event)
    if line.summary is not None:
        return _summary(line.summary)
    if line.state is not None:
        return _state(line.state)
    raise Malformed.field("kind", "names no member of the line")


def _session(body: ImportedSession) -> ExportedSession:
    if body.ttl_seconds is None:
        raise Malformed.field("session.ttl_seconds", "is missing")
    ttl = timedelta(seconds=body.ttl_seconds)
    updated_at = body.updated_at or body.last_event_at or body.created_at
    return ExportedSession(body.scope, ttl, body.created_at, updated_at, body.last_event_at)


def _event(body: ImportedEvent) -> NewEvent:
    return NewEvent(
        role=body.role,
        content=body.content,
        event_id=body.event_id,
        occurred_at=body.occurred_at or body.recorded_at,
        speaker=body.speaker,
        tool=body.tool,
        importance=body.importance,
        kind=body.kind,
        corrects=tuple(body.corrects),
        arrival=Arrival(body.sequence, body.recorded_at, body.actor),
    )


def _summary(body: ImportedSummary) -> Summary:
    content = body.content
    return Summary(
        summary_id=body.summary_id,
        version=body.version,
        status=SummaryStatus.SERVED,
        content=SummaryContent(
            content.goal,
            tuple(content.completed),
            tuple(content.constraints),
            tuple(content.pending),
            tuple(Evidence(e.event_id, e.text, e.role, e.kind, e.speaker, e.actor) for e in content.evidence),
        ),
        first=body.source_range.first,
        last=body.source_range.last,
        count=body.source_range.count,
        source_version=body.source_version,
        model=body.model,
        created_at=body.created_at,
    )


def _state(body: ImportedState) -> TaskState:
    if body.requires and body.transitions is None:
        raise Malformed.field("state.requires", "needs transitions")
    machine = None
    if body.transitions is not None:
        transitions = {state: tuple(targets) for state, targets in body.transitions.items()}
        machine = StateMachine(transitions, body.requires or {})
    evidence = tuple(dict.fromkeys(body.evidence or ()))
    return TaskState(
        body.state,
        tuple(body.pending),
        body.data,
        body.version,
        body.updated_at,
        evidence,
        body.evidence_lost,
        machine,
    )
