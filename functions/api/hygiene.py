"""Maintenance on demand: plan what is due, apply that plan; and how long background work has been waiting, which this
function can ask for because it lies outside the network of those that search."""

from __future__ import annotations

from shared.contracts.hygiene import PlanRequest
from shared.contracts.memories import NoParameters, PageParameters, TargetParameters
from shared.runtime.api import Answer, Api, Request
from shared.runtime.mapping.ongoing import hygiene
from shared.runtime.observability import count
from shared.usecases.audit.waiting_work import waiting_work
from shared.usecases.hygiene.plan_and_apply import apply_plan, make_plan, read_plan

api = Api("hygiene")
handler = api.handler
_REPLAYED = {"Idempotency-Replayed": "true"}


@api.route("POST", "/v1/hygiene/plans")
def plan(request: Request) -> Answer:
    request.parameters(NoParameters)
    scope = request.body(PlanRequest).scope
    made = make_plan(request.services, request.caller, scope, request.idempotency())
    return Answer(201, hygiene.plan(made), _REPLAYED if made.replayed else {})


@api.route("GET", "/v1/hygiene/plans/{plan_id}")
def read(request: Request) -> Answer:
    asked = request.parameters(PageParameters)
    page = read_plan(
        request.services, request.caller, asked.scope, request.id("plan_id"), limit=asked.limit, after=asked.cursor
    )
    return Answer(200, hygiene.plan(page))


@api.route("POST", "/v1/hygiene/plans/{plan_id}/apply")
def apply(request: Request) -> Answer:
    scope = request.parameters(TargetParameters).scope
    report = apply_plan(request.services, request.caller, scope, request.id("plan_id"), request.idempotency())
    for rule, actions in report.by_this_call.items():
        count("HygieneApplied", actions, rule=rule)
    return Answer(202 if report.more else 200, hygiene.report(report), _REPLAYED if report.replayed else {})


@api.route("GET", "/v1/metrics/queues")
def queues(request: Request) -> Answer:
    request.parameters(NoParameters)
    return Answer(200, hygiene.queues(waiting_work(request.services, request.caller)))
