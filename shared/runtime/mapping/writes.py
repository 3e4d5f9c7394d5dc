"""Writes and corrections: wire models to commands, and their results back.

Apart from `memories`, which reads need as well: they do not load the pipeline of writes."""

from __future__ import annotations

from datetime import datetime, timedelta

from shared.contracts.memories import BackgroundBody, CorrectionRequest, WriteRequest, WriteResponse
from shared.domain.errors import Malformed, MemoryServiceError
from shared.domain.memories.memory import Background, Lifetime, Memory, Turn
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.runtime import problems
from shared.runtime.mapping.memories import memory
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import WriteAnswer

# Outcomes that created a record.
_CREATED = (Outcome.CREATED, Outcome.CONFLICT, Outcome.CANDIDATE)
OBSERVED_IN_FUTURE = "observed_in_future"
CLOCKS_DIFFER = timedelta(minutes=5)  # a host's clock that is wrong by less says nothing about the evidence


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
        lifetime=lifetime(body.soft_ttl_days, body.hard_ttl_days, body.expires_at),
        source_event_ids=tuple(dict.fromkeys(body.source_event_ids)),
        background=background(body.background),
        metadata=body.metadata,
        expected_version=body.expected_version,
        allow_sensitive=body.allow_sensitive,
        trust=body.trust,
    )


def lifetime(soft_days: int | None, hard_days: int | None, ends_at: datetime | None) -> Lifetime:
    """Raises `Malformed` for two ends, and for a memory that would end before it fades."""
    if hard_days is not None and ends_at is not None:
        raise Malformed.field("expires_at", "must not be given together with hard_ttl_days")
    if soft_days is not None and hard_days is not None and soft_days > hard_days:
        raise Malformed.field("soft_ttl_days", "must not be more than hard_ttl_days")
    return Lifetime(soft_days, hard_days, ends_at)


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


def write_status(answer: WriteAnswer) -> int:
    return 201 if answer.outcome in _CREATED else 200


def write_response(answer: WriteAnswer) -> WriteResponse:
    return WriteResponse.model_construct(
        outcome=answer.outcome,
        memory=None if answer.memory is None else memory(answer.memory),
        duplicate_by=answer.duplicate_by,
        conflicts_with=list(answer.conflicts_with),
        flags=_flags(answer.memory),
        reason=answer.reason or None,
    )


def _flags(written: Memory | None) -> list[str]:
    """A memory's own, and whether its evidence is dated into the future: it counts as of the time of the write."""
    if written is None:
        return []
    ahead = written.observed_at > written.updated_at + CLOCKS_DIFFER
    return [*written.flags, *([OBSERVED_IN_FUTURE] if ahead else [])]


def batch_result(answer: WriteAnswer | MemoryServiceError) -> dict[str, object]:
    """Only the members that the item has: an answer's, or a problem's."""
    if isinstance(answer, MemoryServiceError):
        return dict(problems.of_error(answer).body)
    return {"status": write_status(answer), **write_response(answer).model_dump(mode="json")}
