"""Recall on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from shared.contracts.base import (
    MAX_QUERY,
    Confidence,
    Instant,
    MemoryKey,
    MetadataObject,
    ScopePath,
    SegmentId,
    Tier,
    Where,
    Wire,
)
from shared.contracts.memories import MemoryBody
from shared.domain.deletion.barrier import SubjectState
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import MemoryType
from shared.domain.recall.conflicts import Risk
from shared.domain.recall.policy import Mode, TimeKind


def not_blank(value: str) -> str:
    if not value.strip():
        raise PydanticCustomError("malformed", "must not be blank")
    return value


QueryText = Annotated[str, Field(min_length=1, max_length=MAX_QUERY), AfterValidator(not_blank)]


class RecallFields(Wire):
    """The parameters of a recall beside its question.

    `scopes`: several target scopes in the place of `scope`, each under the access table, ranked in one list; a
    session is named with one of them at most. Each filter is part of the search, and all that are given must hold.
    `metadata`: each named member is there with an equal value of the same type (`true` is not `1`), an object or a
    list as a whole. `where`: bounds of a member, or what it contains. `speaker`: who said it, according to its
    background. `as_of`: versions that held then (`valid`) or were believed then (`recorded`), including ended ones;
    `include_history`: versions of any time."""

    scope: ScopePath | None = None
    scopes: Annotated[list[ScopePath], Field(min_length=1, max_length=8)] | None = None
    mode: Mode = Mode.PULL
    top_k: Annotated[int, Field(ge=1, le=100)] = 5
    types: Annotated[list[MemoryType], Field(max_length=6)] = []
    keys: Annotated[list[MemoryKey], Field(max_length=100)] = []
    metadata: MetadataObject | None = None
    where: Where | None = None
    consent_scope: SegmentId | None = None
    speaker: SegmentId | None = None
    sources: Annotated[list[Source], Field(max_length=7)] = []
    min_tier: Tier | None = None
    trust: Trust | None = None
    purpose: SegmentId | None = None
    min_relevance: Confidence | None = None
    risk: Risk = Risk.LOW
    as_of: Instant | None = None
    as_of_kind: TimeKind = TimeKind.VALID
    include_history: bool = False
    include_inherited: bool = True
    include_descendants: bool = False
    profile: Literal["default", "textbook"] = "default"


class RecallRequest(RecallFields):
    """`session_id`: a session of the target scope whose events are searched as well (layer `l1`)."""

    query: QueryText
    session_id: SegmentId | None = None


class RecallBatchRequest(Wire):
    """Each item is read on its own: one that is malformed is refused alone."""

    items: Annotated[list[Any], Field(min_length=1, max_length=20)]


class HitBody(Wire):
    """`score` orders the hits of one recall, `relevance` is compared with the threshold; all numbers in [0,1].

    `layer`: `l2` is a memory, `l1` an event of the session that the recall named, in the form of a memory; its id is
    `session_id/event_id`, by which memories cite it. `newer`: ids of those before it that may say how its matter
    stands now: it is possibly outdated."""

    memory: MemoryBody
    score: float
    parts: dict[str, float]
    relevance: float
    layer: Literal["l1", "l2"] = "l2"
    basis: str | None = None
    newer: list[str] = []


class ConflictBody(Wire):
    """`winner`: at low risk the member on which an agent may act, and the reason why it is ahead; at high risk none."""

    members: list[MemoryBody]
    winner: str | None
    reason: str


class RecallResponse(Wire):
    """`suppressed` counts by reason the memories that were found and are not shown; `candidate`: those that would
    have been relevant and wait for a reviewer."""

    recall_id: str
    memories: list[HitBody]
    conflicts: list[ConflictBody] = []
    needs_confirmation: bool = False
    suppressed: dict[str, int]
    degraded: bool
    subject: SubjectState = SubjectState.ACTIVE


class RecallResult(Wire):
    """The answer to an item, with the status that it would have had alone; or its problem: `code`, `title`,
    `detail`."""

    status: int
    answer: RecallResponse | None = None
    code: str | None = None
    title: str | None = None
    detail: str | None = None
    errors: list[dict[str, str]] | None = None


class RecallBatchResponse(Wire):
    results: list[RecallResult]
