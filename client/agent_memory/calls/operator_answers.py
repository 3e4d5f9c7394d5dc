"""What the service answers to operators: exports, imports, maintenance, the audit."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from agent_memory.calls.answers import Version
from agent_memory.calls.call import Answer, Page
from agent_memory.calls.session_answers import Session, SessionEvent, Summary, TaskState


class ExportedVersion(Version):
    """One line of an export. `of`: what holds for the whole memory."""

    of: dict[str, Any]


class ExportPage(Page[ExportedVersion]):
    pass


class SessionLine(Answer):
    """The member that `kind` names: `session`, `event`, `summary` or `state`."""

    kind: str
    session_id: str
    session: Session | None = None
    event: SessionEvent | None = None
    summary: Summary | None = None
    state: TaskState | None = None


class SessionExportPage(Page[SessionLine]):
    pass


class RefusedLine(Answer):
    """`field`: the first one to blame, if one is. `reason`: what is wrong, in a sentence."""

    line: int
    code: str
    field: str | None = None
    reason: str | None = None


class ImportReport(Answer):
    """`next_line`: the time of one call was used up, and the same lines are sent again from there."""

    imported: int
    duplicates: int
    refused: list[RefusedLine]
    next_line: int | None = None


class Operation(Answer):
    """`done` of `of`, where anything is counted: lines, events, actions or stores. `link`: the path at which it can be
    read in full, if it has a resource of its own."""

    operation_id: str
    kind: str
    state: str
    scope: str
    actor: str
    started_at: datetime
    ended_at: datetime | None
    done: int | None
    of: int | None
    link: str | None


class OperationPage(Page[Operation]):
    pass


class PlannedItem(Answer):
    memory_id: str
    scope: str
    version: int
    rule: str
    action: str


class HygienePlan(Page[PlannedItem]):
    """`counts` of the whole plan, `items` of this page. Not `complete`: more was due than a plan holds."""

    plan_id: str
    scope: str
    as_of: datetime
    counts: dict[str, int]
    complete: bool


class HygieneReport(Answer):
    """`applied` by rule; `skipped` had changed since the plan was made. `more`: the next call continues."""

    plan_id: str
    applied: dict[str, int]
    skipped: int
    changed: list[str]
    more: bool


class AuditRecord(Answer):
    subject: str
    memory_id: str | None
    scope: str
    sequence: int
    action: str
    actor: str
    acting_for: str | None
    at: str
    version: int
    content_hmac: str
    previous: str
    hash: str


class AuditPage(Page[AuditRecord]):
    pass


class Change(Answer):
    """One of `memory_id`, `session_id` and `request_id` (of a deletion) says what has changed."""

    change_id: str
    kind: str
    scope: str
    at: str
    memory_id: str | None = None
    version: int | None = None
    session_id: str | None = None
    request_id: str | None = None


class Changes(Answer):
    """`next` is there at the end too: later changes come after it."""

    items: list[Change]
    next: str
    more: bool


class ChainBreak(Answer):
    scope: str
    subject: str
    sequence: int
    fault: str


class LogCheck(Answer):
    state: str
    size: int
    witnessed: int
    detail: str


class AuditCheck(Answer):
    """`records` were checked on this page. `receipt_log` comes with the first page."""

    records: int
    valid: bool
    first_break: ChainBreak | None = None
    next_cursor: str | None = None
    receipt_log: LogCheck | None = None


class ReadMemory(Answer):
    memory_id: str
    version: int | None


class Read(Answer):
    """`recall_id`: of a recall or a context."""

    kind: str
    scope: str
    actor: str
    acting_for: str | None
    at: str
    memory_ids: list[str]
    memories: list[ReadMemory] = []
    purpose: str | None = None
    recall_id: str | None = None


class ReadPage(Page[Read]):
    pass


class Thresholds(Answer):
    """The least relevance of what a recall of each mode returns by default, 0 to 1."""

    pull: float
    push: float


class Setting(Answer):
    """`set_here`: the deployment gave it."""

    name: str
    value: float
    default: float
    low: float
    high: float
    unit: str
    set_here: bool


class Settings(Answer):
    settings: list[Setting]
    eviction: dict[str, str]
    change_feed: bool
