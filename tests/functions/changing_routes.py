"""A request for every route that changes something, with what it needs to be there and what may become of that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeAlias

from functions.events import gc
from tests.builders import ACME, a_caller
from tests.functions.calls import Answer, Api

ANN = a_caller("ann", *"operator reviewer auditor supervisor org-writer".split())
OPERATOR = a_caller("ops", "operator", bound=ACME)
# In whatever is written, and in no answer once it is deleted.
SECRET = "zebrafinch"
NDJSON = {"content-type": "application/x-ndjson"}
KEY = {"idempotency-key": "k1"}

Sent: TypeAlias = dict[str, Any]
Since: TypeAlias = Callable[[Api, Sent, Answer], None]


@dataclass(frozen=True)
class Case:
    """`prepare` makes what the request needs and gives the request; `since`: what becomes of it after the answer."""

    prepare: Callable[[Api], Sent]
    since: Mapping[str, Since] = field(default_factory=dict)


def send(api: Api, sent: Sent) -> Answer:
    headers = {**sent.get("headers", {}), **KEY}
    return api(**{"body": None, "caller": ANN, **sent, "headers": headers})


def _a_memory(api: Api, **fields: Any) -> str:
    return str(api.wrote(f"The {SECRET} sings in the north wing", ANN, **fields)["memory_id"])


def _a_session(api: Api, texts: int = 2) -> str:
    id = str(api("POST", "/v1/sessions", {}, ANN).json["session_id"])
    _append(api, id, texts)
    return id


def _append(api: Api, id: str, texts: int) -> None:
    texts_said = [f"I prefer {SECRET} number {n} in room {n}" for n in range(texts)]
    events = [{"role": "user", "kind": "feedback", "content": text} for text in texts_said]
    assert api("POST", f"/v1/sessions/{id}/events", {"events": events}, ANN).status == 201


TASK = "/org/acme/user/ann/task/t1"


def _a_task(api: Api) -> Sent:
    """With something to promote, to release and to hold, and a session."""
    _a_memory(api, scope=TASK)
    api.wrote(f"The {SECRET} was fed at noon", ANN, type="task", scope=TASK)
    api.wrote(f"The {SECRET} needs node 20", ANN, source="external_unverified", confidence=0.9, scope=TASK)
    id = str(api("POST", "/v1/sessions", {"scope": TASK}, ANN).json["session_id"])
    events = [{"role": "user", "kind": "feedback", "content": f"I prefer {SECRET} number 7 in room 3"}]
    assert api("POST", f"/v1/sessions/{id}/events", {"events": events}, ANN, query={"scope": TASK}).status == 201
    return _post("/v1/tasks/complete", {"scope": TASK})


def _task_deleted(api: Api, _: Sent, __: Answer) -> None:
    types = ["preference", "semantic", "episodic", "procedural", "task"]
    body = {"request_id": "whole", "scope": TASK, "selector": {"kind": "type", "ids": types}}
    assert api("POST", "/v1/deletions", body, ANN).status == 202


def _a_review(api: Api) -> str:
    api.wrote(f"The {SECRET} needs node 20", ANN, source="external_unverified", confidence=0.9)
    return str(api("GET", "/v1/reviews", None, ANN).json["items"][0]["review_id"])


def _expired_task(api: Api) -> Sent:
    api.wrote(f"Feed the {SECRET}", ANN, type="task")
    api.world.clock.advance(timedelta(days=400))
    return _post("/v1/hygiene/plans", {})


def _made_plan(api: Api) -> Sent:
    plan = api(**_expired_task(api), caller=ANN)
    return _post(f"/v1/hygiene/plans/{plan.json['plan_id']}/apply")


def _moved_thresholds(api: Api) -> Sent:
    for _ in range(20):
        id = api("POST", "/v1/recall", {"query": "anything"}).json["recall_id"]
        assert api("POST", "/v1/feedback", {"recall_id": id, "wrong": ["m1"]}).status == 202
    assert gc.handler({}, None)["tuned"] == {"false_positives": 1}
    return {"method": "DELETE", "path": "/v1/tuning", "caller": OPERATOR}


def _exported_lines(api: Api) -> Sent:
    bob = a_caller("bob")
    for city in ("Lyon", "Lille"):
        api.wrote(f"The {SECRET} lives in {city}", bob, key="home")
    lines = api("GET", "/v1/export", None, bob).text
    more = [f'{{"content": "The {SECRET} eats seeds", "type": "semantic", "source": "user_stated"}}', "no json"]
    raw = (lines + "\n".join(more)).encode()
    return {"method": "POST", "path": "/v1/import", "raw": raw, "headers": NDJSON}


def _exported_sessions(api: Api) -> Sent:
    bob = a_caller("bob")
    said = {"events": [{"role": "user", "content": f"The {SECRET} sings {n}", "event_id": f"e{n}"} for n in range(45)]}
    api("POST", "/v1/sessions", {"session_id": "s1", "ttl_seconds": 7 * 86_400}, bob)
    assert api("POST", "/v1/sessions/s1/events", said, bob).status == 201
    assert api("PUT", "/v1/sessions/s1/state", {"state": f"feeds the {SECRET}"}, bob).status == 201
    assert api("POST", "/v1/sessions/s1/summary", {}, bob).status == 201
    raw = (api("GET", "/v1/export/sessions", None, bob).text + "no json").encode()
    return {"method": "POST", "path": "/v1/import/sessions", "raw": raw, "headers": NDJSON}


def _recalled(api: Api) -> Sent:
    ids = [_a_memory(api)]
    api.world.index()
    recall_id = api("POST", "/v1/recall", {"query": f"{SECRET} north wing"}, ANN).json["recall_id"]
    return _post("/v1/feedback", {"recall_id": recall_id, "wrong": ids})


def _post(path: str, body: Any = None, **more: Any) -> Sent:
    return {"method": "POST", "path": path, "body": body, **more}


def _corrected(api: Api, sent: Sent, _: Answer) -> None:
    path = "/".join(sent["path"].split("/")[:4])
    assert api("PATCH", path, {"content": f"The {SECRET} sings in the south wing"}, ANN).status == 200


def _memory_deleted(api: Api, sent: Sent, _: Answer) -> None:
    assert api("DELETE", "/".join(sent["path"].split("/")[:4]), None, ANN).status in (202, 404)
    api.world.drain()


def _session_deleted(api: Api, sent: Sent, answer: Answer) -> None:
    ids = [sent["path"].split("/")[3] if sent["path"].count("/") > 2 else answer.json["session_id"]]
    body = {"request_id": "of-session", "selector": {"kind": "session", "ids": ids}}
    assert api("POST", "/v1/deletions", body, ANN).status == 202
    api.world.drain()


def _more_said(api: Api, sent: Sent, _: Answer) -> None:
    _append(api, sent["path"].split("/")[3], 3)


def _stated_again(api: Api, sent: Sent, _: Answer) -> None:
    assert api("PUT", sent["path"], {"state": "another"}, ANN).status == 200


def _resolved(api: Api, sent: Sent, _: Answer) -> None:
    api("POST", f"{sent['path'].rpartition('/')[0]}/resolve", {"decision": "accept"}, ANN)


def _written_again(api: Api, _: Sent, __: Answer) -> None:
    api.wrote(f"The {SECRET} sings in the east wing", ANN, key="bird")


def _a_hold() -> Sent:
    return _post("/v1/holds", {"hold_id": "h1", "scope": ANN.bound.path, "reference": "2026-118"})


def _placed_hold(api: Api) -> Sent:
    assert api(**{"caller": ANN, **_a_hold()}).status == 200
    return {"method": "DELETE", "path": "/v1/holds/h1"}


def _released(api: Api, sent: Sent, _: Answer) -> None:
    assert api("DELETE", f"{sent['path']}/h1", None, ANN).status == 200


_MEMORY = {"corrected": _corrected, "deleted": _memory_deleted}
_SESSION = {"deleted with its session": _session_deleted, "more was said": _more_said}
_WRITE = {"content": f"The {SECRET} sings in the west wing", "type": "semantic", "source": "user_stated", "key": "bird"}
# Each is refused, or does something else, where it is done again.
CASES: dict[str, Case] = {
    "POST /v1/holds": Case(lambda _: _a_hold(), {"released": _released}),
    "DELETE /v1/holds/{hold_id}": Case(_placed_hold),
    "POST /v1/memories": Case(
        lambda _: _post("/v1/memories", {**_WRITE, "expected_version": 0}), {"written again": _written_again}
    ),
    "POST /v1/memories/batch": Case(
        lambda _: _post("/v1/memories/batch", {"items": [{**_WRITE, "expected_version": n} for n in (0, 0, 1, 2)]}),
        {"written again": _written_again},
    ),
    "PATCH /v1/memories/batch": Case(
        lambda api: {
            "method": "PATCH",
            "path": "/v1/memories/batch",
            "body": {
                "items": [
                    {"memory_id": id, "content": f"The {SECRET} sings in the loft", "expected_version": 1}
                    for id in [_a_memory(api)] * 2
                ]
            },
        },
    ),
    "PATCH /v1/memories/{memory_id}": Case(
        lambda api: {
            "method": "PATCH",
            "path": f"/v1/memories/{_a_memory(api)}",
            "body": {"content": f"The {SECRET} sings in the loft", "expected_version": 1},
        },
        _MEMORY,
    ),
    "POST /v1/memories/{memory_id}/promote": Case(
        lambda api: _post(
            f"/v1/memories/{_a_memory(api, key='bird')}/promote", {"to_scope": ACME.path, "expected_version": 1}
        ),
        _MEMORY,
    ),
    "POST /v1/feedback": Case(_recalled),
    "POST /v1/import": Case(_exported_lines),
    "POST /v1/import/sessions": Case(_exported_sessions),
    "POST /v1/sessions": Case(lambda _: _post("/v1/sessions", {"ttl_seconds": 600}), {"deleted": _session_deleted}),
    "POST /v1/sessions/{session_id}/events": Case(
        lambda api: _post(
            f"/v1/sessions/{_a_session(api)}/events",
            {"events": [{"role": "user", "content": f"{SECRET} {n} sings"} for n in range(45)]},
        ),
        _SESSION,
    ),
    "POST /v1/sessions/{session_id}/complete": Case(
        lambda api: _post(f"/v1/sessions/{_a_session(api)}/complete", {"lesson": f"Feed the {SECRET} first"}), _SESSION
    ),
    "POST /v1/tasks/complete": Case(_a_task, {"deleted": _task_deleted}),
    "POST /v1/sessions/{session_id}/summary": Case(
        lambda api: _post(f"/v1/sessions/{_a_session(api)}/summary", {}), _SESSION
    ),
    "PUT /v1/sessions/{session_id}/state": Case(
        lambda api: {
            "method": "PUT",
            "path": f"/v1/sessions/{_a_session(api)}/state",
            "body": {"state": f"feeds the {SECRET}", "pending": ["water"], "expected_version": 0},
        },
        {"deleted with its session": _session_deleted, "stated again": _stated_again},
    ),
    "DELETE /v1/memories/{memory_id}": Case(
        lambda api: {"method": "DELETE", "path": f"/v1/memories/{_a_memory(api)}"}, {"deleted": _memory_deleted}
    ),
    "POST /v1/deletions": Case(
        lambda api: _post(
            "/v1/deletions", {"request_id": "r1", "selector": {"kind": "memory", "ids": [_a_memory(api)]}}
        )
    ),
    "POST /v1/hygiene/plans": Case(_expired_task),
    "POST /v1/hygiene/plans/{plan_id}/apply": Case(_made_plan),
    "POST /v1/reviews/{review_id}/claim": Case(
        lambda api: _post(f"/v1/reviews/{_a_review(api)}/claim"), {"resolved": _resolved}
    ),
    "POST /v1/reviews/{review_id}/resolve": Case(
        lambda api: _post(f"/v1/reviews/{_a_review(api)}/resolve", {"decision": "accept"})
    ),
    "DELETE /v1/tuning": Case(_moved_thresholds),
}
