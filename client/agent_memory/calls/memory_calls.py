"""Calls about memories: writing, reading, recalling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict

from agent_memory import words
from agent_memory.calls.answers import (
    Batch,
    Context,
    FeedbackAccepted,
    History,
    Memory,
    MemoryPage,
    Recall,
    Written,
)
from agent_memory.calls.call import Call, given, parameters, path
from agent_memory.calls.governance_answers import DeletionAccepted


class External(TypedDict, total=False):
    """A piece from outside: shown in this one context, never stored. `content` and `source` are required."""

    content: str
    source: str
    title: str


class RecallFields(TypedDict, total=False):
    """What a recall takes beside its question."""

    scope: str | None
    scopes: Sequence[str] | None
    mode: words.Mode | None
    top_k: int | None
    types: Sequence[words.MemoryType] | None
    keys: Sequence[str] | None
    metadata: Mapping[str, Any] | None
    consent_scope: str | None
    speaker: str | None
    sources: Sequence[words.Source] | None
    purpose: str | None
    min_relevance: float | None
    risk: words.Risk | None
    as_of: datetime | None
    as_of_kind: words.TimeKind | None
    include_history: bool | None
    include_inherited: bool | None
    include_descendants: bool | None
    profile: words.Profile | None
    session_id: str | None


def write(
    content: str,
    type: words.MemoryType,
    *,
    key: str | None = None,
    scope: str | None = None,
    source: words.Source | None = None,
    confidence: float | None = None,
    importance: words.Importance | None = None,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
    observed_at: datetime | None = None,
    purposes: Sequence[str] | None = None,
    consent_scope: str | None = None,
    source_event_ids: Sequence[str] | None = None,
    background: Mapping[str, Any] | None = None,
    metadata: Mapping[str, Any] | None = None,
    expected_version: int | None = None,
    allow_sensitive: bool | None = None,
    idempotency_key: str | None = None,
) -> Call[Written]:
    """Remember something. Without `source` it is an inference of the agent: a `candidate`, which no recall returns
    until a reviewer confirms it. Raises `Refused` if the service's policy does not store it."""
    body = given(
        content=content,
        type=type,
        key=key,
        scope=scope,
        source=source,
        confidence=confidence,
        importance=importance,
        valid_from=valid_from,
        valid_to=valid_to,
        observed_at=observed_at,
        purposes=purposes,
        consent_scope=consent_scope,
        source_event_ids=source_event_ids,
        background=background,
        metadata=metadata,
        expected_version=expected_version,
        allow_sensitive=allow_sensitive,
    )
    return Call("POST", path("memories"), Written, body=body, changes=True, idempotency_key=idempotency_key)


def write_batch(items: Sequence[Mapping[str, Any]], *, idempotency_key: str | None = None) -> Call[Batch]:
    """Writes, each its own transaction, answered in order; a refused one raises nothing. Items have the fields of
    `write`. The clients send more than 100, or than 4 MB, in parts; where a later part fails, those before it are
    written, and the same call again with its `idempotency_key` writes none of them twice."""
    body = {"items": [given(**item) for item in items]}
    return Call("POST", path("memories", "batch"), Batch, body=body, changes=True, idempotency_key=idempotency_key)


def list_memories(
    *,
    scope: str | None = None,
    type: words.MemoryType | None = None,
    key: str | None = None,
    status: words.Status | None = None,
    consent_scope: str | None = None,
    include_inherited: bool | None = None,
    include_descendants: bool | None = None,
    order: words.Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[MemoryPage]:
    """A page of the current memories of every status, newest first."""
    query = parameters(
        scope=scope,
        type=type,
        key=key,
        status=status,
        consent_scope=consent_scope,
        include_inherited=include_inherited,
        include_descendants=include_descendants,
        order=order,
        limit=limit,
        cursor=cursor,
    )
    return Call("GET", path("memories"), MemoryPage, query)


def get_memory(memory_id: str, *, scope: str | None = None) -> Call[Memory]:
    """The current version."""
    return Call("GET", path("memories", memory_id), Memory, parameters(scope=scope))


def history(
    memory_id: str, *, scope: str | None = None, limit: int | None = None, cursor: str | None = None
) -> Call[History]:
    """Every version, newest first, with why it ended."""
    query = parameters(scope=scope, limit=limit, cursor=cursor)
    return Call("GET", path("memories", memory_id, "history"), History, query)


def correct(
    memory_id: str,
    *,
    scope: str | None = None,
    content: str | None = None,
    valid_to: datetime | None = None,
    importance: words.Importance | None = None,
    metadata: Mapping[str, Any] | None = None,
    expected_version: int | None = None,
    idempotency_key: str | None = None,
) -> Call[Written]:
    """A person's correction: a new version, whatever the evidence of the old one."""
    body = given(
        content=content,
        valid_to=valid_to,
        importance=importance,
        metadata=metadata,
        expected_version=expected_version,
    )
    return Call(
        "PATCH",
        path("memories", memory_id),
        Written,
        parameters(scope=scope),
        body,
        changes=True,
        idempotency_key=idempotency_key,
    )


def promote(
    memory_id: str,
    to_scope: str,
    *,
    scope: str | None = None,
    expected_version: int | None = None,
    idempotency_key: str | None = None,
) -> Call[Written]:
    """Copy a memory to a scope above; both keep the provenance."""
    return Call(
        "POST",
        path("memories", memory_id, "promote"),
        Written,
        parameters(scope=scope),
        given(to_scope=to_scope, expected_version=expected_version),
        changes=True,
        idempotency_key=idempotency_key,
    )


def delete_memory(memory_id: str, *, scope: str | None = None) -> Call[DeletionAccepted]:
    """Accepted and hidden at once; `get_deletion` shows when it is removed from every store."""
    return Call("DELETE", path("memories", memory_id), DeletionAccepted, parameters(scope=scope), changes=True)


def recall(
    query: str,
    *,
    scope: str | None = None,
    scopes: Sequence[str] | None = None,
    mode: words.Mode | None = None,
    top_k: int | None = None,
    types: Sequence[words.MemoryType] | None = None,
    keys: Sequence[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
    consent_scope: str | None = None,
    speaker: str | None = None,
    sources: Sequence[words.Source] | None = None,
    purpose: str | None = None,
    min_relevance: float | None = None,
    risk: words.Risk | None = None,
    as_of: datetime | None = None,
    as_of_kind: words.TimeKind | None = None,
    include_history: bool | None = None,
    include_inherited: bool | None = None,
    include_descendants: bool | None = None,
    profile: words.Profile | None = None,
    session_id: str | None = None,
) -> Call[Recall]:
    """The memories that answer `query`, best first, of one scope or of several (`scopes`, at most eight). With
    `risk="high"` and contradicting evidence the answer has the dispute and no memory. With `session_id` the events of
    that session are searched too (`layer` "l1")."""
    body = given(
        query=query,
        scope=scope,
        scopes=scopes,
        mode=mode,
        top_k=top_k,
        types=types,
        keys=keys,
        metadata=metadata,
        consent_scope=consent_scope,
        speaker=speaker,
        sources=sources,
        purpose=purpose,
        min_relevance=min_relevance,
        risk=risk,
        as_of=as_of,
        as_of_kind=as_of_kind,
        include_history=include_history,
        include_inherited=include_inherited,
        include_descendants=include_descendants,
        profile=profile,
        session_id=session_id,
    )
    return Call("POST", path("recall"), Recall, body=body)


def context(
    goal: str,
    *,
    session_id: str | None = None,
    token_budget: int | None = None,
    external: Sequence[External] | None = None,
    style: words.Style | None = None,
    scope: str | None = None,
    scopes: Sequence[str] | None = None,
    mode: words.Mode | None = None,
    top_k: int | None = None,
    types: Sequence[words.MemoryType] | None = None,
    keys: Sequence[str] | None = None,
    metadata: Mapping[str, Any] | None = None,
    consent_scope: str | None = None,
    speaker: str | None = None,
    sources: Sequence[words.Source] | None = None,
    purpose: str | None = None,
    min_relevance: float | None = None,
    risk: words.Risk | None = None,
    as_of: datetime | None = None,
    as_of_kind: words.TimeKind | None = None,
    include_history: bool | None = None,
    include_inherited: bool | None = None,
    include_descendants: bool | None = None,
    profile: words.Profile | None = None,
) -> Call[Context]:
    """The text to show a model: profile, session, long-term memory and `external`, in that order, within the budget."""
    body = given(
        goal=goal,
        session_id=session_id,
        token_budget=token_budget,
        external=external,
        style=style,
        scope=scope,
        scopes=scopes,
        mode=mode,
        top_k=top_k,
        types=types,
        keys=keys,
        metadata=metadata,
        consent_scope=consent_scope,
        speaker=speaker,
        sources=sources,
        purpose=purpose,
        min_relevance=min_relevance,
        risk=risk,
        as_of=as_of,
        as_of_kind=as_of_kind,
        include_history=include_history,
        include_inherited=include_inherited,
        include_descendants=include_descendants,
        profile=profile,
    )
    return Call("POST", path("context"), Context, body=body)


def feedback(
    recall_id: str,
    *,
    used: Sequence[str] = (),
    wrong: Sequence[str] = (),
    scope: str | None = None,
    idempotency_key: str | None = None,
) -> Call[FeedbackAccepted]:
    """Which memories of a recall or a context helped, and which were wrong (a reviewer sees those)."""
    body = given(recall_id=recall_id, used=used, wrong=wrong, scope=scope)
    return Call("POST", path("feedback"), FeedbackAccepted, body=body, changes=True, idempotency_key=idempotency_key)
