"""A person with an agent, through the HTTP handlers, and the index up to date after each write."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from shared.domain.access.caller import Caller
from tests.builders import ACME, World, a_caller
from tests.functions.calls import Answer, Api
from tests.mcp.calls import Mcp

REVIEWER = a_caller("rita", "reviewer", bound=ACME)
OPERATOR = a_caller("otto", "operator", bound=ACME)
RECORDS = a_caller("hr-sync", "system_of_record", "reviewer", bound=ACME, act_as=frozenset(("ann",)))
ANN = "/org/acme/user/ann"


@dataclass(frozen=True, slots=True)
class Person:
    world: World

    @property
    def api(self) -> Api:
        return Api(self.world)

    @property
    def mcp(self) -> Mcp:
        return Mcp(self.world)

    def now(self) -> datetime:
        return self.world.clock.now()

    def after(self, **time: float) -> str:
        return (self.now() + timedelta(**time)).isoformat()

    def wait(self, **time: float) -> None:
        self.world.clock.advance(timedelta(**time))

    def write(self, content: str, caller: Caller | None = None, **fields: Any) -> Answer:
        body = {"content": content, "type": "semantic", "source": "user_stated", **fields}
        answer = self.api("POST", "/v1/memories", body, caller)
        self.world.index()
        return answer

    def said(self, content: str, caller: Caller | None = None, **fields: Any) -> dict[str, Any]:
        """The whole answer to a write that was accepted."""
        answer = self.write(content, caller, **fields)
        assert answer.status in (200, 201), answer.text
        return dict(answer.json)

    def recall(self, query: str, caller: Caller | None = None, **fields: Any) -> dict[str, Any]:
        answer = self.api("POST", "/v1/recall", {"query": query, **fields}, caller)
        assert answer.status == 200, answer.text
        return dict(answer.json)

    def recalled(self, query: str, **fields: Any) -> list[str]:
        """The texts, best first; whatever is near at all, unless a threshold is given."""
        fields.setdefault("min_relevance", 0.0)
        return [hit["memory"]["content"] for hit in self.recall(query, **fields)["memories"]]

    def context(self, goal: str, **fields: Any) -> dict[str, Any]:
        answer = self.api("POST", "/v1/context", {"goal": goal, **fields})
        assert answer.status == 200, answer.text
        return dict(answer.json)

    def memories(self, **query: Any) -> list[dict[str, Any]]:
        answer = self.api("GET", "/v1/memories", query=query)
        assert answer.status == 200, answer.text
        return list(answer.json["items"])

    def memory(self, memory_id: str) -> dict[str, Any]:
        return dict(self.api("GET", f"/v1/memories/{memory_id}").json)

    def reviews(self, **query: Any) -> list[dict[str, Any]]:
        answer = self.api("GET", "/v1/reviews", None, REVIEWER, query=query)
        assert answer.status == 200, answer.text
        return list(answer.json["items"])
