"""Maintenance over the wire."""

from __future__ import annotations

from datetime import timedelta

from tests.builders import ACME, World, a_caller
from tests.functions.calls import Api

OPERATOR = a_caller("ops", "operator", bound=ACME)


def test_a_plan_is_made_applied_and_reported_again(api: Api, world: World) -> None:
    made = api.wrote("Prefers aisle seats", type="task")
    world.clock.advance(timedelta(days=400))
    plan = api("POST", "/v1/hygiene/plans", {}, OPERATOR)
    assert plan.status == 201
    reported = plan.json
    assert reported["counts"] == {"hard_expired": 1}
    (item,) = reported["items"]
    assert (item["memory_id"], item["version"], item["rule"], item["action"]) == (
        made["memory_id"], 1, "hard_expired", "delete",
    )  # fmt: skip
    assert reported["as_of"]
    applied = api("POST", f"/v1/hygiene/plans/{reported['plan_id']}/apply", None, OPERATOR)
    assert (applied.status, applied.json["applied"]) == (200, {"hard_expired": 1})
    assert api("POST", f"/v1/hygiene/plans/{reported['plan_id']}/apply", None, OPERATOR).json == applied.json


def test_only_an_operator_plans(api: Api) -> None:
    api("POST", "/v1/hygiene/plans", {}).is_problem(403, "forbidden_role")
    api("POST", "/v1/hygiene/plans/p1/apply", None).is_problem(403, "forbidden_role")
    own = a_caller("ann", "operator")
    api("POST", "/v1/hygiene/plans", {"scope": "/org/acme"}, own).is_problem(403, "forbidden_scope")
    api("POST", "/v1/hygiene/plans/p1/apply", None, own).is_problem(404, "not_found")
