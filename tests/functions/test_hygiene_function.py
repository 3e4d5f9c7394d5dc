"""Maintenance over the wire."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from shared.domain.audit.waiting_work import WaitingWork, Work
from shared.domain.errors import Unavailable
from shared.runtime import bootstrap
from tests.builders import ACME, World, a_caller
from tests.functions.calls import Api
from tests.tooling.documented import Documented

OPERATOR = a_caller("ops", "operator", bound=ACME)
DOCUMENTED = Documented()


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


class Gauge:
    def __init__(self, ages: dict[Work, float | None]) -> None:
        self._ages = ages

    def oldest(self) -> list[WaitingWork]:
        return [WaitingWork(work, self._ages.get(work)) for work in Work]


class Unmeasured:
    def oldest(self) -> list[WaitingWork]:
        raise Unavailable("the ages of background work cannot be read")


def test_the_ages_of_background_work_are_shown_to_those_who_govern(api: Api, world: World) -> None:
    bootstrap.install(replace(world.services, work_gauge=Gauge({Work.INDEX: 2.5, Work.SESSIONS: 0.0})))
    answer = api("GET", "/v1/metrics/queues", None, OPERATOR)
    DOCUMENTED.exchange("GET", "/v1/metrics/queues", answer.status, answer.json, answer.headers["content-type"])
    assert DOCUMENTED.differences == []
    assert answer.json["items"] == [
        {"work": "index", "oldest_seconds": 2.5},
        {"work": "retrievals", "oldest_seconds": None},
        {"work": "sessions", "oldest_seconds": 0.0},
    ]
    api("GET", "/v1/metrics/queues", None, a_caller("ann")).is_problem(403, "forbidden_role")


def test_ages_that_cannot_be_measured_are_no_zeros(api: Api, world: World) -> None:
    bootstrap.install(replace(world.services, work_gauge=Unmeasured()))
    assert api("GET", "/v1/metrics/queues", None, OPERATOR).status == 503
    bootstrap.install(world.services)
    items = api("GET", "/v1/metrics/queues", None, OPERATOR).json["items"]
    assert [one["oldest_seconds"] for one in items] == [None, None, None]
