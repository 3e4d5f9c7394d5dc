"""What holds of every route alike: who is asked first, what is refused, what is answered."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from shared.contracts.routes import ROUTES, Route, module_name
from tests.builders import a_caller, an_event, claims_of
from tests.functions.calls import Api

GUARDED = [route for route in ROUTES if not route.open]
EXPECTING = [route for route in GUARDED if route.method in ("POST", "PATCH", "PUT")]
# Their body is not one JSON object, or they have none.
LINES = ("/v1/import", "/v1/import/sessions")
BODILESS = ("/v1/deletions/{request_id}/verify", "/v1/hygiene/plans/{plan_id}/apply", "/v1/reviews/{review_id}/claim")
JSON = [route for route in EXPECTING if route.path not in (*LINES, *BODILESS)]
WITH_ALL_ROLES = a_caller("ann", *"operator reviewer auditor supervisor org-writer admin system_of_record".split())


def path_of(route: Route, id: str = "0195-x") -> str:
    return "/".join(id if part.startswith("{") else part for part in route.path.split("/"))


def by_key(routes: list[Route]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("route", routes, ids=[route.key for route in routes])


@by_key(list(ROUTES))
def test_every_route_has_its_function_and_every_function_its_routes(route: Route) -> None:
    module = importlib.import_module(module_name(route.function))
    assert callable(module.handler)


@by_key(GUARDED)
def test_without_a_token_no_request_is_processed(api: Api, route: Route) -> None:
    for event in (
        an_event(route.method, path_of(route), raw=b"not json"),
        an_event(route.method, path_of(route), {}, claims={}),
    ):
        answer = api.answer(event)
        answer.is_problem(401, "unauthenticated")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert api.world.records() == []


@by_key(GUARDED)
def test_a_header_alone_makes_no_caller(api: Api, route: Route) -> None:
    event = an_event(route.method, path_of(route), {}, a_caller("ann", "admin"))
    del event["requestContext"]["authorizer"]
    api.answer(event).is_problem(401, "unauthenticated")


@by_key(GUARDED)
@pytest.mark.parametrize(
    "claims", [{"sub": "ann"}, {"org": "acme"}, {"org": "acme", "sub": ""}, {"org": "acme", "sub": 7}]
)
def test_a_token_without_a_subject_is_refused(api: Api, route: Route, claims: dict[str, object]) -> None:
    api(route.method, path_of(route), {}, claims={"exp": 1, **claims}).is_problem(401, "unauthenticated")


@by_key(GUARDED)
@pytest.mark.parametrize(
    "query", ["colour=red", "scope=/org/acme/user/ann&scope=/org/acme/user/ann", "%ff=1", "scope="]
)
def test_an_unknown_a_repeated_or_an_impossible_parameter_is_refused(api: Api, route: Route, query: str) -> None:
    body = {"query": "x", "content": "x", "type": "semantic"} if route.method != "GET" else None
    answer = api(route.method, path_of(route), body, WITH_ALL_ROLES, query=query)
    assert answer.status in (400, 415), answer.text
    assert api.world.records() == []


@by_key(JSON)
@pytest.mark.parametrize("raw", [b"", b"{", b"nonsense", b"\xff\xfe", b"[]", b"7", b'"x"', b"null", b"{}{}", b"\x00"])
def test_a_body_that_is_no_json_object_is_refused(api: Api, route: Route, raw: bytes) -> None:
    answer = api(route.method, path_of(route), None, WITH_ALL_ROLES, raw=raw)
    assert answer.is_problem(400, "malformed")["errors"]
    assert api.world.records() == []


@by_key(JSON)
@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_a_body_of_another_type_is_refused(api: Api, route: Route, media: str) -> None:
    answer = api(route.method, path_of(route), {}, WITH_ALL_ROLES, headers={"content-type": media})
    answer.is_problem(415, "unsupported_media_type")


@by_key(JSON)
def test_an_unknown_field_is_refused_by_name(api: Api, route: Route) -> None:
    answer = api(route.method, path_of(route), {"colour": "vermilion"}, WITH_ALL_ROLES)
    assert "colour" in answer.fields()
    assert "vermilion" not in answer.text
    assert api.world.records() == []


@by_key(GUARDED)
def test_another_organisations_scope_is_refused_whatever_the_roles(api: Api, route: Route) -> None:
    foreign = "/org/umbrella/user/ann"
    if "{" in route.path or route.method in ("GET", "DELETE") or route.path in LINES:
        answer = api(route.method, path_of(route), _body(route), WITH_ALL_ROLES, query={"scope": foreign})
    else:
        answer = api(route.method, path_of(route), {**(_body(route) or {}), "scope": foreign}, WITH_ALL_ROLES)
    if answer.status not in (400, 415):  # some routes have no scope of their own
        assert answer.status == 403, answer.text
        assert answer.json["code"] in ("forbidden_scope", "forbidden_role")


def _body(route: Route) -> dict[str, Any] | None:
    bodies: dict[str, dict[str, Any]] = {
        "/v1/memories": {"content": "x", "type": "semantic", "source": "user_stated"},
        "/v1/memories/{memory_id}": {"content": "x"},
        "/v1/recall": {"query": "x"},
        "/v1/deletions": {"request_id": "r1", "selector": {"kind": "subject"}},
        "/v1/hygiene/plans": {},
        "/v1/sessions": {},
        "/v1/sessions/{session_id}/events": {"events": [{"role": "user", "content": "x"}]},
    }
    return bodies.get(route.path) if route.method in ("POST", "PATCH") else None


# --- The correlation id


@by_key(list(ROUTES))
def test_the_callers_correlation_id_comes_back_or_else_the_gateways(api: Api, route: Route) -> None:
    reported = api(route.method, path_of(route), {}, headers={"x-correlation-id": "trace-7"})
    assert reported.headers["x-correlation-id"] == "trace-7"
    assert api(route.method, path_of(route), {}).headers["x-correlation-id"] == "request-1"


@pytest.mark.parametrize("given", ["", "x" * 129, "a\r\nSet-Cookie: x", "é", "a\tb", "\x7f"])
def test_an_unprintable_or_long_correlation_id_is_ignored(api: Api, given: str) -> None:
    event = an_event("GET", "/v1/memories", caller=a_caller())
    event["headers"]["x-correlation-id"] = given
    answer = api.answer(event)
    assert (answer.status, answer.headers["x-correlation-id"]) == (200, "request-1")


# --- Claims by other names


def test_a_deployments_own_claim_names_are_read(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAIM_NAMES", '{"org": "custom:tenant", "memory_scope": "custom:scope"}')
    claims = {**claims_of(a_caller()), "custom:tenant": "umbrella", "custom:scope": "/org/umbrella/user/ann"}
    answer = api("POST", "/v1/memories", {"content": "Likes tea", "type": "semantic"}, claims=claims)
    assert answer.json["memory"]["scope"] == "/org/umbrella/user/ann"
