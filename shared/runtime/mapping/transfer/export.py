"""Export and import: lines to domain values and back."""

from __future__ import annotations

import json
from collections.abc import Iterator

from shared.contracts.export import ExportLine, ImportLine, ImportReport, RefusedLine, WholeMemory
from shared.contracts.sessions import SessionExportLine
from shared.domain.errors import Malformed, MemoryServiceError
from shared.domain.memories.evidence import Trust
from shared.domain.memories.memory import Status
from shared.domain.sessions.session import Event, Session
from shared.domain.summaries.summary import Summary
from shared.runtime.mapping import memories, sessions, writes
from shared.usecases.reading.export import ExportedVersion
from shared.usecases.session_export.export_sessions import Exported, SessionPiece
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.import_memories import ExportedFrom, ImportItem, ImportResult

# Lambda hands over at most 6 MB, and counts the answer as it is escaped inside of its own JSON.
MAX_ANSWER_BYTES = 5_000_000
# A memory with a history costs a query of its own: so many lines take a few seconds of the gateway's 30.
MAX_ANSWER_LINES = 2_000
# Lambda hands over at most 6 MB, as escaped inside of its own JSON, and a piece has at most half of that: the next is
# read only while there is room for it.
_ROOM_FOR_A_PIECE = 1_000_000
_MOST_PIECES = 100  # a few readings each: some seconds of the gateway's 30
# JSON allows them in a text, but many readers of lines treat them as the end of one.
_LINE_ENDS = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}


def export_page(versions: Iterator[ExportedVersion], limit: int = MAX_ANSWER_BYTES) -> tuple[str, str | None]:
    """As many lines as one answer holds, at least one if there is any, and the cursor behind them if there are more."""
    lines: list[str] = []
    size, cursor = 0, ""
    for exported in versions:
        line = export_line(exported).model_dump_json().translate(_LINE_ENDS) + "\n"
        size += len(json.dumps(line))
        if lines and (size > limit or len(lines) == MAX_ANSWER_LINES):
            return "".join(lines), cursor
        lines.append(line)
        cursor = exported.cursor
    return "".join(lines), None


def export_line(exported: ExportedVersion) -> ExportLine:
    memory = exported.memory
    whole = WholeMemory.model_construct(
        current=exported.is_current, status=memory.status, versions=memory.head.versions
    )
    given = exported.version.expiry.given
    return ExportLine.model_construct(
        **dict(memories.version(exported.version)),
        soft_ttl_days=given.soft_days,
        hard_ttl_days=given.hard_days,
        expires_at=given.ends_at,
        of=whole,
    )


def import_item(number: int, line: ImportLine | MemoryServiceError) -> ImportItem:
    if isinstance(line, MemoryServiceError):
        return ImportItem(number, line)
    try:
        lifetime = writes.lifetime(line.soft_ttl_days, line.hard_ttl_days, line.expires_at)
    except Malformed as refusal:
        return ImportItem(number, refusal)
    command = WriteCommand(
        content=line.content,
        type=line.type,
        key=line.key,
        scope=line.scope,
        source=line.source,
        confidence=line.confidence,
        importance=line.importance,
        observed_at=line.observed_at,
        valid_from=line.valid_from,
        valid_to=line.valid_to,
        purposes=tuple(line.purposes),
        consent_scope=line.consent_scope,
        source_event_ids=tuple(dict.fromkeys(line.source_event_ids)),
        lifetime=lifetime,
        background=writes.background(line.background),
        metadata=line.metadata,
        trust=line.trust if line.trust is Trust.UNVERIFIED else None,
    )
    return ImportItem(number, command, _origin(line))


def _origin(line: ImportLine) -> ExportedFrom | None:
    if line.memory_id is None or line.of is None:
        return None
    status = line.status or Status.ACTIVE
    return ExportedFrom(line.memory_id, line.of.status, line.of.current, status)


def import_report(result: ImportResult) -> ImportReport:
    return ImportReport(
        imported=result.imported,
        duplicates=result.duplicates,
        refused=[
            RefusedLine(line=one.line, code=one.code, field=one.field, reason=one.reason) for one in result.refused
        ],
        next_line=result.next_line,
    )


def session_page(pieces: Iterator[SessionPiece]) -> tuple[str, str | None]:
    """The lines, and the cursor behind them if there may be more."""
    lines: list[str] = []
    size = 0
    for number, piece in enumerate(pieces, start=1):
        texts = [
            _session_line(piece.session_id, item).model_dump_json().translate(_LINE_ENDS) + "\n" for item in piece.items
        ]
        lines += texts
        size += sum(len(json.dumps(text)) for text in texts)
        if size > _ROOM_FOR_A_PIECE or number == _MOST_PIECES:
            return "".join(lines), piece.cursor
    return "".join(lines), None


def _session_line(session_id: str, item: Exported) -> SessionExportLine:
    if isinstance(item, Session):
        return SessionExportLine(kind="session", session_id=session_id, session=sessions.session(item))
    if isinstance(item, Event):
        return SessionExportLine(kind="event", session_id=session_id, event=sessions.event(item))
    if isinstance(item, Summary):
        return SessionExportLine(kind="summary", session_id=session_id, summary=sessions.summary(session_id, item))
    return SessionExportLine(kind="state", session_id=session_id, state=sessions.state(session_id, item))
