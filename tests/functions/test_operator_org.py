"""What every tenant reads is changed only from the organisation that runs the deployment: each route that changes
something, asked to do it to `/global`."""

from __future__ import annotations

from typing import Any

import pytest

from shared.contracts.routes import ROUTES
from shared.domain.scopes import Scope
from tests.builders import a_caller, a_world
from tests.functions.calls import Answer, Api

_ROLES = ("admin", "org-writer", "supervisor", "reviewer", "auditor", "operator", "system_of_record")
GLOBAL = Scope.GLOBAL.path
_MEMORY = {"content": "Water boils at 100 degrees", "type": "semantic", "source": "user_stated"}
_AT = {"scope": GLOBAL}
_SAID = {"events": [{"role": "user", "content": "It boils"}]}
NDJSON: dict[str, Any] = {"headers": {"content-type": "application/x-ndjson"}}
REQUESTS: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "POST /v1/memories": ("/v1/memories", {**_MEMORY, **_AT}, {}),
    "POST /v1/memories/batch": ("/v1/memories/batch", {"items": [{**_MEMORY, **_AT}]}, {}),
    "PATCH /v1/memories/batch": (
        "/v1/memories/batch", {"items": [{"memory_id": "m1", "content": "It does not", **_AT}]}, {},
    ),
    "PATCH /v1/memories/{memory_id}": ("/v1/memories/m1", {"content": "It does not"}, {"query": _AT}),
    "POST /v1/memories/{memory_id}/promote": ("/v1/memories/m1/promote", {"to_scope": GLOBAL}, {}),
    "DELETE /v1/memories/{memory_id}": ("/v1/memories/m1", None, {"query": _AT}),
    "POST /v1/sessions": ("/v1/sessions", _AT, {}),
    "POST /v1/sessions/{session_id}/events": ("/v1/sessions/s1/events", _SAID, {"query": _AT}),
    "POST /v1/sessions/{session_id}/complete": ("/v1/sessions/s1/complete", {}, {"query": _AT}),
    "POST /v1/tasks/complete": ("/v1/tasks/complete", _AT, {}),
    "POST /v1/sessions/{session_id}/summary": ("/v1/sessions/s1/summary", {}, {"query": _AT}),
    "PUT /v1/sessions/{session_id}/state": ("/v1/sessions/s1/state", {"state": "boils"}, {"query": _AT}),
    "POST /v1/deletions": (
        "/v1/deletions", {"request_id": "r1", "selector": {"kind": "memory", "ids": ["m1"]}, **_AT}, {},
    ),
    "POST /v1/holds": ("/v1/holds", {"hold_id": "h1", "reference": "2026-118", **_AT}, {}),
    "DELETE /v1/holds/{hold_id}": ("/v1/holds/h1", None, {"query": _AT}),
    "POST /v1/hygiene/plans": ("/v1/hygiene/plans", _AT, {}),
    "POST /v1/hygiene/plans/{plan_id}/apply": ("/v1/hygiene/plans/p1/apply", None, {"query": _AT}),
    "POST /v1/reviews/{review_id}/claim": ("/v1/reviews/r1/claim", None, {"query": _AT}),
    "POST /v1/reviews/{review_id}/resolve": ("/v1/reviews/r1/resolve", {"decision": "accept"}, {"query": _AT}),
    "POST /v1/import": ("/v1/import", None, {"query": _AT, "raw": b'{"content": "x"}', **NDJSON}),
    "POST /v1/import/sessions": ("/v1/import/sessions", None, {"query": _AT, "raw": b'{"kind": "event"}', **NDJSON}),
    "DELETE /v1/tuning": ("/v1/tuning", None, {"query": _AT}),
}  # fmt: skip
# A word on a recall by a caller who may recall: it changes no memory.
FOR_READERS = {"POST /v1/feedback"}
# An organisation's, for every caller.
OF_AN_ORG = {"DELETE /v1/tuning"}


def _asked(api: Api, route: str, org: str, bound: Scope | None = None) -> Answer:
    path, body, more = REQUESTS[route]
    return api(route.partition(" ")[0], path, body, a_caller("root", *_ROLES, org=org, bound=bound), **more)


def _refusals(answer: Answer) -> list[str]:
    """The codes of the whole and of the parts."""
    if answer.status == 200 and "results" in answer.json:
        return [result["code"] for result in answer.json["results"] if result.get("code")]
    return [answer.json["code"]] if answer.status >= 400 else []


def test_every_changing_route_is_asked() -> None:
    assert REQUESTS.keys() | FOR_READERS == {route.key for route in ROUTES if route.changes}


@pytest.mark.parametrize("route", REQUESTS)
@pytest.mark.parametrize("bound", [None, Scope.GLOBAL], ids=["bound to a user", "bound to global"])
def test_an_administrator_of_another_organisation_changes_nothing_global(
    api: Api, route: str, bound: Scope | None
) -> None:
    assert _refusals(_asked(api, route, "umbrella", bound)) == ["forbidden_scope"]
    assert api.world.records() == []


@pytest.mark.parametrize("route", sorted(REQUESTS.keys() - OF_AN_ORG))
def test_an_administrator_of_the_operators_organisation_is_let_through(api: Api, route: str) -> None:
    refused = _refusals(_asked(api, route, "acme", Scope.GLOBAL))
    assert not {"forbidden_scope", "forbidden_role"} & set(refused)


@pytest.mark.parametrize("route", REQUESTS)
def test_without_an_operators_organisation_nobody_is_let_through(route: str) -> None:
    with a_world(operator_org=None) as world:
        assert _refusals(_asked(Api(world), route, "acme", Scope.GLOBAL)) == ["forbidden_scope"]


def test_everybody_reads_what_is_global(api: Api) -> None:
    made = api.wrote(caller=a_caller("root", "admin"), **_MEMORY, **_AT)
    for org in ("acme", "umbrella"):
        answer = api("GET", f"/v1/memories/{made['memory_id']}", None, a_caller("bob", org=org), query=_AT)
        assert answer.json["content"] == _MEMORY["content"]
