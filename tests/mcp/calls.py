"""Calling the protocol's function as the gateway does, with messages as a client of either revision writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from functions.api.mcp import handler
from shared.domain.access.caller import Caller
from tests.builders import World, a_caller, an_event

NEWEST, OLDEST = "2026-07-28", "2025-11-25"
REVISIONS = (NEWEST, OLDEST)
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def result(self) -> dict[str, Any]:
        assert self.status == 200, self.text
        result: dict[str, Any] = self.json["result"]
        return result

    @property
    def error(self) -> dict[str, Any]:
        error: dict[str, Any] = self.json["error"]
        return error


@dataclass(frozen=True, slots=True)
class Used:
    """A tool's answer."""

    text: str
    data: dict[str, Any]


def message(revision: str, method: str, params: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The body of a request, and its headers."""
    headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": revision}
    if revision != NEWEST:
        return {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}, headers
    meta = {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    headers["mcp-method"] = method
    if method in _NAMED_BY:
        headers["mcp-name"] = str(params.get(_NAMED_BY[method]))
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}, headers


@dataclass(frozen=True, slots=True)
class Mcp:
    world: World
    revision: str = NEWEST

    def send(
        self, method: str, params: Mapping[str, Any] | None = None, caller: Caller | None = None, **more: Any
    ) -> Answer:
        """As Ann, unless somebody else calls (or nobody, with `claims={}`)."""
        self.world.clock.advance()
        body, headers = message(self.revision, method, params or {})
        who = None if "claims" in more else caller or a_caller()
        event = an_event("POST", "/mcp", body, who, headers={**headers, **more.pop("headers", {})}, **more)
        return self.answer(event)

    def answer(self, event: dict[str, Any]) -> Answer:
        reported = handler(event, None)
        assert reported["isBase64Encoded"] is False
        headers = {name.lower(): value for name, value in reported["headers"].items()}
        return Answer(reported["statusCode"], headers, reported["body"])

    def use(self, tool: str, caller: Caller | None = None, /, **arguments: Any) -> Used:
        result = self.send("tools/call", {"name": tool, "arguments": arguments}, caller).result
        (content,) = result["content"]
        assert not result.get("isError"), content["text"]
        return Used(content["text"], result["structuredContent"])

    def refused(self, tool: str, caller: Caller | None = None, /, **arguments: Any) -> str:
        """What the model is told instead."""
        result = self.send("tools/call", {"name": tool, "arguments": arguments}, caller).result
        assert result["isError"] is True
        (content,) = result["content"]
        return str(content["text"])

    def remembered(self, content: str, caller: Caller | None = None, **fields: Any) -> str:
        """The id."""
        given = {"type": "semantic", "source": "user_stated", **fields}
        memory = self.use("remember", caller, content=content, **given).data["memory"]
        self.world.index()
        return str(memory["memory_id"])
