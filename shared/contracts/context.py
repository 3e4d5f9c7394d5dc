"""The context builder on the wire."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from shared.contracts.base import Content, Instant, SegmentId, Wire
from shared.contracts.recall import ConflictBody, QueryText, RecallFields, not_blank
from shared.domain.context.items import Layer, Reason
from shared.domain.context.rendering import Style
from shared.domain.deletion.barrier import SubjectState
from shared.domain.memories.evidence import Trust

_Name = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(not_blank)]


class ExternalBody(Wire):
    """Fetched for this request and never stored. `source`: a URL, a path, the name of a tool."""

    content: Content
    source: _Name
    title: _Name | None = None


class ContextRequest(RecallFields):
    """The fields of a recall with `goal` in the place of `query`."""

    goal: QueryText
    session_id: SegmentId | None = None
    token_budget: Annotated[int | None, Field(ge=1, le=100_000)] = None
    held_events: Annotated[list[SegmentId], Field(max_length=50)] = []
    external: Annotated[list[ExternalBody], Field(max_length=50)] = []
    style: Style = Style.XML


class ContextItemBody(Wire):
    """`tokens` of the item in the text. `basis`: it is disputed, and the reason why it comes before the other.
    `memory_id`: the id to name in feedback. `reads_as_instruction`: it reads as an order and is not a person's
    statement; it is shown with a warning.

    `label` is the kind of thing, in words of the service alone: a memory's type, an event's kind, `state`,
    `summary`, `external`. What others named is in `key`, `title`, `speaker` and `tool`. `part`: which kind of
    statement of a summary or a long message it is, as `constraint`. `reason`: why the item is in the context.
    `newer`: ids of later memories or events about the same matter; with any it is possibly outdated. `event_id`: of
    an event of the session, as memories cite it. `trust`: `data`, `unverified` (a tool's or a page's words), or
    `instruction`: a rule that the system of record wrote, in the layer `policy`."""

    layer: Layer
    label: str
    content: str
    source: str
    time: Instant
    confidence: float
    stale: bool
    tokens: int
    basis: str | None = None
    memory_id: str | None = None
    reads_as_instruction: bool = False
    key: str | None = None
    title: str | None = None
    speaker: str | None = None
    tool: str | None = None
    part: str | None = None
    reason: Reason
    newer: list[str] = []
    event_id: str | None = None
    trust: Trust


class ContextResponse(Wire):
    """`omitted` counts items without room; of a session these are turns of the user and marked events. `suppressed`
    counts items that may not be shown, are shown already, or are blank. `tokens` are an estimate on the safe side,
    never above the budget."""

    recall_id: str
    items: list[ContextItemBody]
    text: str
    tokens: int
    omitted: dict[Layer, int]
    suppressed: dict[str, int]
    needs_confirmation: bool
    conflicts: list[ConflictBody]
    degraded: bool
    subject: SubjectState = SubjectState.ACTIVE
