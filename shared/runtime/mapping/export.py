"""Export and import: lines to domain values and back."""

from __future__ import annotations

import json
from collections.abc import Iterator

from shared.contracts.export import ExportLine, ImportLine, ImportReport, RefusedLine, WholeMemory
from shared.domain.errors import MemoryServiceError
from shared.domain.memories.evidence import Trust
from shared.domain.memories.memory import Status
from shared.runtime.mapping import memories, writes
from shared.usecases.reading.export import ExportedVersion
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.import_memories import ExportedFrom, ImportItem, ImportResult

# Lambda hands over at most 6 MB, and counts the answer as it is escaped inside of its own JSON.
MAX_ANSWER_BYTES = 5_000_000
# A memory with a history costs a query of its own: so many lines take a few seconds of the gateway's 30.
MAX_ANSWER_LINES = 2_000
# JSON allows them in a text, but many readers of lines treat them as the end of one.
LINE_ENDS = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}


def export_page(versions: Iterator[ExportedVersion], limit: int = MAX_ANSWER_BYTES) -> tuple[str, str | None]:
    """As many lines as one answer holds, at least one if there is any, and the cursor behind them if there are more."""
    lines: list[str] = []
    size, cursor = 0, ""
    for exported in versions:
        line = export_line(exported).model_dump_json().translate(LINE_ENDS) + "\n"
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
    return ExportLine.model_construct(**dict(memories.version(exported.version)), of=whole)


def import_item(number: int, line: ImportLine | MemoryServiceError) -> ImportItem:
    if isinstance(line, MemoryServiceError):
        return ImportItem(number, line)
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
