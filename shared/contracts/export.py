"""Export and import on the wire: NDJSON, one version of a memory a line."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from shared.contracts.base import (
    Confidence,
    Content,
    Cursor,
    EventReference,
    Instant,
    LifeInDays,
    MemoryKey,
    MetadataObject,
    Parameters,
    ScopePath,
    SegmentId,
    SegmentIds,
    Wire,
)
from shared.contracts.memories import BackgroundBody, VersionBody
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Importance, MemoryType, Status

NDJSON = "application/x-ndjson"


class ExportParameters(Parameters):
    scope: ScopePath | None = None
    cursor: Cursor | None = None


class WholeMemory(Wire):
    """The memory that a line is a version of: its status now, how many versions it has, and whether this is the
    current one."""

    current: bool
    status: Status
    versions: int


class ExportLine(VersionBody):
    soft_ttl_days: LifeInDays | None = None
    hard_ttl_days: LifeInDays | None = None
    expires_at: Instant | None = None
    of: WholeMemory


class ImportParameters(Parameters):
    """`from_line`: the `next_line` of the report of the call before."""

    scope: ScopePath | None = None
    from_line: Annotated[int, Field(ge=1)] = 1


class ImportLine(Wire):
    """A line of an export, or one written by hand: a statement as in a write. Other fields of an export (ids,
    versions, times of recording) are ignored. `trust`: an `unverified` text stays so; no line can claim more."""

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
    source_event_ids: Annotated[list[EventReference], Field(max_length=50)] = []
    soft_ttl_days: LifeInDays | None = None
    hard_ttl_days: LifeInDays | None = None
    expires_at: Instant | None = None
    background: BackgroundBody | None = None
    metadata: MetadataObject = {}
    trust: Trust | None = None
    memory_id: SegmentId | None = None
    status: Status | None = None
    of: WholeMemory | None = None


# Fields of an export that an import ignores.
LEFT_ASIDE = frozenset(ExportLine.model_fields) - frozenset(ImportLine.model_fields)


class RefusedLine(Wire):
    """`code` is a problem's, or `ended` (the memory had been superseded, rejected or evicted), or `kept_existing` (the
    stored memory stays current). `field`: the first one to blame, if one is. `reason`: what is wrong, in a sentence."""

    line: int
    code: str
    field: str | None = None
    reason: str | None = None


class ImportReport(Wire):
    """A `next_line` means that the time of one call was used up: send the same lines again with it as `from_line`."""

    imported: int
    duplicates: int
    refused: list[RefusedLine]
    next_line: int | None = None
