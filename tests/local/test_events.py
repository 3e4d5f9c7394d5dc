"""HTTP as API Gateway's events (payload format 2.0), and answers as HTTP."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local.http.events import BadAnswer, BadTarget, Request, from_answer, match_route, split_target, to_event
from shared.contracts.routes import ALL_ROUTES, Route

AT = datetime(2026, 3, 12, 19, 3, 58, 123000, tzinfo=UTC)


def a_request(
    method: str = "GET", target: str = "/v1/health", headers: list[tuple[str, str]] | None = None, body: bytes = b""
) -> Request:
    return Request(method, target, headers or [], body, "id-1", "127.0.0.1", AT)


def an_event(
    method: str = "GET", target: str = "/v1/health", headers: list[tuple[str, str]] | None = None, body: bytes = b"",
    claims: dict[str, str] | None = None,
) -> dict[str, Any]:  # fmt: skip
    request = a_request(method, target, headers, body)
    return to_event(request, match_route(method, request.path), claims)


def test_an_event_has_the_shape_that_aws_documents() -> None:
    event = an_event(
        "GET", "/v1/memories/m%201?scope=%2Forg%2Fa&status=active&status=stale&empty=",
        [("host", "127.0.0.1:8080"), ("accept", "text/html"), ("accept", "*/*"), ("user-agent", "agent/1"),
         ("cookie", "a=1; b=2"), ("connection", "keep-alive")],
        claims={"sub": "ann", "roles": "[a b]"},
    )  # fmt: skip
    assert event == {
        "version": "2.0",
        "routeKey": "GET /v1/memories/{memory_id}",
        "rawPath": "/v1/memories/m 1",
        "rawQueryString": "scope=%2Forg%2Fa&status=active&status=stale&empty=",
        "cookies": ["a=1", "b=2"],
        "headers": {"host": "127.0.0.1:8080", "accept": "text/html,*/*", "user-agent": "agent/1"},
        "queryStringParameters": {"scope": "/org/a", "status": "active,stale", "empty": ""},
        "pathParameters": {"memory_id": "m 1"},
        "requestContext": {
            "accountId": "000000000000",
            "apiId": "local",
            "authorizer": {"jwt": {"claims": {"sub": "ann", "roles": "[a b]"}, "scopes": None}},
            "domainName": "127.0.0.1:8080",
            "domainPrefix": "local",
            "http": {
                "method": "GET", "path": "/v1/memories/m 1", "protocol": "HTTP/1.1",
                "sourceIp": "127.0.0.1", "userAgent": "agent/1",
            },
            "requestId": "id-1",
            "routeKey": "GET /v1/memories/{memory_id}",
            "stage": "$default",
            "time": "12/Mar/2026:19:03:58 +0000",
            "timeEpoch": 1773342238123,
        },
        "isBase64Encoded": False,
    }  # fmt: skip


def test_parts_that_a_request_lacks_are_absent_in_its_event() -> None:
    event = an_event()
    assert not {"body", "cookies", "queryStringParameters", "pathParameters"} & event.keys()
    assert "authorizer" not in event["requestContext"]


def test_what_no_route_matches_is_the_default_route() -> None:
    for method, target in (
        ("GET", "/"),
        ("PUT", "/v1/memories"),
        ("GET", "/v1/memories/a/b/c"),
        ("GET", "//v1/health"),
    ):
        event = an_event(method, target)
        assert event["routeKey"] == event["requestContext"]["routeKey"] == "$default"


@pytest.mark.parametrize(
    ("sent", "id"),
    [
        ("a%2Fb", "a/b"),
        ("%E5%B0%8F%E6%98%8E", "小明"),
        ("a+b", "a+b"),
        ("a%2Bb", "a+b"),
        ("%25", "%"),
        ("a%3Fb", "a?b"),
    ],
)
def test_an_id_in_the_path_is_decoded_exactly(sent: str, id: str) -> None:
    match = match_route("GET", f"/v1/deletions/{sent}")
    assert match is not None
    assert match.parameters == {"request_id": id}


def test_a_plus_in_the_query_is_a_space() -> None:
    assert an_event("GET", "/v1/memories?key=a+b%2Bc")["queryStringParameters"] == {"key": "a b+c"}


def test_fixed_segments_go_before_parameters_whatever_the_order() -> None:
    routes = [
        Route("POST", "/v1/{a}/{b}", "x"),
        Route("POST", "/v1/memories/batch", "y"),
        Route("POST", "/v1/{a}/batch", "z"),
    ]
    for order in (routes, routes[::-1]):
        match = match_route("POST", "/v1/memories/batch", order)
        assert match is not None
        assert match.route.function == "y"


def test_an_empty_segment_is_no_id() -> None:
    assert match_route("GET", "/v1/memories/") is None


@pytest.mark.parametrize("route", ALL_ROUTES, ids=lambda route: route.key)
def test_every_route_is_reached(route: Route) -> None:
    path = "/".join("id" if part.startswith("{") else part for part in route.path.split("/"))
    match = match_route(route.method, path)
    assert match is not None
    assert match.route == route


@pytest.mark.parametrize(
    "target",
    [
        "/v1/memories/%FF",
        "/v1/memories/%",
        "/v1/memories/%zz",
        "/v1/health?a=%FF",
        "/v1/health?%G0=1",
        "*",
        "v1/health",
        "ftp://x/y",
        "http://[/x",
        "/v1/health?" + "&".join("a" * 201),
    ],
)
def test_a_target_that_cannot_be_decoded_is_refused(target: str) -> None:
    with pytest.raises(BadTarget):
        an_event("GET", target)


def test_the_absolute_form_is_accepted() -> None:
    assert split_target("http://127.0.0.1:1/v1/health?a=1") == ("/v1/health", "a=1")
    assert split_target("http://127.0.0.1:1") == ("/", "")


@pytest.mark.parametrize(
    "type", ["application/json", "application/json; charset=utf-8", "TEXT/PLAIN", "application/problem+json"]
)
def test_text_is_sent_as_text(type: str) -> None:
    event = an_event("POST", "/v1/memories", [("content-type", type)], '{"a": "é"}'.encode())
    assert (event["body"], event["isBase64Encoded"]) == ('{"a": "é"}', False)


@pytest.mark.parametrize(
    ("type", "body"),
    [("application/x-ndjson", b"{}"), ("", b"{}"), ("image/png", b"\x89PNG"), ("application/json", b"\xff\xfe")],
)
def test_bytes_that_are_no_text_are_sent_in_base_64(type: str, body: bytes) -> None:
    event = an_event("POST", "/v1/memories", [("content-type", type)] if type else [], body)
    assert event["isBase64Encoded"] is True
    assert base64.b64decode(event["body"]) == body


@given(st.binary(max_size=200), st.sampled_from(["application/json", "application/octet-stream", "text/plain"]))
def test_no_byte_of_a_body_is_lost(body: bytes, type: str) -> None:
    event = an_event("POST", "/v1/memories", [("content-type", type)], body)
    if body:
        back = event["body"]
        assert (base64.b64decode(back) if event["isBase64Encoded"] else back.encode()) == body
    json.dumps(event)


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=60))
def test_any_target_is_an_event_or_refused(tail: str) -> None:
    for target in (tail, f"/{tail}", f"/v1/memories/{tail}", f"/v1/memories?{tail}"):
        try:
            event = an_event("GET", target)
        except BadTarget:
            continue
        json.dumps(event).encode()


def test_an_answer_becomes_http() -> None:
    answer = from_answer({
        "statusCode": 201, "headers": {"Content-Type": "application/json", "X-N": 1},
        "multiValueHeaders": {"Allow": ["GET", "POST"]}, "cookies": ["a=1"], "body": "é",
    })  # fmt: skip
    assert answer.status == 201
    assert list(answer.headers) == [
        ("content-type", "application/json"), ("x-n", "1"), ("allow", "GET"), ("allow", "POST"), ("set-cookie", "a=1"),
    ]  # fmt: skip
    assert answer.body == "é".encode()


def test_an_answer_without_a_status_is_a_body() -> None:
    answer = from_answer({"ok": True})
    assert (answer.status, json.loads(answer.body)) == (200, {"ok": True})


def test_base_64_in_an_answer_is_decoded() -> None:
    assert from_answer({"statusCode": 200, "body": "gICA", "isBase64Encoded": True}).body == b"\x80\x80\x80"


@pytest.mark.parametrize(
    "answer",
    [
        {"statusCode": "200"}, {"statusCode": 99}, {"statusCode": True}, object(),
        {"statusCode": 200, "headers": {"x": "a\r\nset-cookie: b"}}, {"statusCode": 200, "headers": {"a b": "c"}},
        {"statusCode": 200, "body": "\ud800"}, {"statusCode": 200, "body": "!", "isBase64Encoded": True},
    ],
)  # fmt: skip
def test_an_answer_that_aws_would_not_take_is_a_bug(answer: object) -> None:
    with pytest.raises(BadAnswer):
        from_answer(answer)
