"""Any bytes and any text: a clear refusal or an answer, never a fault."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shared.contracts.routes import ROUTES
from tests.builders import World, a_caller, a_world
from tests.functions.calls import Answer, Api

ANYBODY = a_caller("ann", *"operator reviewer auditor supervisor org-writer admin".split())
BODIES = [route for route in ROUTES if route.method in ("POST", "PATCH", "PUT")]
READS = [route for route in ROUTES if route.method == "GET" and not route.open]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
# Names that mean something somewhere, with values that mean nothing.
_NAMES = (
    "content", "type", "key", "scope", "source", "confidence", "importance", "valid_from", "valid_to", "observed_at",
    "purposes", "consent_scope", "source_event_ids", "background", "metadata", "expected_version", "items", "query",
    "mode", "top_k", "types", "keys", "request_id", "selector", "events", "session_id", "ttl_seconds", "limit",
    "cursor",
    "order", "status", "to_scope", "decision", "keep",
)  # fmt: skip
_VALUES = st.sampled_from(
    ["semantic", "user_stated", "/org/acme/user/ann", "2026-03-01T10:00:00Z", 0.5, 1, {"kind": "subject"}, ["a"], "x"]
) | json_values  # fmt: skip
objects = st.dictionaries(st.sampled_from(_NAMES), _VALUES, max_size=6)
query_texts = st.text(max_size=40) | st.lists(
    st.tuples(st.sampled_from(_NAMES), st.text(max_size=10)).map("=".join), max_size=4
).map("&".join)


@pytest.fixture(scope="module")
def one_world() -> Any:
    with a_world() as world:
        yield world


def sound(answer: Answer) -> None:
    assert 200 <= answer.status < 500, answer.text
    if answer.status >= 400:
        answer.is_problem(answer.status, answer.json["code"])


def ids(routes: list[Any]) -> list[str]:
    return [route.key for route in routes]


house = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.mark.parametrize("route", BODIES, ids=ids(BODIES))
@house
@given(raw=st.binary(max_size=60))
@example(raw=b"\xef\xbb\xbf{}")
@example(raw=b'{"content": "\\ud800"}')
@example(raw=b'{"a":' * 3000)
@example(raw=b"[" * 100_000)
@example(raw=b"9" * 6000)
def test_any_bytes_are_answered_or_refused(one_world: World, route: Any, raw: bytes) -> None:
    sound(Api(one_world)(route.method, path(route), caller=ANYBODY, raw=raw))


@pytest.mark.parametrize("route", BODIES, ids=ids(BODIES))
@house
@given(body=objects | json_values)
def test_any_json_is_answered_or_refused(one_world: World, route: Any, body: Any) -> None:
    raw = json.dumps(body).encode()
    sound(Api(one_world)(route.method, path(route), caller=ANYBODY, raw=raw))


@pytest.mark.parametrize("route", READS, ids=ids(READS))
@house
@given(query=query_texts)
@example(query="scope=%2Forg%2Facme&limit=%F0%9F%98%80")
@example(query="&&&===;;;%%%")
@example(query="cursor=" + "A" * 2048)
@example(query="limit=" + "9" * 5000)
def test_any_query_is_answered_or_refused(one_world: World, route: Any, query: str) -> None:
    sound(Api(one_world)(route.method, path(route), caller=ANYBODY, query=query.replace("#", "")))


@house
@given(id=st.text(min_size=1, max_size=40), data=st.data())
@example(id="x" * 3000, data=None)
@example(id="{memory_id}", data=None)
@example(id="\x00", data=None)
def test_any_id_in_a_path_is_answered_or_refused(one_world: World, id: str, data: Any) -> None:
    for route in ROUTES:
        if "{" in route.path and route.method in ("GET", "DELETE"):
            parts = (quote(id, safe="") if part.startswith("{") else part for part in route.path.split("/"))
            sound(Api(one_world)(route.method, "/".join(parts), caller=ANYBODY))


@house
@given(key=st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF), max_size=300))
def test_any_idempotency_key_is_accepted_or_refused(one_world: World, key: str) -> None:
    body = {"content": "The office has a fern", "type": "semantic", "source": "user_stated"}
    sound(Api(one_world)("POST", "/v1/memories", body, headers={"idempotency-key": key}))


def path(route: Any) -> str:
    return "/".join("0195-x" if part.startswith("{") else part for part in route.path.split("/"))
