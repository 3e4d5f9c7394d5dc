"""The interface's closed sets of words, for what a caller says. Answers carry plain text: a service may know more."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

MemoryType: TypeAlias = Literal["preference", "profile", "semantic", "episodic", "procedural", "task"]
Source: TypeAlias = Literal[
    "system_of_record",
    "human_confirmed",
    "user_stated",
    "config_change",
    "task_outcome",
    "agent_inferred",
    "external_unverified",
]
Trust: TypeAlias = Literal["data", "unverified", "instruction"]
Importance: TypeAlias = Literal["normal", "high", "critical"]
Status: TypeAlias = Literal[
    "active", "candidate", "pending_review", "stale", "superseded", "rejected", "evicted", "ended"
]
Mode: TypeAlias = Literal["push", "pull"]
Risk: TypeAlias = Literal["low", "high"]
TimeKind: TypeAlias = Literal["valid", "recorded"]
Profile: TypeAlias = Literal["default", "textbook"]
Style: TypeAlias = Literal["xml", "markdown"]
SearchLayer: TypeAlias = Literal["l1", "l2", "l3"]
ScopeKind: TypeAlias = Literal["user", "project", "task", "node"]
Order: TypeAlias = Literal["asc", "desc"]
EventRole: TypeAlias = Literal["user", "assistant", "system", "tool"]
EventKind: TypeAlias = Literal["turn", "tool_result", "decision", "config_change", "feedback", "approval"]
EvidenceKind: TypeAlias = Literal["tool_result", "approval"]
SelectorKind: TypeAlias = Literal["subject", "session", "event", "memory", "type", "consent"]
OperationKind: TypeAlias = Literal["import", "export", "extraction", "plan", "deletion", "rebuild", "restore"]
OperationState: TypeAlias = Literal["waiting", "running", "done", "stopped"]
ReviewDecision: TypeAlias = Literal["accept", "reject", "edit", "merge"]
# What `request_deletion` takes: all but everything of a subject, for which there is `forget_subject`.
PartKind: TypeAlias = Literal["session", "event", "memory", "type", "consent"]
PARTS: tuple[str, ...] = get_args(PartKind)
