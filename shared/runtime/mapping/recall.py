"""Recall: wire models to domain values and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shared.contracts.recall import ConflictBody, HitBody, RecallFields, RecallRequest, RecallResponse, RecallResult
from shared.domain.errors import MemoryServiceError
from shared.domain.recall.conflicts import Conflict
from shared.runtime import problems
from shared.runtime.mapping import memories
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer


def recall_query(body: RecallRequest) -> RecallQuery:
    return replace(recall_about(body.query, body), session_id=body.session_id)


def recall_about(text: str, body: RecallFields) -> RecallQuery:
    return RecallQuery(
        text=text,
        scope=body.scope,
        scopes=tuple(body.scopes or ()),
        mode=body.mode,
        top_k=body.top_k,
        types=tuple(body.types),
        keys=tuple(body.keys),
        metadata=body.metadata,
        where=memories.where(body.where),
        consent_scope=body.consent_scope,
        speaker=body.speaker,
        sources=tuple(body.sources),
        min_tier=body.min_tier,
        trust=body.trust,
        purpose=body.purpose,
        min_relevance=body.min_relevance,
        risk=body.risk,
        as_of=body.as_of,
        as_of_kind=body.as_of_kind,
        include_history=body.include_history,
        include_inherited=body.include_inherited,
        include_descendants=body.include_descendants,
        profile=body.profile,
    )


def recall_response(answer: RecallAnswer) -> RecallResponse:
    hits = [
        HitBody.model_construct(
            memory=memories.memory(hit.memory),
            score=hit.score,
            parts=dict(hit.parts),
            relevance=hit.relevance,
            layer=hit.layer.value,
            basis=hit.basis,
            newer=list(hit.newer),
        )
        for hit in answer.hits
    ]
    return RecallResponse.model_construct(
        recall_id=answer.recall_id,
        memories=hits,
        conflicts=conflicts(answer.conflicts),
        needs_confirmation=answer.needs_confirmation,
        suppressed=dict(answer.suppressed),
        degraded=answer.degraded,
        subject=answer.subject,
    )


def recall_result(answer: RecallAnswer | MemoryServiceError) -> RecallResult:
    """An item of a batch: an answer's, or a problem's."""
    if isinstance(answer, MemoryServiceError):
        members = problems.of_error(answer).body
        return RecallResult.model_construct(
            **{name: value for name, value in members.items() if name in RecallResult.model_fields}  # type: ignore[arg-type]
        )
    return RecallResult.model_construct(status=200, answer=recall_response(answer))


def conflicts(values: Sequence[Conflict]) -> list[ConflictBody]:
    return [
        ConflictBody.model_construct(
            members=[memories.memory(member) for member in conflict.members],
            winner=conflict.winner,
            reason=conflict.reason,
        )
        for conflict in values
    ]
