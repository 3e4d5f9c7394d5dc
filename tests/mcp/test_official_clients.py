"""The protocol's own clients against the service on a laptop, started as a process of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

from tests.local.running_service import ServiceProcess
from tests.mcp.calls import NEWEST, OLDEST
from tests.mcp.node_programs import PROGRAMS, Node


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    started = ServiceProcess(tmp_path_factory.mktemp("service") / "data", "--test-controls")
    yield started
    started.end()


def token(service: ServiceProcess, user: str = "ann", **claims: Any) -> str:
    return str(service.call("POST", "/local/token", {"org": "acme", "sub": user, **claims}).body["access_token"])


def text_of(result: Any) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize(("mode", "revision"), [("auto", NEWEST), ("legacy", OLDEST)])
def test_the_python_client_remembers_recalls_corrects_and_forgets(
    service: ServiceProcess, mode: str, revision: str
) -> None:
    user = f"python-{mode}"

    async def walk() -> None:
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token(service, user)}"}, timeout=60)
        transport = streamable_http_client(f"{service.url}/mcp", http_client=http)
        async with http, Client(transport, mode=mode) as client:
            assert client.protocol_version == revision
            assert len((await client.list_tools()).tools) == 8
            said = {"content": "Ann prefers answers in German.", "type": "preference", "source": "user_stated"}
            made = await client.call_tool("remember", said)
            id = made.structured_content["memory"]["memory_id"]
            found = await client.call_tool("recall", {"query": "Which language does Ann prefer?"})
            assert "answers in German" in text_of(found)
            await client.call_tool("correct", {"memory_id": id, "content": "Ann prefers answers in Czech."})
            (resource,) = (await client.list_resources()).resources
            (content,) = (await client.read_resource(resource.uri)).contents
            assert "Czech" in str(content)
            refused = await client.call_tool("recall", {"query": "  "})
            assert refused.is_error
            assert "must not be blank" in text_of(refused)
            listed = await client.call_tool("forget", {"text": "Czech"})
            assert [one["id"] for one in listed.structured_content["would_delete"]] == [id]
            accepted = await client.call_tool("forget", {"memory_ids": [id]})
            request_id = accepted.structured_content["deletions"][0]["request_id"]
            await asyncio.to_thread(service.settle)
            status = await client.call_tool("deletion_status", {"request_id": request_id})
            assert status.structured_content["completed"] is True
            assert "Czech" not in text_of(await client.call_tool("recall", {"query": "Which language?"}))

    asyncio.run(walk())


def test_a_caller_without_a_token_learns_where_the_metadata_is_and_finds_it(service: ServiceProcess) -> None:
    refused = service.call("POST", "/mcp", {})
    assert refused.status == 401
    address = refused.headers["www-authenticate"].split('"')[1]
    assert address.startswith(service.url)
    metadata = service.call("GET", address.removeprefix(service.url))
    assert metadata.body["resource"] == f"{service.url}/mcp"
    assert metadata.body["authorization_servers"] == [f"{service.url}/local"]
    assert service.call("POST", "/v1/recall", {}).headers["www-authenticate"] == "Bearer"


def test_a_token_of_another_key_an_expired_one_and_none_are_refused(service: ServiceProcess) -> None:
    good = token(service)
    head, payload, signature = good.split(".")
    forged = f"{head}.{payload}.{signature[::-1]}"
    for one in ("", forged, "nonsense", token(service, ttl=1)):
        if one.count(".") == 2 and one != forged:
            service.call("POST", "/local/clock", {"advance_seconds": 5})
        assert service.call("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}, one).status == 401


def test_other_methods_are_not_allowed(service: ServiceProcess) -> None:
    for method in ("GET", "DELETE", "PUT"):
        answer = service.call(method, "/mcp", None, token(service))
        assert (answer.status, answer.headers["allow"]) == (405, "POST")


@pytest.mark.node
@pytest.mark.parametrize(
    ("line", "mode", "revision"), [("client", "auto", NEWEST), ("client", "legacy", OLDEST), ("sdk", "legacy", OLDEST)]
)
def test_the_typescript_clients_remember_recall_and_forget(
    node: Node, service: ServiceProcess, report: Callable[[str], None], line: str, mode: str, revision: str
) -> None:
    bearer = token(service, f"typescript-{line}-{mode}")
    run = node.run(PROGRAMS / "client.mjs", line, mode, f"{service.url}/mcp", bearer)
    assert run.returncode == 0, run.stderr
    got = json.loads(run.stdout)
    assert got["revision"] == revision
    assert len(got["tools"]) == 8
    assert got["made"]["outcome"] == "created"
    assert [memory["content"] for memory in got["found"]["memories"]] == ["Ann prefers answers in German."]
    assert got["bad"]["isError"] is True
    assert "Did you mean query?" in got["bad"]["content"][0]["text"]
    assert "answers in German" in got["read"]["contents"][0]["text"]
    assert got["deleted"]["status"] == "accepted"
    assert got["status"]["request_id"] == got["deleted"]["deletions"][0]["request_id"]
    report(f"{revision}, the TypeScript client (@modelcontextprotocol/{line}): remembers, recalls, reads and forgets")
