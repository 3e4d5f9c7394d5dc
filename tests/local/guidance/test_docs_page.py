"""The API document and the page to try it, through the laptop's gateway."""

from __future__ import annotations

import json
import re

import pytest

from local.aws.authorizer import Authorizer
from local.aws.gateway import OWN_PATHS, Gateway
from local.clock import MovableClock
from local.controls import Tokens
from local.guidance.docs_page import docs_page
from local.http.events import Answer
from local.issuer import AUDIENCE, Issuer
from shared.adapters.system import UuidV7Ids
from shared.contracts.openapi.document import document
from shared.contracts.routes import ALL_ROUTES
from shared.runtime.api import unknown_route

FILES = [path for path in OWN_PATHS if path.startswith(("/docs", "/openapi"))]


@pytest.fixture(scope="module")
def gateway() -> Gateway:
    """As the service makes it, with the function that answers unknown paths and no other."""
    clock = MovableClock()
    issuer = Issuer("http://127.0.0.1:1/local", clock)
    tokens = Tokens(issuer)
    judge = Authorizer(issuer.jwks, issuer.url, AUDIENCE, clock)
    unknown = {"health": lambda event, context: unknown_route(event)}
    return Gateway(unknown, judge, lambda request: tokens(request) or docs_page(request), clock, UuidV7Ids(clock))


def got(gateway: Gateway, path: str, method: str = "GET", *headers: tuple[str, str]) -> tuple[Answer, dict[str, str]]:
    answer = gateway.answer(method, path, headers, b"")
    return answer, dict(answer.headers)


def test_the_laptop_serves_the_document_that_the_contracts_make(gateway: Gateway) -> None:
    answer, headers = got(gateway, "/openapi.json")
    assert (answer.status, headers["content-type"]) == (200, "application/json")
    assert json.loads(answer.body) == document()


@pytest.mark.parametrize("path", FILES)
def test_each_file_of_the_page_forbids_scripts_styles_and_connections_that_are_not_the_services(
    gateway: Gateway, path: str
) -> None:
    answer, headers = got(gateway, path)
    assert (answer.status, headers["x-content-type-options"]) == (200, "nosniff")
    assert answer.body
    rules = dict(rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";"))
    assert rules["default-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert set(rules) <= {"default-src", "img-src", "object-src", "base-uri", "form-action", "frame-ancestors"}
    assert "unsafe" not in headers["content-security-policy"]


def test_the_page_loads_only_files_that_are_served_and_has_no_script_of_its_own(gateway: Gateway) -> None:
    page = got(gateway, "/docs")[0].body.decode()
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert set(loaded) == set(FILES) - {"/docs", "/openapi.json"}
    assert re.findall(r"<script[^>]*>", page) == [f'<script src="{path}" defer>' for path in loaded if ".js" in path]
    assert not re.search(r"<style|style=|\son[a-z]+=|https?://", page)
    start = got(gateway, "/docs/start.js")[0].body.decode()
    assert "validatorUrl: null" in start
    assert "http" not in start


def test_the_viewer_is_whole(gateway: Gateway) -> None:
    assert b"SwaggerUIBundle" in got(gateway, "/docs/viewer.js")[0].body
    assert b".swagger-ui" in got(gateway, "/docs/viewer.css")[0].body


def test_another_method_is_refused_and_another_path_is_not_found(gateway: Gateway) -> None:
    answer, headers = got(gateway, "/docs", "POST")
    assert (answer.status, headers["allow"]) == (405, "GET, HEAD")
    for path in ("/docs/../pyproject.toml", "/docs/page/start.js", "/docs/%2e%2e/x", "/docs/nothing"):
        assert got(gateway, path)[0].status == 404


def test_a_name_of_another_machine_does_not_reach_the_page(gateway: Gateway) -> None:
    assert got(gateway, "/docs", "GET", ("host", "evil.example"))[0].status == 421
    assert got(gateway, "/docs", "GET", ("host", "127.0.0.1"), ("origin", "https://evil.example"))[0].status == 403


def test_a_deployed_stage_has_no_such_route() -> None:
    assert {route.path for route in ALL_ROUTES}.isdisjoint(OWN_PATHS)
    for path in FILES:
        assert unknown_route({"requestContext": {"http": {"method": "GET", "path": path}}})["statusCode"] == 404
