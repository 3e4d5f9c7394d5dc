"""Health, and what answers where there is no route."""

from __future__ import annotations

import pytest

from shared.contracts.routes import ROUTES
from tests.builders import an_event
from tests.functions.calls import Api


def test_health_needs_no_token_and_shows_no_secrets(api: Api) -> None:
    answer = api.answer(an_event("GET", "/v1/health"))
    assert (answer.status, answer.json) == (200, {"status": "ok", "calibration": "assumed"})


UNKNOWN = (
    "/", "/v1", "/v1/", "/v2/memories", "/v1/memories/a/b/c", "/v1/memories/", "//v1/memories", "/v1/memories%00",
    "/V1/memories", "/v1/memory", "/.git/config", "/v1/health/x", "/v1/reviews/a/b",
)  # fmt: skip


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_path_is_not_found(api: Api, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        api.answer(an_event(method, path)).is_problem(404, "not_found")


def _stands_for(template: str, path: str) -> bool:
    """`/v1/memories/batch` is also the path of a memory of that id."""
    parts = list(zip(template.split("/"), path.split("/"), strict=False))
    alike = all(a == b or (a.startswith("{") and not b.startswith("{")) for a, b in parts)
    return alike and template.count("/") == path.count("/")


@pytest.mark.parametrize("path", sorted({route.path for route in ROUTES}))
def test_another_method_on_a_known_path_names_the_allowed_ones(api: Api, path: str) -> None:
    asked = path.replace("{", "").replace("}", "")
    allowed = sorted({route.method for route in ROUTES if _stands_for(route.path, path)})
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - set(allowed):
        answer = api.answer(an_event(method, asked))
        answer.is_problem(405, "method_not_allowed")
        assert set(allowed) <= set(answer.headers["allow"].split(", "))
        assert method not in answer.headers["allow"].split(", ")


def test_an_id_with_a_slash_is_one_segment(api: Api) -> None:
    answer = api("GET", "/v1/memories/a%2Fb%23c%25")
    answer.is_problem(404, "not_found")
    assert api("GET", "/v1/memories/..%2F..%2Fx").status == 404
