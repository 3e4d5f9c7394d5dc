"""Calling the functions as the gateway does: by route, with its events."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shared.contracts.problems import PROBLEMS
from shared.contracts.routes import DEFAULT_FUNCTION, ROUTES, module_name
from shared.domain.access.caller import Caller
from tests.builders import World, a_caller, an_event

_FUNCTIONS = {route.key: route.function for route in ROUTES}
# What no function may say to anybody.
INTERNALS = ("Traceback", 'File "', ".py", "shared.", "pydantic", "Exception", "NoneType", "KeyError")


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    def is_problem(self, status: int, code: str) -> dict[str, Any]:
        """A whole problem document with that code, and nothing of the inside."""
        assert self.status == status, self.text
        assert self.headers["content-type"] == "application/problem+json"
        body: dict[str, Any] = self.json
        assert (body["code"], body["status"], body["type"]) == (code, status, f"urn:agent-memory:{code}")
        assert body["title"] == PROBLEMS[code].title
        assert body["detail"]
        assert body["correlation_id"] == self.headers["x-correlation-id"]
        assert not [part for part in INTERNALS if part in self.text]
        return body

    def fields(self) -> list[str]:
        """Of a malformed request: which fields are to blame."""
        return [error["field"] for error in self.is_problem(400, "malformed")["errors"]]


@dataclass(frozen=True, slots=True)
class Api:
    world: World

    def __call__(
        self, method: str, path: str, body: Any = None, caller: Caller | None = None, **more: Any
    ) -> Answer:  # fmt: skip
        """As Ann, unless somebody else calls (or nobody, with `claims={}`)."""
        self.world.clock.advance()
        who = None if "claims" in more else caller or a_caller()
        return self.answer(an_event(method, path, body, who, **more))

    def answer(self, event: dict[str, Any]) -> Answer:
        function = _FUNCTIONS.get(event["routeKey"], DEFAULT_FUNCTION)
        handler = importlib.import_module(module_name(function)).handler
        reported = handler(event, None)
        headers = {name.lower(): value for name, value in reported["headers"].items()}
        assert reported["isBase64Encoded"] is False
        return Answer(reported["statusCode"], headers, reported["body"])

    def wrote(self, content: str, caller: Caller | None = None, **fields: Any) -> dict[str, Any]:
        """A user's statement through the interface; the memory as it was answered."""
        body = {"content": content, "type": "semantic", "source": "user_stated", **fields}
        answer = self("POST", "/v1/memories", body, caller)
        assert answer.status in (200, 201), answer.text
        memory: dict[str, Any] = answer.json["memory"]
        return memory
