"""Maintenance: what each route takes and answers."""

from __future__ import annotations

from shared.contracts.hygiene import PlanReport, PlanRequest, PlanResponse
from shared.contracts.memories import PageParameters, TargetParameters
from shared.contracts.openapi.operation import Operation

HYGIENE: dict[str, Operation] = {
    "POST /v1/hygiene/plans": Operation(
        "planHygiene",
        "Hygiene",
        "Plan maintenance, as a dry run",
        {201: (PlanResponse, "Exact counts and ids of what is due")},
        body=PlanRequest,
        problems=("forbidden_role",),
        replays=True,
    ),
    "GET /v1/hygiene/plans/{plan_id}": Operation(
        "readHygienePlan",
        "Hygiene",
        "Read a plan, page by page",
        {200: (PlanResponse, "One page of its items, and the counts of all")},
        parameters=PageParameters,
        problems=("not_found", "forbidden_role"),
    ),
    "POST /v1/hygiene/plans/{plan_id}/apply": Operation(
        "applyHygienePlan",
        "Hygiene",
        "Apply a plan",
        {
            200: (PlanReport, "What was done; again: the same report"),
            202: (PlanReport, "What was done so far; the next call continues"),
        },
        parameters=TargetParameters,
        problems=("not_found", "forbidden_role", "already_claimed"),
        replays=True,
    ),
}
