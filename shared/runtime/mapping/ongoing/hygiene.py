"""Maintenance: wire models to domain values and back."""

from __future__ import annotations

from collections.abc import Sequence

from shared.contracts.governance.metrics import QueueBody, QueuesResponse
from shared.contracts.hygiene import PlannedItem, PlanReport, PlanResponse
from shared.domain.audit.waiting_work import WaitingWork
from shared.usecases.hygiene.plan_and_apply import Plan, Report


def plan(value: Plan) -> PlanResponse:
    items = [
        PlannedItem(memory_id=i.memory_id, scope=i.scope, version=i.version, rule=i.rule, action=i.action)
        for i in value.items
    ]
    return PlanResponse(
        plan_id=value.plan_id,
        scope=value.scope,
        as_of=value.as_of,
        counts=dict(value.counts),
        items=items,
        complete=value.complete,
        next_cursor=value.next_cursor,
    )


def report(value: Report) -> PlanReport:
    return PlanReport(
        plan_id=value.plan_id,
        applied=dict(value.applied),
        skipped=value.skipped,
        changed=list(value.changed),
        more=value.more,
    )


def queues(found: Sequence[WaitingWork]) -> QueuesResponse:
    return QueuesResponse(items=[QueueBody(work=one.work, oldest_seconds=one.oldest_seconds) for one in found])
