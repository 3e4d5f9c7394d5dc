"""Writes: one memory, many, a correction, and feedback on a recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shared.contracts.feedback import FeedbackAccepted, FeedbackRequest
from shared.contracts.memories import (
    BatchRequest,
    CorrectionItem,
    CorrectionRequest,
    NoParameters,
    PromotionRequest,
    TargetParameters,
    WriteRequest,
)
from shared.domain.errors import MemoryServiceError
from shared.runtime.api import Answer, Api, Request, read_item
from shared.runtime.counting.write_counts import Door, count_write, counting_refusals
from shared.runtime.mapping import writes
from shared.runtime.observability import count
from shared.usecases.curation.correct_batch import CorrectionOf, correct_batch
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.recall.record_feedback import give_feedback
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_batch import write_batch
from shared.usecases.writing.write_memory import WriteAnswer, write_memory

api = Api("write")
handler = api.handler
_REPLAYED = {"Idempotency-Replayed": "true"}


@api.route("POST", "/v1/memories")
def write(request: Request) -> Answer:
    request.parameters(NoParameters)
    with counting_refusals(Door.SINGLE):
        command = writes.write_command(request.body(WriteRequest))
        answer = write_memory(request.services, request.caller, command, request.idempotency())
    return _answered(Door.SINGLE, answer)


@api.route("POST", "/v1/memories/batch")
def batch(request: Request) -> Answer:
    request.parameters(NoParameters)
    items = [_command(item) for item in request.body(BatchRequest).items]
    return _each(Door.BATCH, *write_batch(request.services, request.caller, items, request.idempotency()))


@api.route("PATCH", "/v1/memories/batch")
def correct_several(request: Request) -> Answer:
    request.parameters(NoParameters)
    items = [_correction(item) for item in request.body(BatchRequest).items]
    return _each(Door.CORRECTION, *correct_batch(request.services, request.caller, items, request.idempotency()))


@api.route("PATCH", "/v1/memories/{memory_id}")
def correct(request: Request) -> Answer:
    with counting_refusals(Door.CORRECTION):
        body = request.body(CorrectionRequest)
        answer = correct_memory(
            request.services,
            request.caller,
            request.parameters(TargetParameters).scope,
            request.id("memory_id"),
            writes.correction(body),
            expected_version=body.expected_version,
            idempotency=request.idempotency(),
        )
    return _answered(Door.CORRECTION, answer)


@api.route("POST", "/v1/memories/{memory_id}/promote")
def promote(request: Request) -> Answer:
    with counting_refusals(Door.PROMOTION):
        body = request.body(PromotionRequest)
        answer = promote_memory(
            request.services,
            request.caller,
            request.parameters(TargetParameters).scope,
            request.id("memory_id"),
            body.to_scope,
            expected_version=body.expected_version,
            idempotency=request.idempotency(),
        )
    return _answered(Door.PROMOTION, answer)


@api.route("POST", "/v1/feedback")
def feedback(request: Request) -> Answer:
    request.parameters(NoParameters)
    body = request.body(FeedbackRequest)
    given = give_feedback(
        request.services,
        request.caller,
        body.scope,
        body.recall_id,
        used=body.used,
        wrong=body.wrong,
        idempotency=request.idempotency(),
    )
    if given.is_first:
        count("MemoriesUsed", len(body.used))
        count("FalsePositives", len(body.wrong))
    return Answer(202, FeedbackAccepted(recall_id=body.recall_id), _REPLAYED if given.replayed else {})


def _command(item: Any) -> WriteCommand | MemoryServiceError:
    try:
        return writes.write_command(read_item(WriteRequest, item))
    except MemoryServiceError as refusal:
        return refusal


def _correction(item: Any) -> CorrectionOf | MemoryServiceError:
    try:
        body = read_item(CorrectionItem, item)
        return CorrectionOf(body.memory_id, writes.correction(body), body.scope, body.expected_version)
    except MemoryServiceError as refusal:
        return refusal


def _each(door: Door, answers: Sequence[WriteAnswer | MemoryServiceError], replayed: bool) -> Answer:
    """An answer or a problem for each item of a batch; a replay is counted as no write."""
    for answer in () if replayed else answers:
        count_write(door, answer)
    results = [writes.batch_result(answer) for answer in answers]
    return Answer(200, {"results": results}, _REPLAYED if replayed else {})


def _answered(door: Door, answer: WriteAnswer) -> Answer:
    count_write(door, answer)
    headers = _REPLAYED if answer.replayed else {}
    return Answer(writes.write_status(answer), writes.write_response(answer), headers)
