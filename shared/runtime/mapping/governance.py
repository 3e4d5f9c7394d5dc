"""Reviews, audit, changes and counts: wire models to domain values and back."""

from __future__ import annotations

from datetime import datetime

from shared.contracts.governance.audit import (
    AuditItemBody,
    AuditPageResponse,
    AuditParameters,
    BreakBody,
    ReadBody,
    ReadMemoryBody,
    VerificationBody,
)
from shared.contracts.governance.changes import ChangeBody, ChangesParameters, ChangesResponse
from shared.contracts.governance.metrics import (
    CompositionResponse,
    DayBody,
    FeedbackRatesBody,
    MetricsResponse,
    MoveBody,
    RatesBody,
    ThresholdPair,
    ThresholdsBody,
)
from shared.contracts.governance.reviews import (
    ClaimBody,
    ResolutionBody,
    ResolveRequest,
    ReviewBody,
    ReviewPageResponse,
    ReviewParameters,
)
from shared.contracts.governance.settings import SettingBody, SettingsResponse
from shared.domain.audit.daily_counts import totals
from shared.domain.changes.feed import FeedEntry
from shared.domain.configuration.layers import EVICTION, NUMBERS, Layers
from shared.domain.hygiene.composition import Composition, Rates
from shared.domain.instants import wire_text
from shared.domain.recall.threshold_tuning import FeedbackCounts, Thresholds
from shared.domain.receipts.log_state import LogCheck
from shared.domain.reviews.resolution import ReviewDecisionInput
from shared.domain.reviews.review import ReviewStatus
from shared.domain.scopes import Scope
from shared.runtime.mapping import memories
from shared.runtime.mapping.receipts import log_check
from shared.usecases.audit.list_audit import AuditItem, AuditPage, AuditQuery
from shared.usecases.audit.metrics import Metrics, TuningView
from shared.usecases.audit.read_log import ReadRecord
from shared.usecases.audit.verify_audit import Verification
from shared.usecases.changes.list_changes import ChangesPage, ChangesQuery
from shared.usecases.curation.review_queue import ReviewPage, ReviewQuery, ReviewView


def review_query(parameters: ReviewParameters) -> ReviewQuery:
    return ReviewQuery(parameters.scope, parameters.kind, parameters.status, parameters.limit, parameters.cursor)


def decision_input(body: ResolveRequest) -> ReviewDecisionInput:
    return ReviewDecisionInput(body.decision, tuple(body.keep), body.content)


def review(view: ReviewView) -> ReviewBody:
    claim, resolution = view.review.claim, view.review.resolution
    claimed = claim if view.status is ReviewStatus.CLAIMED else None
    return ReviewBody.model_construct(
        review_id=view.review.review_id,
        kind=view.review.kind,
        status=view.status,
        scope=view.review.owner,
        members=[memories.memory(memory) for memory in view.members],
        reason=view.review.reason,
        created_at=view.review.created_at,
        claim=None if claimed is None else ClaimBody.model_construct(by=claimed.by, until=claimed.until),
        resolution=None
        if resolution is None
        else ResolutionBody.model_construct(decision=resolution.decision, by=resolution.by, at=resolution.at),
    )


def review_page(page: ReviewPage) -> ReviewPageResponse:
    return ReviewPageResponse.model_construct(
        items=[review(view) for view in page.items], next_cursor=page.next_cursor
    )  # fmt: skip


def audit_query(parameters: AuditParameters) -> AuditQuery:
    return AuditQuery(
        parameters.scope, parameters.memory_id, parameters.order == "desc", parameters.limit, parameters.cursor
    )


def audit_page(page: AuditPage) -> AuditPageResponse:
    return AuditPageResponse.model_construct(
        items=[_audit_item(item) for item in page.items], next_cursor=page.next_cursor
    )  # fmt: skip


def _audit_item(item: AuditItem) -> AuditItemBody:
    entry = item.entry
    return AuditItemBody.model_construct(
        subject=entry.subject,
        memory_id=None if entry.subject.startswith(("deletion:", "hold:", "tuning:")) else entry.subject,
        scope=item.scope,
        sequence=entry.sequence,
        action=entry.action,
        actor=entry.actor,
        acting_for=entry.acting_for,
        at=entry.at,
        version=entry.version,
        content_hmac=entry.content_hmac,
        previous=entry.previous,
        hash=entry.hash,
    )


def read(value: ReadRecord) -> ReadBody:
    return ReadBody(
        kind=value.kind.value,
        scope=value.scope,
        actor=value.actor,
        acting_for=value.acting_for,
        at=value.at,
        memory_ids=list(value.memory_ids),
        memories=[ReadMemoryBody(memory_id=id, version=version or None) for id, version in value.memories],
        purpose=value.purpose,
        recall_id=value.recall_id,
    )


def verification(found: Verification, log: LogCheck | None, org: Scope) -> VerificationBody:
    """`log`: what was found out about the receipt log of `org`, where it was looked at."""
    broken = found.first_break
    return VerificationBody(
        records=found.records,
        valid=broken is None and (log is None or log.is_sound),
        first_break=None
        if broken is None
        else BreakBody(scope=broken.scope, subject=broken.subject, sequence=broken.sequence, fault=broken.fault),
        next_cursor=found.next_cursor,
        receipt_log=None if log is None else log_check(log, org),
    )


def metrics(value: Metrics) -> MetricsResponse:
    return MetricsResponse(
        scope=value.scope,
        days=len(value.daily),
        totals=dict(totals(value.daily)),
        daily=[DayBody(day=day.day.isoformat(), counts=dict(day.counts)) for day in value.daily],
        approximate=value.approximate,
        complete=value.complete,
        rates=_shares(Rates.of(totals(value.daily)), org=value.approximate),
        feedback=None if value.tuning is None else _rates(FeedbackCounts.of(totals(value.daily))),
        thresholds=None if value.tuning is None else _thresholds(value.tuning),
    )


def _shares(rates: Rates, *, org: bool) -> RatesBody:
    """Recalls are counted for organisations alone."""
    return RatesBody(
        writes=rates.writes,
        duplicates=rates.duplicates,
        conflicts=rates.conflicts,
        corrections=rates.corrections,
        ended=rates.ended,
        reads=rates.reads if org else None,
    )


def composition(scope: Scope, found: Composition) -> CompositionResponse:
    of_users = found.scopes_of_users
    return CompositionResponse(
        scope=scope,
        memories=found.memories,
        origins=dict(sorted(found.origins.items())),
        shares=found.shares(),
        statuses=dict(sorted(found.statuses.items())),
        types=dict(sorted(found.types.items())),
        staleness=dict(sorted(found.staleness.items())),
        time_left=dict(sorted(found.time_left.items())),
        users=len(of_users),
        scopes=sum(len(scopes) for scopes in found.scopes.values()),
        scopes_per_user=round(sum(of_users) / len(of_users), 2) if of_users else None,
        most_scopes_of_a_user=max(of_users, default=0),
        complete=found.complete,
    )


def _rates(counts: FeedbackCounts) -> FeedbackRatesBody:
    return FeedbackRatesBody(
        recalls=counts.recalls,
        hit_rate=counts.hit_rate,
        false_positive_rate=counts.false_positive_rate,
        correction_rate=counts.correction_rate,
    )


def _thresholds(view: TuningView) -> ThresholdsBody:
    return ThresholdsBody(
        pull=view.standing.pull,
        push=view.standing.push,
        default=pair(view.default),
        moves=[
            MoveBody(at=move.at, by=move.by, reason=move.reason, before=pair(move.before), after=pair(move.after))
            for move in view.moves
        ],
    )


def pair(value: Thresholds) -> ThresholdPair:
    return ThresholdPair(pull=value.pull, push=value.push)


def settings(layers: Layers, *, change_feed: bool) -> SettingsResponse:
    return SettingsResponse.model_construct(
        settings=[
            SettingBody.model_construct(
                name=name,
                value=layers[name],
                default=number.default,
                low=number.low,
                high=number.high,
                unit=number.unit,
                set_here=name in layers.given,
            )
            for name, number in NUMBERS.items()
        ],
        eviction=dict(EVICTION),
        change_feed=change_feed,
    )


def changes_query(parameters: ChangesParameters) -> ChangesQuery:
    return ChangesQuery(parameters.scope, parameters.after, parameters.limit)


def changes_page(page: ChangesPage) -> ChangesResponse:
    return ChangesResponse.model_construct(
        items=[change(entry) for entry in page.items], next=page.next, more=page.more
    )


def change(entry: FeedEntry) -> ChangeBody:
    return ChangeBody.model_construct(
        change_id=entry.change_id,
        kind=entry.kind,
        scope=entry.scope,
        at=wire_text(datetime.fromisoformat(entry.at)),
        memory_id=entry.memory_id,
        version=entry.version,
        session_id=entry.session_id,
        request_id=entry.request_id,
    )
