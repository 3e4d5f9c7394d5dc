"""The audit on the wire: ids, never content."""

from __future__ import annotations

from typing import Literal

from shared.contracts.base import Cursor, Limit, Parameters, ScopePath, SegmentId, Wire
from shared.contracts.governance.receipts import LogCheckBody
from shared.domain.audit.chain import AuditAction, ChainFault


class AuditParameters(Parameters):
    scope: ScopePath | None = None
    memory_id: SegmentId | None = None
    order: Literal["asc", "desc"] = "desc"
    limit: Limit = 50
    cursor: Cursor | None = None


class AuditItemBody(Wire):
    """`subject` is a memory id, or `deletion:` and a hash of the request id. `hash` seals all but `scope`, `memory_id`
    and itself; `previous` is the hash of the record before it in the subject's chain."""

    subject: str
    memory_id: str | None
    scope: str
    sequence: int
    action: AuditAction
    actor: str
    acting_for: str | None
    at: str
    version: int
    content_hmac: str
    previous: str
    hash: str


class AuditPageResponse(Wire):
    items: list[AuditItemBody]
    next_cursor: str | None


class ReadMemoryBody(Wire):
    """`version`: `null` where the read showed parts of several."""

    memory_id: str
    version: int | None


class ReadBody(Wire):
    """Who was shown which memories, for which purpose. Kept while the deployment audits reads. `recall_id`: of a recall
    or a context."""

    kind: Literal["recall", "list", "get", "history", "export", "context", "preview"]
    scope: str
    actor: str
    acting_for: str | None
    at: str
    memory_ids: list[str]
    memories: list[ReadMemoryBody]
    purpose: str | None
    recall_id: str | None


class ReadPageResponse(Wire):
    items: list[ReadBody]
    next_cursor: str | None


class VerifyParameters(Parameters):
    scope: ScopePath | None = None
    cursor: Cursor | None = None


class BreakBody(Wire):
    scope: str
    subject: str
    sequence: int
    fault: ChainFault


class VerificationBody(Wire):
    """`records` were looked at, and hold unless there is a `first_break`; with a `next_cursor` there are more.
    `receipt_log` is looked at with the first page, and `valid` is false when it was rolled back or changed."""

    records: int
    valid: bool
    first_break: BreakBody | None = None
    next_cursor: str | None = None
    receipt_log: LogCheckBody | None = None
