"""Reads: recall, a context, lists, one memory, its history."""

from __future__ import annotations

from typing import Any

from shared.contracts.memories import (
    BatchReadRequest,
    BatchResponse,
    HistoryResponse,
    ListParameters,
    MemoryPageResponse,
    NoParameters,
    PageParameters,
    ScopeBody,
    ScopeListParameters,
    ScopePageResponse,
    TargetParameters,
)
from shared.contracts.recall import RecallBatchRequest, RecallBatchResponse, RecallRequest
from shared.domain.errors import MemoryServiceError, NotFound
from shared.domain.scopes import ScopeKind
from shared.runtime.api import Answer, Api, Request, read_item
from shared.runtime.mapping import memories
from shared.runtime.mapping.masking import refuse_guessing
from shared.runtime.mapping.recall import recall_query, recall_response, recall_result
from shared.runtime.observability import count
from shared.runtime.settings import Settings
from shared.usecases.audit.read_log import ReadKind, note_read
from shared.usecases.reading.list_scopes import list_scopes
from shared.usecases.reading.read_memories import get_memories, get_memory, list_memories, memory_history, revealed
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer, recall
from shared.usecases.recall.recall_batch import recall_batch
from shared.usecases.recall.retrieval_stats import stats_of

api = Api("recall")
handler = api.handler


@api.route("POST", "/v1/recall")
def recall_memories(request: Request) -> Answer:
    request.parameters(NoParameters)
    answer = recall(request.services, request.caller, _query(request, request.body(RecallRequest)))
    _count_recall(answer)
    return Answer(200, recall_response(answer))


@api.route("POST", "/v1/recall/batch")
def recall_several(request: Request) -> Answer:
    request.parameters(NoParameters)
    queries = [_asked(request, item) for item in request.body(RecallBatchRequest).items]
    answers = recall_batch(request.services, request.caller, queries)
    for answer in answers:
        if isinstance(answer, RecallAnswer):
            _count_recall(answer)
    return Answer(200, RecallBatchResponse.model_construct(results=[recall_result(answer) for answer in answers]))


def _asked(request: Request, item: Any) -> RecallQuery | MemoryServiceError:
    try:
        return _query(request, read_item(RecallRequest, item))
    except MemoryServiceError as refusal:
        return refusal


def _query(request: Request, body: RecallRequest) -> RecallQuery:
    refuse_guessing(Settings.from_environment(), request.caller, body.where)
    return recall_query(body)


def _count_recall(answer: RecallAnswer) -> None:
    count("Recalled", degraded=str(answer.degraded).lower())
    count("RecallAnswered", found=str(bool(answer.hits)).lower())


@api.route("POST", "/v1/context")
def context(request: Request) -> Answer:
    from shared.contracts.context import ContextRequest
    from shared.runtime.mapping.context import context_query, context_response
    from shared.usecases.context.build_context import build_context

    request.parameters(NoParameters)
    body = request.body(ContextRequest)
    refuse_guessing(Settings.from_environment(), request.caller, body.where)
    query = context_query(body)
    answer = build_context(request.services, request.caller, query)
    count("ContextBuilt", degraded=str(answer.degraded).lower())
    return Answer(200, context_response(answer))


@api.route("GET", "/v1/memories")
def list_all(request: Request) -> Answer:
    asked = request.parameters(ListParameters)
    refuse_guessing(Settings.from_environment(), request.caller, asked.where)
    query = memories.list_query(asked)
    page = list_memories(request.services, request.caller, query)
    note_read(request.services, request.caller, ReadKind.LIST, query.scope, page.items)
    items = [
        memories.memory(revealed(request.services, request.caller, memory), stats)
        for memory, stats in zip(page.items, stats_of(request.services, page.items), strict=True)
    ]
    return Answer(
        200, MemoryPageResponse.model_construct(items=items, next_cursor=page.next_cursor, subject=page.subject)
    )


@api.route("GET", "/v1/scopes")
def scopes(request: Request) -> Answer:
    asked = request.parameters(ScopeListParameters)
    page = list_scopes(
        request.services,
        request.caller,
        asked.scope,
        kind=None if asked.kind is None else ScopeKind(asked.kind),
        limit=asked.limit,
        after=asked.cursor,
    )
    items = [
        ScopeBody.model_construct(scope=one.scope, kind=one.scope.kind.value, subject=one.subject) for one in page.items
    ]
    return Answer(200, ScopePageResponse(items=items, next_cursor=page.next_cursor))


@api.route("POST", "/v1/memories/batch/read")
def read_several(request: Request) -> Answer:
    request.parameters(NoParameters)
    asked = request.body(BatchReadRequest)
    answers = get_memories(request.services, request.caller, asked.scope, asked.ids)
    found = [one for one in answers if not isinstance(one, NotFound)]
    note_read(request.services, request.caller, ReadKind.GET, asked.scope, found)
    stats = dict(zip((one.memory_id for one in found), stats_of(request.services, found), strict=True))
    now = request.services.clock.now()
    results = [
        memories.not_found(one)
        if isinstance(one, NotFound)
        else memories.found(revealed(request.services, request.caller, one.shown_at(now)), stats[one.memory_id])
        for one in answers
    ]
    return Answer(200, BatchResponse.model_construct(results=results))


@api.route("GET", "/v1/memories/{memory_id}")
def get(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    memory = get_memory(request.services, request.caller, scope, request.id("memory_id"))
    note_read(request.services, request.caller, ReadKind.GET, scope, [memory])
    (stats,) = stats_of(request.services, [memory])
    memory = memory.shown_at(request.services.clock.now())
    return Answer(200, memories.memory(revealed(request.services, request.caller, memory), stats))


@api.route("GET", "/v1/memories/{memory_id}/history")
def history(request: Request) -> Answer:
    asked = request.parameters(PageParameters)
    page = memory_history(
        request.services,
        request.caller,
        asked.scope,
        request.id("memory_id"),
        limit=asked.limit,
        after=asked.cursor,
    )
    note_read(request.services, request.caller, ReadKind.HISTORY, asked.scope, page.items)
    items = [memories.version(revealed(request.services, request.caller, memory)) for memory in page.items]
    return Answer(200, HistoryResponse.model_construct(items=items, next_cursor=page.next_cursor))
