"""`python -m tests.tooling.record_examples` plays one story with the laptop's service and writes the examples of the
API document: bodies that were sent, and the answers to them."""

from __future__ import annotations

import json
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import quote

from local.http.events import match_route
from local.service_process import service_process

EXAMPLES = Path(__file__).parents[2] / "shared" / "contracts" / "openapi" / "examples.json"
ROLES = ["reviewer", "auditor", "operator", "org-writer", "supervisor"]
STATED = {"type": "semantic", "source": "user_stated"}
# What a story of a minute does not bring about.
_PROBLEMS = {
    "throttled": {"detail": "Too many requests"},
    "changes_off": {"detail": "this deployment keeps no feed of changes"},
    "changes_gone": {"detail": "the changes after this place are not kept any more: read anew"},
    "unavailable": {"detail": "the search index cannot be reached"},
    "version_conflict": {"detail": "another version is current", "current_version": 3},
}
_SHORTEST_WORTH_CUTTING = 400


class Recorder:
    def __init__(self, url: str) -> None:
        self.url = url
        self.found: dict[str, Any] = {}
        self.problems: dict[str, Any] = dict(_PROBLEMS)
        self.token = self._send("POST", "/local/token", {"org": "acme", "sub": "ann", "roles": ROLES})[1][
            "access_token"
        ]

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        """Sends it and keeps body and answer, the first of each route and status."""
        status, answer = self._send(method, path, body)
        match = match_route(method, path.partition("?")[0])
        assert match is not None, path
        if status >= 400:
            kept = {
                name: answer[name]
                for name in answer
                if name not in ("type", "title", "status", "code", "correlation_id")
            }
            self.problems.setdefault(answer["code"], kept)
            return answer
        route = self.found.setdefault(match.route.key, {"answers": {}})
        if body is not None:
            route.setdefault("body", body)
        route["answers"].setdefault(str(status), shortened(answer))
        return answer

    def _send(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        lines = path.startswith("/v1/import")
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/x-ndjson" if lines else "application/json"}
        if not path.startswith("/local/"):
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.url + path, data, headers, method=method)  # noqa: S310 - our own address
        try:
            with urllib.request.urlopen(request, timeout=60) as got:  # noqa: S310 - likewise
                text, status = got.read().decode(), got.status
        except urllib.error.HTTPError as error:
            text, status = error.read().decode(), error.code
        if path.startswith("/v1/metrics/prometheus") and status == 200:
            return status, text
        return status, json.loads(text.splitlines()[0] if path.startswith("/v1/export") else text)


def shortened(answer: Any) -> Any:
    """Lists of one or two items say enough, and so does the beginning of a signature."""
    if isinstance(answer, list):
        return [shortened(item) for item in answer[:2]]
    if isinstance(answer, dict):
        return {name: shortened(value) for name, value in answer.items()}
    if isinstance(answer, str) and len(answer) > _SHORTEST_WORTH_CUTTING and " " not in answer:
        return answer[:80]
    return answer


def play(call: Recorder) -> None:
    home = {"content": "I live in Oslo.", "key": "home", **STATED}
    first = call("POST", "/v1/memories", home)["memory"]
    call("POST", "/v1/memories", home)
    one = f"/v1/memories/{first['memory_id']}"
    items = [{"content": "Allergic to shellfish", **STATED}, {"content": "ok thanks", **STATED}]
    call("POST", "/v1/memories/batch", {"items": items})
    call("PATCH", one, {"content": "I live in Bergen.", "expected_version": 1})
    for _ in range(2):
        call("POST", f"{one}/promote", {"to_scope": "/org/acme"})
    call("GET", "/v1/memories?limit=2")
    call("GET", "/v1/scopes?limit=2")
    call("POST", "/v1/memories/batch/read", {"ids": [first["memory_id"], "nobody"]})
    call("PATCH", "/v1/memories/batch", {"items": [{"memory_id": first["memory_id"], "importance": "high"}]})
    call("GET", one)
    call("GET", f"{one}/history")
    call("GET", "/v1/export")
    call("POST", "/v1/import", {"content": "Plays the cello", **STATED})
    call("POST", "/v1/memories", {"content": "Prefers short answers", "type": "preference"})
    recall_and_context(call)
    session(call)
    task(call)
    governance(call)
    deletions(call)
    refusals(call)


def recall_and_context(call: Recorder) -> None:
    time.sleep(1)  # the index follows the writes
    found = call("POST", "/v1/recall", {"query": "Where do I live?", "top_k": 3})
    call("POST", "/v1/recall/batch", {"items": [{"query": "Where do I live?", "top_k": 1}]})
    call("POST", "/v1/context", {"goal": "Plan dinner for the user", "token_budget": 1000})
    used = [hit["memory"]["memory_id"] for hit in found["memories"][:1]]
    call("POST", "/v1/feedback", {"recall_id": found["recall_id"], "used": used})
    call("POST", "/v1/feedback", {"recall_id": found["recall_id"], "wrong": used})


def task(call: Recorder) -> None:
    scope = "/org/acme/user/ann/task/move"
    call("POST", "/v1/memories", {"content": "The movers come on Friday at nine.", "scope": scope, **STATED})
    call("POST", "/v1/tasks/complete", {"scope": scope})


def session(call: Recorder) -> None:
    call("POST", "/v1/sessions", {"session_id": "chat-1", "ttl_seconds": 3600})
    events = [
        {"event_id": "e1", "role": "user", "content": "Book nothing before I say so.", "importance": "high"},
        {"event_id": "e2", "role": "assistant", "content": "I will ask you first."},
    ]
    at = "/v1/sessions/chat-1"
    call("POST", f"{at}/events", {"events": events})
    call("GET", "/v1/sessions")
    call("GET", at)
    call("GET", f"{at}/events")
    call("POST", f"{at}/search", {"query": "What must wait for me?"})
    for version in (0, 1):
        state = {"state": "planning", "pending": ["choose a hotel"], "data": {"city": "Lisbon"}}
        call("PUT", f"{at}/state", {**state, "expected_version": version})
    call("GET", f"{at}/state")
    for _ in range(2):
        call("POST", f"{at}/summary", {})
    call("GET", f"{at}/summary")
    call("GET", "/v1/export/sessions")
    created = call.found["GET /v1/sessions/{session_id}"]["answers"]["200"]["created_at"]
    line = {"kind": "session", "session_id": "chat-7", "session": {"ttl_seconds": 3600, "created_at": created}}
    call("POST", "/v1/import/sessions", line)
    call("POST", f"{at}/complete", {"outcome": "planned", "lesson": "Ask before booking a hotel in Lisbon"})


def governance(call: Recorder) -> None:
    (review, *_) = call("GET", "/v1/reviews?limit=2&status=open")["items"]
    at = f"/v1/reviews/{review['review_id']}"
    call("POST", f"{at}/claim")
    call("POST", f"{at}/resolve", {"decision": "accept"})
    plan = call("POST", "/v1/hygiene/plans", {})
    at = f"/v1/hygiene/plans/{plan['plan_id']}"
    call("GET", at)
    call("POST", f"{at}/apply")
    done = call.found["POST /v1/hygiene/plans/{plan_id}/apply"]["answers"]
    done["202"] = {**done["200"], "more": True}
    call("GET", "/v1/audit?limit=2")
    call("GET", "/v1/changes?limit=2")
    call("GET", "/v1/audit/reads?limit=2")
    recalled = call.found["POST /v1/recall"]["answers"]["200"]["recall_id"]
    call("GET", f"/v1/audit/reads/{recalled}")
    call("GET", "/v1/audit/verify")
    listed = call("GET", "/v1/operations?limit=2")
    call("GET", f"/v1/operations/{listed['items'][0]['operation_id']}")
    call("GET", "/v1/settings")
    call("GET", "/v1/metrics?days=1")
    call("GET", "/v1/metrics/memories")
    call("GET", "/v1/metrics/prometheus")
    call("GET", "/v1/metrics/queues")
    call("GET", "/v1/health")
    org = call._send("POST", "/local/token", {"org": "acme", "sub": "oda", "roles": ROLES, "memory_scope": "/org/acme"})
    own, call.token = call.token, org[1]["access_token"]
    call("DELETE", "/v1/tuning?scope=/org/acme")
    call.token = own


def deletions(call: Recorder) -> None:
    call("POST", "/v1/deletions/preview", {"text": "shellfish"})
    wanted = {"request_id": "forget-chat-1", "selector": {"kind": "session", "ids": ["chat-1"]}}
    call("POST", "/v1/deletions", wanted)
    at = "/v1/deletions/forget-chat-1"
    until = time.monotonic() + 60
    while time.monotonic() < until and call._send("GET", f"{at}/receipt", None)[0] != 200:
        time.sleep(0.2)
    call("GET", at)
    call("GET", "/v1/deletions")
    call("POST", f"{at}/verify")
    call("GET", f"{at}/receipt")
    call("POST", "/v1/holds", {"hold_id": "matter-7", "scope": "/org/acme/user/ann", "reference": "2026-118"})
    call("GET", "/v1/holds")
    call("DELETE", "/v1/holds/matter-7")
    call("GET", "/v1/receipts/keys")
    call("GET", "/v1/receipts/log?from=0")
    listed = call("GET", "/v1/memories?limit=1")["items"]
    call("DELETE", f"/v1/memories/{quote(listed[0]['memory_id'])}")


def refusals(call: Recorder) -> None:
    call("POST", "/v1/recall", {"query": "tea", "limit": 5})
    call("POST", "/v1/memories", {"content": "Likes tea", **STATED, "scope": "/org/acme/user/bob"})
    call("POST", "/v1/memories", {"content": "ok thanks", **STATED})
    call("POST", "/v1/memories", {"content": "the key is AKIAABCDEFGHIJKLMNOP", **STATED})
    call("POST", "/v1/memories", {"content": "x" * 10_001, **STATED})
    call("GET", "/v1/memories/absent")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, service_process(Path(folder), "--audit-reads") as url:
        call = Recorder(url)
        play(call)
    found = {**dict(sorted(call.found.items())), "problems": dict(sorted(call.problems.items()))}
    EXAMPLES.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
