"""Calls of operators: exports, imports, maintenance, the audit."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any

from agent_memory import words
from agent_memory.calls.call import NDJSON, Answer, Call, call, wire
from agent_memory.calls.operator_answers import (
    AuditCheck,
    AuditPage,
    Changes,
    ExportPage,
    HygienePlan,
    HygieneReport,
    ImportReport,
    Operation,
    OperationPage,
    Read,
    ReadPage,
    SessionExportPage,
    Settings,
    Thresholds,
)


def export_memories(*, scope: str | None = None, cursor: str | None = None) -> Call[ExportPage]:
    """A page of the versions that the caller may see in a scope and below it, in an order in which `import_memories`
    takes them."""
    return dataclasses.replace(call("GET export", ExportPage, locals()), accept=NDJSON)


def export_sessions(*, scope: str | None = None, cursor: str | None = None) -> Call[SessionExportPage]:
    """A page of a scope's live sessions, each with its events, summary and task state."""
    return dataclasses.replace(call("GET export/sessions", SessionExportPage, locals()), accept=NDJSON)


def import_memories(
    lines: Iterable[str | Mapping[str, Any] | Answer],
    *,
    scope: str | None = None,
    from_line: int | None = None,
    idempotency_key: str | None = None,
) -> Call[ImportReport]:
    """Write exported memories again, at most 6 MB, in about 20 seconds: where a report has a `next_line`, send the
    same lines with it as `from_line`. The same lines again are duplicates."""
    made = call("POST import", ImportReport, {**locals(), "lines": None}, has_body=False)
    return dataclasses.replace(made, lines="".join(f"{as_line(line)}\n" for line in lines))


def import_sessions(
    lines: Iterable[str | Mapping[str, Any] | Answer],
    *,
    scope: str | None = None,
    from_line: int | None = None,
    idempotency_key: str | None = None,
) -> Call[ImportReport]:
    """Write exported sessions again, at most 6 MB, as `import_memories` does: in the order of the export, with their
    ids and times."""
    made = call("POST import/sessions", ImportReport, {**locals(), "lines": None}, has_body=False)
    return dataclasses.replace(made, lines="".join(f"{as_line(line)}\n" for line in lines))


def as_line(line: str | Mapping[str, Any] | Answer) -> str:
    """One line of an import."""
    if isinstance(line, Answer):
        return line.model_dump_json(exclude_unset=True)
    return line.rstrip("\r\n") if isinstance(line, str) else json.dumps(wire(line), ensure_ascii=False)


def list_operations(
    *,
    scope: str | None = None,
    kind: words.OperationKind | None = None,
    state: words.OperationState | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[OperationPage]:
    """A page of what takes a while: imports, exports, extractions, plans, deletions; of each owner the newest first."""
    return call("GET operations", OperationPage, locals())


def get_operation(operation_id: str, *, scope: str | None = None) -> Call[Operation]:
    """How far an operation is. `link`: where it can be read in full."""
    return call("GET operations/{operation_id}", Operation, locals())


def plan_hygiene(*, scope: str | None = None) -> Call[HygienePlan]:
    """What maintenance would remove or change, as a dry run: the first page of a plan."""
    return call("POST hygiene/plans", HygienePlan, locals())


def get_hygiene_plan(
    plan_id: str, *, scope: str | None = None, limit: int | None = None, cursor: str | None = None
) -> Call[HygienePlan]:
    """A page of a plan."""
    return call("GET hygiene/plans/{plan_id}", HygienePlan, locals())


def apply_hygiene_plan(plan_id: str, *, scope: str | None = None) -> Call[HygieneReport]:
    """Carry a plan out, except what changed since. `more`: call it again."""
    return call("POST hygiene/plans/{plan_id}/apply", HygieneReport, locals(), has_body=False)


def list_audit(
    *,
    scope: str | None = None,
    memory_id: str | None = None,
    order: words.Order | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[AuditPage]:
    """A page of who changed what, by ids."""
    return call("GET audit", AuditPage, locals())


def list_changes(*, scope: str | None = None, after: str | None = None, limit: int | None = None) -> Call[Changes]:
    """What has changed since: ids and kinds, each change once. Keep `next` and send it as `after`, at the end too.
    Raises `ChangesGone` where the feed does not reach back so far: read anew, and go on without `after`; `NotFound`
    (`changes_off`) where the deployment keeps no feed."""
    return call("GET changes", Changes, locals())


def verify_audit(*, scope: str | None = None, cursor: str | None = None) -> Call[AuditCheck]:
    """Whether a page of the audit's chains holds. Go on with `next_cursor` until it is `None`."""
    return call("GET audit/verify", AuditCheck, locals())


def list_reads(*, scope: str | None = None, limit: int | None = None, cursor: str | None = None) -> Call[ReadPage]:
    """A page of who was shown what."""
    return call("GET audit/reads", ReadPage, locals())


def get_read(recall_id: str, *, scope: str | None = None) -> Call[Read]:
    """What a recall or a context gave: ids, versions, purpose. Raises `NotFound` where reads are not audited."""
    return call("GET audit/reads/{recall_id}", Read, locals())


def reset_thresholds(*, scope: str | None = None) -> Call[Thresholds]:
    """Undo what feedback changed of the organisation's relevance thresholds."""
    return call("DELETE tuning", Thresholds, locals())


def settings() -> Call[Settings]:
    """The numbers of the memory's layers, each with its default and its bounds; whether a feed of changes is kept."""
    return call("GET settings", Settings, locals())
