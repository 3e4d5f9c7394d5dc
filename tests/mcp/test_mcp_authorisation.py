"""The same tokens and rules as for the HTTP interface, and a 401 that says where to get a token."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from local.aws.rate_buckets import ProcessRateBuckets
from shared.domain.access.request_rates import RequestRates
from shared.domain.scopes import Scope
from shared.runtime import bootstrap
from shared.usecases.request_limits import RequestLimits
from tests.builders import a_caller, an_event
from tests.mcp.calls import Mcp, message

EVE = a_caller("eve", org="umbrella")
METADATA = "/.well-known/oauth-protected-resource"


@pytest.mark.parametrize("path", [METADATA, f"{METADATA}/mcp"])
def test_who_issues_tokens_is_said_to_anybody(mcp: Mcp, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setenv("AUTHORIZATION_SERVER", "https://login.example.org/")
    monkeypatch.setenv("OAUTH_SCOPES", "openid memory")
    answer = mcp.answer(an_event("GET", path))
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json == {
        "resource": "https://api.test/mcp",
        "resource_name": "Agent memory",
        "authorization_servers": ["https://login.example.org/"],
        "bearer_methods_supported": ["header"],
        "scopes_supported": ["openid", "memory"],
    }


def test_without_a_token_nothing_is_looked_at_and_the_metadata_is_named(mcp: Mcp) -> None:
    unsigned = an_event("POST", "/mcp", {}, a_caller())
    del unsigned["requestContext"]["authorizer"]
    doubled = an_event("POST", "/mcp", {}, a_caller())
    doubled["headers"]["authorization"] += f",{doubled['headers']['authorization']}"
    empty, unreadable = an_event("POST", "/mcp", {}, claims={}), an_event("POST", "/mcp", raw=b"not json")
    for event in (empty, unreadable, unsigned, doubled):
        answer = mcp.answer(event)
        assert (answer.status, answer.json["code"]) == (401, "unauthenticated")
        assert answer.headers["www-authenticate"] == (
            'Bearer resource_metadata="https://api.test/.well-known/oauth-protected-resource/mcp", scope="openid"'
        )
    assert mcp.world.records() == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("recall", {"query": "office"}),
        ("context", {"goal": "office"}),
        ("remember", {"content": "The office is on the ninth floor", "type": "semantic"}),
        ("correct", {"memory_id": "ID", "content": "The office is on the ninth floor"}),
        ("forget", {"text": "office"}),
        ("forget", {"memory_ids": ["ID"]}),
        ("session_append", {"session_id": "s1", "events": [{"role": "user", "content": "Book the train to Graz"}]}),
        ("history", {"memory_id": "ID"}),
        ("deletion_status", {"request_id": "r1"}),
    ],
)
@pytest.mark.parametrize("foreign", ["/org/acme/user/ann", "/org/acme", "/org/umbrella/user/bob"])
def test_another_persons_scope_is_refused_to_every_tool(
    mcp: Mcp, tool: str, arguments: dict[str, Any], foreign: str
) -> None:
    id = mcp.remembered("The office is on the third floor")
    named = {name: [id] if value == ["ID"] else id if value == "ID" else value for name, value in arguments.items()}
    before = mcp.world.records()
    assert mcp.refused(tool, EVE, **named, scope=foreign).startswith("forbidden_scope")
    assert mcp.world.records() == before


def test_of_another_tenant_nothing_is_found_by_id_or_by_words(mcp: Mcp) -> None:
    id = mcp.remembered("The office is on the third floor")
    (resource,) = mcp.send("resources/list").result["resources"]
    assert mcp.use("recall", EVE, query="office", min_relevance=0).data["memories"] == []
    assert "third floor" not in mcp.use("context", EVE, goal="office").text
    assert mcp.use("forget", EVE, text="office").data["would_delete"] == []
    assert mcp.refused("history", EVE, memory_id=id).startswith("not_found")
    assert mcp.refused("correct", EVE, memory_id=id, content="The office is gone").startswith("not_found")
    assert mcp.send("resources/list", caller=EVE).result["resources"] == []
    assert mcp.send("resources/read", {"uri": resource["uri"]}, EVE).error["message"].startswith("forbidden_scope")
    mcp.use("forget", EVE, memory_ids=[id])
    mcp.world.drain()
    assert mcp.use("history", memory_id=id).data["versions"]


def test_a_token_bound_to_a_task_reaches_no_other_task(mcp: Mcp) -> None:
    task = a_caller(bound=Scope.parse("/org/acme/user/ann/task/t1", "scope"))
    assert mcp.refused(
        "remember", task, content="The budget of the trip is 900 euros", type="task", scope="/org/acme/user/ann/task/t2"
    ).startswith("forbidden_scope")


def test_evidence_and_purposes_that_the_token_does_not_hold_are_refused(mcp: Mcp) -> None:
    bound = a_caller(sources=frozenset({"agent_inferred"}), purposes=frozenset({"support"}))
    said = mcp.refused(
        "remember", bound, content="The office is on the third floor", type="semantic", source="user_stated"
    )
    assert said.startswith("source_not_allowed")
    assert mcp.refused("recall", bound, query="office", purpose="marketing").startswith("purpose_not_allowed")


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        ("https://api.test", 200),
        ("https://app.example.org", 200),
        ("https://evil.example", 403),
        ("null", 403),
        ("http://localhost:3000", 403),
        ("https://api.test.evil.example", 403),
    ],
)
def test_pages_of_unknown_sites_are_refused(
    mcp: Mcp, monkeypatch: pytest.MonkeyPatch, origin: str | None, status: int
) -> None:
    monkeypatch.setenv("ALLOWED_ORIGINS", "https://app.example.org")
    headers = {} if origin is None else {"origin": origin}
    assert mcp.send("tools/list", headers=headers).status == status


def test_a_body_that_is_no_message_is_an_error_of_the_protocol(mcp: Mcp) -> None:
    _, headers = message(mcp.revision, "tools/list", {})
    for raw in (b"", b"{", b"[]", b"7", b"\xff\xfe"):
        answer = mcp.answer(an_event("POST", "/mcp", None, a_caller(), raw=raw, headers=headers))
        assert answer.status == 400
        assert answer.error["code"] in (-32700, -32600)


def test_a_caller_of_two_requests_at_once_never_meets_another(mcp: Mcp) -> None:
    """The server is made for each request: what one caller asks is asked with its own token."""
    from concurrent.futures import ThreadPoolExecutor

    people = [a_caller(f"user-{number}") for number in range(8)]
    for person in people:
        mcp.remembered(f"The favourite colour of {person.subject} is shade {person.subject}", person)

    def recalled(number: int) -> bool:
        person = people[number % len(people)]
        found = mcp.use("recall", person, query="favourite colour", min_relevance=0).data["memories"]
        return [person.subject in memory["content"] for memory in found] == [True]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(recalled, range(64)))


def test_a_caller_over_its_rate_is_answered_429_before_anything_is_done(mcp: Mcp) -> None:
    """Whatever the revision: a problem document, as its 401 is one."""
    limits = RequestLimits(RequestRates(user=50), ProcessRateBuckets(), _unexpected, lambda: 0.0)
    bootstrap.install(replace(mcp.world.services, request_limits=limits))
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    limits.add_time(a_caller(), timedelta(seconds=100))
    mcp.answer(an_event("POST", "/mcp", message, a_caller()))
    answer = mcp.answer(an_event("POST", "/mcp", message, a_caller()))
    assert (answer.status, answer.json["code"], answer.headers["retry-after"]) == (429, "throttled", "7")
    assert mcp.answer(an_event("POST", "/mcp", message, EVE)).status != 429
    assert mcp.answer(an_event("GET", METADATA)).status == 200


def _unexpected(error: Exception) -> None:
    raise error
