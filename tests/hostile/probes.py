"""The probe's requests, made from the routes and their fields: each with what a victim has, and beside it the same
request with what nobody has."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from shared.contracts.routes import ROUTES, Route
from tests.hostile.fields import Field, fields
from tests.hostile.victims import Victim

_NOBODYS_UUID = "019ca945-0000-7000-8000-00000000dead"
_UUIDS = ("memory_id", "review_id", "plan_id", "operation_id")
_FACT = {"content": "The probe office is in Lima", "type": "semantic", "source": "user_stated"}
_BODIES: dict[str, Any] = {
    "POST /v1/memories": _FACT,
    "POST /v1/memories/batch": {"items": [_FACT]},
    "PATCH /v1/memories/batch": {"items": [{"memory_id": "probe", "content": "The probe office is in Quito"}]},
    "POST /v1/memories/batch/read": {"ids": ["probe"]},
    "POST /v1/recall/batch": {"items": [{"query": "office budget deadline team", "min_relevance": 0.0}]},
    "PATCH /v1/memories/{memory_id}": {"content": "The probe office is in Quito"},
    "POST /v1/memories/{memory_id}/promote": {"to_scope": "/org/acme"},
    "POST /v1/recall": {"query": "office budget deadline team", "min_relevance": 0.0, "top_k": 100},
    "POST /v1/context": {"goal": "office budget deadline team", "min_relevance": 0.0, "token_budget": 50_000},
    "POST /v1/feedback": {"recall_id": "x-y"},
    "POST /v1/sessions": {},
    "POST /v1/sessions/{session_id}/events": {"events": [{"role": "user", "content": "a probe"}]},
    "POST /v1/sessions/{session_id}/search": {"query": "deadline"},
    "POST /v1/sessions/{session_id}/complete": {},
    "POST /v1/tasks/complete": {"promote": ["probe"], "to_scope": "/org/acme"},
    "POST /v1/sessions/{session_id}/summary": {},
    "PUT /v1/sessions/{session_id}/state": {"state": "probed"},
    "POST /v1/deletions": {"request_id": "probe-request", "selector": {"kind": "memory", "ids": ["probe"]}},
    "POST /v1/deletions/preview": {"text": "office"},
    "POST /v1/holds": {"hold_id": "probe-hold", "reference": "a probe"},
    "POST /v1/hygiene/plans": {},
    "POST /v1/reviews/{review_id}/resolve": {"decision": "accept"},
    "POST /v1/import": _FACT,
    "POST /v1/import/sessions": {
        "kind": "session",
        "session_id": "probe",
        "session": {"ttl_seconds": 3600, "created_at": "2026-01-01T00:00:00Z"},
    },
}
# Each shows more than its plain form does.
_WIDER = (
    {"include_descendants": "true", "include_inherited": "true", "limit": "100"},
    {"status": "candidate", "limit": "100"},
    {"order": "desc", "limit": "1"},
    {"days": "30"},
    {"memory_id": ""},
)
_EMPTY_FILTERS: tuple[dict[str, Any], ...] = (
    {},
    {"keys": [], "types": [], "sources": []},
    {"include_descendants": True},
)


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe and its `other`, with what nobody has in the place of what the victim has, must be answered alike."""

    name: str
    method: str
    target: str
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    other: Probe | None = None

    @property
    def route(self) -> str:
        return self.name.partition(" | ")[0]


def probes(victim: Victim, mine: Victim) -> Iterator[Probe]:
    """For a caller who has what `mine` has."""
    for route in ROUTES:
        if route.open:
            continue
        yield from _by_field(route, victim, mine)
        yield from _by_scope(route, victim, mine)
        yield from _above(route, victim, mine)
        yield from _by_cursor(route, victim)
        yield from _by_idempotency_key(route, victim)
        yield from _by_path(route, victim)
        for parameters in _WIDER if route.method == "GET" else ():
            yield _probe(route, victim, "wider", query=parameters)


def nobodys(names: str, victim: Victim) -> str:
    """Of the form that the victim's own has."""
    if names in _UUIDS:
        return _NOBODYS_UUID
    if names == "recall_id":
        return f"{_NOBODYS_UUID}-{'0' * 16}"
    if names == "scope":
        head, _, _ = victim.scope.rpartition("/")
        return f"{head}/nobody"
    return victim.ids[names].replace(victim.word, victim.word.replace("quax", "vuax"))


def theirs(names: str, victim: Victim) -> str:
    return victim.scope if names == "scope" else victim.ids[names]


def _by_field(route: Route, victim: Victim, mine: Victim) -> Iterator[Probe]:
    """Each field that names something, alone, the others being the caller's own; without a scope, with the caller's
    and with the victim's."""
    own = mine.scope
    named = [f for f in fields(route) if f.names and f.names != "cursor"]
    for one in named:
        for query in ({}, {"scope": own}, {"scope": victim.scope}):
            if query and (one.at == "scope" or not any(f.at == "scope" and f.place == "query" for f in named)):
                continue
            name = f"{one.place} {one.at} {sorted(query)}"
            yield _pair(route, victim, mine, name, [one], query)
    if route.key == "POST /v1/deletions":
        for kind, names in (("session", "session_id"), ("event", "event_id"), ("consent", "consent_scope")):
            for scope in ({}, {"scope": victim.scope}):
                bodies = [
                    {**_BODIES[route.key], **scope, "selector": {"kind": kind, "ids": [value]}}
                    for value in (theirs(names, victim), nobodys(names, victim))
                ]
                other = _probe(route, victim, kind, body=bodies[1])
                yield _probe(route, victim, kind, body=bodies[0], other=other)


def _by_scope(route: Route, victim: Victim, mine: Victim) -> Iterator[Probe]:
    """The victim's scope written in other ways, and beside the caller's own."""
    own = mine.scope
    place = next((f.place for f in fields(route) if f.at == "scope" and f.place != "path"), None)
    for text in look_alikes(victim.scope):
        if place == "query":
            yield _probe(route, victim, "scope written otherwise", query={"scope": text})
        elif place == "body":
            body = {**copy.deepcopy(_BODIES[route.key]), "scope": text}
            yield _probe(route, victim, "scope written otherwise", body=body)
    if any(f.at == "scopes" for f in fields(route)):
        for pair in ([own, victim.scope], [victim.scope, own], [own, victim.scope, "/global"]):
            mixed = [[nobodys("scope", victim) if s == victim.scope else s for s in pair], pair]
            for more in _EMPTY_FILTERS:
                bodies = [{**_BODIES[route.key], **more, "scopes": scopes} for scopes in mixed]
                other = _probe(route, victim, "scopes", body=bodies[0])
                yield _probe(route, victim, "scopes", body=bodies[1], other=other)


def _above(route: Route, victim: Victim, mine: Victim) -> Iterator[Probe]:
    """The scopes above the caller's own, which it may read, with what lies below them asked for: siblings lie there."""
    named = next((f for f in fields(route) if f.place == "path"), None)
    place = next((f.place for f in fields(route) if f.at == "scope" and f.place != "path"), None)
    for scope in mine.caller.bound.ancestors():
        sent = {"scope": scope.path}
        if named is not None and place == "query":
            yield _pair(route, victim, mine, f"id below {scope}", [named], sent)
        elif place == "query":
            for more in ({}, *_WIDER):
                yield _probe(route, victim, "above", query={**sent, **more})
        elif place == "body":
            for wide in ({}, {"include_descendants": True}, {"session_id": victim.ids["session_id"]}):
                yield _probe(route, victim, "above", body={**_BODIES[route.key], **sent, **wide})


def look_alikes(scope: str) -> list[str]:
    """The scope in other letters, encodings and detours; none of them is open to somebody else."""
    head, _, last = scope.rpartition("/")
    return [
        f"{scope} ", f" {scope}", f"{scope}/", f"/{scope}", scope.upper(), scope.replace("/", "//", 1),
        scope.replace("a", "\u0430", 1), scope.replace("/", "\uff0f"), f"{scope}\u200b", f"{scope}\u00ad",
        scope.replace("/", "%2F"), f"{head}%2F{last}", f"{head}/%{ord(last[0]):02x}{last[1:]}", f"{head}/x/../{last}",
        f"{head}/.%2F{last}", quote(quote(scope, safe=""), safe=""), f"{scope}/task/t9/../..", f"{scope}%00",
        f"{scope}?", f"{scope};", "".join(chr(ord(c) + 0xFEE0) if c.isalpha() else c for c in scope), "/global/../org",
    ]  # fmt: skip


def _by_cursor(route: Route, victim: Victim) -> Iterator[Probe]:
    """Cursors that the victim's lists gave, for this list and for others."""
    field = next((f for f in fields(route) if f.names == "cursor"), None)
    if field is None:
        return
    for cursor in victim.cursors.values():
        for scope in ({}, {"scope": victim.scope}):
            sent = {**scope, field.at: cursor}
            if field.place == "query":
                yield _probe(route, victim, "cursor", query=sent)
            else:
                yield _probe(route, victim, "cursor", body={**_BODIES[route.key], **sent})


def _by_idempotency_key(route: Route, victim: Victim) -> Iterator[Probe]:
    key, target, body = victim.keyed
    if route.key == f"POST {target}":
        used = {"idempotency-key": key}
        fresh = {"idempotency-key": nobodys("key", victim)}
        for sent in (body, _FACT):
            other = Probe(f"{route.key} | key", "POST", target, sent, fresh)
            yield Probe(f"{route.key} | key", "POST", target, sent, used, other)
    elif route.method == "POST":
        yield _probe(route, victim, "key", headers={"idempotency-key": key})


def _by_path(route: Route, victim: Victim) -> Iterator[Probe]:
    """The id of the path behind detours and encodings."""
    named = next((f for f in fields(route) if f.place == "path"), None)
    if named is None:
        return
    id = theirs(named.names, victim)
    before, _, after = route.path.partition(f"{{{named.at}}}")
    scope = quote(victim.scope, safe="")
    encoded = "".join(f"%{byte:02X}" for byte in id.encode())
    for part in (
        encoded, quote(encoded, safe=""), f"x%2F..%2F{id}", f"..%2F{id}", f"{id}%00", f"{id}%20", f"{id}/", f"./{id}",
        f"{scope}%2F{id}", f"{id}%23{id}", f"{id}%3Fscope={scope}", id.upper(), f"{id};scope={scope}",
    ):  # fmt: skip
        yield Probe(f"{route.key} | path", route.method, f"{before}{part}{after}", _BODIES.get(route.key))


def _pair(
    route: Route, victim: Victim, mine: Victim, name: str, named: list[Field], query: dict[str, str]
) -> Probe:  # fmt: skip
    other = Probe(f"{route.key} | {name}", route.method, *_filled(route, victim, mine, named, query, nobodys))
    sent = _filled(route, victim, mine, named, query, theirs)
    return Probe(f"{route.key} | {name}", route.method, *sent, other=other)


def _filled(
    route: Route, victim: Victim, mine: Victim, named: list[Field], query: dict[str, str],
    value: Callable[[str, Victim], str],
) -> tuple[str, Any]:  # fmt: skip
    body: Any = copy.deepcopy(_BODIES.get(route.key))
    parameters, ids = dict(query), dict[str, str]()
    if route.key == "POST /v1/feedback":
        body["recall_id"] = mine.ids["recall_id"]
    for one in named:
        given = value(one.names, victim)
        if one.place == "path":
            ids[one.at] = given
        elif one.place == "query":
            parameters[one.at] = given
        else:
            put(body, one.at.split("."), [given] if one.many else given)
    return target_of(route, mine, ids, parameters), body


def put(body: Any, path: list[str], value: Any) -> None:
    """Sets a member, making what lies above it; of a list the first item."""
    name, *rest = path
    if not rest:
        body[name] = value
        return
    if name in ("items", "events", "before"):
        inner = body.setdefault(name, [{"text": "a probe"}])[0]
    else:
        inner = body.setdefault(name, {})
    put(inner, rest, value)


def target_of(route: Route, owner: Victim, ids: dict[str, str], query: dict[str, str]) -> str:
    """Path parameters that are not in `ids` name what the owner has."""
    path = route.path
    for one in fields(route):
        if one.place == "path":
            path = path.replace(f"{{{one.at}}}", quote(ids.get(one.at, theirs(one.names, owner)), safe=""))
    return f"{path}?{urlencode(query)}" if query else path


def _probe(
    route: Route, victim: Victim, name: str, *, query: dict[str, str] | None = None, body: Any = None,
    headers: dict[str, str] | None = None, other: Probe | None = None,
) -> Probe:  # fmt: skip
    target = target_of(route, victim, {}, query or {})
    sent = copy.deepcopy(_BODIES.get(route.key)) if body is None else body
    return Probe(f"{route.key} | {name}", route.method, target, sent, headers or {}, other)


def body_of(route: Route) -> Any:
    """A body that the route takes, or `None`."""
    return _BODIES.get(route.key)
