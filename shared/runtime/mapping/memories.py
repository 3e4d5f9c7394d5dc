"""Memories, lists and corrections: wire models to domain values and back."""

from __future__ import annotations

from typing import Any

from shared.contracts.memories import (
    BackgroundBody,
    CorrectionRequest,
    ListParameters,
    MemoryBody,
    ScheduledBody,
    TurnBody,
    VersionBody,
    WriteRequest,
    WriteResponse,
)
from shared.domain.errors import Malformed, MemoryServiceError
from shared.domain.hygiene.maintenance_rules import RetrievalStats
from shared.domain.memories.contributions import other_words
from shared.domain.memories.memory import Background, Memory, Turn
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.runtime import problems
from shared.usecases.reading.read_memories import ListQuery
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import WriteAnswer

# Outcomes that created a record.
_CREATED = (Outcome.CREATED, Outcome.CONFLICT, Outcome.CANDIDATE)


def write_command(body: WriteRequest) -> WriteCommand:
    return WriteCommand(
        content=body.content,
        type=body.type,
        key=body.key,
        scope=body.scope,
        source=body.source,
        confidence=body.confidence,
        importance=body.importance,
        observed_at=body.observed_at,
        valid_from=body.valid_from,
        valid_to=body.valid_to,
        purposes=tuple(body.purposes),
        consent_scope=body.consent_scope,
        source_event_ids=tuple(dict.fromkeys(body.source_event_ids)),
        background=background(body.background),
        metadata=body.metadata,
        expected_version=body.expected_version,
        allow_sensitive=body.allow_sensitive,
    )


def background(body: BackgroundBody | None) -> Background | None:
    if body is None or body == BackgroundBody():
        return None
    before = tuple(Turn(turn.text, turn.event_id) for turn in body.before)
    return Background(body.speaker, body.session_id, body.position, before)


def correction(body: CorrectionRequest) -> Correction:
    """Raises `Malformed` for one that corrects nothing; the text as it is confirms it."""
    given = Correction(body.content, body.valid_to, body.importance, body.metadata)
    if given == Correction():
        raise Malformed.field("content", "must be given, or valid_to, importance or metadata")
    return given


def memory(value: Memory, stats: RetrievalStats | None = None) -> MemoryBody:
    """`stats` if they were read; other answers show none."""
    return MemoryBody.model_construct(**_memory_fields(value, stats))


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


def write_status(answer: WriteAnswer) -> int:
    return 201 if answer.outcome in _CREATED else 200


def write_response(answer: WriteAnswer) -> WriteResponse:
    flags = [] if answer.memory is None else list(answer.memory.flags)
    return WriteResponse.model_construct(
        outcome=answer.outcome,
        memory=None if answer.memory is None else memory(answer.memory),
        duplicate_by=answer.duplicate_by,
        conflicts_with=list(answer.conflicts_with),
        flags=flags,
        reason=answer.reason or None,
    )


def batch_result(answer: WriteAnswer | MemoryServiceError) -> dict[str, object]:
    """Only the members that the item has: an answer's, or a problem's."""
    if isinstance(answer, MemoryServiceError):
        return dict(problems.of_error(answer).body)
    return {"status": write_status(answer), **write_response(answer).model_dump(mode="json")}


def list_query(parameters: ListParameters) -> ListQuery:
    return ListQuery(
        scope=parameters.scope,
        type=parameters.type,
        key=parameters.key,
        status=parameters.status,
        consent_scope=parameters.consent_scope,
        include_inherited=parameters.include_inherited,
        include_descendants=parameters.include_descendants,
        newest_first=parameters.order == "desc",
        limit=parameters.limit,
        cursor=parameters.cursor,
    )
