"""What the service answers about memories, recalls and contexts. Closed sets of words come as text: see `words`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import model_validator

from agent_memory.calls.call import Answer, Page


class Turn(Answer):
    text: str
    event_id: str | None = None


class Background(Answer):
    speaker: str | None = None
    session_id: str | None = None
    position: int | None = None
    before: list[Turn] = []


class Scheduled(Answer):
    """A version that takes the place of the one before it at `valid_from`; its content is in the history."""

    version: int
    valid_from: datetime
    valid_to: datetime | None


class Memory(Answer):
    memory_id: str
    scope: str
    key: str | None
    type: str
    content: str
    source: str
    confidence: float
    importance: str
    trust: str
    status: str
    version: int
    supersedes: str | None
    purposes: list[str]
    consent_scope: str | None
    source_event_ids: list[str]
    valid_from: datetime
    valid_to: datetime | None
    soft_expires_at: datetime | None
    hard_expires_at: datetime | None
    created_at: datetime
    updated_at: datetime
    last_accessed_at: datetime | None
    retrieval_count: int
    observed_at: datetime
    background: Background | None
    metadata: dict[str, Any]
    provenance: dict[str, Any] | None
    flags: list[str]
    superseded_by: str | None = None
    scheduled: list[Scheduled] = []
    other_words: list[str] = []


class Version(Memory):
    ended_at: datetime | None
    ended_because: str | None


class MemoryPage(Page[Memory]):
    """`subject`: `deleting` while a deletion hides everything of the scope."""

    subject: str = "active"


class FoundScope(Answer):
    """`subject`: `deleting` while a deletion hides everything in it."""

    scope: str
    kind: str
    subject: str


class ScopePage(Page[FoundScope]):
    pass


class History(Page[Version]):
    pass


class _Outcome(Answer):
    """`reason`: why a `candidate` is not recalled yet, in words. Where the service does not say, the client does."""

    reason: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _candidates_have_a_reason(cls, answer: Any) -> Any:
        if isinstance(answer, dict) and answer.get("outcome") == "candidate" and not answer.get("reason"):
            return {**answer, "reason": _why_a_candidate(answer.get("memory"))}
        return answer


def _why_a_candidate(memory: Any) -> str:
    source = memory.get("source") if isinstance(memory, dict) else None
    if source in {None, "agent_inferred"}:
        return (
            "An inference of the agent (the source of a write that names none) waits for a reviewer and is not recalled"
            " until then. Write what the user said with source='user_stated'."
        )
    return f"A write of source '{source}' with this confidence waits for a reviewer and is not recalled until then."


class Written(_Outcome):
    """`memory` is the current one; `None` if it was removed before the answer was replayed."""

    outcome: str
    memory: Memory | None
    duplicate_by: str | None = None
    conflicts_with: list[str] = []
    flags: list[str] = []


class BatchResult(_Outcome):
    """As the item would have been answered alone: `outcome` and `memory`, or the problem's `code`."""

    status: int
    outcome: str | None = None
    memory: Memory | None = None
    duplicate_by: str | None = None
    conflicts_with: list[str] | None = None
    flags: list[str] | None = None
    code: str | None = None
    title: str | None = None
    detail: str | None = None


class Batch(Answer):
    results: list[BatchResult]


class Hit(Answer):
    """`newer`: ids of hits before it that may say how its matter is now: it is possibly outdated."""

    memory: Memory
    score: float
    parts: dict[str, float]
    relevance: float
    layer: str
    basis: str | None = None
    newer: list[str] = []


class Dispute(Answer):
    """`winner`: the member that may be acted on; at high risk there is none."""

    members: list[Memory]
    winner: str | None
    reason: str


class Recall(Answer):
    """`degraded`: search is down, and these are memories found by key and recent ones. `suppressed` counts the
    dropped ones."""

    recall_id: str
    memories: list[Hit]
    conflicts: list[Dispute] = []
    needs_confirmation: bool = False
    suppressed: dict[str, int]
    degraded: bool
    subject: str = "active"


class RecallResult(Answer):
    """As the question would have been answered alone: `answer`, or the problem's `code`."""

    status: int
    answer: Recall | None = None
    code: str | None = None
    title: str | None = None
    detail: str | None = None


class RecallBatch(Answer):
    results: list[RecallResult]


class ContextItem(Answer):
    layer: str
    label: str
    content: str
    source: str
    time: datetime
    confidence: float
    stale: bool
    tokens: int
    basis: str | None = None
    memory_id: str | None = None
    reads_as_instruction: bool = False
    key: str | None = None
    title: str | None = None
    speaker: str | None = None
    tool: str | None = None
    part: str | None = None
    reason: str | None = None
    trust: str | None = None
    event_id: str | None = None

    @property
    def binds(self) -> bool:
        """It sets a limit, forbids or requires something; or it is a policy of the system of record."""
        return self.reason == "binding" or self.trust == "instruction"


class Context(Answer):
    """`text` is the rendered block, ready for a prompt; `omitted` counts by layer the items that did not fit into
    the budget, `suppressed` by reason those that may not be shown or are shown already."""

    recall_id: str
    items: list[ContextItem]
    text: str
    tokens: int
    omitted: dict[str, int]
    suppressed: dict[str, int]
    needs_confirmation: bool
    conflicts: list[Dispute]
    degraded: bool
    subject: str = "active"


class FeedbackAccepted(Answer):
    recall_id: str
    status: str
