"""Tenants with something in every layer, written through the interface: texts that nobody else may see, and ids."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from shared.domain.access.caller import Caller, Role
from shared.domain.scopes import Scope, ScopeKind
from tests.builders import a_caller
from tests.hostile.gate import Answer, Gate

# All but the specialist, whose writes wait for a reviewer.
_ROLES = sorted(set(Role) - {Role.SPECIALIST})
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


@dataclass(slots=True)
class Victim:
    """`word` stands in all that was written, and nowhere else. `ids` by the field that names them. `cursors` by route.
    `keyed`: a request that was sent with the victim's `Idempotency-Key`, as key, target and body."""

    caller: Caller
    word: str
    ids: dict[str, str] = field(default_factory=dict)
    cursors: dict[str, str] = field(default_factory=dict)
    keyed: tuple[str, str, Any] = ("", "", None)
    uuids: set[str] = field(default_factory=set)

    @property
    def scope(self) -> str:
        return self.caller.bound.path


# By word: a user, another with a task below, a project, the organisation itself, and a user of another organisation.
SCOPES = {
    "quaxann": Scope.parse("/org/acme/user/ann"),
    "quaxben": Scope.parse("/org/acme/user/ben"),
    "quaxtask": Scope.parse("/org/acme/user/ben/task/t1"),
    "quaxapollo": Scope.parse("/org/acme/project/apollo"),
    "quaxacme": Scope.parse("/org/acme"),
    "quaxgus": Scope.parse("/org/globex/user/gus"),
}


def victims(gate: Gate, scopes: Mapping[str, Scope]) -> list[Victim]:
    """One for each word and scope, filled, with the index up to date and their deletions done."""
    made = [_filled(gate, word, scope) for word, scope in scopes.items()]
    gate.world.drain()
    for victim in made:
        _look_up(gate, victim)
    return made


def _filled(gate: Gate, word: str, scope: Scope) -> Victim:
    subject = scope.user_id or "chief"
    victim = Victim(a_caller(subject, *_ROLES, bound=scope, org=scope.org_id or ""), word)
    ids = victim.ids
    key = f"{word}-key"
    first = _fact(f"The {word} office is in Bergen", key=key)
    ids["memory_id"] = _call(gate, victim, "POST", "/v1/memories", first)["memory"]["memory_id"]
    ids |= {"key": key, "consent_scope": f"{word}-consent", "purpose": f"{word}-purpose", "speaker": f"{word}-speaker"}
    second = _fact(
        f"The {word} office is in Oslo", key=key, metadata={"note": f"{word} note"}, consent_scope=ids["consent_scope"],
        background={"speaker": ids["speaker"], "before": [{"text": f"Where is the {word} office?"}]},
    )  # fmt: skip
    _call(gate, victim, "POST", "/v1/memories", second)
    third = _fact(f"The {word} budget is 400 crowns", purposes=[ids["purpose"]])
    victim.keyed = (f"{word}-idempotency", "/v1/memories", third)
    _call(gate, victim, "POST", "/v1/memories", third, victim.keyed[0])
    guess = {**_fact(f"The {word} team prefers trains"), "source": "agent_inferred", "confidence": 0.5}
    _call(gate, victim, "POST", "/v1/memories", guess)
    _session(gate, victim, f"{word}-session")
    _session(gate, victim, f"{word}-ended")
    ids |= {"session_id": f"{word}-session", "event_id": f"{word}-session-e1", "request_id": f"{word}-request"}
    deletion = {"request_id": ids["request_id"], "selector": {"kind": "session", "ids": [f"{word}-ended"]}}
    _call(gate, victim, "POST", "/v1/deletions", deletion)
    _call(gate, victim, "POST", "/v1/deletions", {**deletion, "request_id": f"{word}-again"})
    return victim


def _session(gate: Gate, victim: Victim, id: str) -> None:
    _call(gate, victim, "POST", "/v1/sessions", {"session_id": id})
    events = [
        {"event_id": f"{id}-e{n}", "role": "user", "content": f"The {victim.word} deadline is on day {n}"}
        for n in (1, 2, 3)
    ]
    _call(gate, victim, "POST", f"/v1/sessions/{id}/events", {"events": events})
    state = {"state": f"{victim.word}-state", "pending": [f"call {victim.word}"], "data": {"who": victim.word}}
    _call(gate, victim, "PUT", f"/v1/sessions/{id}/state", state)
    _call(gate, victim, "POST", f"/v1/sessions/{id}/summary", {})
    _call(
        gate, victim, "POST", f"/v1/sessions/{id}/complete", {"lesson": f"Ask the {victim.word} team before you ship"}
    )


def _look_up(gate: Gate, victim: Victim) -> None:
    """The ids that the service made, and a cursor of every list that gives one."""
    ids = victim.ids
    found = _call(gate, victim, "POST", "/v1/recall", {"query": f"the {victim.word} office", "min_relevance": 0.0})
    assert found["memories"], (victim.word, found)
    ids["recall_id"] = found["recall_id"]
    ids["plan_id"] = _call(gate, victim, "POST", "/v1/hygiene/plans", {})["plan_id"]
    ids["review_id"] = _call(gate, victim, "GET", "/v1/reviews")["items"][0]["review_id"]
    assert _call(gate, victim, "GET", f"/v1/deletions/{ids['request_id']}")["receipt"]
    _call(gate, victim, "GET", "/v1/receipts/keys")
    ids["operation_id"] = _call(gate, victim, "GET", "/v1/operations")["items"][0]["operation_id"]
    ids["hold_id"] = f"{victim.word}-hold"
    if _may_be_held(victim):
        hold = {"hold_id": ids["hold_id"], "scope": victim.scope, "reference": f"The matter of {victim.word}"}
        _call(gate, victim, "POST", "/v1/holds", hold)
    lists = {
        "GET /v1/memories": "/v1/memories?limit=1",
        "GET /v1/memories/{memory_id}/history": f"/v1/memories/{ids['memory_id']}/history?limit=1",
        "GET /v1/sessions/{session_id}/events": f"/v1/sessions/{ids['session_id']}/events?limit=1",
        "GET /v1/deletions": "/v1/deletions?limit=1",
        "GET /v1/reviews": "/v1/reviews?limit=1",
        "GET /v1/audit": "/v1/audit?limit=1",
        "GET /v1/operations": "/v1/operations?limit=1",
        "GET /v1/changes": "/v1/changes?limit=1",
    }
    for route, target in lists.items():
        answer = _call(gate, victim, "GET", target)
        cursor = answer["next"] if "next" in answer else answer["next_cursor"]
        if cursor:
            victim.cursors[route] = cursor
    assert len(victim.cursors) >= 4, victim.cursors
    victim.uuids |= set(UUID.findall(_everything(gate, victim)))


def _everything(gate: Gate, victim: Victim) -> str:
    """What the victim can read of its own scope."""
    ids = victim.ids
    session = f"/v1/sessions/{quote(ids['session_id'])}"
    targets = (
        "/v1/memories?limit=100", f"/v1/memories/{ids['memory_id']}/history", "/v1/export", "/v1/reviews", "/v1/audit",
        "/v1/deletions", "/v1/sessions", session, f"{session}/events", f"{session}/summary", f"{session}/state",
        f"/v1/hygiene/plans/{ids['plan_id']}", f"/v1/deletions/{ids['request_id']}/receipt",
    )  # fmt: skip
    held = ("/v1/holds",) if _may_be_held(victim) else ()
    answers = [gate(victim.caller, "GET", target) for target in (*targets, *held)]
    assert {answer.status for answer in answers} == {200}, [a.text for a in answers if a.status != 200]
    return "\n".join([*ids.values(), *(answer.text for answer in answers)])


def _may_be_held(victim: Victim) -> bool:
    """Legal holds are of a user or a project as a whole."""
    bound = victim.caller.bound
    return bound == bound.owner and bound.kind in (ScopeKind.USER, ScopeKind.PROJECT)


def exported(gate: Gate, victim: Victim) -> str:
    """What the victim can read, to be compared later; without what reading itself changes."""
    return re.sub(r'"(last_accessed_at|retrieval_count)":("[^"]*"|\d+|null)', "", _everything(gate, victim))


def _fact(content: str, **fields: Any) -> dict[str, Any]:
    return {"content": content, "type": "semantic", "source": "user_stated", **fields}


def _call(gate: Gate, victim: Victim, method: str, target: str, body: Any = None, key: str | None = None) -> Any:
    gate.world.clock.advance()
    answer: Answer = gate(victim.caller, method, target, body, {"idempotency-key": key} if key else None)
    assert 200 <= answer.status < 300, (method, target, answer.text)
    return json.loads(answer.text)
