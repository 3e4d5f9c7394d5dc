"""Memories and lists: domain values to wire models, and what a list is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shared.contracts.base import MemberCondition
from shared.contracts.memories import (
    BackgroundBody,
    BatchResult,
    ListParameters,
    MemoryBody,
    ScheduledBody,
    TurnBody,
    VersionBody,
)
from shared.domain.errors import NotFound
from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.domain.memories.contributions import other_words
from shared.domain.memories.memory import Memory
from shared.domain.memories.metadata_conditions import MetadataCondition, conditions
from shared.runtime import problems
from shared.usecases.reading.read_memories import ListQuery


def memory(value: Memory, stats: RetrievalStats | None = None) -> MemoryBody:
    """`stats` if they were read; other answers show none."""
    return MemoryBody.model_construct(**_memory_fields(value, stats))


def found(value: Memory, stats: RetrievalStats | None) -> BatchResult:
    return BatchResult.model_construct(status=200, memory=memory(value, stats))


def not_found(refusal: NotFound) -> BatchResult:
    body = problems.of_error(refusal).body
    return BatchResult.model_construct(**{name: body[name] for name in ("status", "code", "title", "detail")})  # type: ignore[arg-type]


def version(value: Memory) -> VersionBody:
    return VersionBody.model_construct(
        **_memory_fields(value), ended_at=value.ending.at, ended_because=value.ending.because
    )


def _memory_fields(value: Memory, stats: RetrievalStats | None = None) -> dict[str, Any]:
    back = value.background
    return {
        "memory_id": value.memory_id,
        "scope": value.scope,
        "key": value.key,
        "type": value.type,
        "content": value.content,
        "source": value.source,
        "confidence": value.confidence,
        "importance": value.importance,
        "trust": value.trust,
        "status": value.status,
        "version": value.version,
        "supersedes": value.supersedes,
        "purposes": list(value.purposes),
        "consent_scope": value.consent_scope,
        "source_event_ids": list(value.basis.event_ids),
        "valid_from": value.valid_from,
        "valid_to": value.valid_to,
        "soft_expires_at": value.expiry.soft_at,
        "hard_expires_at": value.expiry.hard_at,
        "created_at": value.created_at,
        "updated_at": value.updated_at,
        "last_accessed_at": None if stats is None else stats.last_at,
        "retrieval_count": 0 if stats is None else stats.count,
        "observed_at": value.observed_at,
        "background": None
        if back is None
        else BackgroundBody.model_construct(
            speaker=back.speaker,
            session_id=back.session_id,
            position=back.position,
            before=[TurnBody.model_construct(text=turn.text, event_id=turn.event_id) for turn in back.before],
        ),
        "metadata": dict(value.metadata),
        "provenance": None if value.basis.provenance is None else dict(value.basis.provenance),
        "flags": list(value.flags),
        "superseded_by": value.ending.superseded_by,
        "other_words": list(other_words(value)),
        "scheduled": [
            ScheduledBody.model_construct(version=one.version, valid_from=one.valid_from, valid_to=one.valid_to)
            for one in value.schedule.upcoming
        ],
    }


def where(asked: Mapping[str, MemberCondition] | None) -> tuple[MetadataCondition, ...]:
    """Raises `Malformed`."""
    return conditions({name: one.model_dump() for name, one in (asked or {}).items()})


def list_query(parameters: ListParameters) -> ListQuery:
    return ListQuery(
        scope=parameters.scope,
        type=parameters.type,
        key=parameters.key,
        status=parameters.status,
        consent_scope=parameters.consent_scope,
        source=parameters.source,
        min_tier=parameters.min_tier,
        trust=parameters.trust,
        metadata=parameters.metadata,
        where=where(parameters.where),
        include_inherited=parameters.include_inherited,
        include_descendants=parameters.include_descendants,
        newest_first=parameters.order == "desc",
        limit=parameters.limit,
        cursor=parameters.cursor,
    )
