"""Calls about memories: writing, reading, recalling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Required, TypedDict, Unpack

from agent_memory import words
from agent_memory.calls.answers import (
    Batch,
    Context,
    FeedbackAccepted,
    History,
    Memory,
    MemoryPage,
    Recall,
    RecallBatch,
    ScopePage,
    Written,
)
from agent_memory.calls.call import Call, call, given
from agent_memory.calls.governance_answers import DeletionAccepted


class External(TypedDict, total=False):
    """A piece from outside: shown in this one context, never stored. `content` and `source` are required."""

    content: str
    source: str
    title: str


class NoteFields(TypedDict, total=False):
    """What may be said about a memory, beside its text, type and source."""

    key: str | None
    scope: str | None
    confidence: float | None
    importance: words.Importance | None
    valid_from: datetime | None
    valid_to: datetime | None
    purposes: Sequence[str] | None
    consent_scope: str | None
    soft_ttl_days: int | None
    hard_ttl_days: int | None
    expires_at: datetime | None
    source_event_ids: Sequence[str] | None
    background: Mapping[str, Any] | None
    metadata: Mapping[str, Any] | None
    expected_version: int | None
    allow_sensitive: bool | None


class WriteFields(NoteFields, total=False):
    """What a write takes beside text and type. `trust`: "unverified" lowers it; "instruction", a policy, is for the
    source `system_of_record` alone."""

    trust: words.Trust | None
    source: words.Source | None
    observed_at: datetime | None


class NewMemory(WriteFields, total=False):
    """One write of a batch."""

    content: Required[str]
    type: Required[words.MemoryType]


class RecallFields(TypedDict, total=False):
    """What a recall takes beside its question."""

    scope: str | None
    scopes: Sequence[str] | None
    mode: words.Mode | None
    top_k: int | None
    types: Sequence[words.MemoryType] | None
    keys: Sequence[str] | None
    metadata: Mapping[str, Any] | None
    where: Mapping[str, Mapping[str, Any]] | None
    consent_scope: str | None
    speaker: str | None
    sources: Sequence[words.Source] | None
    min_tier: int | None
    trust: words.Trust | None
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


class ContextFields(RecallFields, total=False):
    """What a context takes beside its goal."""

    token_budget: int | None
    held_events: Sequence[str] | None
    external: Sequence[External] | None
    style: words.Style | None


def write(
    content: str, type: words.MemoryType, *, idempotency_key: str | None = None, **fields: Unpack[WriteFields]
) -> Call[Written]:
    """Remember something; without `source` it is an inference, a `candidate` that no recall returns until a reviewer
    confirms it. Raises `Refused` if the service's policy does not store it."""
    return call("POST memories", Written, locals())


def write_batch(
    items: Sequence[NewMemory] | Sequence[Mapping[str, Any]], *, idempotency_key: str | None = None
) -> Call[Batch]:
    """Writes, each its own transaction, answered in order. A refused one raises nothing. More than 100, or than 4 MB,
    are sent in parts: where a later part fails, those before it are written, and the same call again with its
    `idempotency_key` writes none of them twice."""
    written = [given(**item) for item in items]
    return call("POST memories/batch", Batch, {"items": written, "idempotency_key": idempotency_key})


def correct_batch(items: Sequence[Mapping[str, Any]], *, idempotency_key: str | None = None) -> Call[Batch]:
    """Corrections, each as of `correct` with its `memory_id`, answered in order. A refused one raises nothing. More
    than 100 are sent in parts, as of `write_batch`."""
    corrected = [given(**item) for item in items]
    return call("PATCH memories/batch", Batch, {"items": corrected, "idempotency_key": idempotency_key})


def get_memories(ids: Sequence[str], *, scope: str | None = None) -> Call[Batch]:
    """Memories by id, in order; one that is not there raises nothing. More than 100 are asked for in parts."""
    return call("POST memories/batch/read", Batch, locals(), reads=True)


def recall_batch(items: Sequence[Mapping[str, Any]]) -> Call[RecallBatch]:
    """Recalls, each as of `recall` with its `query`, answered in order. A refused one raises nothing. More than 20 are
    asked in parts."""
    return call("POST recall/batch", RecallBatch, {"items": [given(**item) for item in items]}, reads=True)


def list_memories(
    *,
    scope: str | None = None,
    type: words.MemoryType | None = None,
    key: str | None = None,
    status: words.Status | None = None,
    consent_scope: str | None = None,
    source: words.Source | None = None,
    min_tier: int | None = None,
    trust: words.Trust | None = None,
    metadata: Mapping[str, Any] | None = None,
    where: Mapping[str, Mapping[str, Any]] | None = None,
    include_inherited: bool | None = None,
    include_descendants: bool | None = None,
    order: words.Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[MemoryPage]:
    """A page of the current memories of every status, newest first. `metadata`: equal members; `where`: by member the
    bounds `gt`, `gte`, `lt`, `lte` and what it `contains`."""
    return call("GET memories", MemoryPage, locals())


def list_scopes(
    *,
    scope: str | None = None,
    kind: words.ScopeKind | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[ScopePage]:
    """A page of the scopes below one that hold anything, by path: of an organisation with the role `supervisor`."""
    return call("GET scopes", ScopePage, locals())


def get_memory(memory_id: str, *, scope: str | None = None) -> Call[Memory]:
    """The current version of a memory."""
    return call("GET memories/{memory_id}", Memory, locals())


def history(
    memory_id: str, *, scope: str | None = None, limit: int | None = None, cursor: str | None = None
) -> Call[History]:
    """A page of the versions of a memory, newest first, and why each ended."""
    return call("GET memories/{memory_id}/history", History, locals())


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
    return call("PATCH memories/{memory_id}", Written, locals())


def promote(
    memory_id: str,
    to_scope: str,
    *,
    scope: str | None = None,
    expected_version: int | None = None,
    idempotency_key: str | None = None,
) -> Call[Written]:
    """Copy a memory to a scope above. Both keep the provenance."""
    return call("POST memories/{memory_id}/promote", Written, locals())


def delete_memory(memory_id: str, *, scope: str | None = None) -> Call[DeletionAccepted]:
    """Delete one memory: hidden at once, then removed from every store, as `get_deletion` shows."""
    return call("DELETE memories/{memory_id}", DeletionAccepted, locals())


def recall(query: str, **fields: Unpack[RecallFields]) -> Call[Recall]:
    """The memories that answer `query`, best first, of one scope or of several (`scopes`, at most eight). With
    `risk="high"` and contradicting evidence the answer has the dispute and no memory. With `session_id` the events of
    that session are searched too (`layer` "l1")."""
    return call("POST recall", Recall, locals(), reads=True)


def context(goal: str, **fields: Unpack[ContextFields]) -> Call[Context]:
    """The text to show a model: profile, session, long-term memory and `external`, in that order, within the budget."""
    return call("POST context", Context, locals(), reads=True)


def feedback(
    recall_id: str,
    *,
    used: Sequence[str] = (),
    wrong: Sequence[str] = (),
    scope: str | None = None,
    idempotency_key: str | None = None,
) -> Call[FeedbackAccepted]:
    """Which memories of a recall or a context helped, and which were wrong (a reviewer sees those)."""
    return call("POST feedback", FeedbackAccepted, locals())
