"""The service as the client sees it, in memory: sessions that know their event ids, states, contexts, bad days."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import httpx

from agent_memory import AsyncMemoryClient, MemoryClient, Retries

URL = "https://memory.test"
NO_WAIT = Retries(attempts=1)
NOW = "2026-11-29T12:00:00+00:00"


def a_memory(memory_id: str, content: str = "Prefers short answers") -> dict[str, Any]:
    empty = dict.fromkeys(
        "key supersedes consent_scope valid_to soft_expires_at hard_expires_at last_accessed_at background".split()
    )
    times = dict.fromkeys("valid_from created_at updated_at observed_at".split(), NOW)
    return {
        "memory_id": memory_id,
        "scope": "/org/acme/user/ann",
        "type": "semantic",
        "content": content,
        "source": "user_stated",
        "confidence": 1.0,
        "importance": "normal",
        "trust": "data",
        "status": "active",
        "version": 1,
        "purposes": [],
        "source_event_ids": [],
        "retrieval_count": 0,
        "metadata": {},
        "provenance": None,
        "flags": [],
        **empty,
        **times,
    }


def problem(status: int, code: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
    body = {"type": f"urn:agent-memory:{code}", "title": code, "status": status, "detail": "", "code": code, **more}
    return httpx.Response(status, json=body, headers={"Content-Type": "application/problem+json", **(headers or {})})


Fault = Callable[[httpx.Request], httpx.Response]


@dataclass
class FakeService:
    """`faults` answer the next requests, one each; while `down` every connection is refused. `loses` answers: the
    request is carried out, and its answer is lost."""

    requests: list[httpx.Request] = field(default_factory=list)
    faults: deque[Fault | None] = field(default_factory=deque)
    down: bool = False
    loses: int = 0
    sessions: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    completed: dict[str, dict[str, Any]] = field(default_factory=dict)
    feedback: dict[str, dict[str, Any]] = field(default_factory=dict)
    refuses: str = ""
    context: dict[str, Any] = field(default_factory=dict)
    contexts: list[dict[str, Any]] = field(default_factory=list)
    recalls: list[dict[str, Any]] = field(default_factory=list)
    written: dict[str, dict[str, Any]] = field(default_factory=dict)
    summaries: int = 0
    drops: str = ""  # an event with this in it is dropped alone, as one with a secret is

    def client(self, retries: Retries = NO_WAIT) -> MemoryClient:
        http = httpx.Client(transport=httpx.MockTransport(self.answer))
        return MemoryClient(URL, "a-token", retries=retries, http=http)

    def async_client(self, retries: Retries = NO_WAIT) -> AsyncMemoryClient:
        http = httpx.AsyncClient(transport=httpx.MockTransport(self.answer))
        return AsyncMemoryClient(URL, "a-token", retries=retries, http=http)

    def contents(self, session_id: str) -> list[str]:
        return [event["content"] for event in self.sessions.get(session_id, {}).values()]

    def answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if self.down:
            raise httpx.ConnectError("refused", request=request)
        fault = self.faults.popleft() if self.faults else None
        if fault is not None:
            return fault(request)
        done = self._done(request)
        if self.loses:
            self.loses -= 1
            raise httpx.ReadTimeout("lost", request=request)
        return done

    def _done(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content) if request.content else {}
        parts = [unquote(part) for part in request.url.raw_path.decode().partition("?")[0].split("/")[2:]]
        match [request.method, *parts]:
            case ["POST", "sessions"]:
                self.sessions.setdefault(body["session_id"], {})
                return httpx.Response(201, json=self._session(body["session_id"]))
            case ["POST", "context"]:
                return self._context(body)
            case ["POST", "recall"]:
                return self._recall(body)
            case ["POST", "feedback"]:
                self.feedback.setdefault(request.headers["Idempotency-Key"], body)
                return httpx.Response(202, json={"recall_id": body["recall_id"], "status": "accepted"})
            case ["POST", "memories"]:
                return self._written(request.headers["Idempotency-Key"], body)
            case ["GET", "memories", memory_id]:
                return httpx.Response(200, json=a_memory(memory_id))
            case [_, "sessions", session_id, *_] if session_id not in self.sessions:
                return problem(404, "not_found")
            case ["POST", "sessions", session_id, "events"]:
                return self._events(session_id, body["events"])
            case ["PUT", "sessions", session_id, "state"]:
                version = self.states.get(session_id, {}).get("version", 0) + 1
                state = {**body, "session_id": session_id, "version": version, "updated_at": NOW}
                self.states[session_id] = state
                return httpx.Response(200, json=state)
            case ["GET", "sessions", session_id, "state"] if session_id in self.states:
                return httpx.Response(200, json=self.states[session_id])
            case ["POST", "sessions", session_id, "summary"]:
                self.summaries += 1
                return httpx.Response(201, json=self._summary(session_id))
            case ["POST", "sessions", session_id, "complete"]:
                self.completed.setdefault(session_id, body)
                return httpx.Response(200, json={"promoted": [], "refused": [], "released": 0})
        return problem(404, "not_found")

    def _session(self, session_id: str) -> dict[str, Any]:
        times = dict.fromkeys(("created_at", "updated_at", "last_event_at", "expires_at"), NOW)
        return {"session_id": session_id, "scope": "/org/acme/user/ann", "ttl_seconds": 3600, "events": 0, **times}

    def _events(self, session_id: str, events: list[dict[str, Any]]) -> httpx.Response:
        if self.refuses and any(self.refuses in event["content"] for event in events):
            return problem(422, "sensitive")
        held = self.sessions[session_id]
        dropped = [event for event in events if self.drops and self.drops in event["content"]]
        events = [event for event in events if event not in dropped]
        accepted = [event["event_id"] for event in events if event["event_id"] not in held]
        duplicates = [event["event_id"] for event in events if event["event_id"] in held]
        for event in events:
            held.setdefault(event["event_id"], event)
        refused = [{"event_id": event["event_id"], "code": "sensitive"} for event in dropped]
        return httpx.Response(201, json={"accepted": accepted, "duplicates": duplicates, "dropped": refused})

    def _recall(self, body: dict[str, Any]) -> httpx.Response:
        if "session_id" in body and body["session_id"] not in self.sessions:
            return problem(404, "not_found")
        self.recalls.append(body)
        hit = {"memory": a_memory("m1"), "score": 1.0, "parts": {}, "relevance": 0.9, "layer": "l2"}
        return httpx.Response(200, json={"recall_id": "r1", "memories": [hit], "suppressed": {}, "degraded": False})

    def _written(self, key: str, body: dict[str, Any]) -> httpx.Response:
        self.written.setdefault(key, body)
        source = body.get("source", "agent_inferred")
        outcome = "candidate" if source == "agent_inferred" else "created"
        return httpx.Response(
            201, json={"outcome": outcome, "memory": {**a_memory("m2", body["content"]), "source": source}}
        )

    def _summary(self, session_id: str) -> dict[str, Any]:
        sources: dict[str, Any] = {"goal": [], "completed": [], "constraints": [], "pending": []}
        content = {"goal": "", "completed": [], "constraints": [], "pending": [], "evidence": [], "sources": sources}
        return {
            "summary_id": f"s{self.summaries}",
            "session_id": session_id,
            "version": self.summaries,
            "status": "served",
            "content": content,
            "source_range": {"first": 1, "last": 1, "count": 1},
            "source_version": 1,
            "model": "extractive",
            "created_at": NOW,
        }

    def _context(self, body: dict[str, Any]) -> httpx.Response:
        if "session_id" in body and body["session_id"] not in self.sessions:
            return problem(404, "not_found")
        self.contexts.append(body)
        item = {"layer": "long_term", "label": "l", "content": "c", "source": "user_stated", "time": NOW}
        answer: dict[str, Any] = {
            "recall_id": f"r{len(self.contexts)}",
            "items": [{**item, "confidence": 1.0, "stale": False, "tokens": 5, "memory_id": "m1"}],
            "text": f"<memories>context {len(self.contexts)}</memories>",
            "tokens": 9,
            "omitted": {},
            "suppressed": {},
            "needs_confirmation": False,
            "conflicts": [],
            "degraded": False,
        }
        return httpx.Response(200, json={**answer, **self.context})
