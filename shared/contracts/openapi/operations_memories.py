"""Memories: writing, reading, correcting, export and import: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.export import NDJSON, ExportLine, ExportParameters, ImportLine, ImportParameters, ImportReport
from shared.contracts.memories import (
    BatchReadRequest,
    BatchRequest,
    BatchResponse,
    CorrectionRequest,
    HistoryResponse,
    ListParameters,
    MemoryBody,
    MemoryPageResponse,
    PageParameters,
    PromotionRequest,
    ScopeListParameters,
    ScopePageResponse,
    TargetParameters,
    WriteRequest,
    WriteResponse,
)
from shared.contracts.openapi.operation import REFUSED_BY_BARRIER, REFUSED_BY_LIMIT, REFUSED_BY_POLICY, Operation

_WRITING = (
    "forbidden_role", "role_required", "source_not_allowed", "purpose_not_allowed", "version_conflict",
    "task_completed", *REFUSED_BY_BARRIER, *REFUSED_BY_POLICY, REFUSED_BY_LIMIT,
)  # fmt: skip

MEMORIES: dict[str, Operation] = {
    "POST /v1/memories": Operation(
        "writeMemory",
        "Memories",
        "Remember something",
        {
            201: (WriteResponse, "`created`, or `candidate`: kept until a person has looked at it"),
            200: (WriteResponse, "`duplicate`, `updated` (a new version is current) or `kept_existing`"),
        },
        body=WriteRequest,
        description="Duplicates by key, by text and by meaning are confirmed, not stored again. For one key the memory "
        "with the stronger source is current. With equal sources the newer one is, if its confidence is not lower. "
        "Evidence older than the current version never wins.",
        problems=_WRITING,
        replays=True,
    ),
    "POST /v1/memories/batch": Operation(
        "writeMemories",
        "Memories",
        "Remember up to 100 things",
        {200: (BatchResponse, "One result for each item, in order, with the status that it would have had alone")},
        body=BatchRequest,
        description="Each item has the form of `POST /v1/memories` and is its own transaction. A retry with the same "
        "`Idempotency-Key` finishes what a crash left.",
        replays=True,
    ),
    "PATCH /v1/memories/batch": Operation(
        "correctMemories",
        "Memories",
        "Correct up to 100 memories, as a person",
        {200: (BatchResponse, "One result for each item, in order, with the status that it would have had alone")},
        body=BatchRequest,
        description="Each item has the form of `PATCH /v1/memories/{memory_id}`, with `memory_id` and, if it is not "
        "the caller's own, `scope`, and is its own transaction. A retry with the same `Idempotency-Key` finishes what "
        "a crash left.",
        replays=True,
    ),
    "POST /v1/memories/batch/read": Operation(
        "readMemories",
        "Memories",
        "Show up to 100 memories",
        {200: (BatchResponse, "One result for each id, in order: 200 with `memory`, or 404")},
        body=BatchReadRequest,
        description="The current versions, of the scope or above it. Ids that are given twice are answered once.",
        problems=("forbidden_role",),
    ),
    "POST /v1/memories/{memory_id}/promote": Operation(
        "promoteMemory",
        "Memories",
        "Promote a memory to a scope above it",
        {201: (WriteResponse, "A copy above, active"), 200: (WriteResponse, "An equal memory is there already")},
        parameters=TargetParameters,
        body=PromotionRequest,
        problems=(
            "not_found",
            "forbidden_role",
            "version_conflict",
            "task_completed",
            *REFUSED_BY_BARRIER,
            REFUSED_BY_LIMIT,
        ),
        replays=True,
    ),
    "PATCH /v1/memories/{memory_id}": Operation(
        "correctMemory",
        "Memories",
        "Correct a memory, as a person",
        {200: (WriteResponse, "A new version from `human_confirmed` evidence")},
        parameters=TargetParameters,
        body=CorrectionRequest,
        description="Other words are judged as those of a write: what is not worth remembering is refused, and so is a "
        "guess (`low_confidence`), which confirms nothing. What is quarantined (a `candidate` from "
        "`external_unverified` evidence, or one that gives orders) stays a `candidate`, unless the caller has the role "
        "`reviewer`.",
        problems=(
            "not_found",
            "forbidden_role",
            "source_not_allowed",
            "profile_read_only",
            "version_conflict",
            *REFUSED_BY_BARRIER,
            *REFUSED_BY_POLICY,
        ),
        replays=True,
    ),
    "GET /v1/memories": Operation(
        "listMemories",
        "Memories",
        "List current memories",
        {200: (MemoryPageResponse, "One page; the pages together hold each memory once")},
        parameters=ListParameters,
        description="All filters that are given must hold. A page looks at 1,000 memories at most, however few of "
        "them a filter lets through: it goes on while there is a `next_cursor`.",
        problems=("forbidden_role",),
    ),
    "GET /v1/scopes": Operation(
        "listScopes",
        "Memories",
        "List the scopes that hold memories or sessions",
        {200: (ScopePageResponse, "One page of the scopes below the target, by path")},
        parameters=ScopeListParameters,
        description="Scopes strictly below the target in which a memory was written and that no deletion has removed. "
        "Below an organisation it needs the role `supervisor`; below one's own user, project or task none. A scope "
        "with sessions alone is not listed.",
        problems=("forbidden_role",),
    ),
    "GET /v1/memories/{memory_id}": Operation(
        "getMemory",
        "Memories",
        "Show a memory",
        {200: (MemoryBody, "Its current version")},
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "GET /v1/memories/{memory_id}/history": Operation(
        "getMemoryHistory",
        "Memories",
        "Show every version of a memory",
        {200: (HistoryResponse, "Newest first, each with when and why it ended")},
        parameters=PageParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "GET /v1/export": Operation(
        "exportMemories",
        "Memories",
        "Export what may be seen, with its history",
        {200: (ExportLine, "NDJSON, a version a line; with a header `X-Next-Cursor` there is more, under `cursor`")},
        parameters=ExportParameters,
        description="The scope and, as far as it is open to the caller, what lies below it: memory by memory, each "
        "version by version. An answer holds at most 2,000 lines or 5 MB.",
        problems=("forbidden_role",),
        media=NDJSON,
    ),
    "POST /v1/import": Operation(
        "importMemories",
        "Memories",
        "Write exported memories again",
        {200: (ImportReport, "What became of the lines")},
        parameters=ImportParameters,
        body=ImportLine,
        description="Each line goes through the pipeline of every write, with the caller's own rights and judged by "
        "its own `observed_at`; the same lines again are duplicates. A line lands where its `scope` says, if that lies "
        "at or below the target, else the same way below the target. History is made anew, version by version; what "
        "had ended is refused. A body of at most 6 MB; about 20 seconds a call, then `next_line` says where to go on.",
        problems=("forbidden_role",),
        body_media=NDJSON,
        replays=True,
    ),
}
