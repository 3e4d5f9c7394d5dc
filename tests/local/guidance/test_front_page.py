"""What the laptop's service answers at its bare address."""

from __future__ import annotations

import json
import re

import pytest

from local.aws.gateway import OWN_PATHS
from local.guidance.front_page import front_page
from local.http.events import Answer, Request
from shared.contracts.console.hosting import CONSOLE_PATH
from shared.contracts.routes import ALL_ROUTES
from tests.builders import NOW


def got(method: str = "GET", path: str = "/", accept: str = "*/*") -> Answer | None:
    return front_page(Request(method, path, [("accept", accept)], b"", "r1", "127.0.0.1", NOW, "HTTP/1.1"))


def is_served(path: str) -> bool:
    return path in OWN_PATHS or path == CONSOLE_PATH or path in {route.path for route in ALL_ROUTES}


def test_a_browser_gets_a_page_whose_links_lead_somewhere() -> None:
    answer = got(accept="text/html,application/xhtml+xml;q=0.9")
    assert answer is not None
    assert dict(answer.headers)["content-type"] == "text/html; charset=utf-8"
    links = re.findall(r'href="([^"]+)"', answer.body.decode())
    assert {"/console/", "/docs"} <= set(links)
    assert all(map(is_served, links))


def test_a_program_gets_the_same_places_as_json() -> None:
    answer = got()
    assert answer is not None
    places = json.loads(answer.body)
    assert places["console"] == "/console/"
    assert all(map(is_served, places.values()))


def test_only_the_bare_address_is_answered_and_only_read() -> None:
    assert got(path="/v1") is None
    refused = got(method="POST")
    assert refused is not None
    assert (refused.status, dict(refused.headers)["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("accept", ["text/html", "*/*"])
def test_the_page_runs_and_loads_nothing(accept: str) -> None:
    answer = got(accept=accept)
    assert answer is not None
    assert dict(answer.headers)["content-security-policy"].startswith("default-src 'none'")
