"""Governing: the review queue, the audit, the feed of changes, export and import, business counts."""

from __future__ import annotations

from collections.abc import Iterator

from shared.contracts.export import LEFT_ASIDE, NDJSON, ExportParameters, ImportLine, ImportParameters
from shared.contracts.governance.audit import AuditParameters, ReadPageResponse, VerifyParameters
from shared.contracts.governance.changes import ChangesParameters
from shared.contracts.governance.metrics import MetricsParameters, PrometheusParameters
from shared.contracts.governance.operation_list import OperationListParameters
from shared.contracts.governance.reviews import ResolveRequest, ReviewParameters
from shared.contracts.memories import NoParameters, PageParameters, TargetParameters
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope
from shared.runtime.api import Answer, Api, Request
from shared.runtime.counting.exposition import CONTENT_TYPE
from shared.runtime.counting.write_counts import Door
from shared.runtime.mapping import governance
from shared.runtime.mapping.ongoing import operations
from shared.runtime.mapping.prometheus import composition_text, metrics_text
from shared.runtime.mapping.transfer.export import export_page, import_item, import_report
from shared.runtime.observability import count
from shared.usecases.audit.compose import compose
from shared.usecases.audit.list_audit import read_audit
from shared.usecases.audit.metrics import read_metrics
from shared.usecases.audit.read_log import ReadKind, find_read, list_reads, note_read
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.changes.list_changes import list_changes
from shared.usecases.curation.resolve_review import resolve_review
from shared.usecases.curation.review_queue import claim_review, list_reviews
from shared.usecases.hygiene.tune_thresholds import reset_thresholds
from shared.usecases.operation_list.list_operations import get_operation, list_operations
from shared.usecases.reading.export import ExportedVersion, export
from shared.usecases.reading.exports_made import note_export
from shared.usecases.receipts.check_log import log_for_auditors
from shared.usecases.writing.import_memories import import_memories

api = Api("govern")
handler = api.handler
_REPLAYED = {"Idempotency-Replayed": "true"}


@api.route("GET", "/v1/reviews")
def queue(request: Request) -> Answer:
    asked = governance.review_query(request.parameters(ReviewParameters))
    return Answer(200, governance.review_page(list_reviews(request.services, request.caller, asked)))


@api.route("POST", "/v1/reviews/{review_id}/claim")
def claim(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    claimed = claim_review(request.services, request.caller, scope, request.id("review_id"), request.idempotency())
    return Answer(200, governance.review(claimed), _REPLAYED if claimed.replayed else {})


@api.route("POST", "/v1/reviews/{review_id}/resolve")
def resolve(request: Request) -> Answer:
    body = request.body(ResolveRequest)
    resolved = resolve_review(
        request.services,
        request.caller,
        request.parameters(TargetParameters).scope,
        request.id("review_id"),
        governance.decision_input(body),
        request.idempotency(),
    )
    if not resolved.replayed:
        count("ReviewResolved", kind=resolved.view.review.kind.value, decision=body.decision.value)
    return Answer(200, governance.review(resolved.view), _REPLAYED if resolved.replayed else {})


@api.route("GET", "/v1/audit")
def audit(request: Request) -> Answer:
    asked = governance.audit_query(request.parameters(AuditParameters))
    return Answer(200, governance.audit_page(read_audit(request.services, request.caller, asked)))


@api.route("GET", "/v1/audit/reads")
def reads(request: Request) -> Answer:
    asked = request.parameters(PageParameters)
    page = list_reads(request.services, request.caller, asked.scope, limit=asked.limit, after=asked.cursor)
    items = [governance.read(read) for read in page.items]
    return Answer(200, ReadPageResponse(items=items, next_cursor=page.next_cursor))


@api.route("GET", "/v1/audit/reads/{recall_id}")
def read_of(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    return Answer(200, governance.read(find_read(request.services, request.caller, scope, request.id("recall_id"))))


@api.route("GET", "/v1/audit/verify")
def verify(request: Request) -> Answer:
    asked = request.parameters(VerifyParameters)
    found = verify_audit(request.services, request.caller, asked.scope, asked.cursor)
    org = Scope.org(request.caller.org)
    log = log_for_auditors(request.services, org) if asked.cursor is None else None
    valid = found.first_break is None and (log is None or log.is_sound)
    count("AuditVerified", valid=str(valid).lower())
    return Answer(200, governance.verification(found, log, org))


@api.route("GET", "/v1/changes")
def changes(request: Request) -> Answer:
    asked = governance.changes_query(request.parameters(ChangesParameters))
    return Answer(200, governance.changes_page(list_changes(request.services, request.caller, asked)))


@api.route("GET", "/v1/export")
def exported(request: Request) -> Answer:
    asked = request.parameters(ExportParameters)
    found = export(request.services, request.caller, asked.scope, asked.cursor)
    if asked.cursor is None:
        note_export(request.services, request.caller, asked.scope or request.caller.bound)
    shown: list[Memory] = []
    text, more = export_page(_noting(found, shown))
    note_read(request.services, request.caller, ReadKind.EXPORT, asked.scope, shown)
    return Answer(200, text, {"Content-Type": NDJSON, **({"X-Next-Cursor": more} if more else {})})


def _noting(exported: Iterator[ExportedVersion], shown: list[Memory]) -> Iterator[ExportedVersion]:
    for one in exported:
        shown.append(one.version)
        yield one


@api.route("POST", "/v1/import")
def imported(request: Request) -> Answer:
    asked = request.parameters(ImportParameters)
    lines = request.lines(ImportLine, LEFT_ASIDE)
    items = [import_item(number, line) for number, line in lines if number >= asked.from_line]
    result = import_memories(request.services, request.caller, asked.scope, items, request.idempotency())
    if not result.replayed:
        count("MemoriesImported", result.imported)
        for outcome, lines_of in (
            ("created", result.imported), ("duplicate", result.duplicates), ("refused", len(result.refused)),
        ):  # fmt: skip
            if lines_of:
                count("Writes", lines_of, door=Door.IMPORT.value, outcome=outcome)
    return Answer(200, import_report(result), _REPLAYED if result.replayed else {})


@api.route("GET", "/v1/operations")
def list_all(request: Request) -> Answer:
    asked = operations.query(request.parameters(OperationListParameters))
    return Answer(200, operations.page(list_operations(request.services, request.caller, asked)))


@api.route("GET", "/v1/operations/{operation_id}")
def operation(request: Request) -> Answer:
    scope, id = request.parameters(TargetParameters).scope, request.id("operation_id")
    return Answer(200, operations.operation(get_operation(request.services, request.caller, scope, id)))


@api.route("GET", "/v1/settings")
def settings(request: Request) -> Answer:
    request.parameters(NoParameters)
    return Answer(200, governance.settings(request.services.layers, change_feed=request.services.change_feed))


@api.route("GET", "/v1/metrics")
def metrics(request: Request) -> Answer:
    asked = request.parameters(MetricsParameters)
    return Answer(200, governance.metrics(read_metrics(request.services, request.caller, asked.scope, asked.days)))


@api.route("GET", "/v1/metrics/memories")
def composition(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    return Answer(200, governance.composition(*compose(request.services, request.caller, scope)))


@api.route("GET", "/v1/metrics/prometheus")
def prometheus(request: Request) -> Answer:
    asked = request.parameters(PrometheusParameters)
    services, caller = request.services, request.caller
    text = metrics_text(governance.metrics(read_metrics(services, caller, asked.scope, asked.days)))
    if asked.composition == "true":
        text += composition_text(governance.composition(*compose(services, caller, asked.scope)))
    return Answer(200, text, {"Content-Type": CONTENT_TYPE})


@api.route("DELETE", "/v1/tuning")
def reset(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    done = reset_thresholds(request.services, request.caller, scope, request.idempotency())
    return Answer(200, governance.pair(done.thresholds), _REPLAYED if done.replayed else {})
