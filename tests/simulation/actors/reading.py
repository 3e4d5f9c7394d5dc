"""Readers of every route. What they are shown is checked with each answer."""

from __future__ import annotations

import random

from tests.simulation.actors.client import Client
from tests.simulation.actors.curating import known_memories


def read(client: Client, rolls: random.Random, _token: str) -> None:
    """One route, drawn."""
    rolls.choice(_ROUTES)(client, rolls)


def read_all(client: Client, rolls: random.Random, _token: str) -> None:
    """The routes that show most."""
    for route in (_list, _recall, _export):
        route(client, rolls)


def read_soon(client: Client, rolls: random.Random, *, of_sessions: bool) -> None:
    """What somebody looks at who has just deleted something."""
    for route in (*rolls.sample(_ROUTES, 2), *((_events, _search, _summary) if of_sessions else (_list, _recall))):
        route(client, rolls)


def read_others(client: Client, rolls: random.Random, token: str) -> None:
    """Asks for what belongs to somebody else; nothing of it may be answered, and nothing be written there."""
    others = {"/org/acme/user/ann", "/org/acme/user/bob", "/org/acme/project/pyre", "/org/rival/user/eve"}
    path = rolls.choice(sorted(others - {client.owner}))
    client.ask("GET", "/v1/memories", query={"scope": path}, tries=2)
    client.ask("POST", "/v1/recall", {"query": "where is home", "scope": path, "min_relevance": 0}, tries=2)
    body = {"content": f"The {token} lamp is elsewhere", "type": "semantic", "source": "user_stated", "scope": path}
    answer = client.ask("POST", "/v1/memories", body, key=f"k-{token}", tries=3)
    if answer is not None and answer.status < 300:
        client.model.violated("written to others", f"{client.user} to {path}", client.world.scheduler.steps)


def _list(client: Client, _rolls: random.Random) -> None:
    below = client.user in ("ann", "boss")
    client.ask("GET", "/v1/memories", query={"include_inherited": True, "include_descendants": below}, tries=2)


def _recall(client: Client, rolls: random.Random) -> None:
    body = {"query": rolls.choice(["where is home", "which lamp", "tea"]), "min_relevance": 0, "top_k": 20}
    if rolls.random() < 0.4 and client.user == "ann":
        body["session_id"] = "s1"
    if rolls.random() < 0.3:
        body["include_history"] = True
    client.ask("POST", "/v1/recall", body, tries=2)


def _context(client: Client, rolls: random.Random) -> None:
    body = {"goal": "find the way home and make tea", "min_relevance": 0}
    if client.user == "ann" and rolls.random() < 0.7:
        body["session_id"] = "s1"
    client.ask("POST", "/v1/context", body, tries=2)


def _one(client: Client, rolls: random.Random) -> None:
    known = known_memories(client)
    if known:
        id = rolls.choice(known).memory_id
        client.ask("GET", f"/v1/memories/{id}", tries=2)
        client.ask("GET", f"/v1/memories/{id}/history", tries=2)


def _events(client: Client, _rolls: random.Random) -> None:
    client.ask("GET", "/v1/sessions", tries=2)
    client.ask("GET", "/v1/sessions/s1/events", tries=2)


def _search(client: Client, _rolls: random.Random) -> None:
    client.ask("POST", "/v1/sessions/s1/search", {"query": "where do I live", "top_k": 10}, tries=2)


def _summary(client: Client, _rolls: random.Random) -> None:
    client.ask("GET", "/v1/sessions/s1/summary", tries=2)
    client.ask("GET", "/v1/sessions/s1/state", tries=2)


def _export(client: Client, _rolls: random.Random) -> None:
    client.ask("GET", "/v1/export", tries=2)


def _audit(client: Client, _rolls: random.Random) -> None:
    client.ask("GET", "/v1/audit", tries=2)
    answer = client.ask("GET", "/v1/audit/verify", tries=2)
    if answer is not None and answer.status == 200 and not answer.json["valid"]:
        step = client.world.scheduler.steps
        client.model.violated("audit reported broken", f"{client.user}: {answer.json['first_break']}", step)


def _reviews(client: Client, _rolls: random.Random) -> None:
    client.ask("GET", "/v1/reviews", tries=2)


def _preview(client: Client, rolls: random.Random) -> None:
    client.ask("POST", "/v1/deletions/preview", {"text": rolls.choice(["home", "lamp", "tok901x"])}, tries=2)


def _metrics(client: Client, _rolls: random.Random) -> None:
    client.ask("GET", "/v1/metrics", tries=2)


_ROUTES = (_list, _recall, _context, _one, _events, _search, _summary, _export, _audit, _reviews, _metrics, _preview)
