"""Problem documents (RFC 9457): every code with its status and title, in one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict

from shared.contracts.base import Wire


@dataclass(frozen=True, slots=True)
class ProblemKind:
    status: int
    title: str


PROBLEMS: dict[str, ProblemKind] = {
    "malformed": ProblemKind(400, "The request is not well-formed"),
    "unauthenticated": ProblemKind(401, "No valid token"),
    "forbidden_scope": ProblemKind(403, "The scope is not open to the caller"),
    "forbidden_role": ProblemKind(403, "The caller lacks a role"),
    "role_required": ProblemKind(403, "This source needs a role"),
    "source_not_allowed": ProblemKind(403, "The token may not assert this source"),
    "purpose_not_allowed": ProblemKind(403, "The token does not hold this purpose"),
    "profile_read_only": ProblemKind(403, "A profile is written by its system of record"),
    "not_found": ProblemKind(404, "Not found"),
    "no_summary": ProblemKind(404, "The session has no summary"),
    "changes_off": ProblemKind(404, "No feed of changes is kept here"),
    "method_not_allowed": ProblemKind(405, "Method not allowed"),
    "version_conflict": ProblemKind(409, "Another version is current"),
    "transition_not_allowed": ProblemKind(409, "The task's state machine does not lead there"),
    "task_completed": ProblemKind(409, "The task is completed"),
    "subject_deleting": ProblemKind(409, "A deletion of the subject is running"),
    "deleted_before": ProblemKind(409, "The evidence is older than a deletion"),
    "already_claimed": ProblemKind(409, "Another reviewer works on it"),
    "already_resolved": ProblemKind(409, "The review was decided otherwise"),
    "session_exists": ProblemKind(409, "The session id belongs to another session"),
    "summary_affected": ProblemKind(409, "The summary is being built again"),
    "request_id_taken": ProblemKind(409, "The request id belongs to another deletion"),
    "memory_limit_reached": ProblemKind(409, "The owner has too many memories"),
    "changes_gone": ProblemKind(410, "The feed does not reach back so far"),
    "too_large": ProblemKind(413, "Too large"),
    "uri_too_long": ProblemKind(414, "The path and the query are too long"),
    "unsupported_media_type": ProblemKind(415, "Another Content-Type is needed"),
    "idempotency_mismatch": ProblemKind(422, "The Idempotency-Key was used with another body"),
    "sensitive": ProblemKind(422, "It must not be stored in the clear"),
    "not_worth_remembering": ProblemKind(422, "Not worth remembering"),
    "only_for_now": ProblemKind(422, "Only for now"),
    "rejected_before": ProblemKind(422, "A person rejected this"),
    "low_confidence": ProblemKind(422, "Too uncertain to be stored"),
    "throttled": ProblemKind(429, "Too many requests"),
    "headers_too_large": ProblemKind(431, "The headers are too large"),
    "internal": ProblemKind(500, "A fault of the service"),
    "integrity_violation": ProblemKind(500, "A stored record is not what was written"),
    "unavailable": ProblemKind(503, "A dependency is down"),
    "restoring": ProblemKind(503, "A restore is not finished"),
}


class Problem(Wire):
    """`type` is `urn:agent-memory:` and the code. Some codes add members (`errors`, `current_version`)."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: str
    title: str
    status: int
    detail: str
    code: str
    correlation_id: str | None = None
    errors: list[dict[str, Any]] | None = None
